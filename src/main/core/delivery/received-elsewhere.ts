// Invoices that the copies of receipts show and that nobody entered on this PC.
import { z } from 'zod';
import type { CoreContext } from '../context.ts';
import { enteredBodyOf } from '../receiving/entered.ts';
import { cacheRecords } from '../store/cache-records.ts';
import { draftTable } from '../store/drafts.ts';
import { keptOr } from '../store/kept-json.ts';

const named = z.looseObject({
	purchaseOrderId: z.string(),
	supplierId: z.string(),
	invoiceNumber: z.string(),
});
type Named = z.infer<typeof named>;

/** How an invoice number is compared: people type its letters in either case. */
export const sameNumber = (number: string): string => number.trim().toLowerCase();

export class ReceivedElsewhere {
	readonly #records;
	readonly #drafts;
	/** Read once, because each entry of a delivery asks. */
	#read: { readonly of: string; readonly receipts: readonly Named[] } | null = null;

	constructor({ store }: Pick<CoreContext, 'store'>) {
		this.#records = cacheRecords(store.cache);
		this.#drafts = draftTable(store.durable);
	}

	/** Whether another PC received an invoice of a supplier at a location, as far as the copies show. */
	has(
		accountId: string,
		{ locationId, supplierId }: { readonly locationId: string; readonly supplierId: string },
		number: string,
	): boolean {
		const isSame = (other: string | undefined) => sameNumber(other ?? '') === sameNumber(number);
		return this.#at(accountId, locationId).some(
			(receipt) =>
				receipt.supplierId === supplierId &&
				isSame(receipt.invoiceNumber) &&
				![
					...this.#drafts.submittedAgainst(accountId, 'order-receipt', receipt.purchaseOrderId),
					...this.#drafts.unordered(accountId, locationId),
				].some((row) => isSame(enteredBodyOf(row).invoice?.number)),
		);
	}

	#at(accountId: string, locationId: string): readonly Named[] {
		const of = JSON.stringify([accountId, locationId, this.#records.stamp(accountId, 'receiving')]);
		if (this.#read?.of !== of) {
			const receipts = this.#records
				.at(accountId, 'receiving', locationId)
				.flatMap(({ json }) => keptOr(named, json, null) ?? []);
			this.#read = { of, receipts };
		}
		return this.#read.receipts;
	}
}
