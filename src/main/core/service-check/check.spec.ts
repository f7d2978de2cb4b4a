import { expect, test } from 'vitest';
import { credentials } from '../../../../test/support/practice.ts';
import {
	answerTo,
	checking,
	profileOf,
	proposedBy,
	type Change,
} from '../../../../test/support/service-check.ts';
import { checkedDocument, type CheckReport } from '../../../shared/bridge/service-check.ts';

const { check, practice } = checking();
const everything = { documents: checkedDocument.options };

const found = (report: CheckReport): Record<string, string> =>
	Object.fromEntries(
		report.answers.map(({ question, document, code }) => [
			document === null ? question : `${question}/${document}`,
			code,
		]),
	);

test('variant a: an envelope, pages by number, references kept, a repeated submit refused', async () => {
	const report = await check('a', { write: everything });
	expect(proposedBy(report)).toMatchObject({
		token: { header: 'Authorization', scheme: 'Bearer', refresh: true },
		lists: { rows: 'items', total: 'totalCount', record: null, count: 'count' },
		paging: { style: 'page', parameter: 'pageNumber', sizeParameter: 'pageSize', first: null },
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
			'rejection.purchaseRequest',
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

	const journal = await practice().journal();
	const written = journal.filter(({ committed }) => committed).map(({ operation }) => operation);
	expect(written).not.toContain('wastage.submit');
	expect(written.filter((name) => name.endsWith('.create'))).toHaveLength(7);
	expect(practice().checkLedger()).toEqual([]);
	const { wastage } = await practice().snapshot();
	expect(wastage.filter(({ description }) => description?.includes('service check'))).toHaveLength(
		1,
	);
});

test('variant b: bare arrays, pages from 1, numeric states, PascalCase, x-access-token', async () => {
	const report = await check('b', { write: everything });
	expect(proposedBy(report)).toMatchObject({
		token: { header: 'x-access-token', scheme: '', refresh: true },
		lists: { rows: null, total: null, record: null, count: null },
		paging: { style: 'page', parameter: 'page', sizeParameter: 'size', first: null },
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
	const states = report.answers.filter(({ question }) => question === 'states');
	expect(states.find(({ document }) => document === 'transferIn')).toMatchObject({
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
	const journal = await practice().journal();
	expect(journal.filter(({ committed }) => committed)).toEqual([]);
	expect(found(report)).toMatchObject({
		reference: 'needsPermission',
		ownWrites: 'needsPermission',
		repeat: 'needsPermission',
		draftStock: 'needsPermission',
		busy: 'busyNotTried',
		stockPosting: 'postingNotTried',
		update: 'needsPermission',
	});
	expect(report.learned).toEqual([]);
	expect(journal.map(({ operation }) => operation)).not.toContain('prefixConfiguration.code');
});

test('a report contains no secret, token or record, even from a service that echoes its input', async () => {
	const tokens: string[] = [];
	const echoing: Change = (request, _response, body) => {
		if (request.method !== 'GET') {
			for (const value of Object.values(JSON.parse(body) as Record<string, unknown>)) {
				if (typeof value === 'string' && value.length > 20) tokens.push(value);
			}
		}
		if (!request.url.endsWith('/Supplier/Count')) return body;
		const carried = request.headers.get('authorization') ?? '';
		return Response.json({ title: `No: ${carried}` }, { status: 403 });
	};
	const report = await check('a', { change: echoing });
	const text = JSON.stringify(report);
	expect(tokens.length).toBeGreaterThan(1);
	const secrets = [...tokens, credentials.clientSecret];
	expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
	const [item] = await practice().all<{ name: string }>('inventoryItem.list');
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

const wasteOnly = {
	otherLocationId: null,
	documents: ['wastage' as const, 'purchaseRequest' as const],
	submit: false,
};

const onPath =
	(path: string, change: (body: string) => string): Change =>
	(request, _response, body) =>
		request.method === 'GET' && new URL(request.url).pathname === path ? change(body) : body;

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
		change: onPath('/api/v1/Wastage', (body) => hideOurs(body, looks)),
	});
	expect(answerTo(report, 'ownWrites')).toMatchObject({
		code: 'shownAfter',
		values: { seconds: 2 },
	});
	expect(report.learned).toContainEqual({
		flag: 'listsAreCurrent',
		document: 'wastage',
		holds: false,
		field: '',
	});
	// The delay is known, so later absences can count.
	const { behaviour } = proposedBy(report);
	expect(behaviour.listDelayMs).toBeGreaterThanOrEqual(3_000);
	expect(report.settings).toContainEqual(
		expect.objectContaining({
			name: 'listDelayMs',
			state: 'found',
			source: 'testDocument',
			value: String(behaviour.listDelayMs),
		}),
	);
});

test('a draft that moves stock ends the trials', async () => {
	let asked = 0;
	const report = await check('a', {
		write: wasteOnly,
		change: onPath('/api/v1/inventoryitem/CurrentStock', (body) => {
			asked += 1;
			return body.replaceAll(/"quantity":[\d.]+/g, `"quantity":${String(asked)}`);
		}),
	});
	expect(found(report)).toMatchObject({ 'draftStock/wastage': 'stockMoved' });
	expect(found(report)).not.toHaveProperty('reference/purchaseRequest');
});
