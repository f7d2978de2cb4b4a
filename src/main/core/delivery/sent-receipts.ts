// Receipts as they were sent from this PC: the quantities due at the time, those received, and the prices.
import type { SentReceipt } from '../../../shared/bridge/delivery.ts';
import { compare } from '../../../shared/domain/decimal.ts';
import { currencyPlaces } from '../../../shared/domain/money.ts';
import { purchaseOrderRecord } from '../../../shared/service/purchase-order.ts';
import type { ActiveAccount } from '../context.ts';
import {
	asSent,
	cameOf,
	enteredBodyOf,
	entryOf,
	inUnitOf,
	sentIn,
	type ExpectedLine,
} from '../receiving/entered.ts';
import { unitPriceOf } from '../receiving/receipt-step.ts';
import type { DraftRow } from '../store/drafts.ts';
import type { DeliveredLines } from './delivered-lines.ts';
import type { ExpectedDelivery } from './expected-orders.ts';
import { amountOf, invoiceOf, type Invoiced } from './invoice.ts';

/** A receipt without an order is the only one of the order that is made for it. */
export function sentOf({
	afterwards,
	entered,
	open,
	receipts,
}: ExpectedDelivery): readonly DraftRow[] {
	if (afterwards === null) return receipts;
	return open || entered === null ? [] : [entered.row];
}

export function sentReceipts(delivered: DeliveredLines) {
	/** Uses the order as it was at the time, because it may have changed since. */
	function receipt(
		account: ActiveAccount,
		{ name, afterwards, supplierId, locationId }: ExpectedDelivery,
		row: DraftRow,
		currency: string,
	): Invoiced {
		const body = enteredBodyOf(row);
		const entered = { row, body };
		if (afterwards !== null) {
			const at = { locationId, day: row.business_date };
			const lines = delivered.extras(account, body, supplierId, at);
			return { name, ordered: [], lines, entered };
		}
		const order = purchaseOrderRecord.parse(body.seen);
		const lines = order.items.map((record) => {
			const item = delivered.itemOf(account, record.itemId, locationId);
			const line = delivered.ordered(account, record, item, '0');
			return asSent(name, line, body.lines[record.id]);
		});
		return { name, ordered: delivered.taxed(account, order, currency), lines, entered };
	}

	/** In their order. */
	return (account: ActiveAccount, expected: ExpectedDelivery, currency: string): SentReceipt[] =>
		sentOf(expected).map((row) =>
			receiptOf(receipt(account, expected, row, currency), row, currency),
		);
}

function receiptOf(receipt: Invoiced, row: DraftRow, currency: string): SentReceipt {
	const body = enteredBodyOf(row);
	const { isRounding, ...invoice } = invoiceOf(receipt, currency);
	const { number, day, sum, difference } = invoice;
	// What was chosen while it was more is not what it is.
	const differenceIs = isRounding ? 'rounding' : invoice.differenceIs;
	return {
		draftId: row.draft_id,
		businessDate: row.business_date,
		enteredBy: row.entered_by,
		invoice: {
			number,
			day,
			sum,
			total: body.invoice?.totalValue ?? null,
			difference,
			differenceIs,
		},
		besides: body.besides ?? null,
		lines: receipt.lines.flatMap((line) => lineOf(receipt, line, currencyPlaces(currency))),
	};
}

/** Empty for a line on which nothing was entered. */
function lineOf(receipt: Invoiced, line: ExpectedLine, places: number): SentReceipt['lines'] {
	const { name } = receipt;
	const { record, item, weighed } = line;
	const entered = receipt.entered?.body.lines[record.id];
	const came = cameOf(name, line, entered);
	if (entered === undefined || came === null) return [];
	const { due, reason, settlement } = entryOf(name, line, entered);
	const received = sentIn(name, line, came);
	const unit = item.units.find(({ unitId }) => unitId === String(record.uomId));
	return [
		{
			lineId: record.id,
			item,
			unitName: unit?.name ?? item.baseUnitName,
			due: compare(came, due) === 0 ? received : inUnitOf(line, due),
			received,
			weight:
				weighed === undefined || entered.weight === null
					? null
					: { quantity: entered.weight.value, unitName: weighed.unit.name },
			price: unitPriceOf(name, line, entered),
			amount: amountOf(receipt, line, places),
			reason,
			settlement,
		},
	];
}
