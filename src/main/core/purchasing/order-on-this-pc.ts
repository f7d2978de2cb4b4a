// Facts about orders that only this PC knows: the version sent to the supplier, and the lines closed short. Stored in
// kept_field.
import { z } from 'zod';
import { orderContent, sentHow } from '../../../shared/bridge/purchasing.ts';
import { purchaseOrder } from '../../../shared/document/purchase-order.ts';
import { decimalText, isZero } from '../../../shared/domain/decimal.ts';
import { amendmentOf, type Charge, type OrderContent } from '../../../shared/ordering/amending.ts';
import {
	purchaseOrderRecord,
	type PurchaseOrderRecord,
} from '../../../shared/service/purchase-order.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { DeliveredLines } from '../delivery/delivered-lines.ts';
import { taxOf } from '../delivery/taxed-lines.ts';
import { dayIn } from '../document/fields.ts';
import { documentIdOf } from '../document/document-id.ts';
import { itemViews, type FindItem } from '../document/item-view.ts';
import type { ListedDocument, ListedRow, ShownDocument } from '../document/shown-document.ts';
import type { OnThisPc } from '../document/shown-documents.ts';
import { inUnitOf, isDue, type ExpectedLine } from '../receiving/entered.ts';
import { orderReceipts, withReceipts } from '../receiving/order-receipts.ts';
import { approvalSteps } from '../store/approval-steps.ts';
import { keptFields } from '../store/kept-fields.ts';
import { keptAs, keptOr } from '../store/kept-json.ts';
import { lastApproved } from './approved-order.ts';

const { name: kind } = purchaseOrder;
const prefix = documentIdOf(kind, '');

const approvedField = 'approved';
/** One field, so that two PCs never mix what each has sent. */
const sentField = 'sent';
const sentOrder = z.object({
	at: z.number(),
	how: sentHow,
	by: z.string(),
	content: orderContent,
});
type SentOrder = z.infer<typeof sentOrder>;

export interface OrderBeside {
	readonly record: PurchaseOrderRecord;
	readonly content: z.infer<typeof orderContent>;
	readonly sent: SentOrder | null;
	/** The supplier has the current version of the order. */
	readonly isSent: boolean;
	readonly lines: readonly ExpectedLine[];
	/** Nothing more is expected, but not all of it came. */
	readonly isDone: boolean;
}

export class OrderOnThisPc implements OnThisPc {
	readonly #context: CoreContext;
	readonly #items;
	readonly #lines;
	readonly #kept;
	readonly #receipts;
	readonly #steps;

	constructor(context: CoreContext) {
		const { store } = context;
		this.#context = context;
		this.#items = itemViews(store);
		this.#lines = new DeliveredLines(store);
		this.#kept = keptFields(store.durable);
		this.#receipts = orderReceipts(context);
		this.#steps = approvalSteps(store);
	}

	rows(
		account: ActiveAccount,
		listed: ReadonlyMap<string, ListedDocument>,
	): ReadonlyMap<string, ListedRow> {
		const { accountId } = account;
		const sent = new Map(
			this.#kept
				.inHeads(accountId, prefix, sentField)
				.map(({ document_id: documentId, value }) => [documentId, value]),
		);
		const rows = new Map<string, ListedRow>();
		for (const [serverId, { row }] of listed) {
			const json = sent.get(row.documentId) ?? null;
			if (!isOpen(row)) {
				const at = json === null ? null : keptOr(sentOrder, json, null)?.at;
				if (at) rows.set(serverId, { ...row, fields: { ...row.fields, sentAt: at } });
				continue;
			}
			const isShort = this.#receipts.closedShort(accountId, serverId).size > 0;
			if (json === null && !isShort) continue;
			const beside = this.beside(account, serverId);
			if (beside !== null) rows.set(serverId, shownWith(row, beside));
		}
		return rows;
	}

	document(account: ActiveAccount, serverId: string, document: ShownDocument): ShownDocument {
		const beside = this.beside(account, serverId);
		if (beside === null) return document;
		const lines = new Map(beside.lines.map((line) => [line.record.id, line]));
		const received = new Map(
			beside.record.items.map(({ id, quantityReceived }) => [id, decimalText(quantityReceived)]),
		);
		return {
			...shownWith(document, beside),
			lines: document.lines.map((line) => {
				const of = lines.get(line.lineId);
				if (of === undefined) return line;
				const { closedShort: closed = '0' } = of;
				const closedShort = isZero(closed) ? null : inUnitOf(of, closed);
				const quantityReceived = received.get(line.lineId) ?? null;
				return { ...line, fields: { ...line.fields, quantityReceived, closedShort } };
			}),
		};
	}

	/** null if the service's copy is not here. */
	beside(account: ActiveAccount, serverId: string): OrderBeside | null {
		const { accountId } = account;
		const copy = this.#context.store.records.get(accountId, kind, serverId);
		if (copy === null) return null;
		const { receipts } = this.#receipts.unseen(serverId, copy.readNo);
		const record = withReceipts(keptAs(purchaseOrderRecord, copy.json), receipts);
		const item = this.#items.at(accountId, record.locationId);
		const content = this.#contentOf(accountId, record, item);
		const kept = this.kept(accountId, documentIdOf(kind, serverId))(sentField)?.value ?? null;
		const sent = kept === null ? null : keptOr(sentOrder, kept, null);
		const short = this.#receipts.closedShort(accountId, serverId);
		const lines = this.#lines.ordered(account, record.items, item, short);
		return {
			record,
			content,
			sent,
			isSent: sent !== null && amendmentOf(sent.content, content) === null,
			lines,
			isDone: short.size > 0 && lines.every((line) => !isDue('order-receipt', line)),
		};
	}

	/** The last approved version; null if this PC has not changed the order since. */
	approved(account: ActiveAccount, { id, locationId }: PurchaseOrderRecord) {
		const { accountId, profile } = account;
		const kept = this.kept(accountId, documentIdOf(kind, id));
		const after = Number(kept(approvedField)?.value ?? 0);
		const steps = this.#steps({ account: accountId, document: kind, id, after });
		const approved = lastApproved(steps, profile);
		return (
			approved && {
				content: this.#contentOf(accountId, approved, this.#items.at(accountId, locationId)),
				charges: this.charges(account, approved),
			}
		);
	}

	/** By line. */
	charges(account: ActiveAccount, record: PurchaseOrderRecord): Record<string, Charge> {
		return Object.fromEntries(
			this.#lines
				.taxed(account, record)
				.map((line) => [line.id, { discount: line.discount ?? '0', tax: taxOf(line) }]),
		);
	}

	/** @returns finds a filled field of the order, or of a line */
	kept(accountId: string, documentId: string) {
		const rows = this.#kept.of(accountId, documentId);
		return (name: string, lineId = '') =>
			rows.find(
				({ field, line_id, value }) => field === name && line_id === lineId && value !== null,
			);
	}

	keepApproved(accountId: string, documentId: string): void {
		const at = { documentId, lineId: '', field: approvedField };
		this.keep(accountId, at, String(this.#context.ports.clock.now()));
	}

	keepSent(accountId: string, documentId: string, sent: SentOrder | null): void {
		this.keep(
			accountId,
			{ documentId, lineId: '', field: sentField },
			sent && JSON.stringify(sent),
		);
	}

	keep(
		accountId: string,
		{ documentId, lineId, field }: { documentId: string; lineId: string; field: string },
		value: string | null,
	): void {
		const { ports, settings } = this.#context;
		this.#kept.keep({
			account_id: accountId,
			document_id: documentId,
			line_id: lineId,
			field,
			value,
			changed_at: ports.clock.now(),
			changed_by: settings().person,
		});
	}

	#contentOf(accountId: string, record: PurchaseOrderRecord, item: FindItem) {
		const { supplierId, deliveryDate, items, locationId } = record;
		const location = this.#context.store.locations.get(accountId, locationId);
		return {
			supplierId,
			deliveryDate: deliveryDate === undefined ? null : dayIn(deliveryDate, location),
			lines: items.map(({ id, itemId, uomId, quantity, price, description = '' }) => {
				const view = item(itemId);
				const unit = view?.units.find(({ unitId }) => unitId === String(uomId));
				return {
					lineId: id,
					itemId,
					name: view?.name ?? itemId,
					unitId: String(uomId),
					unitName: unit?.name ?? '',
					quantity: decimalText(quantity),
					price: price === undefined ? null : decimalText(price),
					note: description,
				};
			}),
		} satisfies OrderContent;
	}
}

const isOpen = ({ phase }: Pick<ListedRow, 'phase'>): boolean =>
	phase === 'approved' || phase === 'partly-received';

/** Adds when the current version was sent to the supplier, and who acts next. */
function shownWith<Of extends Pick<ListedRow, 'phase' | 'standing' | 'move' | 'fields'>>(
	shown: Of,
	{ sent, isSent, isDone }: OrderBeside,
): Of {
	const fields = { ...shown.fields, sentAt: isSent || !isOpen(shown) ? (sent?.at ?? null) : null };
	if (shown.standing !== 'service' || !isOpen(shown)) return { ...shown, fields };
	const isOurs = isDone || (sent === null ? shown.phase === 'approved' : !isSent);
	return { ...shown, fields, move: isOurs ? 'ours' : 'theirs' };
}
