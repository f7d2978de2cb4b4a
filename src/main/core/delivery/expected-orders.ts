// Orders with goods to come: the service's copy, less our receipts that it does not show yet.
import type { Standing } from '../../../shared/bridge/values.ts';
import { kinds } from '../../../shared/document/kinds.ts';
import { receivings } from '../../../shared/document/receiving.ts';
import { withoutReference } from '../../../shared/domain/reference.ts';
import { phaseOf } from '../../../shared/service/profile.ts';
import { purchaseOrderRecord } from '../../../shared/service/purchase-order.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { serverIdOf } from '../document/document-id.ts';
import type { Documents } from '../document/documents.ts';
import { laneOf } from '../document/lane-of.ts';
import { referredNames } from '../document/referred.ts';
import type { ShownDocument } from '../document/shown-document.ts';
import type { QueuedStep } from '../outbox/outbox.ts';
import { enteredBodyOf, isDue, type Expected } from '../receiving/entered.ts';
import { orderReceipts, withReceipts } from '../receiving/order-receipts.ts';
import type { DraftRow } from '../store/drafts.ts';
import { keptAs } from '../store/kept-json.ts';
import type { DeliveredLines } from './delivered-lines.ts';
import { ReceivedElsewhere } from './received-elsewhere.ts';
import type { TaxedLine } from './taxed-lines.ts';

const name = 'order-receipt';
const kind = kinds[receivings[name].against];

export type OrderHead = Pick<
	ShownDocument,
	'number' | 'stateWord' | 'cost' | 'costsUnknown' | 'version' | 'rejectedBecause' | 'reasonGoes'
> & {
	readonly supplierName: string;
	readonly deliveryDate: string | null;
	readonly description: string;
};

/** An order with goods to come, or goods that came without one. */
export interface ExpectedDelivery extends Expected {
	readonly supplierId: string;
	readonly currency: string;
	readonly head: OrderHead;
	/** Lines of the order with their tax and discount; none without an order. */
	readonly ordered: readonly TaxedLine[];
	readonly standing: Standing;
	/** Sent receipts: entering one of their invoices again is a question. */
	readonly receipts: readonly DraftRow[];
	/**
	 * The order with which an invoice of the supplier was received, here for another order or on another PC: its number,
	 * empty if that is unknown. Null if it was not received.
	 */
	readonly orderOf: (invoiceNumber: string) => string | null;
	/** How many receipts the service does not show yet. */
	readonly waiting: number;
	/** null for a receipt of an order. */
	readonly afterwards: { readonly orderId: string | null; readonly needsApproval: boolean } | null;
}

export class ExpectedOrders {
	readonly #documents: Documents<typeof kind>;
	readonly #lines: DeliveredLines;
	readonly #records;
	readonly #drafts;
	readonly #receipts;
	readonly #elsewhere;
	readonly #referred;

	constructor(context: CoreContext, documents: Documents<typeof kind>, lines: DeliveredLines) {
		this.#documents = documents;
		this.#lines = lines;
		this.#records = context.store.records;
		this.#drafts = context.store.drafts;
		this.#receipts = orderReceipts(context);
		this.#elsewhere = new ReceivedElsewhere(context);
		this.#referred = referredNames(context.store);
	}

	find(account: ActiveAccount, documentId: string): ExpectedDelivery | null {
		const { accountId, profile } = account;
		const serverId = serverIdOf(kind.name, documentId);
		const document = serverId === null ? null : this.#documents.shown.get(account, documentId);
		if (serverId === null || document === null) return null;
		const { locationId, businessDate } = document;
		// The first that was begun: a later one is compared with what it leaves.
		const row =
			this.#drafts
				.open(accountId, name, locationId)
				.findLast(({ server_id: against }) => against === serverId) ?? null;
		const body = row && enteredBodyOf(row);
		const copy = this.#records.get(accountId, kind.name, serverId);
		const base: unknown = copy === null ? body?.seen : null;
		if (copy === null && base === undefined) return null;
		const order = copy ? keptAs(purchaseOrderRecord, copy.json) : purchaseOrderRecord.parse(base);
		const unseen = this.#receipts.unseen(serverId, copy?.readNo ?? 0);
		const ours = unseen.receipts;
		const receipts = this.#receipts.standing(accountId, serverId);
		const short = this.#receipts.closedShort(accountId, serverId);
		const record = withReceipts(order, ours);
		const item = this.#lines.itemsAt(accountId, locationId);
		const ordered = this.#lines.ordered(account, record.items, item, short);
		const { supplierId } = order;
		const extras = body
			? this.#lines.extras(account, body, supplierId, {
					locationId,
					day: row.business_date,
				})
			: [];
		const phase = phaseOf(profile, kind.name, order.status);
		const isEnding = unseen.others.length > 0;
		const open =
			receivings[name].openIn(profile).includes(phase) &&
			!isEnding &&
			ordered.some((line) => isDue(name, line));
		const { nameOf } = this.#referred(accountId);
		const text = (field: string): string => {
			const value = document.fields[field];
			return typeof value === 'string' ? value : '';
		};
		return {
			name,
			documentId,
			record,
			base: order,
			lines: [...ordered, ...extras],
			phase,
			locationId,
			businessDate,
			entered: row && body && { row, body },
			open,
			queued: false,
			lane: laneOf(kind, document, serverId, nameOf),
			draftHead: {},
			supplierId,
			currency: document.currency,
			head: {
				...document,
				supplierName: text('supplierName') || supplierId,
				deliveryDate: text('deliveryDate') || null,
				description: withoutReference(order.description ?? ''),
			},
			ordered: this.#lines.taxed(account, order),
			standing: standingOf(ours),
			receipts,
			orderOf: (number) =>
				this.#elsewhere.orderOf(accountId, { locationId, supplierId, orderId: serverId }, number),
			waiting: ours.length,
			afterwards: null,
		};
	}
}

function standingOf(ours: readonly QueuedStep[]): Standing {
	if (ours.every(({ state }) => state === 'confirmed')) return 'service';
	return ours.some(({ state }) => state === 'attention' || state === 'stale-review')
		? 'needs-you'
		: 'waiting';
}
