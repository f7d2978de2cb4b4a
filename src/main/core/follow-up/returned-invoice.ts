// An invoice with what went back of it: the receipts of this PC that name it, and the returns of the service.
import { z } from 'zod';
import { divide, isZero, multiply } from '../../../shared/domain/decimal.ts';
import { invoiceKey, purchaseOrderRecord } from '../../../shared/service/purchase-order.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { DeliveredLines } from '../delivery/delivered-lines.ts';
import type { TaxedLine } from '../delivery/taxed-lines.ts';
import type { FindItem } from '../document/item-view.ts';
import type { ShownDocument, ShownLine } from '../document/shown-document.ts';
import {
	baseOf,
	enteredBodyOf,
	entryOf,
	inUnitOf,
	receivedIn,
	type EnteredBody,
} from '../receiving/entered.ts';
import { orderReceipts } from '../receiving/order-receipts.ts';
import { EXACT_PLACES, sentPriceOf } from '../receiving/receipt-step.ts';
import { creditTables } from '../store/credits.ts';
import { followUpTables } from '../store/follow-ups.ts';
import { keptOr, readable } from '../store/kept-json.ts';
import type { Source } from './receipt-proposals.ts';
import { sharesOf, type BackLine, type SentLine, type Share } from './returned-lines.ts';

const name = 'order-receipt';

export type Named = Pick<Source, 'orderId' | 'invoiceNumber'>;

export interface ReturnedInvoice {
	readonly ordered: readonly TaxedLine[];
	/** Of the latest return first. */
	readonly shares: readonly Share[];
}

export function returnedInvoices(context: CoreContext) {
	const { records, durable } = context.store;
	const decisions = followUpTables(durable);
	const credits = creditTables(durable);
	const delivered = new DeliveredLines(context.store);
	const receipts = orderReceipts(context);

	/** What was credited for the price of a line. */
	function creditedFor({ accountId }: ActiveAccount, receiptId: string, lineId: string) {
		const claim = decisions
			.ofReceipt(accountId, receiptId)
			.find((each) => each.line_id === lineId && each.kind === 'claim-price');
		const last = claim?.result_id ? credits.steps(claim.result_id).at(-1) : undefined;
		if (claim === undefined || last?.state !== 'credited') return null;
		const [quantity] = keptOr(claimedFigures, claim.figures, ['0']);
		return { amount: last.amount, quantity };
	}

	/** @param body of a receipt */
	const sentLines = (
		account: ActiveAccount,
		receiptId: string,
		body: EnteredBody,
		find: FindItem,
	) =>
		delivered.sent(account, body, find).flatMap((line): SentLine[] => {
			const { id: lineId } = line.record;
			const entered = body.lines[lineId];
			const came = receivedIn(name, line, entered);
			if (entered === undefined || came === null || isZero(came)) return [];
			const { settlement: how, due } = entryOf(name, line, entered);
			return [
				{
					receiptId,
					lineId,
					quantity: came,
					price: sentPriceOf(name, line, entered),
					paidFor: how === 'keep-free' ? inUnitOf(line, due) : came,
					credited: creditedFor(account, receiptId, lineId),
				},
			];
		});

	/** As it was received on this PC; otherwise only the current order is known. */
	return (
		account: ActiveAccount,
		{ orderId, invoiceNumber }: Named,
		returns: readonly ShownDocument[],
		find: FindItem,
	): ReturnedInvoice => {
		const { accountId } = account;
		const bodies = readable(receipts.standing(accountId, orderId), (row) => {
			const body = enteredBodyOf(row);
			const isIts = keyOf(orderId, body.invoice?.number) === keyOf(orderId, invoiceNumber);
			return isIts ? [{ receiptId: row.draft_id, body }] : [];
		}).flat();
		const then = purchaseOrderRecord.safeParse(bodies.at(-1)?.body.seen);
		const copy = records.get(accountId, 'purchaseOrder', orderId);
		const order = then.data ?? (copy && keptOr(purchaseOrderRecord, copy.json, null));
		const ordered = order === null ? [] : delivered.taxed(account, order);
		const backs = returns
			.toSorted((a, b) => (latest(a) < latest(b) ? 1 : -1))
			.flatMap((document) =>
				document.lines.flatMap((line) => backsOf(document.documentId, line, ordered)),
			);
		const sent = bodies.flatMap(({ receiptId, body }) => sentLines(account, receiptId, body, find));
		const shares = sharesOf(backs, sent);
		const latestFirst = shares.toSorted((a, b) => backs.indexOf(a.back) - backs.indexOf(b.back));
		return { ordered, shares: latestFirst };
	};
}

/** Sorts returns by day, and those of one day the same way every time. */
const latest = ({ businessDate, documentId }: ShownDocument): string =>
	`${businessDate} ${documentId}`;

/** Quantity, price and amount of a confirmed claim (follow-ups.ts). */
const claimedFigures = z.tuple([z.string()]).rest(z.unknown());

export const keyOf = (orderId: unknown, invoiceNumber: unknown): string =>
	JSON.stringify([orderId, typeof invoiceNumber === 'string' ? invoiceKey(invoiceNumber) : '']);

/** What went back of a line of the order, box by box. */
export function backsOf(
	documentId: string,
	{ lineId, boxes, item, fields }: ShownLine,
	ordered: readonly TaxedLine[],
): BackLine[] {
	const of = ordered.find((each) => each.id === fields['orderLine']);
	if (of === undefined) return [];
	return boxes.flatMap((box): BackLine[] => {
		const quantity = quantityIn(of.uomId, box, item);
		if (quantity === null || isZero(quantity)) return [];
		const price =
			typeof fields['price'] === 'string' && boxes.length === 1
				? divide(multiply(fields['price'], box.quantity ?? '0'), quantity, EXACT_PLACES)
				: null;
		return [{ documentId, lineId, orderLine: of.id, quantity, price }];
	});
}

/** A returned quantity in the unit of the order; null if the item has not both units. */
function quantityIn(
	uomId: number,
	{ unitId, quantity }: ShownLine['boxes'][number],
	item: ShownLine['item'],
): string | null {
	if (quantity === null || unitId === String(uomId)) return quantity;
	const isKnown = [unitId, String(uomId)].every((id) =>
		item.units.some((unit) => unit.unitId === id),
	);
	if (!isKnown) return null;
	const base = baseOf({ record: { uomId: Number(unitId) }, item }, quantity);
	return inUnitOf({ record: { uomId }, item }, base);
}
