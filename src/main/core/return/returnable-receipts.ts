// The receipts from which goods can go back: those that the service shows, and those of this PC that it does not show yet.
import { z } from 'zod';
import type { ItemView } from '../../../shared/bridge/values.ts';
import { receivings } from '../../../shared/document/receiving.ts';
import { decimalText } from '../../../shared/domain/decimal.ts';
import {
	invoiceKey,
	purchaseOrderReceiving,
	purchaseOrderRecord,
	type PurchaseOrderReceiving,
	type PurchaseOrderRecord,
} from '../../../shared/service/purchase-order.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { itemViews, unknownItem, type FindItem } from '../document/item-view.ts';
import { DeliveredLines } from '../delivery/delivered-lines.ts';
import {
	enteredBodyOf,
	receivedIn,
	type EnteredBody,
	type ExpectedLine,
} from '../receiving/entered.ts';
import { orderReceipts } from '../receiving/order-receipts.ts';
import { sentPriceOf } from '../receiving/receipt-step.ts';
import type { DraftRow } from '../store/drafts.ts';
import { followUpTables } from '../store/follow-ups.ts';
import { keptAs, readable } from '../store/kept-json.ts';

/** Receipts of orders are pulled at least once a day. */
const LATELY_MS = 7 * 24 * 60 * 60 * 1_000;

const draftName = 'order-receipt';
const orderKind = receivings[draftName].against;

export interface ReceiptLine {
	readonly orderLine: string;
	/** Null while the service does not show the receipt. */
	readonly receiptLine: string | null;
	readonly item: ItemView;
	readonly uomId: number;
	/** In that unit. */
	readonly ordered: string | null;
	readonly received: string;
	readonly price: string | null;
	readonly taxId: number | null;
}

export interface Receipt {
	/** Null while the service does not show it. */
	readonly receivingId: string | null;
	/** The entries of this PC; null for a receipt of the service. */
	readonly draftId: string | null;
	readonly orderId: string;
	readonly order: PurchaseOrderRecord | null;
	readonly number: string;
	readonly invoiceNumber: string;
	readonly locationId: string;
	readonly supplierId: string;
	/** ISO 8601. */
	readonly date: string;
	readonly totalAmount: string | null;
	readonly lines: readonly ReceiptLine[];
}

/** Enough to filter receipts without parsing them whole. */
const named = z.looseObject({
	id: z.string(),
	date: z.string(),
	purchaseOrderId: z.string(),
	supplierId: z.string(),
	invoiceNumber: z.string().optional(),
});
type Named = z.infer<typeof named>;

const taxed = z.looseObject({ taxId: z.number().optional() });

export class ReturnableReceipts {
	readonly #records;
	readonly #drafts;
	readonly #items;
	readonly #lines;

	readonly #sent;
	readonly #ofOrders;
	readonly #now;

	constructor(context: Pick<CoreContext, 'store' | 'outbox' | 'ports'>) {
		const { store, ports } = context;
		this.#sent = followUpTables(store.durable);
		this.#ofOrders = orderReceipts(context);
		this.#now = () => ports.clock.now();
		this.#records = store.records;
		this.#drafts = store.drafts;
		this.#items = itemViews(store);
		this.#lines = new DeliveredLines(store);
	}

	get({ accountId }: ActiveAccount, receivingId: string): Receipt | null {
		const copy = this.#records.get(accountId, 'receiving', receivingId);
		return copy && this.#ofCopy(accountId, keptAs(purchaseOrderReceiving, copy.json));
	}

	/** Entered here for an order, sent or not. */
	ofDraft(account: ActiveAccount, draftId: string): Receipt | null {
		const row = this.#drafts.get(account.accountId, draftId);
		return row?.document === draftName ? this.#ofRow(account, row) : null;
	}

	heads(accountId: string, locationId: string): Named[] {
		return readable(this.#records.at(accountId, 'receiving', locationId), ({ json }) =>
			keptAs(named, json),
		);
	}

	/** Of a location, newest first. */
	shown(
		account: ActiveAccount,
		locationId: string,
		isWanted: (receipt: Named) => boolean,
		most = Infinity,
		heads = this.heads(account.accountId, locationId),
	): Receipt[] {
		return heads
			.filter(isWanted)
			.sort((a, b) => b.date.localeCompare(a.date))
			.slice(0, most)
			.flatMap(({ id }) => this.get(account, id) ?? []);
	}

	/** Sent receipts of an order that no cached record shows yet. */
	unseen(account: ActiveAccount, orderId: string, heads?: Named[]): Receipt[] {
		return readable(this.#ofOrders.standing(account.accountId, orderId), (row) =>
			this.#ofRow(account, row),
		).filter((receipt) => this.seenAs(account, receipt, heads) === null);
	}

	/** Those of a location that were sent lately, newest first: cached records show the others. */
	unseenAt(account: ActiveAccount, locationId: string): Receipt[] {
		const { accountId } = account;
		const since = this.#now() - LATELY_MS;
		const orderIds = this.#sent
			.receipts(accountId, locationId, since)
			.flatMap(({ draft_id: draftId }) => this.#drafts.get(accountId, draftId)?.server_id ?? []);
		const heads = this.heads(accountId, locationId);
		return [...new Set(orderIds)]
			.flatMap((orderId) => this.unseen(account, orderId, heads))
			.sort((a, b) => b.date.localeCompare(a.date));
	}

	/**
	 * The cached record of a receipt of this PC: of the same order and invoice, with its lines. Null if there is none, or if
	 * several fit.
	 */
	seenAs(
		account: ActiveAccount,
		{ orderId, invoiceNumber, locationId, lines }: Receipt,
		heads?: Named[],
	) {
		const found = this.shown(
			account,
			locationId,
			(each) =>
				each.purchaseOrderId === orderId &&
				invoiceKey(each.invoiceNumber ?? '') === invoiceKey(invoiceNumber),
			Infinity,
			heads,
		).filter((receipt) =>
			lines.every(({ orderLine }) => receipt.lines.some((line) => line.orderLine === orderLine)),
		);
		return found.length === 1 ? (found[0] ?? null) : null;
	}

	order(accountId: string, orderId: string): PurchaseOrderRecord | null {
		const copy = this.#records.get(accountId, orderKind, orderId);
		return copy && keptAs(purchaseOrderRecord, copy.json);
	}

	#ofCopy(accountId: string, receipt: PurchaseOrderReceiving): Receipt {
		const order = this.order(accountId, receipt.purchaseOrderId);
		const find = this.#items.at(accountId, receipt.locationId);
		return {
			receivingId: receipt.id,
			draftId: null,
			orderId: receipt.purchaseOrderId,
			order,
			number: receipt.number ?? '',
			invoiceNumber: receipt.invoiceNumber ?? '',
			locationId: receipt.locationId,
			supplierId: receipt.supplierId,
			date: receipt.date,
			totalAmount: receipt.totalAmount ?? null,
			lines: receipt.items.map((line): ReceiptLine => {
				const ordered = order?.items.find(({ id }) => id === line.purchaseOrderItemId);
				return {
					orderLine: line.purchaseOrderItemId,
					receiptLine: line.id,
					item: itemOf(find, line.itemId),
					uomId: line.uomId,
					ordered: ordered?.quantity ?? null,
					received: line.quantity,
					price: line.price ?? ordered?.price ?? null,
					taxId: taxed.safeParse(line).data?.taxId ?? ordered?.taxId ?? null,
				};
			}),
		};
	}

	#ofRow(account: ActiveAccount, row: DraftRow): Receipt {
		const { accountId } = account;
		const body = enteredBodyOf(row);
		const orderId = row.server_id ?? body.seen.id;
		const order = this.order(accountId, orderId) ?? purchaseOrderRecord.parse(body.seen);
		const find = this.#items.at(accountId, row.location_id);
		return {
			receivingId: null,
			draftId: row.draft_id,
			orderId,
			order,
			number: '',
			invoiceNumber: body.invoice?.number ?? '',
			locationId: row.location_id,
			supplierId: order.supplierId,
			date: new Date(row.changed_at).toISOString(),
			totalAmount: body.invoice?.totalValue ?? null,
			lines: this.#lines
				.sent(account, body, find)
				.flatMap((line) => enteredLine(line, itemOf(find, line.record.itemId), body)),
		};
	}
}

/** Empty if nothing came on the line. */
function enteredLine(line: ExpectedLine, item: ItemView, body: EnteredBody): ReceiptLine[] {
	const { record } = line;
	const entered = body.lines[record.id];
	const received = receivedIn(draftName, line, entered);
	if (entered === undefined || received === null || record.uomId === undefined) return [];
	if (Number(received) === 0) return [];
	const price = sentPriceOf(draftName, line, entered);
	return [
		{
			orderLine: record.id,
			receiptLine: null,
			item,
			uomId: record.uomId,
			ordered: decimalText(record.quantity),
			received,
			price: price === null ? null : decimalText(price),
			taxId: taxed.safeParse(record).data?.taxId ?? null,
		},
	];
}

const itemOf = (find: FindItem, itemId: string): ItemView => find(itemId) ?? unknownItem(itemId);
