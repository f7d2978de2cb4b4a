// Receipts as they were sent from this PC, with the quantities due at the time.
import type { SentReceipt } from '../../../shared/bridge/delivery.ts';
import { compare } from '../../../shared/domain/decimal.ts';
import type { ActiveAccount } from '../context.ts';
import {
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

/** An order that is made for a receipt has no other receipts. */
export function sentOf({
	afterwards,
	entered,
	open,
	receipts,
}: ExpectedDelivery): readonly DraftRow[] {
	if (afterwards === null) return receipts;
	return open || entered === null ? [] : [entered.row];
}

export function sentReceipts(
	account: ActiveAccount,
	expected: ExpectedDelivery,
	delivered: DeliveredLines,
): SentReceipt[] {
	const item = delivered.itemsAt(account.accountId, expected.locationId);
	return sentOf(expected).flatMap((row) => {
		// A receipt without an order expects exactly what was sent.
		const receipt = expected.afterwards === null ? delivered.receipt(account, row, item) : expected;
		return receipt === null ? [] : receiptOf(receipt, row);
	});
}

function receiptOf(receipt: Invoiced, row: DraftRow): SentReceipt {
	const body = enteredBodyOf(row);
	const { isRounding, ...invoice } = invoiceOf(receipt);
	const { number, day, sum, difference } = invoice;
	// A name chosen for a larger difference does not count.
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
		lines: receipt.lines.flatMap((line) => lineOf(receipt, line)),
	};
}

/** Empty for a line on which nothing was entered. */
function lineOf(receipt: Invoiced, line: ExpectedLine): SentReceipt['lines'] {
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
			unitId: String(record.uomId),
			unitName: unit?.name ?? item.baseUnitName,
			due: compare(came, due) === 0 ? received : inUnitOf(line, due),
			received,
			weight:
				weighed === undefined || entered.weight === null
					? null
					: { quantity: entered.weight.value, unitName: weighed.unit.name },
			price: unitPriceOf(name, line, entered),
			amount: amountOf(receipt, line),
			reason,
			settlement,
		},
	];
}
