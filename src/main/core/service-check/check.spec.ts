import { afterEach, beforeEach, expect, test } from 'vitest';
import {
	credentials,
	startTestPractice,
	type TestPractice,
} from '../../../../test/support/practice.ts';
import type {
	CheckAnswer,
	CheckQuestion,
	CheckReport,
	LeaveToWrite,
} from '../../../shared/bridge/service-check.ts';
import { readProfile, type ServiceProfile } from '../../../shared/service/profile.ts';
import type { VariantName } from '../../../practice/variants.ts';
import { systemClock, systemRandom, uuidV7 } from '../../host/clock.ts';
import { openTransport, type Transport } from '../../host/transport.ts';
import type { CorePorts } from '../ports.ts';
import { checkService } from './check.ts';

let practice: TestPractice;
let transport: Transport;
beforeEach(() => {
	transport = openTransport();
});
afterEach(async () => {
	await transport.close();
	await practice.close();
});

/** A check that starts from the default profile, for an unknown service. */
async function check(
	variant: VariantName,
	options: {
		write?: (locations: { locationId: string; otherLocationId: string }) => LeaveToWrite;
		clock?: CorePorts['clock'];
		network?: CorePorts['network'];
		secret?: string;
		profile?: unknown;
	} = {},
): Promise<CheckReport> {
	practice = await startTestPractice({ variant });
	return checkService({
		serviceUrl: practice.url,
		clientId: credentials.clientId,
		secret: options.secret ?? credentials.clientSecret,
		profile: profileOf(options.profile ?? {}),
		ports: {
			clock: options.clock ?? systemClock,
			network: options.network ?? transport,
			newId: uuidV7(systemClock.now),
			random: systemRandom,
			log: { info: () => undefined, warn: () => undefined, error: () => undefined },
		},
		write: options.write?.(await locations()) ?? null,
	});
}

async function locations(): Promise<{ locationId: string; otherLocationId: string }> {
	const { stock } = await practice.snapshot();
	const [locationId = '', otherLocationId = ''] = new Set(stock.map((row) => row.locationId));
	return { locationId, otherLocationId };
}

function profileOf(json: unknown): ServiceProfile {
	const read = readProfile(json);
	if (!read.ok) throw new Error(JSON.stringify(read.problems));
	return read.profile;
}

const proposedBy = (report: CheckReport): ServiceProfile => profileOf(JSON.parse(report.proposed));

const answersTo = (report: CheckReport, question: CheckQuestion): CheckAnswer[] =>
	report.answers.filter((each) => each.question === question);

const found = (report: CheckReport): Record<string, string> =>
	Object.fromEntries(
		report.answers.map(({ question, document, code }) => [
			document === null ? question : `${question}/${document}`,
			code,
		]),
	);

const everything = (locations: { locationId: string; otherLocationId: string }): LeaveToWrite => ({
	...locations,
	documents: [
		'wastage',
		'transferOut',
		'transferIn',
		'production',
		'purchaseRequest',
		'purchaseOrder',
		'returnOrder',
	],
	submit: true,
});

test('variant a: an envelope, pages by number, references kept, a repeated submit refused', async () => {
	const report = await check('a', { write: everything });
	expect(proposedBy(report)).toMatchObject({
		token: { header: 'Authorization', scheme: 'Bearer', refresh: true },
		lists: { rows: 'items', total: 'totalCount', record: null, count: 'count' },
		paging: { style: 'page', parameter: 'pageNumber', sizeParameter: 'pageSize', first: 1 },
		fieldCase: 'as-declared',
		ids: 'string',
		stateForm: 'string',
		reference: profileOf({}).reference,
	});
	expect(new Set(report.differences.map(({ path }) => path))).toEqual(
		new Set([
			'lists.rows',
			'lists.total',
			'paging.size',
			'lists.count',
			'rejection.transferOut',
			'rejection.transferIn',
			'behaviour.emptyAnswersMeanDone',
		]),
	);
	expect(found(report)).toMatchObject({
		complete: 'whole',
		shape: 'readable',
		pathsUsed: 'pathsAllThere',
		pathsAll: 'pathsAllThere',
		'states/wastage': 'statesKnown',
		'stateRead/transferIn': 'stateSame',
		'reference/wastage': 'kept',
		'reference/purchaseOrder': 'kept',
		'ownWrites/transferOut': 'shownAtOnce',
		'draftStock/production': 'stockStayed',
		'repeat/transferOut': 'repeatRefused',
		'leftBehind/transferOut': 'leftRejected',
		'leftBehind/wastage': 'leftAsItIs',
		// Submitting waste may move stock if no approval is required.
		'repeat/wastage': 'mayMoveStock',
	});
	expect(report.learned).toContainEqual({
		flag: 'keepsReferences',
		document: 'wastage',
		holds: true,
		field: 'description',
		kept: { units: 516, bytes: 516 },
	});

	const journal = await practice.journal();
	const written = journal.filter(({ committed }) => committed).map(({ operation }) => operation);
	expect(written).not.toContain('wastage.submit');
	expect(written.filter((name) => name.endsWith('.create'))).toHaveLength(7);
	expect(practice.checkLedger()).toEqual([]);
	const { wastage } = await practice.snapshot();
	expect(wastage.filter(({ description }) => description?.includes('service check'))).toHaveLength(
		1,
	);
});

test('variant b: bare arrays, pages from 1, numeric states, PascalCase, x-access-token', async () => {
	const report = await check('b', { write: everything });
	expect(proposedBy(report)).toMatchObject({
		token: { header: 'x-access-token', scheme: '', refresh: true },
		lists: { rows: null, total: null, record: null, count: null },
		paging: { style: 'page', parameter: 'page', sizeParameter: 'size', first: 1 },
		fieldCase: 'pascal',
		ids: 'string',
		stateForm: 'integer',
		// The check learns states that it causes itself, but not those that only people cause.
		states: {
			wastage: { draft: ['0', ...(profileOf({}).states.wastage.draft ?? [])] },
			transferOut: {
				draft: ['0', ...(profileOf({}).states.transferOut.draft ?? [])],
				submitted: ['10', ...(profileOf({}).states.transferOut.submitted ?? [])],
				rejected: ['90', ...(profileOf({}).states.transferOut.rejected ?? [])],
			},
		},
	});
	expect(
		answersTo(report, 'states').find(({ document }) => document === 'transferIn'),
	).toMatchObject({
		outcome: 'careful',
		code: 'statesUnknown',
		values: { words: '40' },
	});
	expect(found(report)).toMatchObject({ complete: 'whole', 'reference/wastage': 'kept' });
	// All lines of documents in this state were received.
	expect(proposedBy(report).states.transferIn.received?.[0]).toBe('50');
});

test('variant c: rows in result.rows, opaque cursors, numeric identifiers, references not kept', async () => {
	const report = await check('c', { write: everything });
	expect(proposedBy(report)).toMatchObject({
		token: { header: 'Authorization', scheme: 'Bearer', refresh: false },
		lists: { rows: 'result.rows', record: 'result', count: 'result.count' },
		paging: {
			style: 'cursor',
			parameter: 'cursor',
			sizeParameter: 'limit',
			nextCursor: 'result.next',
		},
		ids: 'integer',
		stateForm: 'string',
		reference: { wastage: null, transferOut: null },
	});
	expect(found(report)).toMatchObject({
		complete: 'whole',
		refresh: 'refreshNotGiven',
		'reference/wastage': 'lost',
		'ownWrites/wastage': 'shownAtOnce',
		'repeat/transferOut': 'repeatRefused',
	});
	expect(report.learned).toContainEqual({
		flag: 'keepsReferences',
		document: 'transferOut',
		holds: false,
		field: 'description',
	});
});

test('a read-only check sends no write, and says what it therefore did not try', async () => {
	const report = await check('a');
	const journal = await practice.journal();
	expect(journal.filter(({ committed }) => committed)).toEqual([]);
	expect(found(report)).toMatchObject({
		reference: 'needsLeave',
		ownWrites: 'needsLeave',
		repeat: 'needsLeave',
		draftStock: 'needsLeave',
		busy: 'busyNotTried',
		stockPosting: 'postingNotTried',
		update: 'needsLeave',
	});
	expect(report.learned).toEqual([]);
	expect(journal.map(({ operation }) => operation)).not.toContain('prefixConfiguration.code');
});

test('a report contains no secret, token or record, even from a service that echoes its input', async () => {
	const tokens: string[] = [];
	const report = await check('a', {
		network: {
			async write(request) {
				const response = await transport.write(request);
				for (const value of Object.values((await response.clone().json()) as object)) {
					if (typeof value === 'string' && value.length > 20) tokens.push(value);
				}
				return response;
			},
			async read(request) {
				const response = await transport.read(request);
				if (!request.url.endsWith('/Supplier/Count')) return response;
				const carried = request.headers.get('authorization') ?? '';
				return Response.json({ title: `No: ${carried}` }, { status: 403 });
			},
		},
	});
	const text = JSON.stringify(report);
	expect(tokens.length).toBeGreaterThan(1);
	const secrets = [...tokens, credentials.clientSecret];
	expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
	await practice.signIn();
	const [item] = await practice.all<{ name: string }>('inventoryItem.list');
	expect(text.includes(item?.name ?? 'no item')).toBe(false);
});

test('stops after the service rejects the secret', async () => {
	const report = await check('a', { secret: 'wrong secret' });
	const { signIn, busy, stockPosting, ...others } = found(report);
	expect([signIn, busy, stockPosting]).toEqual([
		'signInRefused',
		'busyNotTried',
		'postingNotTried',
	]);
	expect(new Set(Object.values(others))).toEqual(new Set(['notReached']));
	expect(report.requests).toBe(1);
	expect(report.differences).toEqual([]);
});

const changing =
	(path: string, change: (body: string, asked: number) => string) => (): CorePorts['network'] => {
		let asked = 0;
		return {
			write: (request) => transport.write(request),
			async read(request) {
				const response = await transport.read(request);
				if (new URL(request.url).pathname !== path) return response;
				asked += 1;
				const { status, headers } = response;
				return new Response(change(await response.text(), asked), { status, headers });
			},
		};
	};

const quickClock = (): CorePorts['clock'] => {
	let ahead = 0;
	return {
		now: () => systemClock.now() + ahead,
		monotonic: () => systemClock.monotonic() + ahead,
		after(ms, call) {
			// Longer than any pause of the check: a request timeout, which runs in real time.
			if (ms > 15_000) return systemClock.after(ms, call);
			ahead += ms;
			return systemClock.after(0, call);
		},
	};
};

const wasteOnly = ({ locationId }: { locationId: string }): LeaveToWrite => ({
	locationId,
	otherLocationId: null,
	documents: ['wastage', 'purchaseRequest'],
	submit: false,
});

test('a list that shows a new document late does not count as current', async () => {
	const hideOurs = (body: string, looks: { left: number }): string => {
		const list = JSON.parse(body) as { items: { description?: string }[]; totalCount: number };
		const others = list.items.filter(
			({ description }) => !description?.startsWith('Stillroom service check'),
		);
		if (others.length === list.items.length || (looks.left -= 1) < 0) return body;
		return JSON.stringify({ items: others, totalCount: others.length });
	};
	const looks = { left: 2 };
	const report = await check('a', {
		write: wasteOnly,
		clock: quickClock(),
		network: changing('/api/v1/Wastage', (body) => hideOurs(body, looks))(),
	});
	const [waste] = answersTo(report, 'ownWrites');
	expect(waste).toMatchObject({ code: 'shownAfter', values: { seconds: 2 } });
	expect(report.learned).toContainEqual({
		flag: 'listsAreCurrent',
		document: 'wastage',
		holds: false,
		field: '',
	});
	// The delay is known, so later absences can count.
	const { behaviour } = JSON.parse(report.proposed) as Partial<ServiceProfile>;
	expect(behaviour?.listDelayMs).toBeGreaterThanOrEqual(3_000);
	expect(report.settings).toContainEqual(
		expect.objectContaining({
			...{ name: 'listDelayMs', state: 'found', source: 'testDocument' },
			value: String(behaviour?.listDelayMs),
		}),
	);
});

test('a draft that moves stock ends the trials', async () => {
	const report = await check('a', {
		write: wasteOnly,
		network: changing('/api/v1/inventoryitem/CurrentStock', (body, asked) =>
			body.replaceAll(/"quantity":[\d.]+/g, `"quantity":${String(asked)}`),
		)(),
	});
	expect(found(report)).toMatchObject({ 'draftStock/wastage': 'stockMoved' });
	expect(found(report)).not.toHaveProperty('reference/purchaseRequest');
});
