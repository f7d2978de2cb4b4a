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
import { systemClock, uuidV7 } from '../../host/clock.ts';
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

/** A check that begins with the default profile, as somebody does who knows nothing of the service. */
async function check(
	variant: VariantName,
	options: {
		write?: (places: { locationId: string; otherLocationId: string }) => LeaveToWrite;
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
			log: { info: () => undefined, warn: () => undefined, error: () => undefined },
		},
		write: options.write?.(await places()) ?? null,
	});
}

async function places(): Promise<{ locationId: string; otherLocationId: string }> {
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

test.each([
	{
		variant: 'a' as const,
		proposed: {
			token: { header: 'Authorization', scheme: 'Bearer', refresh: true },
			lists: { rows: 'items', total: 'totalCount', record: null, count: 'count' },
			paging: { style: 'page', parameter: 'pageNumber', sizeParameter: 'pageSize', first: 1 },
			fieldCase: 'as-declared',
			ids: 'string',
			stateForm: 'string',
		},
	},
	{
		variant: 'b' as const,
		proposed: {
			token: { header: 'x-access-token', scheme: '', refresh: true },
			lists: { rows: null, total: null, record: null, count: null },
			paging: { style: 'page', parameter: 'page', sizeParameter: 'size', first: 1 },
			fieldCase: 'pascal',
			ids: 'string',
			stateForm: 'integer',
		},
	},
	{
		variant: 'c' as const,
		proposed: {
			token: { header: 'Authorization', scheme: 'Bearer', refresh: false },
			lists: { rows: 'result.rows', record: 'result', count: 'result.count' },
			paging: {
				style: 'cursor',
				parameter: 'cursor',
				sizeParameter: 'limit',
				nextCursor: 'result.next',
			},
			fieldCase: 'as-declared',
			ids: 'integer',
			stateForm: 'string',
		},
	},
])('variant $variant is found out from the default profile by reading alone', async (expected) => {
	const report = await check(expected.variant);
	expect(proposedBy(report)).toMatchObject(expected.proposed);
});

test('reading alone sends no write, and says of what it did not try why', async () => {
	const report = await check('a');
	const journal = await practice.journal();
	expect(journal.filter(({ committed }) => committed)).toEqual([]);
	expect(found(report)).toMatchObject({
		reference: 'needsLeave',
		ownWrites: 'needsLeave',
		repeat: 'needsLeave',
		busy: 'busyNotTried',
		stockPosting: 'postingNotTried',
		tokenLife: 'lifeUntold',
	});
	expect(report.learned).toEqual([]);
	for (const answer of report.answers) expect(answer.evidence.length).toBeLessThanOrEqual(8);
});

const all = (places: { locationId: string; otherLocationId: string }): LeaveToWrite => ({
	...places,
	documents: ['wastage', 'transferOut', 'transferIn', 'production', 'purchaseRequest', 'purchaseOrder', 'returnOrder'],
	submit: true,
});

test('with leave to write it learns what the outbox needs, moves no stock and puts away what it made', async () => {
	const report = await check('a', { write: all });
	for (const a of report.answers) if (a.document) console.log(a.question, a.document ?? '', a.outcome, a.code, JSON.stringify(a.values), a.evidence.length);
	console.log(report.learned);
});
test('with leave to write b', async () => {
	const report = await check('b', { write: all });
	for (const a of report.answers) if (a.document) console.log(a.question, a.document ?? '', a.outcome, a.code, JSON.stringify(a.values), a.evidence.length);
	console.log(report.differences);
});
test('with leave to write c', async () => {
	const report = await check('c', { write: all });
	for (const a of report.answers) if (a.document) console.log(a.question, a.document ?? '', a.outcome, a.code, JSON.stringify(a.values), a.evidence.length);
	console.log(report.learned, report.requests, report.durationMs);
});
