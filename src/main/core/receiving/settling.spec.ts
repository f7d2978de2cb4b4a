import { describe, expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf } from '../../../../test/support/kitchen.ts';
import {
	arrival,
	receivingAt,
	written,
	type TransferSettlement,
} from '../../../../test/support/documents.ts';

const kitchen = eachKitchen({ lists: { 'transferIn.list': [arrival()] } });

const documentId = 'service:transferIn:T-1';

const desk = receivingAt(() => kitchen);
const { settle } = desk;
const get = () => desk.get();
const enter = (lineId: string, typed: string) => desk.enter(lineId, typed);
const explain = (lineId: string, reason: string) => desk.explain(lineId, reason);
const receive = () => desk.receive();
const sent = () => written(kitchen);

/** Six of the milk are broken, two of the butter are missing. */
function cameShort(milk: TransferSettlement, butter: TransferSettlement): void {
	enter('l-1', '12');
	explain('l-1', 'Damaged');
	settle('l-1', milk);
	enter('l-2', '1');
	explain('l-2', 'Wrong item');
	settle('l-2', butter);
}

test('quantities to waste or return are received and drafted, and nothing is sent automatically', async () => {
	cameShort('waste', 'return');
	const { lines } = receive();
	await kitchen.send();

	expect(sent()).toEqual(['transferIn.receive']);
	expect(kitchen.service.writes[0]!.body).toMatchObject({
		items: [
			{ transferItemId: 'l-1', quantity: '18', description: 'Damaged' },
			{ transferItemId: 'l-2', quantity: '3', description: 'Wrong item' },
		],
	});
	const [milk, butter] = lines.map(({ settled }) => settled[0]);
	expect(milk).toMatchObject({ how: 'waste', quantity: '6' });
	expect(butter).toMatchObject({ how: 'return', quantity: '2' });

	const waste = kitchen.call('wastage.get', { documentId: milk!.documentId! });
	expect(waste).toMatchObject({
		standing: 'draft',
		description: 'TRI-7 · Garden Room',
		lines: [{ item: { itemId: '1' }, total: '6', note: 'Damaged' }],
	});
	const back = kitchen.call('transfer.get', { documentId: butter!.documentId! });
	expect(back).toMatchObject({
		standing: 'draft',
		kind: 'transferOut',
		locationId: 'L-1',
		otherLocationId: 'L-2',
		problems: [],
		lines: [{ item: { itemId: '2' }, requested: '2', note: 'Wrong item' }],
	});
});

describe('an excess after receipt', () => {
	const cameOver = async (butter = '3', milkCame = '20'): Promise<void> => {
		const [milk, second] = arrival().items;
		await kitchen.shows({
			'transferIn.list': [
				arrival({
					status: 'Received',
					items: [
						{ ...milk, quantityReceived: milkCame },
						{ ...second, quantityReceived: butter },
					],
				}),
			],
		});
	};
	const settleExcess = (lineId: string, how: 'return' | 'keep', reason = 'Not ordered') =>
		kitchen.call('transferIn.settleExcess', { documentId, lineId, how, reason });

	test('is returned by a draft that a person sends, once', async () => {
		await cameOver('4');
		expect(get().lines.map(({ excess }) => excess)).toEqual(['2', '1']);
		const [milk] = settleExcess('l-1', 'return').lines;
		expect(milk).toMatchObject({ excess: '0', settled: [{ how: 'return', quantity: '2' }] });
		expect(failureOf(() => settleExcess('l-1', 'return')).code).toBe('not-possible-now');

		const [, butter] = settleExcess('l-2', 'return').lines;
		const draftId = milk!.settled[0]!.documentId!;
		expect(butter?.settled[0]?.documentId).toBe(draftId);
		expect(kitchen.call('transfer.get', { documentId: draftId })).toMatchObject({
			standing: 'draft',
			kind: 'transferOut',
			otherLocationId: 'L-2',
			description: 'TRI-7 · Garden Room',
			lines: [
				{ item: { itemId: '1' }, requested: '2', note: 'Not ordered' },
				{ item: { itemId: '2' }, requested: '1' },
			],
		});
		await kitchen.send();
		expect(sent()).toEqual([]);
	});
});

test('a corrected quantity that is not short any more loses its reason and settlement', () => {
	cameShort('waste', 'none');
	enter('l-1', '');
	expect(enter('l-1', '11').lines[0]!.entry).toMatchObject({
		reason: 'Damaged',
		settlement: 'waste',
	});
	enter('l-1', '18');
	expect(enter('l-1', '12').lines[0]!.entry).toMatchObject({ reason: '', settlement: 'none' });
});

test('correcting a shortage to an excess clears its reason and settlement', () => {
	cameShort('waste', 'none');
	expect(enter('l-1', '19').lines[0]!.entry).toMatchObject({
		difference: '1',
		settlement: 'none',
		reason: '',
	});
	expect(enter('l-2', '2').lines[1]!.entry).toMatchObject({ reason: 'Wrong item' });
});

test('an item on two lines at this end is not compared with its single line at the other end', async () => {
	await kitchen.shows({
		'transferOut.list': [
			{
				...arrival(),
				id: 'O-1',
				number: 'TRO-7',
				counterpartId: 'T-1',
				items: [{ id: 'o-1', itemId: '1', quantity: '18', quantityFulfilled: '18' }],
			},
		],
		'transferIn.list': [
			arrival({
				counterpartId: 'O-1',
				items: [
					{ id: 'l-1', itemId: '1', quantity: '12', unitCost: '0.50' },
					{ id: 'l-2', itemId: '1', quantity: '6', unitCost: '0.50' },
				],
			}),
		],
	});
	expect(get().lines.map(({ theirSent, requested }) => [theirSent, requested])).toEqual([
		[null, null],
		[null, null],
	]);
	expect(get().tags).toEqual([]);
});
