import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openKitchen, type Kitchen } from '../../../../test/support/kitchen.ts';
import { applied, noReply } from '../../../../test/support/verdicts.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';
import { overlappingOf } from './overlaps.ts';

let kitchen: Kitchen;
beforeEach(() => {
	kitchen = openKitchen();
});
afterEach(() => kitchen.end());

const line = (itemId: string, quantity: string) => ({ itemId, uomId: 1, quantity });
const content = {
	locationId: 'L-1',
	date: '2026-11-19T10:00:00Z',
	items: [line('milk', '2'), line('butter', '3')],
};
const record = (items = content.items) => ({ ...content, id: 'W-1', status: 'Draft', items });
const mine = [line('milk', '5'), line('butter', '3')];

const shows = (items = content.items) => {
	kitchen.service.lists['wastage.list'] = [record(items)];
};

function edit(items = mine): void {
	kitchen.store.durable
		.transaction(() =>
			kitchen.outbox.enqueue(
				{
					document: 'wastage',
					documentId: 'service:W-1',
					label: { locationId: 'L-1', title: 'Milk', lines: 2, cost: null, currency: 'EUR' },
					server: { id: 'W-1', number: 'WST-1' },
				},
				[
					{
						intentId: 'intent-edit',
						operation: 'wastage.update',
						payload: { body: { ...content, id: 'W-1', items } },
						base: record(),
					},
				],
			),
		)
		.immediate();
}
const sent = () => kitchen.service.writes.map(({ body }) => body['items']);
const step = () => kitchen.outbox.laneOf('wastage', 'service:W-1')!.actions[0]!;

test('an edit of an unchanged document is sent as it is', async () => {
	shows();
	edit();
	await kitchen.send();
	expect(sent()).toEqual([mine]);
	expect(step().state).toBe('confirmed');
});

test('an edit that the service already has is not sent', async () => {
	shows(mine);
	edit();
	await kitchen.send();
	expect(sent()).toEqual([]);
	expect(step().state).toBe('confirmed');
});

test('merges changes of others in other lines, and keeps what was queued', async () => {
	const flour = line('flour', '1');
	shows([...content.items, flour]);
	edit();
	await kitchen.send();
	expect(sent()).toEqual([[...mine, flour]]);
	expect(step().state).toBe('confirmed');
	const kept = kitchen.store.durable.prepare('SELECT payload FROM action_revision').pluck().all();
	expect(kept.map((payload) => (JSON.parse(String(payload)) as { body: unknown }).body)).toEqual([
		{ ...content, id: 'W-1', items: mine },
	]);
});

test('a line that both changed needs attention, and nothing is sent', async () => {
	shows([line('milk', '7'), line('butter', '3')]);
	edit();
	await kitchen.send();
	expect(sent()).toEqual([]);
	expect(step()).toMatchObject({ state: 'attention', attention: 'changed' });
});

test('an unanswered edit that the service shows is confirmed', async () => {
	shows();
	kitchen.service.verdict = noReply;
	edit();
	await kitchen.send();
	shows(mine);
	await kitchen.clock.pass(91_000);
	expect(step().state).toBe('confirmed');
	expect(sent()).toHaveLength(1);
});

describe('at a service that keeps less than it is sent', () => {
	const short = [line('milk', '5.127'), line('butter', '3')];
	beforeEach(async () => {
		await kitchen.end();
		kitchen = openKitchen({
			profile: serviceProfile.parse({ quantityScale: 2, instants: { precision: 'minute' } }),
		});
		kitchen.service.verdict = noReply;
	});
	const asKept = (quantity: string) => ({
		...record([line('milk', quantity), line('butter', '3')]),
		date: '2026-11-19T09:59:59.999Z',
	});

	test('an unanswered edit is found as the service shows it', async () => {
		shows();
		edit(short);
		await kitchen.send();
		kitchen.service.lists['wastage.list'] = [asKept('5.13')];
		await kitchen.clock.pass(91_000);
		expect(step().state).toBe('confirmed');
		expect(sent()).toHaveLength(1);
	});

	test('an edit that does not show is not confirmed', async () => {
		shows();
		edit([line('milk', '2.001'), line('butter', '3')]);
		await kitchen.send();
		kitchen.service.lists['wastage.list'] = [asKept('2')];
		await kitchen.clock.pass(91_000);
		expect(step().state).not.toBe('confirmed');
	});
});

test('an absent edit needs attention: a late one would undo later changes', async () => {
	shows();
	kitchen.service.verdict = noReply;
	edit();
	await kitchen.send();
	expect(step().state).toBe('ambiguous');
	kitchen.service.verdict = applied(null);
	await kitchen.clock.pass(160_000);
	expect(sent()).toHaveLength(1);
	expect(step()).toMatchObject({ state: 'attention', attention: 'not-confirmed-absent' });
});

test('an unanswered edit of a document that matches neither version needs attention', async () => {
	shows();
	kitchen.service.verdict = noReply;
	edit();
	await kitchen.send();
	shows([line('milk', '9')]);
	await kitchen.clock.pass(91_000);
	expect(step()).toMatchObject({ state: 'attention', attention: 'not-confirmed-undecided' });
	expect(sent()).toHaveLength(1);
});

describe('lines that both changed', () => {
	const row = () => kitchen.outbox.tables.byId(step().actionId)!;
	const target = () => ({ actionId: row().action_id, revision: row().revision });
	const met = () => overlappingOf(row(), kitchen.outbox.tables.lane(row().lane_id)!);
	const keyOf = (itemId: string) => `items#["${itemId}",1]`;
	const theirs = [line('milk', '7'), line('butter', '9'), line('flour', '1')];
	beforeEach(async () => {
		shows(theirs);
		edit([line('milk', '5'), line('butter', '4')]);
		await kitchen.send();
	});

	test('are sent as the person chose, as a new revision based on what the service has', async () => {
		expect(met()?.overlaps.map(({ key }) => key)).toEqual([keyOf('milk'), keyOf('butter')]);
		expect(kitchen.outbox.resolve(target(), 'Noor')).toMatchObject({
			ok: false,
			code: 'incomplete',
		});
		kitchen.outbox.choose({ ...target(), key: keyOf('milk'), choice: 'mine' });
		expect(kitchen.outbox.resolve(target(), 'Noor')).toMatchObject({
			ok: false,
			code: 'incomplete',
		});
		kitchen.outbox.choose({ ...target(), key: keyOf('butter'), choice: 'theirs' });
		const { revision } = row();
		expect(kitchen.outbox.resolve(target(), 'Noor').ok).toBe(true);
		expect(row()).toMatchObject({ state: 'queued', revision: revision + 1 });
		await kitchen.send();
		expect(sent()).toEqual([[line('milk', '5'), line('butter', '9'), line('flour', '1')]]);
		expect(step().state).toBe('confirmed');
	});

	test('keep the choices over a restart, and can be chosen offline', async () => {
		kitchen.outbox.choose({ ...target(), key: keyOf('milk'), choice: 'theirs' });
		const { folder } = kitchen;
		await kitchen.close();
		kitchen = openKitchen({ folder });
		kitchen.service.there = false;
		expect([...met()!.choices]).toEqual([[keyOf('milk'), 'theirs']]);
		kitchen.outbox.choose({ ...target(), key: keyOf('butter'), choice: 'theirs' });
		expect(kitchen.outbox.resolve(target(), 'Noor').ok).toBe(true);
		kitchen.service.there = true;
		shows(theirs);
		await kitchen.send();
		expect(sent()).toEqual([]);
		expect(step().state).toBe('confirmed');
	});

	test('need attention again if others change them after the choice', async () => {
		for (const itemId of ['milk', 'butter']) {
			kitchen.outbox.choose({ ...target(), key: keyOf(itemId), choice: 'mine' });
		}
		shows([line('milk', '8'), line('butter', '9')]);
		kitchen.outbox.resolve(target(), 'Noor');
		await kitchen.send();
		expect(sent()).toEqual([]);
		expect(met()?.overlaps.map(({ key }) => key)).toEqual([keyOf('milk')]);
		expect(met()?.choices.size).toBe(0);
	});

	test('can be chosen only for the step as it was shown', () => {
		const choice = { actionId: target().actionId, key: keyOf('milk'), choice: 'mine' } as const;
		expect(kitchen.outbox.choose({ ...choice, revision: 99 })).toMatchObject({
			code: 'changed-meanwhile',
		});
		expect(kitchen.outbox.choose({ ...choice, ...target(), key: 'items#none' })).toMatchObject({
			code: 'not-found',
		});
	});
});
