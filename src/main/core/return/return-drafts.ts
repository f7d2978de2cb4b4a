// Drafts of return orders, made from a receipt: they name its order, its invoice and the lines that go back.
import { returnOrder } from '../../../shared/document/return-order.ts';
import { decimalText } from '../../../shared/domain/decimal.ts';
import { asTyped } from '../../../shared/domain/quantity-entry.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { storedBody } from '../document/draft-body.ts';
import type { DraftLine } from '../document/draft-line.ts';
import { DraftSaving } from '../document/draft-saving.ts';
import { dayIn, writtenIn, type Values } from '../document/fields.ts';
import { baseOf, boxOf } from '../receiving/entered.ts';
import type { Location } from '../store/locations.ts';
import { ReturnableReceipts, type Receipt, type ReceiptLine } from './returnable-receipts.ts';

/** A receipt of the service, or one entered here that the service does not show yet. */
type OfReceipt =
	| { readonly receivingId: string; readonly receiptDraftId?: undefined }
	| { readonly receiptDraftId: string; readonly receivingId?: undefined };

export type ReturnToDraft = OfReceipt & {
	readonly locationId: string;
	/** The service's id. */
	readonly orderId: string;
	readonly lines: readonly ReturnedLine[];
	/** Repeating it makes no second draft. */
	readonly intentId?: string | undefined;
};

export interface ReturnedLine {
	/** Of the order. */
	readonly lineId: string;
	/** In the unit of the line; null leaves the box blank. */
	readonly quantity: string | null;
	readonly reason: string;
	readonly condition: string;
}

export function returnDrafts(context: CoreContext) {
	const receipts = new ReturnableReceipts(context);
	const saving = new DraftSaving(context);
	const { locations } = context.store;

	return {
		/**
		 * Makes a draft, in the caller's transaction; tell the screens afterwards (`documents.changed` of `returnOrder`).
		 * Until the receipt is at the service, the draft cannot be sent (return-links.ts).
		 *
		 * @throws if the receipt or a line of the order is unknown
		 */
		draft(account: ActiveAccount, wanted: ReturnToDraft): { readonly draftId: string } {
			const { accountId } = account;
			const { locationId, orderId, lines, intentId } = wanted;
			const receipt =
				wanted.receivingId === undefined
					? receipts.ofDraft(account, wanted.receiptDraftId)
					: receipts.get(account, wanted.receivingId);
			if (receipt?.orderId !== orderId) throw new Error(`Order ${orderId} has no such receipt.`);
			const location = locations.get(accountId, locationId);
			const { locale } = context.settings();
			const body = storedBody({
				values: writtenIn(returnOrder.head, headOf(receipt, location)),
				currency: location.currency,
				lines: lines.map((line) => draftedLine(line, receipt, context.ports.newId(), locale)),
			});
			const row = saving.begin(
				accountId,
				{ document: returnOrder.name, locationId, intentId },
				body,
			);
			return { draftId: row.draft_id };
		},
	};
}

export function headOf(receipt: Receipt, location: Location): Values {
	const { order, receivingId, draftId, totalAmount } = receipt;
	const dayOf = (date: string | undefined): string | null =>
		date === undefined ? null : dayIn(date, location);
	return {
		supplierId: receipt.supplierId,
		purchaseOrderId: receipt.orderId,
		orderNumber: order?.number ?? null,
		orderReceipt: receivingId,
		receiptDraft: receivingId === null ? draftId : null,
		invoiceNumber: receipt.invoiceNumber,
		orderDate: dayOf(order?.date),
		receivingDate: dayOf(receipt.date),
		originalTotal: totalAmount === null ? null : decimalText(totalAmount),
	};
}

export const fieldsOf = (line: ReceiptLine) => {
	return {
		orderLine: line.orderLine,
		receiptLine: line.receiptLine,
		unit: line.uomId,
		tax: line.taxId,
		quantityOrdered: line.ordered === null ? null : decimalText(line.ordered),
		quantityReceived: decimalText(line.received),
		price: line.price === null ? null : decimalText(line.price),
	};
};

function draftedLine(
	{ lineId, quantity, reason, condition }: ReturnedLine,
	receipt: Receipt,
	id: string,
	locale: string,
): DraftLine {
	const line = receipt.lines.find(({ orderLine }) => orderLine === lineId);
	if (line === undefined) throw new Error(`The receipt has no line ${lineId} of the order.`);
	const values = { ...fieldsOf(line), returnReason: reason, itemCondition: condition };
	return {
		lineId: id,
		item: line.item,
		boxes: quantity === null ? [] : boxesOf(line, quantity, locale),
		values: writtenIn(returnOrder.lines.fields, values),
	};
}

/** In the unit of the line; a part of a case that has no short decimal, in pieces. */
function boxesOf({ item, uomId }: ReceiptLine, quantity: string, locale: string) {
	const unitId = String(uomId);
	const record = { uomId };
	const isKnown = item.units.some((unit) => unit.unitId === unitId);
	if (isKnown) return boxOf(baseOf({ record, item }, quantity), item, locale);
	const typed = asTyped(quantity, locale);
	return [{ unitId, typed, locale, quantity }];
}
