import { beforeEach, describe, expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { openKitchen } from '../../../../test/support/kitchen.ts';
import { noReply } from '../../../../test/support/verdicts.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';
import { overlappingOf } from './overlaps.ts';

const kitchen = eachKitchen(openKitchen);

const line = (itemId: string, quantity: string) => ({ itemId, uomId: 1, quantity });
const milkAndButter = (milk: string, butter = '3') => [line('milk', milk), line('butter', butter)];
const content = {
	locationId: 'L-1',
	date: '2026-11-19T10:00:00Z',
	items: milkAndButter('2'),
};
const record = (items = content.items) => ({ ...content, id: 'W-1', status: 'Draft', items });
const mine = milkAndButter('5');
const flour = line('flour', '1');

const shows = (items = content.items, more: object = {}) => {
	kitchen.service.lists['wastage.list'] = [{ ...record(items), ...more }];
};

async function edit(items = mine): Promise<void> {
	const enqueue = () =>
		kitchen.outbox.enqueue(
			{
				document: 'wastage',
				documentId: 'service:wastage:W-1',
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
		);
	kitchen.store.durable.transaction(enqueue).immediate();
	await kitchen.send();
}
const sent = () => kitchen.service.writes.map(({ body }) => body['items']);
const step = () => kitchen.outbox.laneOf('wastage', 'service:wastage:W-1')!.actions[0]!;
const end = () => step().attention ?? step().state;

test.each([
	['of an unchanged document is sent as it is', content.items, [mine], 'confirmed'],
	['that the service already has is not sent', mine, [], 'confirmed'],
	['is merged with other lines', [...content.items, flour], [[...mine, flour]], 'confirmed'],
	['of a line that others changed too needs attention', milkAndButter('7'), [], 'changed'],
])('an edit %s', async (_, there, requests, ends) => {
	shows(there);
	await edit();
	expect(sent()).toEqual(requests);
	expect(end()).toBe(ends);
});

test('keeps the payload from before a merge', async () => {
	shows([...content.items, flour]);
	await edit();
	const kept = kitchen.store.durable.prepare('SELECT payload FROM action_revision').pluck().all();
	expect(kept.map((payload) => JSON.parse(String(payload)) as object)).toEqual([
		{ body: { ...content, id: 'W-1', items: mine } },
	]);
});

test.each([
	['is found as the service shows it', '5.127', '5.13', true],
	['is not confirmed if it does not show', '2.001', '2', false],
])(
	'at a service that keeps less than it is sent, an unanswered edit %s',
	async (_, typed, kept, isDone) => {
		const profile = { quantityScale: 2, instants: { precision: 'minute' } };
		await kitchen.restart({ profile: serviceProfile.parse(profile) });
		kitchen.service.verdict = noReply;
		shows();
		await edit(milkAndButter(typed));
		shows(milkAndButter(kept), { date: '2026-11-19T09:59:59.999Z' });
		await kitchen.clock.pass(91_000);
		expect(step().state === 'confirmed').toBe(isDone);
		expect(sent()).toHaveLength(1);
	},
);

describe('lines that both changed', () => {
	const row = () => kitchen.outbox.tables.byId(step().actionId)!;
	const target = () => ({ actionId: row().action_id, revision: row().revision });
	const met = () => overlappingOf(row(), kitchen.outbox.tables.lane(row().lane_id)!);
	const keyOf = (itemId: string) => `items/${itemId},1`;
	const choose = (itemId: string, choice: 'mine' | 'theirs') =>
		kitchen.outbox.choose({ ...target(), key: keyOf(itemId), choice });
	const resolve = () => kitchen.outbox.resolve(target(), 'Noor');
	const theirs = [...milkAndButter('7', '9'), flour];
	beforeEach(async () => {
		shows(theirs);
		await edit(milkAndButter('5', '4'));
	});

	test('are sent as the person chose, as a new revision based on what the service has', async () => {
		expect(met()?.overlaps.map(({ at }) => at)).toEqual([keyOf('milk'), keyOf('butter')]);
		expect(resolve()).toMatchObject({ ok: false, code: 'incomplete' });
		choose('milk', 'mine');
		expect(resolve()).toMatchObject({ ok: false, code: 'incomplete' });
		choose('butter', 'theirs');
		const { revision } = row();
		expect(resolve().ok).toBe(true);
		expect(row()).toMatchObject({ state: 'queued', revision: revision + 1 });
		await kitchen.send();
		expect(sent()).toEqual([[...milkAndButter('5', '9'), flour]]);
		expect(step().state).toBe('confirmed');
	});

	test('keep the choices over a restart, and can be chosen offline', async () => {
		choose('milk', 'theirs');
		await kitchen.restart();
		kitchen.service.there = false;
		expect(met()!.choices).toEqual({ [keyOf('milk')]: 'theirs' });
		choose('butter', 'theirs');
		expect(resolve().ok).toBe(true);
		kitchen.service.there = true;
		shows(theirs);
		await kitchen.send();
		expect(sent()).toEqual([]);
		expect(step().state).toBe('confirmed');
	});

	test('need attention again if others change them after the choice', async () => {
		for (const itemId of ['milk', 'butter']) choose(itemId, 'mine');
		shows(milkAndButter('8', '9'));
		resolve();
		await kitchen.send();
		expect(sent()).toEqual([]);
		expect(met()?.overlaps.map(({ at }) => at)).toEqual([keyOf('milk')]);
		expect(met()?.choices).toEqual({});
	});

	test('can be chosen only for the step as it was shown', () => {
		const choice = { ...target(), key: keyOf('milk'), choice: 'mine' } as const;
		const codeOf = (more: object) => kitchen.outbox.choose({ ...choice, ...more });
		expect(codeOf({ revision: 99 })).toMatchObject({ code: 'changed-meanwhile' });
		expect(codeOf({ key: 'items/none' })).toMatchObject({ code: 'not-found' });
	});
});
