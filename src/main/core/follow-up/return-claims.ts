// Claims that follow from returns at the service: the supplier owes what went back.
import { kinds } from '../../../shared/document/kinds.ts';
import { add } from '../../../shared/domain/decimal.ts';
import { currencyPlaces } from '../../../shared/domain/money.ts';
import { purchaseOrderRecord } from '../../../shared/service/purchase-order.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { businessDateAt } from '../document/dates.ts';
import { serverIdOf } from '../document/document-id.ts';
import { Documents } from '../document/documents.ts';
import type { ListedRow, ShownDocument, ShownLine } from '../document/shown-document.ts';
import { once } from '../once.ts';
import { billed } from '../delivery/invoice.ts';
import { sameInvoice } from '../return/receipts.ts';
import { DeliveredLines } from '../delivery/delivered-lines.ts';
import type { TaxedLine } from '../delivery/taxed-lines.ts';
import { cacheRecords } from '../store/cache-records.ts';
import { keptOr } from '../store/kept-json.ts';
import { locationTable } from '../store/locations.ts';
import type { Proposal } from './proposals.ts';
import type { ReceiptRead, Source } from './receipts.ts';

const kind = kinds.returnOrder;
const claimedIn: readonly string[] = ['submitted', 'approved', 'finalized'];

export type ReturnClaims = ReturnType<typeof returnClaims>;

export function returnClaims(context: CoreContext) {
	const locations = locationTable(context.store.cache);
	const records = cacheRecords(context.store.cache);
	const delivered = new DeliveredLines(context.store);
	const documents = once(() => new Documents(context, kind));

	function sourceOf(account: ActiveAccount, document: ShownDocument): Source {
		const { documentId, number, businessDate, locationId, currency, fields, lines } = document;
		const text = (field: string): string => {
			const value = fields[field];
			return typeof value === 'string' ? value : '';
		};
		const orderId = text('purchaseOrderId');
		const copy = records.get(account.accountId, 'purchaseOrder', orderId);
		const order = copy && keptOr(purchaseOrderRecord, copy.json, null);
		const ordered = order === null ? [] : delivered.taxed(account, order, currency);
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

	/** Those that are claimed. */
	function returnsAt(
		account: ActiveAccount,
		locationId: string,
		isWanted: (row: ListedRow) => boolean,
	): ShownDocument[] {
		const { list, shown } = documents();
		return list
			.all(account, locationId)
			.filter(
				({ row }) =>
					claimedIn.includes(row.phase) &&
					serverIdOf(kind.name, row.documentId) !== null &&
					isWanted(row),
			)
			.flatMap(({ row }) => shown.get(account, row.documentId) ?? []);
	}

	return {
		/** Of a location. @param days how old they may be */
		at(account: ActiveAccount, locationId: string, days: number): Source[] {
			const location = locations.get(account.accountId, locationId);
			const oldest = businessDateAt(location, context.ports.clock.now() - days * 86_400_000);
			return returnsAt(account, locationId, ({ businessDate }) => businessDate >= oldest).map(
				(document) => sourceOf(account, document),
			);
		},

		/** What went back of a receipt, by line of its order and in the unit of that line. */
		of(
			account: ActiveAccount,
			{ orderId, invoiceNumber, locationId, order }: ReceiptRead,
		): ReadonlyMap<string, string> {
			const returned = new Map<string, string>();
			const isOfIt = ({ fields }: Pick<ListedRow, 'fields'>): boolean =>
				fields['purchaseOrderId'] === orderId &&
				sameInvoice(String(fields['invoiceNumber'] ?? ''), invoiceNumber);
			for (const { lines } of returnsAt(account, locationId, isOfIt)) {
				for (const { boxes, fields } of lines) {
					const line = order.items.find(({ id }) => id === fields['orderLine']);
					for (const { unitId, quantity } of boxes) {
						if (line === undefined || quantity === null || unitId !== String(line.uomId)) continue;
						returned.set(line.id, add(returned.get(line.id) ?? '0', quantity));
					}
				}
			}
			return returned;
		},
	};
}

/** Empty for a line in several units, which the service does not make. */
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
	const of = ordered.find((each) => each.id === fields['orderLine'] && each.uomId === uomId);
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
				of === undefined || price === null
					? (cost ?? '0')
					: billed(of, quantity, price, currencyPlaces(currency)),
			isBilled: null,
			reason: typeof returnReason === 'string' ? returnReason : '',
		},
	];
}
