// Receipts of unordered items only: nothing that was ordered arrived.
import { expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import {
	documentId,
	openReceivingKitchen,
	receivingDesk,
} from '../../../../test/support/receiving-desk.ts';

const kitchen = eachKitchen(openReceivingKitchen);
const { enter, explain, settle, invoice, receive, list } = receivingDesk(() => kitchen);

test('a line without goods is followed up although only another item came', () => {
	const { lines } = kitchen.call('delivery.add', {
		documentId,
		itemId: '2',
		unitId: '1',
		instead: null,
	});
	const extra = lines.find((line) => line.extra !== null)!;
	enter(extra.lineId, '3');
	enter('l-1', '0', '3');
	explain('l-1');
	settle('l-1', 'order-elsewhere');
	enter('l-2', '0');
	explain('l-2');
	settle('l-2', 'close-short');
	kitchen.call('delivery.price', { documentId, lineId: extra.lineId, typed: '2', locale: 'en-GB' });
	invoice('INV-1');
	receive();
	expect(list()).toMatchObject([
		{ kind: 'order-elsewhere', quantity: '2' },
		{ kind: 'claim-shortage', amount: '12' },
		{ kind: 'claim-shortage', amount: '20' },
	]);
});
