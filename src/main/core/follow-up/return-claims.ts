// Claims that follow from returns at the service: the supplier owes what went back.
import { kinds } from '../../../shared/document/kinds.ts';
import { wentBackIn } from '../../../shared/document/return-order.ts';
import {
	addTo,
	divide,
	multiply,
	notBelowZero,
	roundTo,
	subtract,
} from '../../../shared/domain/decimal.ts';
import { currencyPlaces } from '../../../shared/domain/money.ts';
import { remembered } from '../../../shared/domain/remembered.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { businessDateAt } from '../document/dates.ts';
import { serverIdOf } from '../document/document-id.ts';
import { Documents } from '../document/documents.ts';
import { itemViews } from '../document/item-view.ts';
import type { ListedRow, ShownDocument, ShownLine } from '../document/shown-document.ts';
import { once } from '../once.ts';
import { billed } from '../delivery/invoice.ts';
import type { TaxedLine } from '../delivery/taxed-lines.ts';
import { EXACT_PLACES } from '../receiving/receipt-step.ts';
import type { Proposal } from './proposals.ts';
import type { ReceiptRead, Source } from './receipt-proposals.ts';
import {
	backsOf,
	keyOf,
	returnedInvoices,
	type Named,
	type ReturnedInvoice,
} from './returned-invoice.ts';
import { creditedOf, paidForOf, type BackLine, type Share } from './returned-lines.ts';

const kind = kinds.returnOrder;

export function returnClaims(context: CoreContext) {
	const { locations } = context.store;
	const items = itemViews(context.store);
	const invoiceOf = returnedInvoices(context);
	const documents = once(() => new Documents(context, kind));

	/** Each invoice is read once. */
	function invoicesAt(
		account: ActiveAccount,
		locationId: string,
	): (named: Named) => ReturnedInvoice {
		const byKey = once(() =>
			Map.groupBy(rowsAt(account, locationId), ({ fields }) =>
				keyOf(fields['purchaseOrderId'], fields['invoiceNumber']),
			),
		);
		const find = items.at(account.accountId, locationId);
		const known = new Map<string, ReturnedInvoice>();
		return (named) => {
			const key = keyOf(named.orderId, named.invoiceNumber);
			return remembered(known, key, () =>
				invoiceOf(account, named, read(account, byKey().get(key) ?? []), find),
			);
		};
	}

	function sourceOf(document: ShownDocument, invoiceAt: (named: Named) => ReturnedInvoice): Source {
		const { documentId, number, businessDate, locationId, currency, fields, lines } = document;
		const text = (field: string): string => {
			const value = fields[field];
			return typeof value === 'string' ? value : '';
		};
		const named = { orderId: text('purchaseOrderId'), invoiceNumber: text('invoiceNumber') };
		const invoice = invoiceAt(named);
		return {
			id: documentId,
			documentId,
			...named,
			number,
			businessDate,
			locationId,
			supplierId: text('supplierId'),
			currency,
			proposals: lines.flatMap((line) => claimOf(document, line, invoice)),
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
			const invoiceAt = invoicesAt(account, locationId);
			return read(account, rows).map((document) => sourceOf(document, invoiceAt));
		},

		/** Quantities that went back of a receipt, by line of its order and in the unit of that line. */
		of(account: ActiveAccount, locationId: string): (receipt: ReceiptRead) => Returned {
			const invoiceAt = invoicesAt(account, locationId);
			return (receipt) => {
				const returned = new Map<string, string>();
				for (const { sent, quantity } of invoiceAt(receipt).shares) {
					if (sent.receiptId === receipt.id) addTo(returned, sent.lineId, quantity);
				}
				return returned;
			};
		},
	};
}

type Returned = ReadonlyMap<string, string>;

/** Empty for a line in several units, which only an unusual service has. */
function claimOf(
	{ documentId, currency }: ShownDocument,
	line: ShownLine,
	{ ordered, shares }: ReturnedInvoice,
): Proposal[] {
	const { lineId, item, boxes, cost, fields } = line;
	const [box, ...others] = boxes;
	const quantity = box?.quantity ?? null;
	if (box === undefined || quantity === null || others.length > 0) return [];
	const { returnReason } = fields;
	const of = ordered.find((each) => each.id === fields['orderLine']);
	const [own] = backsOf(documentId, line, ordered);
	const back =
		shares.find((share) => share.back.documentId === documentId && share.back.lineId === lineId)
			?.back ?? own;
	return [
		{
			kind: 'claim-return',
			line: { record: { id: lineId, itemId: item.itemId, quantity }, item },
			uomId: Number(box.unitId),
			quantity,
			price: typeof fields['price'] === 'string' ? fields['price'] : null,
			orderedPrice: null,
			amount:
				of === undefined || back === undefined || back.price === null
					? (cost ?? '0')
					: owedFor(of, back, shares, currency),
			isBilled: null,
			reason: typeof returnReason === 'string' ? returnReason : '',
		},
	];
}

/**
 * As billed, with tax and discount, because the service states only the cost of the goods. Free goods have no part of
 * the discount, and credit already given for the price is subtracted.
 */
function owedFor(
	of: TaxedLine,
	back: BackLine,
	shares: readonly Share[],
	currency: string,
): string {
	const paidFor = paidForOf(back, shares);
	const discount = divide(multiply(of.discount ?? '0', paidFor), back.quantity, EXACT_PLACES);
	const amount = billed({ ...of, discount }, back.quantity, back.price ?? '0', currency);
	return notBelowZero(
		subtract(amount, roundTo(creditedOf(back, shares), currencyPlaces(currency))),
	);
}
