import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
	accountId,
	openKitchen,
	stockUp,
	valueOf,
	type Kitchen,
} from '../../../../test/support/kitchen.ts';
import { body as queued, lane } from '../../../../test/support/queue.ts';
import { noReply } from '../../../../test/support/verdicts.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';

const noReferences = serviceProfile.parse({ reference: { wastage: null } });

let kitchen: Kitchen;
const open = (options: Parameters<typeof openKitchen>[0] = { profile: noReferences }) => {
	kitchen = openKitchen(options);
	stockUp(kitchen);
};
beforeEach(() => open());
afterEach(() => kitchen.end());

const body = {
	...queued,
	locationId: 'L-1',
	items: [{ itemId: '1', uomId: 1, quantity: '2' }],
};
const record = (id: string, more: object = {}) => ({
	...body,
	id,
	number: `WST-${id}`,
	status: 'Draft',
	date: '2026-11-20T11:30:00.000Z',
	items: [{ itemId: '1', uomId: 1, quantity: '2.0' }],
	...more,
});
async function enter(documentId: string, more: object = {}, locationId = 'L-1'): Promise<string> {
	const newLane = { ...lane(documentId), label: { ...lane('').label, locationId } };
	const payload = { body: { ...body, ...more } };
	const create = {
		intentId: `${documentId}/create`,
		operation: 'wastage.create',
		payload,
	} as const;
	const reply = kitchen.store.durable.transaction(() =>
		kitchen.outbox.enqueue(newLane, [create]),
	)();
	await kitchen.send();
	return valueOf(reply).laneId;
}
const rowOf = (laneId: string) => kitchen.outbox.tables.ofLane(laneId)[0]!;
const targetOf = (laneId: string) => {
	const { action_id: actionId, revision } = rowOf(laneId);
	return { actionId, revision };
};
const show = (...records: object[]) => {
	kitchen.service.lists['wastage.list'] = records;
	return kitchen.pull();
};
const found = () =>
	kitchen.outbox.twins
		.undecided(accountId)
		.map(({ our_server_id: ours, server_id: other }) => [ours, other]);
const needYou = () => kitchen.outbox.counts().needYou;
const watched = () => kitchen.outbox.twins.watched(accountId, 'wastage').length;
const day = 24 * 3_600_000;

test('without references, a second document with the same content needs attention, once', async () => {
	const laneId = await enter('d1');
	kitchen.told.length = 0;
	await show(record('S-1'), record('W-2'), record('W-3', { date: '2026-11-21T12:00:00.000Z' }));
	expect(found()).toEqual([['S-1', 'W-2']]);
	expect(needYou()).toBe(1);
	expect(kitchen.told).toContain(laneId);
	kitchen.told.length = 0;
	await kitchen.pull();
	expect(kitchen.told).toEqual([]);
	expect(found()).toEqual([['S-1', 'W-2']]);
	expect(kitchen.service.writes).toHaveLength(1);
});

const milk = (quantity: string) => ({ items: [{ itemId: '1', uomId: 1, quantity }] });
const ofTheDay = { date: '2026-11-20T00:00:00.000Z', ...milk('2.35') };
test.each([
	['a document with our time', [{ date: body.date, ...milk('2.35') }, {}]],
	['one shown exactly as ours is, even by its day', [ofTheDay, { ...ofTheDay, ...milk('2.36') }]],
])('finds %s even if the service rounds quantities', async (_, [as, other]) => {
	await enter('d1', milk('2.345'));
	await show(record('S-1', as), record('W-2', as), record('W-3', other));
	expect(found()).toEqual([['S-1', 'W-2']]);
});

test('finds it after a restart too, and asks no more once decided', async () => {
	await enter('d1');
	const { folder } = kitchen;
	await kitchen.close();
	open({ folder, profile: noReferences });
	await show(record('S-1'), record('W-2'));
	const [twin] = kitchen.outbox.twins.undecided(accountId);
	const says = { twinId: twin!.twin_id, says: 'two', reason: 'Two trays fell.' } as const;
	kitchen.told.length = 0;
	expect(kitchen.outbox.decideTwin({ ...says, twinId: 'none' }, 'Kit')).toMatchObject({
		code: 'not-found',
	});
	expect(kitchen.told).toEqual([]);
	expect(kitchen.outbox.decideTwin(says, 'Kit')).toMatchObject({ ok: true });
	expect(kitchen.told).toEqual([twin!.lane_id]);
	expect(kitchen.outbox.decideTwin(says, 'Noor')).toMatchObject({ code: 'changed-meanwhile' });
	await kitchen.pull();
	expect(found()).toEqual([]);
	expect(needYou()).toBe(0);
	expect(kitchen.outbox.twins.ofLane(twin!.lane_id)).toMatchObject([
		{ says: 'two', reason: 'Two trays fell.', by: 'Kit' },
	]);
});

test('two of our own entries with the same content are no duplicates', async () => {
	await enter('d1');
	await enter('d2');
	await show(record('S-1'), record('S-2'));
	expect(found()).toEqual([]);
});

test('ignores a document that an unconfirmed entry with the same content may have made', async () => {
	await enter('d1');
	kitchen.service.verdict = noReply;
	await enter('d2');
	await show(record('S-1'), record('W-2', { date: body.date }));
	expect(found()).toEqual([]);
	await kitchen.clock.pass(200_000);
	expect(kitchen.outbox.laneOf('wastage', 'd2')).toMatchObject({ serverId: 'W-2' });
	await kitchen.pull();
	expect(found()).toEqual([]);
});

test('does not match an entry with a document that another entry made', async () => {
	kitchen.service.verdict = noReply;
	for (const id of ['d1', 'd2']) await enter(id);
	kitchen.service.lists['wastage.list'] = [record('W-1', { date: body.date })];
	await kitchen.clock.pass(400_000);
	const made = ['d1', 'd2'].map((id) => kitchen.outbox.laneOf('wastage', id)?.serverId);
	expect(made).toEqual(['W-1', null]);
});

test('a watch ends with the first complete pull after a day', async () => {
	await enter('d1');
	await show(record('S-1'));
	for (let part = 0; part < 2; part += 1) {
		expect(watched()).toBe(1);
		await kitchen.clock.pass(0.4 * day);
		await kitchen.pull();
	}
	expect(watched()).toBe(1);
	await kitchen.clock.pass(0.3 * day);
	kitchen.service.cutAfter['wastage.list'] = 0;
	await kitchen.pull();
	expect(watched()).toBe(1);
	delete kitchen.service.cutAfter['wastage.list'];
	await kitchen.pull();
	expect(watched()).toBe(0);
	await show(record('S-1'), record('W-2'));
	expect(found()).toEqual([]);
});

describe('if references are kept', () => {
	beforeEach(async () => {
		await kitchen.end();
		const { behaviour, textLimits } = serviceProfile.parse({
			behaviour: {
				keepsReferences: true,
				listsAreCurrent: true,
				refusesRepeatedTransition: true,
			},
			textLimits: { wastage: 500 },
		});
		open({ profile: { behaviour, textLimits } });
	});
	const marked = (laneId: string) => ({
		description: `Dropped a tray [${rowOf(laneId).reference}]`,
	});

	test('finds a write that a proxy posted twice by its reference, however it was confirmed', async () => {
		const laneId = await enter('d1');
		expect(rowOf(laneId)).toMatchObject({ state: 'confirmed', confirmed_by: 'answer' });
		await show(record('S-1', marked(laneId)), record('W-7'), record('W-8', marked(laneId)));
		expect(found()).toEqual([['S-1', 'W-8']]);
	});

	test('still finds it by its reference after the profile names another field', async () => {
		const laneId = await enter('d1');
		const { reference } = serviceProfile.parse({ reference: { wastage: 'note' } });
		kitchen.useProfile({ reference });
		const other = { ...marked(laneId), items: [{ itemId: '2', uomId: 1, quantity: '7' }] };
		await show(record('S-1', marked(laneId)), record('W-8', other));
		expect(found()).toEqual([['S-1', 'W-8']]);
	});

	test('finds a document with our time and no reference by its content', async () => {
		const laneId = await enter('d1');
		await show(
			record('S-1', marked(laneId)),
			record('W-2', { description: 'Dropped a tray [SR-0123456789]', date: body.date }),
			record('W-3', { description: '', date: '2026-11-20T09:00:00Z' }),
			record('W-4'),
		);
		expect(found()).toEqual([['S-1', 'W-3']]);
	});

	test('while our document is not listed, finds by content only one with our time', async () => {
		await enter('d1');
		await show(record('W-2'));
		expect(found()).toEqual([]);
		await show(record('W-2'), record('W-3', { date: body.date }));
		expect(kitchen.outbox.twins.undecided(accountId)).toMatchObject([
			{ our_server_id: 'S-1', server_id: 'W-3', ours: '{}' },
		]);
		const [twin] = kitchen.outbox.twins.undecided(accountId);
		expect(JSON.parse(twin!.other)).toMatchObject({ id: 'W-3', number: 'WST-W-3' });
	});

	test('finds the twin of each entry by its own reference field', async () => {
		const first = await enter('d1');
		const { reference } = serviceProfile.parse({ reference: { wastage: 'note' } });
		kitchen.useProfile({ reference });
		const second = await enter('d2');
		const other = { items: [{ itemId: '2', uomId: 1, quantity: '7' }] };
		const noted = { note: `[${rowOf(second).reference}]` };
		await show(
			record('S-1', marked(first)),
			record('S-2', noted),
			record('W-3', { ...other, ...marked(first) }),
			record('W-4', { ...other, ...noted }),
		);
		expect(found()).toEqual([
			['S-1', 'W-3'],
			['S-2', 'W-4'],
		]);
	});

	test('finds a document with the same content and day if our copy lost its reference', async () => {
		await enter('d1');
		await show(record('S-1'), record('W-2'));
		expect(found()).toEqual([['S-1', 'W-2']]);
	});

	test('finds a duplicate by a text cut within our reference, even if quantities are rounded', async () => {
		const laneId = await enter('d1', milk('2.345'));
		const cut = { ...ofTheDay, description: marked(laneId).description.slice(0, 20) };
		await show(record('S-1', cut), record('W-2', cut), record('W-3', ofTheDay));
		expect(found()).toEqual([['S-1', 'W-2']]);
	});
});

test('if a person marked it as done without a document, the first match is ours and the next a duplicate', async () => {
	kitchen.service.verdict = noReply;
	const laneId = await enter('d1');
	kitchen.service.there = false;
	await kitchen.clock.pass(200_000);
	kitchen.store.durable.prepare(`UPDATE action SET state = 'attention'`).run();
	kitchen.outbox.markDone({ ...targetOf(laneId), serverId: null }, 'Kit');
	kitchen.service.there = true;
	await show(record('W-1'));
	expect(found()).toEqual([]);
	await show(record('W-1'), record('W-2'));
	expect(found()).toEqual([['W-1', 'W-2']]);
});

test('a late document of the first attempt is a duplicate even if it was there before the second', async () => {
	const { verdict } = kitchen.service;
	kitchen.service.verdict = noReply;
	const laneId = await enter('d1');
	await kitchen.clock.pass(400_000);
	expect(rowOf(laneId)).toMatchObject({ attention: 'not-confirmed-absent' });
	kitchen.service.lists['wastage.list'] = [record('W-1')];
	kitchen.service.verdict = verdict;
	kitchen.outbox.sendAgain(targetOf(laneId), 'Kit');
	await kitchen.send();
	await show(record('W-1'), record('S-1'));
	expect(found()).toEqual([['S-1', 'W-1']]);
});

describe('a discarded create without an answer', () => {
	let laneId: string;
	beforeEach(async () => {
		await kitchen.end();
		open({});
		const { verdict } = kitchen.service;
		kitchen.service.verdict = noReply;
		laneId = await enter('d1');
		for (let minute = 0; minute < 60 && rowOf(laneId).state !== 'attention'; minute += 1) {
			await kitchen.clock.pass(60_000);
		}
		kitchen.service.verdict = verdict;
		discard();
		await show();
		expect(rowOf(laneId).state).toBe('discarded');
		kitchen.told.length = 0;
	});
	const discard = () =>
		valueOf(kitchen.outbox.discard({ ...targetOf(laneId), reason: 'Not wanted' }, 'Kit'));
	const late = () => record('W-9', { description: `Dropped a tray [${rowOf(laneId).reference}]` });

	test('needs attention again, once, if its document turns up late', async () => {
		await show(late());
		expect(rowOf(laneId)).toMatchObject({
			state: 'attention',
			attention: 'not-confirmed-undecided',
		});
		expect(needYou()).toBe(1);
		expect(kitchen.told).toContain(laneId);
		expect(kitchen.outbox.tables.lane(laneId)).toMatchObject({ server_id: 'W-9' });
		const event = kitchen.store.durable
			.prepare<[], { code: string; args: string; lookup: string }>(
				'SELECT code, args, lookup FROM action_event ORDER BY event_id DESC LIMIT 1',
			)
			.get()!;
		expect(event.code).toBe('reference-found');
		expect(JSON.parse(event.args)).toEqual({ reference: rowOf(laneId).reference });
		expect(JSON.parse(event.lookup)).toMatchObject({
			read: 'wastage.list',
			record: 'W-9',
			rows: null,
			readNo: expect.any(Number) as number,
		});
		discard();
		await show(late());
		expect(rowOf(laneId).state).toBe('discarded');
	});

	test('is watched for a day, and told to nobody if its document stays away', async () => {
		for (let part = 0; part < 2; part += 1) {
			await kitchen.clock.pass(0.4 * day);
			await kitchen.pull();
			expect(watched()).toBe(1);
		}
		await kitchen.clock.pass(0.3 * day);
		await kitchen.pull();
		expect(watched()).toBe(0);
		expect(kitchen.told).toEqual([]);
		await show(late());
		expect(rowOf(laneId).state).toBe('discarded');
	});

	test.each([
		['done', true],
		['waiting', false],
	])('is not asked about if the same entry, sent anew, is %s', async (_, isDone) => {
		kitchen.service.there = isDone;
		await enter('d1');
		const [, anew] = kitchen.outbox.tables.ofLane(laneId);
		expect(anew).toMatchObject({ state: isDone ? 'confirmed' : 'queued' });
		kitchen.service.there = true;
		kitchen.told.length = 0;
		await show(late(), record('S-1'));
		expect(rowOf(laneId).state).toBe('discarded');
		expect(kitchen.told).toEqual([]);
	});
});

const damage = (laneId: string, assignment: string) =>
	kitchen.store.durable.prepare(`UPDATE action SET ${assignment} WHERE lane_id = ?`).run(laneId);

test.each([
	['is damaged', `payload = '{"bo'`],
	['was written by a newer Stillroom', 'payload_version = 99'],
	['is unknown', `operation = 'wastage.tidy'`],
	['makes no document', `operation = 'wastage.submit'`],
])('a watched entry that %s hides no duplicate of another', async (_, assignment) => {
	damage(await enter('d1', { date: '2026-11-19T09:00:00Z' }), assignment);
	const laneId = await enter('d2');
	kitchen.told.length = 0;
	await show(record('S-2'), record('W-3'));
	expect(found()).toEqual([['S-2', 'W-3']]);
	expect(kitchen.told.filter((id) => id !== laneId)).toEqual([]);
	expect(watched()).toBe(1);
});

test('a list that was begun before the entry was confirmed says nothing about it', async () => {
	const laneId = await enter('d1');
	kitchen.store.durable.exec('UPDATE action SET confirmed_read_no = 1000000');
	await show(record('S-1'), record('W-2'));
	expect(found()).toEqual([]);
	const { readNo } = kitchen.store.pulls.get(accountId, 'wastage')!;
	const lookAgain = () => kitchen.outbox.listCame('wastage', kitchen.clock.now());
	damage(laneId, `confirmed_read_no = ${String(readNo)}`);
	await lookAgain();
	expect(found()).toEqual([]);
	damage(laneId, `confirmed_read_no = ${String(readNo - 1)}`);
	await lookAgain();
	expect(found()).toEqual([['S-1', 'W-2']]);
});

test('a document that was there before the entry was sent is no duplicate', async () => {
	kitchen.service.lists['wastage.list'] = [record('W-0')];
	await enter('d1');
	await show(record('W-0'), record('S-1'));
	expect(found()).toEqual([]);
});

test('entries that are not sent, have other content or cannot be read hide no duplicate', async () => {
	await enter('d1');
	kitchen.service.verdict = noReply;
	await enter('d2', { items: [{ itemId: '1', uomId: 1, quantity: '9' }] });
	damage(await enter('d3'), `payload = '{"bo'`);
	damage(await enter('d4'), `payload_version = 99`);
	kitchen.service.there = false;
	const waiting = await enter('d5');
	kitchen.service.there = true;
	await show(record('S-1'), record('W-2', { date: body.date }));
	expect(found()).toEqual([['S-1', 'W-2']]);
	expect(rowOf(waiting).state).toBe('queued');
});

test('entries of two locations are each compared with the documents of their own', async () => {
	const there = (id: string) => record(id, { locationId: 'L-2' });
	await enter('d1');
	await enter('d2', { locationId: 'L-2' }, 'L-2');
	await show(record('S-1'), record('W-3'), there('S-2'), there('W-4'));
	expect(found()).toEqual([
		['S-1', 'W-3'],
		['S-2', 'W-4'],
	]);
});

test('a long search makes way for other work now and then', async () => {
	await enter('d1');
	await show(record('S-1'));
	const { clock } = kitchen;
	let made = 0;
	const [after, monotonic] = [clock.after, clock.monotonic];
	clock.after = (ms, call) => {
		made += 1;
		return after(ms, call);
	};
	const look = async () => {
		made = 0;
		const looked = kitchen.outbox.listCame('wastage', clock.now());
		await clock.settle();
		await looked;
		return made;
	};
	expect(await look()).toBe(0);
	let ms = monotonic();
	clock.monotonic = () => (ms += 8);
	expect(await look()).toBeGreaterThan(0);
	Object.assign(clock, { after, monotonic });
});
