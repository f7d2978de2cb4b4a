// Orders as their goods are expected: the service's copy with our receipts that it does not show yet.
import { z } from 'zod';
import type { Standing } from '../../../shared/bridge/values.ts';
import { kinds } from '../../../shared/document/kinds.ts';
import { receivings } from '../../../shared/document/receiving.ts';
import { add } from '../../../shared/domain/decimal.ts';
import { decimal } from '../../../shared/service/field.ts';
import { phaseOf } from '../../../shared/service/profile.ts';
import {
	purchaseOrderRecord,
	type PurchaseOrderRecord,
} from '../../../shared/service/purchase-order.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { serverIdOf } from '../document/document-id.ts';
import type { Documents } from '../document/documents.ts';
import { unknownItem } from '../document/item-view.ts';
import { laneOf } from '../document/lane-of.ts';
import { referredNames } from '../document/referred.ts';
import type { ShownDocument } from '../document/shown-document.ts';
import type { QueuedStep } from '../outbox/outbox.ts';
import { enteredBodyOf, isDue, type Expected, type ExpectedLine } from '../receiving/entered.ts';
import { isStanding, orderReceipts } from '../receiving/order-receipts.ts';
import { cacheRecords } from '../store/cache-records.ts';
import { draftTable, type DraftRow } from '../store/drafts.ts';
import { keptAs } from '../store/kept-json.ts';

const name = 'order-receipt';
const kind = kinds[receivings[name].against];

export interface ExpectedOrder extends Expected {
	readonly order: PurchaseOrderRecord;
	readonly document: ShownDocument;
	readonly standing: Standing;
	/** Sent receipts that stand, in their order. */
	readonly receipts: readonly DraftRow[];
	/** How many of them the service does not show yet. */
	readonly waiting: number;
}

const received = z.looseObject({
	items: z.array(z.looseObject({ purchaseOrderItemId: z.string(), quantity: decimal })),
});

export class ExpectedOrders {
	readonly #context: CoreContext;
	readonly #documents: Documents<typeof kind>;
	readonly #records;
	readonly #drafts;
	readonly #receipts;
	readonly #referred;

	constructor(context: CoreContext, documents: Documents<typeof kind>) {
		this.#context = context;
		this.#documents = documents;
		this.#records = cacheRecords(context.store.cache);
		this.#drafts = draftTable(context.store.durable);
		this.#receipts = orderReceipts(context);
		this.#referred = referredNames(context.store);
	}

	find(account: ActiveAccount, documentId: string): ExpectedOrder | null {
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
		const steps = this.#context.outbox.stepsOf(kind.name, documentId).filter(isStanding);
		const unseen = steps.filter(
			({ state, confirmedReadNo }) =>
				state !== 'confirmed' || (copy?.readNo ?? 0) <= (confirmedReadNo ?? 0),
		);
		const ours = unseen.filter(({ operation }) => operation.endsWith(`.${receivings[name].verb}`));
		const receipts = this.#receipts.standing(accountId, serverId);
		const short = this.#receipts.closedShort(accountId, serverId);
		const record = withReceipts(order, ours);
		const lines = record.items.map((line): ExpectedLine => {
			const item =
				document.lines.find(({ lineId }) => lineId === line.id)?.item ?? unknownItem(line.itemId);
			const isKnown = item.units.some(({ unitId }) => unitId === String(line.uomId));
			return {
				record: line,
				item: isKnown ? item : { ...item, units: [] },
				closedShort: short.get(line.id) ?? '0',
			};
		});
		const phase = phaseOf(profile, kind.name, order.status);
		const isEnding = unseen.length > ours.length;
		const open =
			receivings[name].openIn(profile).includes(phase) &&
			!isEnding &&
			lines.some((line) => isDue(name, line));
		const { nameOf } = this.#referred(accountId);
		return {
			name,
			documentId,
			record,
			base: order,
			lines,
			phase,
			locationId,
			businessDate,
			entered: row && body && { row, body },
			open,
			queued: false,
			lane: laneOf(kind, document, serverId, nameOf),
			draftHead: {},
			order,
			document,
			standing: standingOf(ours),
			receipts,
			waiting: ours.length,
		};
	}
}

function standingOf(ours: readonly QueuedStep[]): Standing {
	if (ours.length === 0) return 'service';
	return ours.some(({ state }) => state === 'attention' || state === 'stale-review')
		? 'needs-you'
		: 'waiting';
}

/** The order as our receipts leave it. */
function withReceipts(order: PurchaseOrderRecord, ours: readonly QueuedStep[]) {
	const items = ours.flatMap(({ body }) => received.parse(body).items);
	return {
		...order,
		items: order.items.map((line) => ({
			...line,
			quantityReceived: items
				.filter(({ purchaseOrderItemId: of }) => of === line.id)
				.reduce((sum, { quantity }) => add(sum, quantity), line.quantityReceived),
		})),
	};
}
