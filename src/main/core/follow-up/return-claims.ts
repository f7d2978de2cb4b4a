// Claims that follow from returns at the service: the supplier owes what went back.
import { kinds } from '../../../shared/document/kinds.ts';
import { wentBackIn } from '../../../shared/document/return-order.ts';
import {
	addTo,
	compare,
	divide,
	isZero,
	multiply,
	notBelowZero,
	subtract,
	sum,
} from '../../../shared/domain/decimal.ts';
import { invoiceKey, purchaseOrderRecord } from '../../../shared/service/purchase-order.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { businessDateAt } from '../document/dates.ts';
import { serverIdOf } from '../document/document-id.ts';
import { Documents } from '../document/documents.ts';
import type { ListedRow, ShownDocument, ShownLine } from '../document/shown-document.ts';
import { once } from '../once.ts';
import { billed } from '../delivery/invoice.ts';
import { DeliveredLines } from '../delivery/delivered-lines.ts';
import type { TaxedLine } from '../delivery/taxed-lines.ts';
import {
	baseOf,
	blankLine,
	enteredBodyOf,
	inUnitOf,
	type EnteredBody,
} from '../receiving/entered.ts';
import { orderReceipts } from '../receiving/order-receipts.ts';
import { EXACT_PLACES } from '../receiving/receipt-step.ts';
import { keptOr, readable } from '../store/kept-json.ts';
import type { Proposal } from './proposals.ts';
import type { ReceiptRead, Source } from './receipt-proposals.ts';

const kind = kinds.returnOrder;

export function returnClaims(context: CoreContext) {
	const { locations, records } = context.store;
	const delivered = new DeliveredLines(context.store);
	const receipts = orderReceipts(context);
	const documents = once(() => new Documents(context, kind));

	const sentWith = ({ accountId }: ActiveAccount, orderId: string, invoiceNumber: string): Sent[] =>
		readable(receipts.standing(accountId, orderId), (row) => {
			const { invoice, seen, lines } = enteredBodyOf(row);
			const isOne = keyOf(orderId, invoice?.number) === keyOf(orderId, invoiceNumber);
			return isOne ? [{ receiptId: row.draft_id, seen, lines }] : [];
		}).flat();

	/** The order as it was when the invoice was received on this PC; otherwise the current order. */
	function orderOf(account: ActiveAccount, orderId: string, invoiceNumber: string) {
		const seen = sentWith(account, orderId, invoiceNumber).at(-1)?.seen;
		const then = purchaseOrderRecord.safeParse(seen);
		if (then.success) return then.data;
		const copy = records.get(account.accountId, 'purchaseOrder', orderId);
		return copy && keptOr(purchaseOrderRecord, copy.json, null);
	}

	function sourceOf(account: ActiveAccount, document: ShownDocument): Source {
		const { documentId, number, businessDate, locationId, currency, fields, lines } = document;
		const text = (field: string): string => {
			const value = fields[field];
			return typeof value === 'string' ? value : '';
		};
		const orderId = text('purchaseOrderId');
		const order = orderOf(account, orderId, text('invoiceNumber'));
		const ordered = order === null ? [] : delivered.taxed(account, order);
		return {
			id: documentId,
			documentId,
			orderId,
			number,
			invoiceNumber: text('invoiceNumber'),
			businessDate,
			locationId,
			supplierId: text('supplierId'),
			currency,
			proposals: lines.flatMap((line) => claimOf(line, ordered, currency)),
		};
	}

	const rowsAt = (account: ActiveAccount, locationId: string): ListedRow[] =>
		documents()
			.list.all(account, locationId)
			.map(({ row }) => row)
			.filter(
				({ phase, documentId }) =>
					wentBackIn.includes(phase) && serverIdOf(kind.name, documentId) !== null,
			);
	const read = (account: ActiveAccount, rows: readonly ListedRow[]): ShownDocument[] =>
		rows.flatMap(({ documentId }) => documents().shown.get(account, documentId) ?? []);

	return {
		/** @param days how old returns may be */
		at(account: ActiveAccount, locationId: string, days: number): Source[] {
			const location = locations.get(account.accountId, locationId);
			const oldest = businessDateAt(location, context.ports.clock.now() - days * 86_400_000);
			const rows = rowsAt(account, locationId).filter(({ businessDate }) => businessDate >= oldest);
			return read(account, rows).map((document) => sourceOf(account, document));
		},

		/** Quantities that went back of a receipt, by line of its order and in the unit of that line. */
		of(account: ActiveAccount, locationId: string): (receipt: ReceiptRead) => Returned {
			const byReceipt = once(() =>
				Map.groupBy(rowsAt(account, locationId), ({ fields }) =>
					keyOf(fields['purchaseOrderId'], fields['invoiceNumber']),
				),
			);
			return ({ id, orderId, invoiceNumber, order }) => {
				const rows = byReceipt().get(keyOf(orderId, invoiceNumber)) ?? [];
				const lines = read(account, rows).flatMap((document) => document.lines);
				const returned = new Map<string, string>();
				for (const { boxes, fields, item } of lines) {
					const line = order.items.find(({ id }) => id === fields['orderLine']);
					if (line === undefined) continue;
					for (const box of boxes) {
						const quantity = quantityIn(line.uomId, box, item);
						if (quantity === null) continue;
						addTo(returned, line.id, quantity);
					}
				}
				if (returned.size === 0) return returned;
				const sent = sentWith(account, orderId, invoiceNumber);
				return new Map(
					[...returned].map(([lineId, all]) => [lineId, shareOf(all, id, lineId, sent)] as const),
				);
			};
		},
	};
}

type Returned = ReadonlyMap<string, string>;

const keyOf = (orderId: unknown, invoiceNumber: unknown): string =>
	JSON.stringify([orderId, typeof invoiceNumber === 'string' ? invoiceKey(invoiceNumber) : '']);

interface Sent extends Pick<EnteredBody, 'seen' | 'lines'> {
	readonly receiptId: string;
}

/** The part of one receipt. Of several with one invoice, the cheapest goods count first, so that nothing owed is lost. */
function shareOf(all: string, receiptId: string, lineId: string, sent: readonly Sent[]): string {
	const lines = sent
		.map((each) => ({ ...(each.lines[lineId] ?? blankLine), receiptId: each.receiptId }))
		.toSorted((a, b) => compare(a.price?.value ?? '0', b.price?.value ?? '0'));
	const at = lines.findIndex((each) => each.receiptId === receiptId);
	const before = sum(lines.slice(0, Math.max(0, at)).map((each) => each.sent ?? '0'));
	return notBelowZero(subtract(all, before));
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

/** Empty for a line in several units, which only an unusual service has. */
function claimOf(
	{ lineId, item, boxes, cost, fields }: ShownLine,
	ordered: readonly TaxedLine[],
	currency: string,
): Proposal[] {
	const [box, ...others] = boxes;
	const quantity = box?.quantity ?? null;
	if (box === undefined || quantity === null || others.length > 0) return [];
	const { returnReason } = fields;
	const price = typeof fields['price'] === 'string' ? fields['price'] : null;
	const uomId = Number(box.unitId);
	const of = ordered.find((each) => each.id === fields['orderLine']);
	const inOrdered = of === undefined ? null : quantityIn(of.uomId, box, item);
	return [
		{
			kind: 'claim-return',
			line: { record: { id: lineId, itemId: item.itemId, quantity }, item },
			uomId,
			quantity,
			price,
			orderedPrice: null,
			// As it was billed, with tax and discount: the service says only what the goods cost.
			amount:
				of === undefined || price === null || inOrdered === null || isZero(inOrdered)
					? (cost ?? '0')
					: billed(
							of,
							inOrdered,
							divide(multiply(price, quantity), inOrdered, EXACT_PLACES),
							currency,
						),
			isBilled: null,
			reason: typeof returnReason === 'string' ? returnReason : '',
		},
	];
}
