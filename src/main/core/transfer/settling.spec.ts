import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failureOf, openKitchen, stockUp, type Kitchen } from '../../../../test/support/kitchen.ts';
import { arrival, handoverAt, wasteAt, written } from '../../../../test/support/documents.ts';
import type { Settlement } from '../../../shared/bridge/transfer.ts';

let kitchen: Kitchen;

const documentId = 'service:T-1';

beforeEach(async () => {
	kitchen = openKitchen();
	stockUp(kitchen);
	kitchen.service.lists['transferIn.list'] = [arrival()];
	await kitchen.pull();
});
afterEach(() => kitchen.end());

const desk = handoverAt(() => kitchen);
const { settle } = desk;
const get = () => desk.get();
const enter = (lineId: string, typed: string) => desk.enter(lineId, typed);
const explain = (lineId: string, reason: string) => desk.explain(lineId, reason);
const receive = () => desk.receive();
const wasteDrafts = () => wasteAt(kitchen);
const sent = () => written(kitchen);

/** Six of the milk are broken, two of the butter are missing. */
function cameShort(milk: Settlement, butter: Settlement): void {
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
		direction: 'out',
		fromLocationId: 'L-1',
		toLocationId: 'L-2',
		problems: [],
		lines: [{ item: { itemId: '2' }, requested: '2', note: 'Wrong item' }],
	});
});

test('missing quantities stay due unless a person decides otherwise', async () => {
	cameShort('none', 'none');
	const { lines } = receive();
	await kitchen.send();
	expect(kitchen.service.writes[0]!.body).toMatchObject({
		items: [{ quantity: '12' }, { quantity: '1' }],
	});
	expect(lines.map(({ settled }) => settled)).toEqual([[], []]);
	expect(wasteDrafts()).toEqual([]);
});

test('the rest of a partly received line can be settled without waiting for more', async () => {
	cameShort('none', 'none');
	receive();
	await kitchen.send();
	kitchen.service.lists['transferIn.list'] = [
		arrival({
			status: 'PartiallyReceived',
			items: [{ id: 'l-1', itemId: '1', quantity: '18', quantityReceived: '12' }],
		}),
	];
	await kitchen.pull();
	expect(settle('l-1', 'waste').lines[0]!.entry).toMatchObject({
		total: '0',
		difference: '-6',
		settlement: 'waste',
	});
	explain('l-1', 'Damaged');
	expect(receive().lines[0]!.settled).toMatchObject([{ how: 'waste', quantity: '6' }]);
	await kitchen.send();
	expect(kitchen.service.writes.at(-1)!.body['items']).toMatchObject([{ quantity: '6' }]);
});

test('an excess is returned on a draft for the surplus', () => {
	enter('l-1', '19');
	explain('l-1', 'More than was sent');
	settle('l-1', 'return');
	kitchen.call('transfer.enterAllAsDue', { documentId });
	expect(receive().lines[0]!.settled).toMatchObject([{ how: 'return', quantity: '1' }]);
});

describe('an excess after receipt', () => {
	const cameOver = async (butter = '3', milkCame = '20'): Promise<void> => {
		const [milk, second] = arrival().items;
		kitchen.service.lists['transferIn.list'] = [
			arrival({
				status: 'Received',
				items: [
					{ ...milk, quantityReceived: milkCame },
					{ ...second, quantityReceived: butter },
				],
			}),
		];
		await kitchen.pull();
	};
	const settleExcess = (lineId: string, how: 'return' | 'keep', reason = 'Not ordered') =>
		kitchen.call('transfer.settleExcess', { documentId, lineId, how, reason });

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
			direction: 'out',
			toLocationId: 'L-2',
			description: 'TRI-7 · Garden Room',
			lines: [
				{ item: { itemId: '1' }, requested: '2', note: 'Not ordered' },
				{ item: { itemId: '2' }, requested: '1' },
			],
		});
		await kitchen.send();
		expect(sent()).toEqual([]);
	});

	test('is offered again if the draft was discarded', async () => {
		await cameOver();
		const [milk] = settleExcess('l-1', 'return').lines;
		const draftId = milk!.settled[0]!.documentId!;
		kitchen.call('transfer.discard', { documentId: draftId });
		expect(get().lines[0]).toMatchObject({ excess: '2', settled: [{ documentId: null }] });
	});

	test('can be kept with a reason, which settles it', async () => {
		await cameOver();
		settleExcess('l-1', 'keep', 'Paid for by them');
		expect(get().lines[0]).toMatchObject({
			excess: '0',
			settled: [{ how: 'keep', quantity: '2', reason: 'Paid for by them' }],
		});
	});

	test('excludes what the receipt already returned', async () => {
		enter('l-1', '19');
		explain('l-1', 'More than was sent');
		settle('l-1', 'return');
		enter('l-2', '3');
		receive();
		await kitchen.send();
		await cameOver('3', '19');
		expect(get().lines[0]).toMatchObject({ excess: '0', settled: [{ how: 'return' }] });
	});
});

describe('a quantity with more decimals than its unit allows', () => {
	beforeEach(async () => {
		// An each of milk has no decimals.
		kitchen.service.lists['transferIn.list'] = [
			arrival({ items: [{ id: 'l-1', itemId: '1', quantity: '2.5', unitCost: '0.50' }] }),
		];
		await kitchen.pull();
	});

	test('is drafted in full', () => {
		enter('l-1', '1');
		explain('l-1', 'Damaged');
		settle('l-1', 'waste');
		const [drafted] = receive().lines[0]!.settled;
		expect(drafted).toMatchObject({ how: 'waste', quantity: '1.5' });
		const { lines } = kitchen.call('wastage.get', { documentId: drafted!.documentId! });
		expect(lines).toMatchObject([{ total: '1.5' }]);
	});

	test('is received in boxes that add up to it', async () => {
		enter('l-1', '1');
		explain('l-1', 'Damaged');
		settle('l-1', 'waste');
		receive();
		await kitchen.send();
		expect(kitchen.service.writes[0]!.body['items']).toMatchObject([
			{ quantity: '2.5', quantities: [{ uomId: 1, quantity: '2.5' }] },
		]);
	});
});

test('correcting a shortage to an excess clears its reason and settlement', () => {
	cameShort('waste', 'none');
	expect(enter('l-1', '19').lines[0]!.entry).toMatchObject({
		...{ difference: '1', settlement: 'none', reason: '' },
	});
	expect(enter('l-2', '2').lines[1]!.entry).toMatchObject({ reason: 'Wrong item' });
});

test('a corrected quantity that is not short any more loses its reason and settlement', () => {
	cameShort('waste', 'none');
	enter('l-1', '');
	expect(enter('l-1', '11').lines[0]!.entry).toMatchObject({
		...{ reason: 'Damaged', settlement: 'waste' },
	});
	enter('l-1', '18');
	expect(enter('l-1', '12').lines[0]!.entry).toMatchObject({ reason: '', settlement: 'none' });
});

test('after a partial receipt, a transfer is partly received and ours before the copy shows it', async () => {
	enter('l-1', '12');
	explain('l-1', 'The rest comes tomorrow');
	enter('l-2', '3');
	receive();
	await kitchen.send();
	expect(get()).toMatchObject({ phase: 'partly-received', move: 'ours' });
});

test('a transfer with its rest sent to waste is received before the copy shows it', async () => {
	cameShort('waste', 'return');
	receive();
	await kitchen.send();
	expect(get()).toMatchObject({ phase: 'received' });
});

test('an item on two lines at this end is not compared with its single line at the other end', async () => {
	kitchen.service.lists['transferOut.list'] = [
		{
			...arrival(),
			...{ id: 'O-1', number: 'TRO-7', counterpartId: 'T-1' },
			items: [{ id: 'o-1', itemId: '1', quantity: '18', quantityFulfilled: '18' }],
		},
	];
	kitchen.service.lists['transferIn.list'] = [
		arrival({
			counterpartId: 'O-1',
			items: [
				{ id: 'l-1', itemId: '1', quantity: '12', unitCost: '0.50' },
				{ id: 'l-2', itemId: '1', quantity: '6', unitCost: '0.50' },
			],
		}),
	];
	await kitchen.pull();
	expect(get().lines.map(({ theirSent, requested }) => [theirSent, requested])).toEqual([
		[null, null],
		[null, null],
	]);
	expect(get().tags).toEqual([]);
});
