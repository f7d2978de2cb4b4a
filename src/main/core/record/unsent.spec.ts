// A record that refers to one which the service does not have yet is sent after it, and names it by the service's id.
import { beforeEach, expect, test } from 'vitest';
import { serviceProfile } from '../../../shared/service/profile.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';

const kitchen = eachKitchen({
	lists: { 'class.list': [{ id: 'C-1', name: 'Food' }], 'category.list': [] },
});
beforeEach(() => {
	kitchen.service.there = false;
});

type Type = 'class' | 'category' | 'menuItem' | 'modifierGroup';

function typed(type: Type, values: Readonly<Record<string, unknown>>): string {
	const draftId = crypto.randomUUID();
	kitchen.call('record.save', {
		step: 'keep',
		type,
		id: null,
		draftId,
		revision: 0,
		changes: Object.entries(values).map(([at, to]) => ({ at, was: null, to })),
	});
	return draftId;
}
const send = (type: Type, draftId: string) =>
	kitchen.call('record.save', {
		step: 'send',
		type,
		id: null,
		draftId,
		revision: 1,
		intentId: crypto.randomUUID(),
	});
function made(type: Type, values: Readonly<Record<string, unknown>>): string {
	const draftId = typed(type, values);
	expect(send(type, draftId)).toMatchObject({ state: 'queued' });
	return draftId;
}
async function online(): Promise<void> {
	kitchen.service.there = true;
	for (let round = 0; round < 4; round += 1) await kitchen.send();
}

test('two new records made offline are sent in order, the second with the id of the first', async () => {
	const category = made('category', { name: 'Sauces' });
	const dish = made('menuItem', { name: 'Pesto', categoryId: category });
	const { record, names } = kitchen.call('record.get', { type: 'menuItem', id: dish });
	expect(record['categoryId']).toBe(category);
	expect(names[`category/${category}`]).toBe('Sauces');
	await online();
	const { serverId } = kitchen.call('record.get', { type: 'category', id: category });
	expect(kitchen.service.writes.map(({ name, body }) => [name, body])).toEqual([
		['category.create', { name: 'Sauces' }],
		['menuItem.create', { name: 'Pesto', categoryId: serverId }],
	]);
});

test('the second waits as long as the first is not at the service', async () => {
	const category = made('category', { name: 'Sauces' });
	made('menuItem', { name: 'Pesto', categoryId: category });
	kitchen.service.next = [{ kind: 'rejected', status: 422, said: 'No.', serverDate: null }];
	await online();
	expect(kitchen.service.writes.map(({ name }) => name)).toEqual(['category.create']);
});

test('the second is still sent after the first, with its id, if the first is changed before it is sent', async () => {
	const category = made('category', { name: 'Sauces' });
	const dish = made('menuItem', { name: 'Pesto', categoryId: category });
	const change = { type: 'category', id: category, draftId: crypto.randomUUID() } as const;
	const changes = [{ at: 'name', was: 'Sauces', to: 'Dips' }];
	kitchen.call('record.save', { ...change, step: 'keep', revision: 0, changes });
	expect(
		kitchen.call('record.save', { ...change, step: 'send', revision: 1, intentId: 'intent-again' }),
	).toMatchObject({ state: 'queued' });
	expect(kitchen.call('outbox.lane', { id: dish }).lane?.steps).toMatchObject([
		{ state: 'waiting', waitsFor: { verb: 'create', name: 'Dips' } },
	]);
	await online();
	const { serverId } = kitchen.call('record.get', { type: 'category', id: category });
	expect(kitchen.service.writes.map(({ name, body }) => [name, body])).toEqual([
		['category.create', { name: 'Dips' }],
		['menuItem.create', { name: 'Pesto', categoryId: serverId }],
	]);
});

test('the outbox says what the second waits for, also while it can be undone', async () => {
	const { pauses } = serviceProfile.parse({});
	kitchen.useProfile({ pauses: { ...pauses, holdMs: 5_000 } });
	kitchen.service.there = false;
	const category = made('category', { name: 'Sauces' });
	const dish = made('menuItem', { name: 'Pesto', categoryId: category });
	expect(kitchen.call('outbox.lane', { id: dish }).lane?.steps).toMatchObject([
		{ state: 'waiting', waitsFor: { verb: 'create', name: 'Sauces' } },
	]);
});

test('a record that was sent meanwhile is named by its id', async () => {
	const category = made('category', { name: 'Sauces' });
	const draft = typed('menuItem', { name: 'Pesto', categoryId: category });
	await online();
	const { serverId } = kitchen.call('record.get', { type: 'category', id: category });
	expect(send('menuItem', draft)).toMatchObject({ state: 'queued' });
	await kitchen.send();
	expect(kitchen.service.writes.at(-1)?.body).toEqual({ name: 'Pesto', categoryId: serverId });
});

test('a record that would wait for two others is stopped at the second', () => {
	const category = made('category', { name: 'Sauces' });
	const group = made('modifierGroup', { name: 'Extras' });
	const dish = typed('menuItem', {
		name: 'Pesto',
		categoryId: category,
		modifierGroupIds: [group],
	});
	expect(send('menuItem', dish)).toMatchObject({
		state: 'stopped',
		problems: [{ at: 'modifierGroupIds', code: 'not-sent-yet' }],
	});
});
