// Proposals of the sent receipts of a location. Each receipt is read once: it changes only when it is sent again.
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { itemViews, type FindItem } from '../document/item-view.ts';
import { documentIdOf } from '../document/document-id.ts';
import { DeliveredLines, type OrderReceipt } from '../delivery/delivered-lines.ts';
import type { DraftRow } from '../store/drafts.ts';
import { followUpTables } from '../store/follow-ups.ts';
import { readableOrNull } from '../store/kept-json.ts';
import { proposalsOf, type Proposal } from './proposals.ts';

/** The document that proposes something. */
export interface Source {
	/** In decisions: the draft of a receipt, or a return as on screen. */
	readonly id: string;
	/** The order or the return, as on screen. */
	readonly documentId: string;
	/** The service's. */
	readonly orderId: string;
	readonly number: string;
	readonly invoiceNumber: string;
	readonly businessDate: string;
	readonly locationId: string;
	readonly supplierId: string;
	readonly currency: string;
	readonly proposals: readonly Proposal[];
}

export type ReceiptRead = OrderReceipt & Source;

interface Remembered {
	readonly revision: number;
	readonly pulled: string;
	readonly profile: ServiceProfile;
	readonly read: ReceiptRead | null;
}

export class ReceiptProposals {
	readonly #drafts;
	readonly #tables;
	readonly #items;
	readonly #pulls;
	readonly #lines;
	readonly #known = new Map<string, Remembered>();

	constructor({ store }: Pick<CoreContext, 'store'>) {
		this.#drafts = store.drafts;
		this.#tables = followUpTables(store.durable);
		this.#items = itemViews(store);
		this.#pulls = store.pulls;
		this.#lines = new DeliveredLines(store);
	}

	/** Receipts with proposals, the oldest first. @param since epoch ms of the last change */
	at(account: ActiveAccount, locationId: string, since: number): ReceiptRead[] {
		const { accountId, profile } = account;
		const item = this.#items.at(accountId, locationId);
		const pulled = (['inventoryItem', 'systemTaxSetting'] as const)
			.map((kind) => this.#pulls.get(accountId, kind)?.readNo)
			.join();
		return this.#tables
			.receipts(accountId, locationId, since)
			.flatMap(({ draft_id: draftId, revision }) => {
				const known = this.#known.get(draftId);
				if (known?.revision === revision && known.pulled === pulled && known.profile === profile)
					return known.read ?? [];
				const row = this.#drafts.get(accountId, draftId);
				const read = row && readableOrNull(() => this.#read(account, row, item));
				const useful = read !== null && read.proposals.length > 0 ? read : null;
				this.#known.set(draftId, { revision, pulled, profile, read: useful });
				return useful ?? [];
			});
	}

	#read(account: ActiveAccount, row: DraftRow, item: FindItem): ReceiptRead | null {
		const receipt = this.#lines.receipt(account, row, item);
		if (receipt === null) return null;
		const { id, number = '', supplierId } = receipt.order;
		return {
			...receipt,
			id: row.draft_id,
			documentId: documentIdOf('purchaseOrder', id),
			orderId: id,
			number,
			invoiceNumber: receipt.entered.body.invoice?.number ?? '',
			businessDate: row.business_date,
			locationId: row.location_id,
			supplierId,
			proposals: proposalsOf(receipt, account.profile),
		};
	}
}
