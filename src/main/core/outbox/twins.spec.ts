import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
	accountId,
	openKitchen,
	stockUp,
	valueOf,
	type Kitchen,
} from '../../../../test/support/kitchen.ts';
import { noReply } from '../../../../test/support/verdicts.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';
import type { NewLane } from './outbox.ts';

const noReferences = serviceProfile.parse({ reference: { wastage: null } });

let kitchen: Kitchen;
beforeEach(() => {
	kitchen = openKitchen({ profile: noReferences });
	stockUp(kitchen);
});
afterEach(() => kitchen.end());

const lane = (documentId: string): NewLane => ({
	document: 'wastage',
	documentId,
	label: { locationId: 'L-1', title: '1 line', lines: 1, cost: '1.00', currency: 'EUR' },
	server: null,
});
const body = {
	locationId: 'L-1',
	date: '2026-11-20T09:00:00.000Z',
	description: 'Dropped a tray',
	items: [{ itemId: '1', uomId: 1, quantity: '2' }],
};
const record = (id: string, more: object = {}) => ({
	...body,
	...{ id, number: `WST-${id}`, status: 'Draft', date: '2026-11-20T11:30:00.000Z' },
	items: [{ itemId: '1', uomId: 1, quantity: '2.0' }],
	...more,
});
function enter(documentId: string, more: object = {}): string {
	const reply = kitchen.store.durable.transaction(() =>
		kitchen.outbox.enqueue(lane(documentId), [
			{
				...{ intentId: `${documentId}/create`, operation: 'wastage.create' },
				payload: { body: { ...body, ...more } },
			},
		]),
	)();
	return valueOf(reply).laneId;
}
const show = (...records: object[]) => {
	kitchen.service.lists['wastage.list'] = records;
	return kitchen.pull();
};
const found = () =>
	kitchen.outbox.twins
		.undecided(accountId)
		.map(({ our_server_id: ours, server_id: other }) => [ours, other]);
const watched = () => kitchen.outbox.twins.watched(accountId, 'wastage').length;
const day = 24 * 3_600_000;

test('without references, a second document with the same content needs attention, once', async () => {
	enter('d1');
	await kitchen.send();
	await show(record('S-1'), record('W-2'), record('W-3', { date: '2026-11-21T12:00:00.000Z' }));
	expect(found()).toEqual([['S-1', 'W-2']]);
	expect(kitchen.outbox.counts()).toMatchObject({ needYou: 1 });
	await kitchen.pull();
	expect(found()).toEqual([['S-1', 'W-2']]);
	expect(kitchen.service.writes).toHaveLength(1);
});

test('finds a document with our time even if the service rounds quantities', async () => {
	const items = [{ itemId: '1', uomId: 1, quantity: '2.345' }];
	enter('d1', { items });
	await kitchen.send();
	const rounded = { date: body.date, items: [{ itemId: '1', uomId: 1, quantity: '2.35' }] };
	await show(record('S-1', rounded), record('W-2', rounded));
	expect(found()).toEqual([['S-1', 'W-2']]);
});

test('finds one shown exactly as ours is, even by its day and rounded quantities', async () => {
	const items = [{ itemId: '1', uomId: 1, quantity: '2.345' }];
	const rounded = {
		date: '2026-11-20T00:00:00.000Z',
		items: [{ itemId: '1', uomId: 1, quantity: '2.35' }],
	};
	const other = { ...rounded, items: [{ itemId: '1', uomId: 1, quantity: '2.36' }] };
	enter('d1', { items });
	await kitchen.send();
	await show(record('S-1', rounded), record('W-2', rounded), record('W-3', other));
	expect(found()).toEqual([['S-1', 'W-2']]);
});

test('finds it after a restart too, and asks no more once decided', async () => {
	enter('d1');
	await kitchen.send();
	const { folder } = kitchen;
	await kitchen.close();
	kitchen = openKitchen({ folder, profile: noReferences });
	stockUp(kitchen);
	await show(record('S-1'), record('W-2'));
	const [twin] = kitchen.outbox.twins.undecided(accountId);
	const says = { twinId: twin!.twin_id, says: 'two', reason: 'Two trays fell.' } as const;
	expect(kitchen.outbox.decideTwin(says, 'Kit')).toMatchObject({ ok: true });
	expect(kitchen.outbox.decideTwin(says, 'Noor')).toMatchObject({ code: 'changed-meanwhile' });
	await kitchen.pull();
	expect(found()).toEqual([]);
	expect(kitchen.outbox.counts()).toMatchObject({ needYou: 0 });
	expect(kitchen.outbox.twins.ofLane(twin!.lane_id)).toMatchObject([
		{ says: 'two', reason: 'Two trays fell.', by: 'Kit' },
	]);
});

test('two of our own entries with the same content are no duplicates', async () => {
	enter('d1');
	enter('d2');
	await kitchen.send();
	await show(record('S-1'), record('S-2'));
	expect(found()).toEqual([]);
});

test('ignores a document that an unconfirmed entry with the same content may have made', async () => {
	enter('d1');
	await kitchen.send();
	kitchen.service.verdict = noReply;
	enter('d2');
	await kitchen.send();
	await show(record('S-1'), record('W-2', { date: body.date }));
	expect(found()).toEqual([]);
	await kitchen.clock.pass(200_000);
	expect(kitchen.outbox.laneOf('wastage', 'd2')).toMatchObject({ serverId: 'W-2' });
	await kitchen.pull();
	expect(found()).toEqual([]);
});

test('does not match an entry with a document that another entry made', async () => {
	kitchen.service.verdict = noReply;
	enter('d1');
	enter('d2');
	await kitchen.send();
	kitchen.service.lists['wastage.list'] = [record('W-1', { date: body.date })];
	await kitchen.clock.pass(400_000);
	const made = ['d1', 'd2'].map((id) => kitchen.outbox.laneOf('wastage', id)?.serverId);
	expect(made).toEqual(['W-1', null]);
});

test('a watch ends with the first complete pull after a day', async () => {
	enter('d1');
	await kitchen.send();
	await show(record('S-1'));
	expect(watched()).toBe(1);
	await kitchen.clock.pass(day);
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
		await kitchen.close();
		const { folder } = kitchen;
		const behaviour = {
			...{ keepsReferences: true, listsAreCurrent: true, refusesRepeatedTransition: true },
			refusalsDoNothing: null,
			...{ emptyAnswersMeanDone: null, listDelayMs: null },
		};
		const { textLimits } = serviceProfile.parse({ textLimits: { wastage: 500 } });
		kitchen = openKitchen({ folder, profile: { behaviour, textLimits } });
		stockUp(kitchen);
	});

	test('finds a write that a proxy posted twice by its reference, however it was confirmed', async () => {
		const laneId = enter('d1');
		await kitchen.send();
		expect(kitchen.outbox.tables.ofLane(laneId)).toMatchObject([
			{ state: 'confirmed', confirmed_by: 'answer' },
		]);
		const marked = {
			description: `Dropped a tray [${kitchen.outbox.tables.ofLane(laneId)[0]!.reference}]`,
		};
		await show(record('S-1', marked), record('W-7'), record('W-8', marked));
		expect(found()).toEqual([['S-1', 'W-8']]);
	});

	test('still finds it by its reference after the profile names another field', async () => {
		const laneId = enter('d1');
		await kitchen.send();
		const [row] = kitchen.outbox.tables.ofLane(laneId);
		const marked = { description: `Dropped a tray [${row!.reference}]` };
		const { reference } = serviceProfile.parse({ reference: { wastage: 'note' } });
		kitchen.useProfile({ reference });
		const other = { ...marked, items: [{ itemId: '2', uomId: 1, quantity: '7' }] };
		await show(record('S-1', marked), record('W-8', other));
		expect(found()).toEqual([['S-1', 'W-8']]);
	});

	test('finds a document with our time and no reference by its content', async () => {
		const laneId = enter('d1');
		await kitchen.send();
		const marked = {
			description: `Dropped a tray [${kitchen.outbox.tables.ofLane(laneId)[0]!.reference}]`,
		};
		const others = { description: 'Dropped a tray [SR-0123456789]', date: body.date };
		const toTheSecond = { description: '', date: '2026-11-20T09:00:00Z' };
		await show(
			record('S-1', marked),
			record('W-2', others),
			record('W-3', toTheSecond),
			record('W-4'),
		);
		expect(found()).toEqual([['S-1', 'W-3']]);
	});

	test('finds a document with the same content and day if our copy lost its reference', async () => {
		enter('d1');
		await kitchen.send();
		await show(record('S-1'), record('W-2'));
		expect(found()).toEqual([['S-1', 'W-2']]);
	});

	test('finds a duplicate by a text cut within our reference, even if quantities are rounded', async () => {
		const laneId = enter('d1', { items: [{ itemId: '1', uomId: 1, quantity: '2.345' }] });
		await kitchen.send();
		const [row] = kitchen.outbox.tables.ofLane(laneId);
		const rounded = {
			date: '2026-11-20T00:00:00.000Z',
			items: [{ itemId: '1', uomId: 1, quantity: '2.35' }],
		};
		const cut = { ...rounded, description: `Dropped a tray [${row!.reference}]`.slice(0, 20) };
		await show(record('S-1', cut), record('W-2', cut), record('W-3', rounded));
		expect(found()).toEqual([['S-1', 'W-2']]);
	});
});

test('if a person marked it as done without a document, the first match is ours and the next a duplicate', async () => {
	kitchen.service.verdict = noReply;
	const laneId = enter('d1');
	await kitchen.send();
	kitchen.service.there = false;
	await kitchen.clock.pass(200_000);
	const [row] = kitchen.outbox.tables.ofLane(laneId);
	kitchen.store.durable.prepare(`UPDATE action SET state = 'attention'`).run();
	kitchen.outbox.markDone(
		{ actionId: row!.action_id, revision: row!.revision, serverId: null },
		'Kit',
	);
	kitchen.service.there = true;
	await show(record('W-1'));
	expect(found()).toEqual([]);
	await show(record('W-1'), record('W-2'));
	expect(found()).toEqual([['W-1', 'W-2']]);
});

test('a late document of the first attempt is a duplicate even if it was there before the second', async () => {
	const { verdict } = kitchen.service;
	kitchen.service.verdict = noReply;
	const laneId = enter('d1');
	await kitchen.send();
	await kitchen.clock.pass(400_000);
	const [row] = kitchen.outbox.tables.ofLane(laneId);
	expect(row).toMatchObject({ attention: 'not-confirmed-absent' });
	kitchen.service.lists['wastage.list'] = [record('W-1')];
	kitchen.service.verdict = verdict;
	kitchen.outbox.sendAgain({ actionId: row!.action_id, revision: row!.revision }, 'Kit');
	await kitchen.send();
	await show(record('W-1'), record('S-1'));
	expect(found()).toEqual([['S-1', 'W-1']]);
});

test('a discarded create needs attention again, once, if its document turns up late', async () => {
	await kitchen.end();
	kitchen = openKitchen();
	stockUp(kitchen);
	kitchen.service.verdict = noReply;
	const laneId = enter('d1');
	await kitchen.send();
	const step = () => kitchen.outbox.tables.ofLane(laneId)[0]!;
	for (let minute = 0; minute < 60 && step().state !== 'attention'; minute += 1) {
		await kitchen.clock.pass(60_000);
	}
	const discard = () => {
		const { action_id: actionId, revision } = step();
		valueOf(kitchen.outbox.discard({ actionId, revision, reason: 'Not wanted' }, 'Kit'));
	};
	discard();
	await show();
	expect(step().state).toBe('discarded');
	const late = record('W-9', { description: `Dropped a tray [${step().reference}]` });
	await show(late);
	expect(step()).toMatchObject({ state: 'attention', attention: 'not-confirmed-undecided' });
	expect(kitchen.outbox.counts()).toMatchObject({ needYou: 1 });
	discard();
	await show(late);
	expect(step().state).toBe('discarded');
});
