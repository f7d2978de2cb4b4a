import { beforeEach, expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf } from '../../../../test/support/kitchen.ts';
import { arrivalInCases, receivingAt } from '../../../../test/support/documents.ts';

const kitchen = eachKitchen();
const { get, enter, enterAllAsDue, fulfill } = receivingAt(
	() => kitchen,
	'service:transferOut:O-1',
);

const departure = (more: object = {}) => ({
	...arrivalInCases(),
	id: 'O-1',
	number: 'TRO-3',
	fromLocationId: 'L-1',
	toLocationId: 'L-2',
	sentDate: undefined,
	status: 'Finalized',
	...more,
});

beforeEach(async () => {
	await kitchen.shows({ 'transferOut.list': [departure()] });
});

test('a fulfilment is entered against the request, and after a partial one the rest is sent later', async () => {
	expect(get()).toMatchObject({ receiving: 'fulfilment', move: 'ours' });
	enter('l-1', '20');
	expect(failureOf(fulfill).details).toEqual([
		{ path: 'lines.l-1.entry', message: 'more-than-asked' },
		{ path: 'lines.l-2.entry', message: 'missing' },
	]);
	enter('l-1', '0');
	enter('l-2', '0');
	expect(failureOf(fulfill).details).toEqual([{ path: 'lines', message: 'nothing-leaves' }]);
	enter('l-1', '12');
	expect(fulfill()).toMatchObject({ standing: 'waiting', move: 'network' });
	expect(fulfill().standing).toBe('waiting');
	await kitchen.send();
	expect(kitchen.service.writes).toMatchObject([
		{
			name: 'transferOut.fulfill',
			body: {
				transferId: 'O-1',
				items: [
					{ transferItemId: 'l-1', quantity: '12' },
					{ transferItemId: 'l-2', quantity: '0' },
				],
			},
		},
	]);
	expect(get()).toMatchObject({ phase: 'in-transit', move: 'theirs' });
	await kitchen.shows({
		'transferOut.list': [
			departure({
				status: 'InTransit',
				sentDate: '2026-11-19T11:00:00Z',
				items: [
					{ id: 'l-1', itemId: '1', quantity: '18', quantityFulfilled: '12' },
					{ id: 'l-2', itemId: '2', quantity: '3', quantityFulfilled: '0' },
				],
			}),
		],
	});
	expect(get()).toMatchObject({ receiving: 'fulfilment', move: 'ours' });
	expect(get().lines.map(({ sent, entry }) => [sent, entry?.due])).toEqual([
		['12', '6'],
		['0', '3'],
	]);
});

test('a fulfilment costs only what was sent', async () => {
	const items = [{ id: 'l-1', itemId: '1', quantity: '10', quantityFulfilled: '6' }];
	await kitchen.shows({
		'transferOut.list': [
			departure({
				status: 'InTransit',
				sentDate: '2026-11-19T11:00:00Z',
				totalCost: '5',
				items,
			}),
		],
	});
	expect(get()).toMatchObject({ cost: '3', costsUnknown: 0 });
	expect(get().lines).toMatchObject([{ sent: '6', cost: '3' }]);
});

test('a fulfilment is open again after an undo before it was sent', async () => {
	kitchen.service.there = false;
	enterAllAsDue();
	fulfill();
	kitchen.undo('transferOut', 'service:transferOut:O-1');
	expect(get()).toMatchObject({ receiving: 'fulfilment' });
	expect(get().lines.map(({ entry }) => entry?.total)).toEqual(['18', '3']);
});

test('requested, sent and received are shown side by side, and differences between the ends are reported', async () => {
	await kitchen.shows({
		'transferOut.list': [
			departure({
				status: 'Fulfilled',
				counterpartId: 'T-9',
				items: [{ id: 'l-1', itemId: '1', quantity: '18', quantityFulfilled: '18' }],
			}),
		],
		'transferIn.list': [
			arrivalInCases({
				id: 'T-9',
				fromLocationId: 'L-1',
				toLocationId: 'L-2',
				counterpartId: 'O-1',
				status: 'PartiallyReceived',
				items: [{ id: 'r-1', itemId: '1', quantity: '16', quantityReceived: '15' }],
			}),
		],
	});
	expect(get().lines[0]).toMatchObject({
		requested: '18',
		sent: '18',
		received: '15',
		difference: '-3',
		theirSent: '16',
	});
	expect(get().tags).toEqual(['mismatch', 'short']);
	expect(get()).toMatchObject({ phase: 'fulfilled', move: 'theirs' });
	expect(get('service:transferIn:T-9').lines[0]).toMatchObject({
		requested: '18',
		sent: '16',
		received: '15',
		difference: '-1',
		theirSent: '18',
	});
});
