import { expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import type { TransferFilter } from '../../../shared/bridge/transfer.ts';

const day = (date: number): string => `2026-11-${String(date).padStart(2, '0')}T12:00:00Z`;
const arrival = (id: string, status: string, sent: number | null, more: object = {}) => ({
	id,
	number: `TRI-${id}`,
	fromLocationId: 'L-2',
	toLocationId: 'L-1',
	status,
	date: day(1),
	...(sent === null ? {} : { sentDate: day(sent) }),
	items: [{ id: 'l-1', itemId: '1', quantity: '18', quantityReceived: '0', unitCost: '0.50' }],
	...more,
});
const departure = (id: string, status: string, sent: number | null, more: object = {}) => ({
	...arrival(id, status, sent),
	number: `TRO-${id}`,
	fromLocationId: 'L-1',
	toLocationId: 'L-2',
	...more,
});

const kitchen = eachKitchen({
	lists: {
		'transferIn.list': [
			arrival('done', 'Received', 5, {
				items: [
					{ id: 'l-1', itemId: '2', quantity: '3', quantityReceived: '4', description: 'spare' },
				],
			}),
			arrival('young', 'InTransit', 9),
			arrival('old', 'InTransit', 2),
			arrival('asked', 'Submitted', null),
			arrival('turned-away', 'Rejected', 4),
			arrival('elsewhere', 'InTransit', 3, { fromLocationId: 'L-3' }),
		],
		'transferOut.list': [departure('sent', 'InTransit', 3), departure('ours', 'Approved', null)],
	},
});

const list = (filter: Partial<TransferFilter> = {}, from = 0, limit = 500) =>
	kitchen.call('transfer.list', {
		locationId: 'L-1',
		filter,
		from,
		limit,
	});
const ids = (...asked: Parameters<typeof list>): string[] =>
	list(...asked).documents.map(({ number }) => number.slice(4));

test('each group lists what waits for us first, then the longest in transit, then finished transfers', () => {
	expect(ids()).toEqual([
		'old',
		'elsewhere',
		'young',
		'asked',
		'ours',
		'sent',
		'turned-away',
		'done',
	]);
	expect(ids({ show: 'open' })).not.toContain('done');
	expect(list({ show: 'open' }).total).toBe(7);
});

test('a transfer that was received or rejected is no longer in transit to us', () => {
	expect(list({ text: 'TRI-turned' }).groups).toMatchObject([{ group: 'ended' }]);
	expect(list({ text: 'TRI-done' }).groups).toMatchObject([{ group: 'ended' }]);
});

test('the value in transit says how many lines it leaves out, also those of a transfer without any cost', async () => {
	const bare = { itemId: '9', quantity: '5', quantityReceived: '0' };
	const known = { id: 'l-1', itemId: '1', quantity: '18', quantityReceived: '0', unitCost: '0.50' };
	const [first, second] = ['l-2', 'l-3'].map((id) => ({ ...bare, id }));
	await kitchen.shows({
		'transferIn.list': [
			arrival('bare', 'InTransit', 9, { items: [first, second] }),
			arrival('partly', 'InTransit', 8, { items: [known, first] }),
		],
	});
	const sums = () => list({ text: 'TRI-' }).groups.map(({ onTheWay }) => onTheWay);
	expect(sums()).toEqual([{ cost: '9', costsUnknown: 3 }]);
	await kitchen.shows({
		'transferIn.list': [arrival('bare', 'InTransit', 9, { items: [first, second] })],
	});
	expect(sums()).toEqual([{ cost: null, costsUnknown: 2 }]);
});

test('each group shows its number of matches and the value in transit', () => {
	expect(list().groups).toMatchObject([
		{ group: 'incoming', count: 3, onTheWay: { cost: '27', costsUnknown: 0 } },
		{ group: 'asked', count: 1, onTheWay: null },
		{ group: 'outgoing', count: 2, onTheWay: { cost: '9', costsUnknown: 0 } },
		{ group: 'ended', count: 2, onTheWay: null },
	]);
	expect(list({ text: 'TRI-young' }).groups).toMatchObject([
		{ group: 'incoming', onTheWay: { cost: '9', costsUnknown: 0 } },
	]);
	expect(list({ text: 'young' }).open).toEqual({
		incoming: 3,
		asked: 1,
		outgoing: 2,
		ended: 1,
	});
});

test('a window is a slice of the whole list', () => {
	const whole = ids();
	expect(ids({}, 2, 3)).toEqual(whole.slice(2, 5));
	expect(list({}, 2, 3).total).toBe(whole.length);
});

test('the list is filtered by words, other location, tag and date', () => {
	expect(ids({ text: 'tro' })).toEqual(['ours', 'sent']);
	expect(ids({ text: 'done' })).toEqual(['done']);
	expect(ids({ otherLocationId: 'L-3' })).toEqual(['elsewhere']);
	expect(ids({ tag: 'over' })).toEqual(['done']);
	expect(ids({ to: '2026-10-31' })).toEqual([]);
	expect(
		list()
			.others.map(({ locationId }) => locationId)
			.toSorted(),
	).toEqual(['L-2', 'L-3']);
});

test('the list shows changes by the service at either end, and our entries', async () => {
	const { lists } = kitchen.service;
	lists['transferOut.list'] = [
		departure('sent', 'InTransit', 3, { counterpartId: 'theirs' }),
		departure('ours', 'Rejected', null),
	];
	lists['transferIn.list']!.push(
		arrival('theirs', 'InTransit', 3, { fromLocationId: 'L-1', toLocationId: 'L-2' }),
	);
	await kitchen.pull();
	const sent = () => list({ text: 'TRO-sent' }).documents[0];
	expect(sent()?.tags).toEqual([]);
	expect(list({ text: 'TRO-ours' }).documents[0]?.phase).toBe('rejected');

	// Only the other end's document has changed.
	lists['transferIn.list']!.splice(-1, 1, {
		...arrival('theirs', 'InTransit', 3, { fromLocationId: 'L-1', toLocationId: 'L-2' }),
		items: [{ id: 'l-1', itemId: '1', quantity: '17', quantityReceived: '0' }],
	});
	await kitchen.pull();
	expect(sent()?.tags).toEqual(['mismatch']);

	const { documentId } = list({ text: 'TRI-old' }).documents[0]!;
	kitchen.call('transferIn.enterAllAsDue', { documentId });
	kitchen.service.there = false;
	kitchen.call('transferIn.receive', { documentId, intentId: 'intent-0001' });
	expect(list({ text: 'TRI-old' }).documents[0]).toMatchObject({
		standing: 'waiting',
		move: 'network',
	});
});
