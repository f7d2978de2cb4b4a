// Finds invoices that were received before: on this PC for another order, or on another PC, by the cached receipts.
import { z } from 'zod';
import { invoiceKey } from '../../../shared/service/purchase-order.ts';
import type { CoreContext } from '../context.ts';
import { enteredBodyOf } from '../receiving/entered.ts';
import { orderReceipts } from '../receiving/order-receipts.ts';
import { followUpTables } from '../store/follow-ups.ts';
import { keptOr, readableOrNull } from '../store/kept-json.ts';

const named = z.looseObject({
	purchaseOrderId: z.string(),
	supplierId: z.string(),
	invoiceNumber: z.string(),
});
type Named = z.infer<typeof named>;

const seenOrder = z.looseObject({ supplierId: z.string(), number: z.string().optional() });

interface Own {
	readonly revision: number;
	/** Null without an order. */
	readonly orderId: string | null;
	/** For goods that nobody ordered: the order that they came with. */
	readonly cameWith: string | null;
	readonly orderNumber: string;
	readonly supplierId: string;
	readonly invoiceNumber: string;
}

interface Asked {
	readonly locationId: string;
	readonly supplierId: string;
	/** For goods that nobody ordered, the one that they came with; null if they came alone. */
	readonly orderId: string | null;
}

/** Older receipts do not count, because suppliers reuse their numbers. */
const RECENT_DAYS = 180;

export class ReceivedElsewhere {
	readonly #context;
	readonly #tables;
	readonly #receipts;
	/** Kept, because each entry of a delivery asks. */
	#read: { readonly of: string; readonly receipts: readonly Named[] } | null = null;
	readonly #own = new Map<string, Own | null>();

	constructor(context: Pick<CoreContext, 'store' | 'outbox' | 'ports'>) {
		const { store } = context;
		this.#context = context;
		this.#tables = followUpTables(store.durable);
		this.#receipts = orderReceipts(context);
	}

	/** The number of the order with which an invoice was received, empty if that is unknown; null if it was not. */
	orderOf(accountId: string, asked: Asked, number: string): string | null {
		return (
			this.#here(accountId, asked, number) ??
			(this.#elsewhere(accountId, asked, number) ? '' : null)
		);
	}

	/** Goods that came with the order unordered have its invoice, so they do not count. */
	#here(
		accountId: string,
		{ locationId, supplierId, orderId }: Asked,
		number: string,
	): string | null {
		const since = this.#context.ports.clock.now() - RECENT_DAYS * 86_400_000;
		const found = this.#tables
			.receipts(accountId, locationId, since)
			.find(({ draft_id: draftId, revision }) => {
				const own = this.#ownOf(accountId, draftId, revision);
				return (
					own?.supplierId === supplierId &&
					invoiceKey(own.invoiceNumber) === invoiceKey(number) &&
					own.orderId !== orderId &&
					(orderId === null || own.cameWith !== orderId) &&
					(own.orderId === null || this.#receipts.stands(accountId, own.orderId, draftId))
				);
			});
		return found === undefined ? null : (this.#own.get(found.draft_id)?.orderNumber ?? '');
	}

	#ownOf(accountId: string, draftId: string, revision: number): Own | null {
		const known = this.#own.get(draftId);
		if (known?.revision === revision) return known;
		const row = this.#context.store.drafts.get(accountId, draftId);
		const own =
			row &&
			readableOrNull((): Own => {
				const { seen, invoice, cameWith = null } = enteredBodyOf(row);
				const { supplierId, number: orderNumber = '' } = seenOrder.parse(seen);
				const { server_id: orderId } = row;
				const invoiceNumber = invoice?.number ?? '';
				return { revision, orderId, cameWith, orderNumber, supplierId, invoiceNumber };
			});
		this.#own.set(draftId, own);
		return own;
	}

	/** Whether another PC received it, by the cached receipts. */
	#elsewhere(accountId: string, { locationId, supplierId }: Asked, number: string): boolean {
		const { drafts } = this.#context.store;
		const isSame = (other: string | undefined) => invoiceKey(other ?? '') === invoiceKey(number);
		return this.#at(accountId, locationId).some(
			(receipt) =>
				receipt.supplierId === supplierId &&
				isSame(receipt.invoiceNumber) &&
				![
					...drafts.submittedAgainst(accountId, 'order-receipt', receipt.purchaseOrderId),
					...drafts.unordered(accountId, locationId),
				].some((row) => isSame(enteredBodyOf(row).invoice?.number)),
		);
	}

	#at(accountId: string, locationId: string): readonly Named[] {
		const { records } = this.#context.store;
		const of = JSON.stringify([accountId, locationId, records.stamp(accountId, 'receiving')]);
		if (this.#read?.of !== of) {
			const receipts = records
				.at(accountId, 'receiving', locationId)
				.flatMap(({ json }) => keptOr(named, json, null) ?? []);
			this.#read = { of, receipts };
		}
		return this.#read.receipts;
	}
}
