import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
	answer,
	body,
	create,
	eachQueue,
	known,
	lane,
	textLimits,
} from '../../../../test/support/queue.ts';
import { applied, noReply, unreachable } from '../../../../test/support/verdicts.ts';
import { observedTable } from '../store/observed.ts';
import { serviceChecks } from '../store/service-checks.ts';

const queue = eachQueue();

type Shown = Record<string, unknown> & typeof body & { id: string; number: string };
const written = z.object({ body: z.looseObject({}) });
const asItIs = (record: Shown) => record;

/** A service that shows its documents so. @param loses the requests of which nothing, or no answer, arrives */
function serve(
	show: (record: Shown) => object,
	loses: { request?: (nth: number) => boolean; answer?: (nth: number) => boolean } = {},
) {
	const made: Shown[] = [];
	let requests = 0;
	queue.service.verdicts = [
		() => {
			requests += 1;
			if (loses.request?.(requests)) return noReply;
			const sent = written.parse(queue.service.writes.at(-1)!.input).body as typeof body;
			const number = String(made.length + 1);
			made.push({ ...sent, id: `W-${number}`, number: `WST-${number}` });
			queue.lists(...made.map(show));
			return loses.answer?.(requests) ? noReply : applied(`W-${number}`);
		},
	];
	queue.lists();
	return made;
}

/** Enters waste; the number of the document also decides its day. */
const enter = (number: number, more: object = {}): string => {
	const date = `2026-11-${21 - (number % 20)}T09:00:00.000Z`;
	const payload = { body: { ...body, date, ...more } };
	return queue.enqueueIn(lane(`d${number}`), [{ ...create(`i${number}`), payload }]);
};
/** Enters the first document and lets the service have it. */
async function seen(more: object = {}): Promise<string> {
	const laneId = enter(1, more);
	await queue.clock.settle();
	return laneId;
}
/** Enters another document: the list is read before it is sent. */
async function read(): Promise<void> {
	enter(2);
	await queue.clock.settle();
}
const observed = () => observedTable(queue.store.durable);
const examples = () =>
	observed()
		.counterExamples('account-1')
		.map(({ flag }) => flag);
const attemptsOf = (laneId: string) =>
	queue.outbox.tables.attempts(queue.rows(laneId)[0]!.action_id);
const longText = 'A tray of oat drink fell from the trolley at the back door, ';
const unsure = { behaviour: { ...known, keepsReferences: null } };

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
		queue.useProfile({ behaviour: known });
		const made = serve(show, { answer: (nth) => nth % 8 === 0 });
		const lanes: string[] = [];
		for (let at = 0; at < 64; at++) {
			const date = new Date(Date.parse(body.date) + at * 61_128).toISOString();
			const items = [{ itemId: `I${at}`, uomId: 1, quantity: '2.05' }];
			lanes.push(enter(at, { date, items, description: longText.slice(0, at) + longText }));
			await queue.clock.pass(10_000);
		}
		await queue.clock.pass(3_600_000);
		expect(made).toHaveLength(64);
		expect(lanes.flatMap(queue.ends)).toEqual(lanes.map(() => 'confirmed'));
	});
});

test('relies on references up to the longest text that came back', async () => {
	queue.useProfile({ behaviour: known });
	serve(asItIs, { request: (nth) => nth > 1 });
	const first = await seen({ description: longText });
	expect(queue.ends(first)).toEqual(['confirmed']);

	const longer = enter(2, { description: `${longText} again` });
	await queue.clock.pass(1_000_000);
	expect(queue.ends(longer)).toEqual(['not-confirmed-absent']);
	const as = enter(3, { description: longText });
	await queue.clock.pass(200_000);
	expect(attemptsOf(as)).toBe(2);
});

test('measures text in bytes if the service may truncate by bytes', async () => {
	queue.useProfile({ behaviour: known });
	serve(asItIs, { request: (nth) => nth > 1 });
	await seen({ description: longText });
	const arabic = enter(2, { description: 'سقطت صينية من الحليب أمام الباب الخلفي اليوم' });
	await queue.clock.pass(1_000_000);
	expect(queue.ends(arabic)).toEqual(['not-confirmed-absent']);
});

test('the first document without its reference ends the stated reliance, and a lost request needs attention', async () => {
	let most = 200;
	serve((row) => ({ ...row, description: row.description.slice(0, most) }), {
		request: (nth) => nth === 2,
	});
	const first = await seen();
	const waits = enter(2);
	// Absent once; before the second lookup, the service is away.
	await queue.clock.pass(149_000);
	queue.online = false;
	await queue.clock.pass(20_000);
	const later = enter(3);
	most = 20;
	queue.online = true;
	await queue.clock.pass(3_600_000);
	expect(queue.ends(later)).toEqual(['confirmed']);
	expect(queue.states(waits)).toEqual(['attention']);
	expect(queue.written()).toHaveLength(3);
	expect(examples()).toEqual(['keepsReferences']);
	expect(queue.codes(first)).not.toContain('reference-lost');
	expect(queue.codes(later)).toContain('reference-lost');
});

test('a truncated text shows the limit, and the next reference fits', async () => {
	queue.useProfile({ behaviour: known });
	const made = serve((row) => ({ ...row, description: row.description.slice(0, 80) }));
	await seen({ description: longText + longText });
	await read();
	const third = enter(3, { description: longText + longText });
	await queue.clock.settle();
	const { description } = made.at(-1)!;
	expect(description).toHaveLength(80);
	expect(description.endsWith(`[${queue.referenceOf(third)}]`)).toBe(true);
	expect(longText.startsWith(description.slice(0, 50))).toBe(true);
});

test("a stated limit truncates a person's text, never the reference", async () => {
	queue.useProfile({ behaviour: known, textLimits: { wastage: 40 } });
	const made = serve(asItIs);
	const laneId = await seen({ description: longText });
	expect(made[0]!.description).toHaveLength(40);
	expect(made[0]!.description.endsWith(` [${queue.referenceOf(laneId)}]`)).toBe(true);
});

test('a list without an earlier confirmed document ends the reliance on lists', async () => {
	queue.useProfile({ behaviour: known, textLimits });
	serve(asItIs, { request: (nth) => nth === 2 });
	const first = await seen();
	queue.lists();
	const lost = enter(2);
	await queue.clock.pass(1_000_000);
	expect(queue.ends(lost)).toEqual(['not-confirmed-absent']);
	expect(queue.written()).toHaveLength(2);
	expect(examples()).toEqual(['listsAreCurrent']);
	expect(queue.codes(first)).toContain('list-left-out');
});

test('once a pull lacks a document that was made, a waiting resend needs attention and is not sent', async () => {
	queue.useProfile({ behaviour: known, textLimits });
	serve(asItIs, { request: (nth) => nth === 1 });
	const lost = enter(1);
	const list = queue.service.reads['wastage.list']!;
	let reads = 0;
	// Absent twice, and each absence is read twice: then it may be sent again, but the service does not answer.
	queue.service.reads['wastage.list'] = () => ((reads += 1) > 4 ? unreachable : list());
	await queue.clock.pass(151_000);
	expect(queue.states(lost)).toEqual(['queued']);
	const made = enter(2);
	await queue.clock.pass(1_000);
	expect([queue.states(made), queue.states(lost)]).toEqual([['confirmed'], ['queued']]);
	const now = queue.clock.now();
	queue.store.pulls.finish('account-1', 'wastage', '', now, 1_000);
	await queue.outbox.listCame('wastage', now);
	expect(queue.states(lost)).toEqual(['attention']);
	queue.service.reads['wastage.list'] = list;
	await queue.clock.pass(1_000_000);
	expect(queue.written()).toHaveLength(2);
});

test.each([
	['', 0],
	[', although the wall clock was set forward', 86_400_000],
	[', although the wall clock was set back', -86_400_000],
])('once a document shows up, the list tells how late it may be%s', async (_, byMs) => {
	queue.useProfile(unsure);
	const made = serve(asItIs);
	const list = queue.service.reads['wastage.list']!;
	await seen();
	const lags = () => {
		queue.service.reads['wastage.list'] = list;
	};
	lags();
	await queue.clock.pass(1_000);
	queue.clock.setWallClock(queue.clock.now() + byMs);
	await read();
	lags();
	await queue.clock.pass(600_000);
	queue.lists(...made);
	enter(3);
	await queue.clock.settle();
	const { listDelayMs } = observed().of('account-1', 'wastage', null);
	expect(listDelayMs).toBeGreaterThanOrEqual(600_000);
	expect(listDelayMs).toBeLessThan(700_000);
});

test('lists that were seen to lag prove no absence before that time has passed', async () => {
	observed().shownAfter('account-1', 'wastage', 600_000);
	serve(asItIs, { request: (nth) => nth === 1 });
	const laneId = enter(1);
	await queue.clock.pass(599_000);
	expect(queue.written()).toHaveLength(1);
	await queue.clock.pass(200_000);
	expect(queue.written()).toHaveLength(2);
	expect(queue.ends(laneId)).toEqual(['confirmed']);
});

test("a document with another entry's reference proves nothing about how texts are kept", async () => {
	serve((row) => ({ ...row, description: 'Bread [SR-0123456789]' }));
	await seen();
	queue.useProfile(unsure);
	await read();
	expect(examples()).toEqual([]);
});

test('reliance that ends during a probe stops the resend', async () => {
	serve(asItIs, { request: (nth) => nth === 2 });
	const first = await seen();
	const lost = enter(2);
	await queue.clock.pass(140_000);
	queue.service.reads['wastage.list'] = () => {
		observed().contradict('account-1', 'description', {
			document: 'wastage',
			flag: 'keepsReferences',
			action_id: queue.rows(first)[0]!.action_id,
			found_at: 0,
		});
		return answer({ rows: [], complete: true });
	};
	await queue.clock.pass(1_000_000);
	expect(queue.states(lost)).toEqual(['attention']);
	expect(queue.written()).toHaveLength(2);
});

test('a new service check restores the reliance up to the length of its text', async () => {
	queue.useProfile({});
	queue.learned = { keepsReferences: { wastage: true }, listsAreCurrent: { wastage: true } };
	let keeps = false;
	const made = serve((row) => ({ ...row, description: keeps ? row.description : '' }), {
		request: (nth) => nth > 2,
	});
	await seen();
	await read();
	expect(examples()).toEqual(['keepsReferences']);

	keeps = true;
	queue.lists(...made);
	serviceChecks(queue.store.durable).keep('account-1', 0, '{}', [
		{
			flag: 'keepsReferences',
			document: 'wastage',
			holds: true,
			field: 'description',
			kept: { units: 64, bytes: 64 },
		},
	]);
	expect(examples()).toEqual([]);
	expect(observed().of('account-1', 'wastage', 'description')).toMatchObject({ revoked: [] });
	const short = enter(3);
	const long = enter(4, { description: longText });
	await queue.clock.pass(1_000_000);
	expect(attemptsOf(short)).toBeGreaterThan(1);
	expect(attemptsOf(long)).toBe(1);
	expect(made).toHaveLength(2);
});

test('a lost reliance is reported only if it was stated or found out before', async () => {
	queue.useProfile({});
	serve(() => ({ id: 'W-0', ...body }));
	await seen();
	await read();
	expect(examples()).toEqual([]);
});

test('a document deleted at the service contradicts once, not after every service check', async () => {
	serve(() => ({ id: 'W-0', ...body, date: '2026-11-01T08:00:00.000Z' }), {
		request: (nth) => nth > 1,
	});
	await seen();
	enter(2);
	await queue.clock.pass(100_000);
	expect(examples()).toEqual(['listsAreCurrent']);
	observed().restore('account-1', 'wastage', 'listsAreCurrent');
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
		{ answer: (nth) => nth === 1 },
	);
	const lost = await seen({ date: '2026-11-20T09:00:07.128Z' });
	await read();
	queue.useProfile(unsure);
	await queue.clock.pass(100_000);
	expect(queue.ends(lost)).toEqual(['confirmed']);
	expect(made).toHaveLength(2);
});
