// Orders made from a request: one for each supplier, linked to it at both ends.
import { withoutEffect } from '../../../shared/bridge/values.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { RequestHere } from '../../../shared/bridge/purchasing.ts';
import { purchaseOrder } from '../../../shared/document/purchase-order.ts';
import { purchaseRequest } from '../../../shared/document/purchase-request.ts';
import { asTyped } from '../../../shared/domain/quantity-entry.ts';
import { purchaseRequestRecord } from '../../../shared/service/purchasing.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import type { DocumentsOf } from '../document/all-kinds.ts';
import { documentIdOf, serverIdOf } from '../document/document-id.ts';
import { businessDateAt } from '../document/dates.ts';
import type { ListedDocument, ListedRow, ShownDocument } from '../document/shown-document.ts';
import type { OnThisPc } from '../document/shown-documents.ts';
import { activeOptions, listedPrice, type PurchaseOption } from '../price/purchase-options.ts';
import { allOrNothing } from '../store/all-or-nothing.ts';
import { keptOr } from '../store/kept-json.ts';
import type { Answer } from '../connected.ts';

type Orders = DocumentsOf['purchaseOrder'];
type Line = ShownDocument['lines'][number];

const { name: orderKind } = purchaseOrder;
const { name: requestKind } = purchaseRequest;

/** Of a location, by the request they were made from; oldest first. */
function ordersByRequest(orders: Orders, account: ActiveAccount, locationId: string) {
	const made = orders()
		.list.all(account, locationId)
		.filter(({ row }) => typeof row.fields['purchaseRequestId'] === 'string');
	return Map.groupBy(made.toReversed(), ({ row }) => String(row.fields['purchaseRequestId']));
}

/** An approved request waits on us until something is ordered. */
export class RequestOnThisPc implements OnThisPc {
	readonly #orders: Orders;

	constructor(orders: Orders) {
		this.#orders = orders;
	}

	rows(
		account: ActiveAccount,
		listed: ReadonlyMap<string, ListedDocument>,
	): ReadonlyMap<string, ListedRow> {
		const [first] = listed.values();
		if (first === undefined) return new Map();
		const made = ordersByRequest(this.#orders, account, first.row.locationId);
		return new Map(
			[...listed].flatMap(([serverId, { row }]): [string, ListedRow][] =>
				row.phase === 'approved' && isOrdered(made.get(serverId))
					? [[serverId, { ...row, move: 'nobody' }]]
					: [],
			),
		);
	}

	document(account: ActiveAccount, serverId: string, document: ShownDocument): ShownDocument {
		if (document.phase !== 'approved' || document.standing !== 'service') return document;
		const made = ordersByRequest(this.#orders, account, document.locationId);
		return isOrdered(made.get(serverId)) ? { ...document, move: 'nobody' } : document;
	}
}

const isOrdered = (made: readonly ListedDocument[] = []): boolean =>
	made.some(({ row }) => !withoutEffect.includes(row.phase));

export class OrdersFromRequest {
	readonly #context: CoreContext;
	readonly #documents: DocumentsOf;

	constructor(context: CoreContext, documents: DocumentsOf) {
		this.#context = context;
		this.#documents = documents;
	}

	request(account: ActiveAccount, documentId: string): Reply<RequestHere> {
		const found = this.#find(account, documentId);
		if (found === null) return notHere();
		const { serverId, document } = found;
		const made =
			ordersByRequest(this.#documents.purchaseOrder, account, document.locationId).get(serverId) ??
			[];
		const itemIds = new Set(
			made
				.filter(({ row }) => !withoutEffect.includes(row.phase))
				.flatMap(({ lines }) => lines.map(({ itemId }) => itemId)),
		);
		const options = activeOptions(
			this.#context.store.records.all(account.accountId, 'purchaseOption'),
		);
		const known = new Set(made.map(({ row }) => row.documentId));
		return succeed({
			documentId,
			orders: [
				...this.#elsewhere(account.accountId, serverId)
					.filter((id) => !known.has(id))
					.map((id) => ({
						documentId: id,
						number: serverIdOf(orderKind, id) ?? id,
						supplierName: '',
						phase: 'unknown' as const,
						stateWord: '',
						standing: 'service' as const,
					})),
				...made.map(({ row }) => ({
					documentId: row.documentId,
					number: row.number,
					supplierName: String(row.fields['supplierName'] ?? ''),
					phase: row.phase,
					stateWord: row.stateWord,
					standing: row.standing,
				})),
			],
			isToOrder: document.phase === 'approved' && document.standing === 'service',
			lines: document.lines.map(({ lineId, item, fields }) => ({
				lineId,
				supplierId: textIn(fields['supplierId']) ?? usualSupplier(options, item.itemId),
				isOrdered: itemIds.has(item.itemId),
			})),
		});
	}

	readonly orderFrom: Answer<'purchasing.orderFrom'> = (
		account,
		{ documentId, intentId, locale, lines },
	) => {
		const found = this.#find(account, documentId);
		if (found === null) return notHere();
		const { serverId, document } = found;
		if (document.phase !== 'approved' || document.standing !== 'service') {
			return fail('not-possible-now', 'This request cannot be ordered from now.');
		}
		const { store, emit, appChanged } = this.#context;
		const { own } = this.#documents.purchaseOrder();
		const { locationId } = document;
		const itemNow = own.itemsAt(account, locationId);
		const prices = this.#prices(account.accountId, locationId);
		const of = new Map(document.lines.map((line) => [line.lineId, line]));
		const bySupplier = Map.groupBy(lines, ({ supplierId }) => supplierId);
		const made = allOrNothing(store.durable, () => {
			const orders: { documentId: string }[] = [];
			for (const [supplierId, wanted] of bySupplier) {
				const order = {
					documentId: null,
					intentId: `${intentId}/${supplierId}`,
					revision: 0,
					locationId,
					locale,
					supplierId,
					deliveryDate: textIn(document.fields['neededDate']),
					description: textIn(document.fields['description']) ?? '',
					purchaseRequestId: serverId,
					lines: wanted
						.flatMap(({ lineId }) => of.get(lineId) ?? [])
						.map((line) => orderedLine(line, supplierId, { locale, prices })),
				};
				const saved = own.save(account, order, itemNow);
				if (!saved.ok) return saved;
				orders.push({ documentId: saved.value.draft_id });
			}
			return succeed({ orders });
		});
		if (!made.ok) return made;
		emit('documents.changed', { area: orderKind });
		emit('documents.changed', { area: requestKind });
		appChanged();
		return made;
	};

	#find(account: ActiveAccount, documentId: string) {
		const serverId = serverIdOf(requestKind, documentId);
		const document =
			serverId === null ? null : this.#documents.purchaseRequest().shown.get(account, documentId);
		return serverId === null || document === null ? null : { serverId, document };
	}

	/** Orders that the service names, which may be unknown here. */
	#elsewhere(accountId: string, serverId: string): string[] {
		const copy = this.#context.store.records.get(accountId, requestKind, serverId);
		const record = copy && keptOr(purchaseRequestRecord, copy.json, null);
		return (record?.purchaseOrderIds ?? []).map((id) => documentIdOf(orderKind, id));
	}

	#prices(accountId: string, locationId: string): Prices {
		const { store, ports } = this.#context;
		const location = store.locations.get(accountId, locationId);
		const today = businessDateAt(location, ports.clock.now());
		return new Map(
			activeOptions(store.records.all(accountId, 'purchaseOption')).map((option) => [
				priceKey(option.supplierId, option.itemId, String(option.uomId)),
				listedPrice(option, location.currency, today),
			]),
		);
	}
}

/** The supplier of the item's default option, or its only supplier. */
function usualSupplier(options: readonly PurchaseOption[], itemId: string): string | null {
	const offers = options.filter((option) => option.itemId === itemId);
	const usual = offers.filter(({ isDefault }) => isDefault === true);
	const [first, ...others] = usual.length > 0 ? usual : offers;
	const isClear = others.every(({ supplierId }) => supplierId === first?.supplierId);
	return first !== undefined && isClear ? first.supplierId : null;
}

type Prices = ReadonlyMap<string, string>;

const priceKey = (...of: readonly string[]): string => JSON.stringify(of);

function orderedLine(
	{ lineId, item, boxes, fields }: Line,
	supplierId: string,
	{ locale, prices }: { locale: string; prices: Prices },
) {
	const [box] = boxes;
	return {
		lineId,
		itemId: item.itemId,
		boxes: boxes.map(({ unitId, quantity, typed }) => ({
			unitId,
			typed: quantity === null ? typed : asTyped(quantity, locale),
		})),
		price: (box && prices.get(priceKey(supplierId, item.itemId, box.unitId))) ?? null,
		note: textIn(fields['note']) ?? '',
	};
}

const textIn = (value: unknown): string | null =>
	typeof value === 'string' && value !== '' ? value : null;

const notHere = () => fail('not-found', 'This request is not here.');
