// A kitchen with an order of two lines, purchase options of three suppliers, and what a person enters and decides.
import type { CallInput } from '../../src/shared/bridge/contract.ts';
import type { FollowUp } from '../../src/shared/bridge/follow-up.ts';
import type { FollowUpKind, FollowUpState } from '../../src/shared/follow-up/follow-up.ts';
import { typedInvoice } from './invoice.ts';
import { openStockedKitchen, type Kitchen } from './kitchen.ts';

/** Two cases of twelve milk at 6.00 a case, and ten butter at 2.00 each. */
const nothingCame = { quantityReceived: '0' };
export const milk = { id: 'l-1', itemId: '1', uomId: 3, quantity: '2', price: '6', ...nothingCame };
export const butter = {
	id: 'l-2',
	itemId: '2',
	uomId: 1,
	quantity: '10',
	price: '2',
	...nothingCame,
};
export const orderOfTwo = (more: object = {}, milkCame = '0', butterCame = '0') => ({
	id: 'O-1',
	number: 'PO-7',
	locationId: 'L-1',
	supplierId: 'P-1',
	date: '2026-11-18T10:00:00Z',
	deliveryDate: '2026-11-20',
	status: 'approved',
	items: [
		{ ...milk, quantityReceived: milkCame },
		{ ...butter, quantityReceived: butterCame },
	],
	...more,
});
export const option = (
	id: string,
	supplierId: string,
	itemId: string,
	uomId: number,
	price: string,
) => ({ id, itemId, supplierId, uomId, price });

export const documentId = 'service:purchaseOrder:O-1';

/** The service is away once everything is pulled. */
export async function openReceivingKitchen(): Promise<Kitchen> {
	const kitchen = await openStockedKitchen({
		lists: {
			'supplier.list': [
				{ id: 'P-1', name: 'Riverside Dairy' },
				{ id: 'P-2', name: 'Green Fields' },
				{ id: 'P-3', name: 'Hill Farm' },
			],
			'purchaseOption.list': [
				option('N-1', 'P-1', '1', 3, '6'),
				option('N-2', 'P-2', '1', 1, '0.51'),
				option('N-3', 'P-3', '1', 3, '6.1'),
				option('N-4', 'P-3', '2', 1, '2.2'),
			],
			'purchaseOrder.list': [orderOfTwo()],
		},
	});
	kitchen.service.there = false;
	return kitchen;
}

/** @param entryId of each entry */
export function receivingDesk(kitchen: () => Kitchen, entryId = (): string => crypto.randomUUID()) {
	const enter = (lineId: string, typed: string, unitId = '1') =>
		kitchen().call('delivery.enter', {
			documentId,
			entryId: entryId(),
			lineId,
			unitId,
			typed,
			locale: 'en-GB',
		});
	const explain = (lineId: string, reason = 'Not in the delivery') =>
		kitchen().call('delivery.explain', { documentId, entryId: entryId(), lineId, reason });
	const settle = (lineId: string, settlement: CallInput<'delivery.settle'>['settlement']) =>
		kitchen().call('delivery.settle', { documentId, entryId: entryId(), lineId, settlement });
	const price = (lineId: string, typed: string) =>
		kitchen().call('delivery.price', {
			documentId,
			entryId: entryId(),
			lineId,
			typed,
			locale: 'en-GB',
		});
	const invoice = (...typed: Parameters<typeof typedInvoice>) =>
		kitchen().call('delivery.invoice', {
			documentId,
			entryId: entryId(),
			locale: 'en-GB',
			invoice: typedInvoice(...typed),
		});
	const receive = (intentId: string = crypto.randomUUID()) =>
		kitchen().call('delivery.receive', { documentId, intentId });
	const list = (state: FollowUpState = 'open') =>
		kitchen().call('followUp.list', { locationId: 'L-1', state }).followUps;
	return {
		enter,
		explain,
		settle,
		price,
		invoice,
		receive,
		/** One of two cases of milk came, and all of the butter. */
		receiveShort(
			settlement: CallInput<'delivery.settle'>['settlement'] = 'close-short',
			more: Parameters<typeof invoice>[1] = {},
		): void {
			enter('l-1', '1', '3');
			explain('l-1');
			settle('l-1', settlement);
			enter('l-2', '10');
			invoice('INV-1', more);
			receive();
		},
		list,
		kindsOf: (): FollowUpKind[] => list().map(({ kind }) => kind),
		find: (kind: FollowUpKind): FollowUp => list().find((each) => each.kind === kind)!,
		decide: (decision: FollowUpState, ...followUps: FollowUp[]) =>
			kitchen().call('followUp.decide', { locationId: 'L-1', decision, followUps }).outcomes,
		claims: () => kitchen().call('credit.list', { locationId: 'L-1' }).claims,
	};
}
