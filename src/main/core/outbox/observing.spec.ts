import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
	answer,
	body,
	create,
	known,
	lane,
	listAnswer,
	openQueue,
	textLimits,
	type Queue,
} from '../../../../test/support/queue.ts';
import { applied, noReply } from '../../../../test/support/verdicts.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';
import { observedTable } from '../store/observed.ts';
import { serviceChecks } from '../store/service-checks.ts';

let queue: Queue;
beforeEach(() => {
	queue = openQueue();
});
afterEach(() => queue.remove());

type Shown = Record<string, unknown> & typeof body & { id: string; number: string };
const written = z.object({ body: z.looseObject({}) });

function serve(
	show: (record: Shown) => object,
	loses: (made: number) => 'nothing' | 'the answer' | 'the request' = () => 'nothing',
) {
	const made: Shown[] = [];
	let requests = 0;
	queue.service.verdicts = [
		() => {
			requests += 1;
			const lost = loses(requests);
			if (lost === 'the request') return noReply;
			const sent = written.parse(queue.service.writes.at(-1)!.input).body as typeof body;
			const number = String(made.length + 1);
			made.push({ ...sent, id: `W-${number}`, number: `WST-${number}` });
			return lost === 'the answer' ? noReply : applied(`W-${number}`);
		},
	];
	queue.service.reads['wastage.list'] = () => listAnswer(...made.map(show));
	return made;
}

const enter = (documentId: string, more: object = {}): string =>
	queue.enqueueIn(lane(documentId), [
		{ ...create(`i-${documentId}`), payload: { body: { ...body, ...more } } },
	]);
const firstOf = (laneId: string) => queue.rows(laneId)[0]!;
const examples = () =>
	observedTable(queue.store.durable)
		.counterExamples('account-1')
		.map(({ flag }) => flag);
const codes = (laneId: string) => queue.outbox.tables.history(laneId).map(({ code }) => code);
const longText = 'A tray of oat drink fell from the trolley at the back door, ';

describe('64 documents with one lost answer in eight', () => {
	const cut = (text: string) => text.slice(0, 80);
	test.each<[string, (record: Shown) => object]>([
		['cuts texts to 80 characters', (row) => ({ ...row, description: cut(row.description) })],
		[
			'cuts texts to 80 characters, puts them in capitals and shows seconds',
			(row) => ({
				...row,
				description: cut(row.description).toUpperCase(),
				date: `${row.date.slice(0, 19)}Z`,
			}),
		],
		[
			'drops texts and shows minutes',
			(row) => ({ ...row, description: undefined, date: row.date.slice(0, 16) }),
		],
		[
			'cuts texts, shows days and whole units',
			(row) => ({
				...row,
				description: cut(row.description),
				date: row.date.slice(0, 10),
				items: row.items.map((line) => ({ ...line, quantity: line.quantity.split('.')[0] })),
			}),
		],
		[
			'trims and normalises texts',
			(row) => ({ ...row, description: row.description.normalize('NFD').trim() }),
		],
	])('are made once each at a service that %s', async (_name, show) => {
		// As stated by a person who never saw a long text.
		queue.profile = serviceProfile.parse({ behaviour: known });
		const made = serve(show, (request) => (request % 8 === 0 ? 'the answer' : 'nothing'));
		const lanes: string[] = [];
		for (let at = 0; at < 64; at++) {
			const date = new Date(Date.parse(body.date) + at * 61_128).toISOString();
			const items = [{ itemId: `I${at}`, uomId: 1, quantity: '2.05' }];
			const description = longText.slice(0, at) + longText;
			lanes.push(enter(`d${at}`, { date, items, description }));
			await queue.clock.pass(10_000);
		}
		await queue.clock.pass(3_600_000);
		expect(made).toHaveLength(64);
		expect(lanes.flatMap((laneId) => queue.states(laneId))).toEqual(lanes.map(() => 'confirmed'));
	});
});

test('relies on references up to the longest text that came back', async () => {
	queue.profile = serviceProfile.parse({ behaviour: known });
	serve(
		(row) => row,
		(request) => (request === 1 ? 'nothing' : 'the request'),
	);
	const first = enter('d1', { description: longText });
	await queue.clock.settle();
	expect(queue.states(first)).toEqual(['confirmed']);

	const longer = enter('d2', { description: `${longText} again`, date: '2026-11-19T08:00:00Z' });
	await queue.clock.pass(1_000_000);
	expect(firstOf(longer)).toMatchObject({ attention: 'not-confirmed-absent' });
	const as = enter('d3', { description: longText, date: '2026-11-18T08:00:00Z' });
	await queue.clock.pass(200_000);
	expect(queue.outbox.tables.attempts(firstOf(as).action_id)).toBe(2);
});

test('measures text in bytes if the service may truncate by bytes', async () => {
	queue.profile = serviceProfile.parse({ behaviour: known });
	serve(
		(row) => row,
		(request) => (request === 1 ? 'nothing' : 'the request'),
	);
	enter('d1', { description: longText });
	await queue.clock.settle();
	const arabic = enter('d2', { description: 'سقطت صينية من الحليب أمام الباب الخلفي اليوم' });
	await queue.clock.pass(1_000_000);
	expect(firstOf(arabic)).toMatchObject({ attention: 'not-confirmed-absent' });
});

test('the first document without its reference ends the stated reliance, and waiting resends need attention', async () => {
	let keeps = true;
	serve(
		(row) => ({ ...row, description: keeps ? row.description : row.description.slice(0, 20) }),
		(request) => (request === 2 ? 'the request' : 'nothing'),
	);
	const seen = enter('d1');
	await queue.clock.settle();
	const waits = enter('d2', { date: '2026-11-19T08:00:00.000Z' });
	// Absent twice, so it may be sent again, but the service is away.
	await queue.clock.pass(149_000);
	queue.online = false;
	await queue.clock.pass(20_000);
	const later = enter('d3', { date: '2026-11-17T08:00:00.000Z' });
	keeps = false;
	queue.online = true;
	await queue.clock.pass(3_600_000);
	expect(queue.states(later)).toEqual(['confirmed']);
	expect(firstOf(waits)).toMatchObject({ state: 'attention' });
	expect(queue.written()).toHaveLength(3);
	expect(examples()).toEqual(['keepsReferences']);
	expect(codes(seen)).not.toContain('reference-lost');
	expect(codes(later)).toContain('reference-lost');
});

test('a truncated text shows the limit, and the next reference fits', async () => {
	queue.profile = serviceProfile.parse({ behaviour: known });
	const made = serve((row) => ({ ...row, description: row.description.slice(0, 80) }));
	enter('d1', { description: longText + longText });
	await queue.clock.settle();
	enter('d2', { description: longText });
	await queue.clock.settle();
	const third = enter('d3', { description: longText + longText });
	await queue.clock.settle();
	const { description } = made.at(-1)!;
	expect(description).toHaveLength(80);
	expect(description.endsWith(`[${queue.referenceOf(third)}]`)).toBe(true);
	expect(longText.startsWith(description.slice(0, 50))).toBe(true);
});

test("a stated limit truncates a person's text, never the reference", async () => {
	queue.profile = serviceProfile.parse({ behaviour: known, textLimits: { wastage: 40 } });
	const made = serve((row) => row);
	const laneId = enter('d1', { description: longText });
	await queue.clock.settle();
	expect(made[0]!.description).toHaveLength(40);
	expect(made[0]!.description.endsWith(` [${queue.referenceOf(laneId)}]`)).toBe(true);
});

test('a list without an earlier confirmed document ends the reliance on lists', async () => {
	queue.profile = serviceProfile.parse({ behaviour: known, textLimits });
	let lags = true;
	const made = serve(
		(row) => row,
		(request) => (request === 2 ? 'the request' : 'nothing'),
	);
	queue.service.reads['wastage.list'] = () => (lags ? listAnswer() : listAnswer(...made));
	const seen = enter('d1');
	await queue.clock.settle();
	const lost = enter('d2', { date: '2026-11-19T08:00:00.000Z' });
	await queue.clock.pass(1_000_000);
	expect(firstOf(lost)).toMatchObject({ attention: 'not-confirmed-absent' });
	expect(queue.written()).toHaveLength(2);
	expect(examples()).toEqual(['listsAreCurrent']);
	expect(codes(seen)).toContain('list-left-out');

	// Once it shows up, the list tells how late it may be.
	lags = false;
	queue.profile = serviceProfile.parse({ behaviour: { ...known, keepsReferences: null } });
	enter('d3', { date: '2026-11-18T08:00:00.000Z' });
	await queue.clock.settle();
	const { listDelayMs } = observedTable(queue.store.durable).of('account-1', 'wastage', null);
	expect(listDelayMs).toBeGreaterThan(900_000);
});

test.each([
	['forward', 86_400_000],
	['back', -86_400_000],
])('the delay of a list does not depend on a wall clock set %s', async (_, byMs) => {
	queue.profile = serviceProfile.parse({ behaviour: { ...known, keepsReferences: null } });
	let lags = true;
	const made = serve((row) => row);
	queue.service.reads['wastage.list'] = () => (lags ? listAnswer() : listAnswer(...made));
	enter('d1');
	await queue.clock.pass(1_000);
	queue.clock.setWallClock(queue.clock.now() + byMs);
	enter('d2', { date: '2026-11-19T08:00:00.000Z' });
	await queue.clock.pass(600_000);
	lags = false;
	enter('d3', { date: '2026-11-18T08:00:00.000Z' });
	await queue.clock.settle();
	const { listDelayMs } = observedTable(queue.store.durable).of('account-1', 'wastage', null);
	expect(listDelayMs).toBeGreaterThanOrEqual(600_000);
	expect(listDelayMs).toBeLessThan(700_000);
});

test('lists that were seen to lag prove no absence before that time has passed', async () => {
	observedTable(queue.store.durable).shownAfter('account-1', 'wastage', 600_000);
	serve(
		(row) => row,
		(request) => (request === 1 ? 'the request' : 'nothing'),
	);
	const laneId = enter('d1');
	await queue.clock.pass(599_000);
	expect(queue.written()).toHaveLength(1);
	await queue.clock.pass(200_000);
	expect(queue.written()).toHaveLength(2);
	expect(queue.states(laneId)).toEqual(['confirmed']);
});

test("a document with another entry's reference proves nothing about how texts are kept", async () => {
	serve((row) => ({ ...row, description: 'Bread [SR-0123456789]' }));
	enter('d1');
	await queue.clock.settle();
	queue.profile = serviceProfile.parse({ behaviour: { ...known, keepsReferences: null } });
	enter('d2', { date: '2026-11-19T08:00:00.000Z' });
	await queue.clock.settle();
	expect(examples()).toEqual([]);
});

test('reliance that ends during a probe stops the resend', async () => {
	serve(
		(row) => row,
		(request) => (request === 2 ? 'the request' : 'nothing'),
	);
	const seen = enter('d1');
	await queue.clock.settle();
	const lost = enter('d2', { date: '2026-11-19T08:00:00.000Z' });
	await queue.clock.pass(140_000);
	queue.service.reads['wastage.list'] = () => {
		const [first] = queue.rows(seen);
		observedTable(queue.store.durable).contradict('account-1', 'description', {
			...{ document: 'wastage', flag: 'keepsReferences' },
			...{ action_id: first!.action_id, found_at: 0 },
		});
		return answer({ rows: [], complete: true });
	};
	await queue.clock.pass(1_000_000);
	expect(firstOf(lost).state).toBe('attention');
	expect(queue.written()).toHaveLength(2);
});

test('a new service check restores the reliance up to the length of its text', async () => {
	queue.profile = serviceProfile.parse({});
	queue.learned = { keepsReferences: { wastage: true }, listsAreCurrent: { wastage: true } };
	const table = observedTable(queue.store.durable);
	let keeps = false;
	const made = serve(
		(row) => ({ ...row, description: keeps ? row.description : '' }),
		(request) => (request > 2 ? 'the request' : 'nothing'),
	);
	enter('d1');
	await queue.clock.settle();
	enter('d2', { date: '2026-11-19T08:00:00.000Z' });
	await queue.clock.settle();
	expect(examples()).toEqual(['keepsReferences']);

	keeps = true;
	serviceChecks(queue.store.durable).keep('account-1', 0, '{}', [
		{
			...{ flag: 'keepsReferences', document: 'wastage', holds: true, field: 'description' },
			kept: { units: 64, bytes: 64 },
		},
	]);
	expect(examples()).toEqual([]);
	expect(table.of('account-1', 'wastage', 'description')).toMatchObject({ revoked: [] });
	const short = enter('d3', { date: '2026-11-18T08:00:00.000Z' });
	const long = enter('d4', { date: '2026-11-17T08:00:00.000Z', description: longText });
	await queue.clock.pass(1_000_000);
	expect(queue.outbox.tables.attempts(firstOf(short).action_id)).toBeGreaterThan(1);
	expect(queue.outbox.tables.attempts(firstOf(long).action_id)).toBe(1);
	expect(made).toHaveLength(2);
});

test('a lost reliance is reported only if it was stated or found out before', async () => {
	queue.profile = serviceProfile.parse({});
	serve(() => ({ id: 'W-0', ...body }));
	enter('d1');
	await queue.clock.settle();
	enter('d2', { date: '2026-11-19T08:00:00.000Z' });
	await queue.clock.settle();
	expect(examples()).toEqual([]);
});

test('a document deleted at the service contradicts once, not after every service check', async () => {
	serve(
		() => ({ id: 'W-0', ...body, date: '2026-11-01T08:00:00.000Z' }),
		(request) => (request > 1 ? 'the request' : 'nothing'),
	);
	enter('d1');
	await queue.clock.settle();
	enter('d2', { date: '2026-11-19T08:00:00.000Z' });
	await queue.clock.pass(100_000);
	expect(examples()).toEqual(['listsAreCurrent']);
	observedTable(queue.store.durable).restore('account-1', 'wastage', 'listsAreCurrent');
	await queue.clock.pass(1_000_000);
	expect(examples()).toEqual([]);
});

test('a document sent while references were relied on is found by content and time afterwards', async () => {
	const made = serve(
		(row) => ({
			...row,
			description: row.description.slice(0, 10),
			date: `${row.date.slice(0, 19)}Z`,
		}),
		(request) => (request === 1 ? 'the answer' : 'nothing'),
	);
	const lost = enter('d1', { date: '2026-11-20T09:00:07.128Z' });
	await queue.clock.settle();
	enter('d2', { date: '2026-11-19T08:00:00.000Z' });
	await queue.clock.settle();
	queue.profile = serviceProfile.parse({ behaviour: { ...known, keepsReferences: null } });
	await queue.clock.pass(100_000);
	expect(queue.states(lost)).toEqual(['confirmed']);
	expect(made).toHaveLength(2);
});
