// Usage of items between two counts: the opening count plus goods in, minus goods out, minus the closing count.
// Waste counts as used. Returns to a supplier are goods out.
import { z } from 'zod';
import { addDays, type BusinessDate } from '../../../shared/domain/business-date.ts';
import { receivings } from '../../../shared/document/receiving.ts';
import { wentBackIn } from '../../../shared/document/return-order.ts';
import { negate, subtract, sum } from '../../../shared/domain/decimal.ts';
import { daysBetween } from '../../../shared/ordering/calendar.ts';
import { dateTime, decimal } from '../../../shared/service/field.ts';
import { phaseOf } from '../../../shared/service/profile.ts';
import { purchaseOrderReceiving } from '../../../shared/service/purchase-order.ts';
import { returnOrderRecord } from '../../../shared/service/return-order.ts';
import { transferRecord } from '../../../shared/service/transfer.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { serverIdOf } from '../document/document-id.ts';
import { dayIn } from '../document/fields.ts';
import type { FindItem } from '../document/item-view.ts';
import { isUnseen } from '../outbox/standing.ts';
import { baseOf } from '../receiving/entered.ts';
import type { ShownDocuments } from '../document/shown-documents.ts';
import { countHistory } from '../store/count-history.ts';
import { keptAs, readable } from '../store/kept-json.ts';
import { waitingReceipts } from './waiting-receipts.ts';

/** Longer periods say little about now. */
const PERIOD = 28;

export interface Usage {
	/** Base units; negative if more was counted than can be there. */
	readonly used: string;
	readonly days: number;
	readonly from: BusinessDate;
	readonly to: BusinessDate;
}

interface Counted {
	readonly on: BusinessDate;
	/** The areas in which the item was counted: two counts compare only with the same ones. */
	readonly areas: string;
	readonly quantity: string;
}

/** Base units that came, or left if negative. */
interface Moved {
	readonly on: BusinessDate;
	readonly quantity: string;
}

/** As it is known: a copy does not say when it was received. Base units. */
interface Transferred {
	readonly itemId: string;
	readonly on: string;
	readonly quantity: string;
}

const sentTransfer = z.object({
	date: dateTime,
	items: z.array(z.object({ itemId: z.string(), quantity: decimal })),
});

export function usages(context: CoreContext, returns: () => Pick<ShownDocuments, 'everything'>) {
	const { store, outbox } = context;
	const waiting = waitingReceipts(context);
	const history = countHistory(store.durable);
	const { records, locations } = store;

	/** By item, including what waits on this PC. */
	function movesAt(
		account: ActiveAccount,
		locationId: string,
		since: BusinessDate,
		item: FindItem,
	) {
		const { accountId, profile } = account;
		const location = locations.get(accountId, locationId);
		const moves = new Map<string, Moved[]>();
		const add = (itemId: string, on: string, quantity: string) => {
			if (on <= since) return;
			const known = moves.get(itemId);
			if (known === undefined) moves.set(itemId, [{ on, quantity }]);
			else known.push({ on, quantity });
		};
		const inBase = (itemId: string, uomId: number, quantity: string): string | null => {
			const found = item(itemId);
			const isKnown = found?.units.some(({ unitId }) => unitId === String(uomId));
			return found && isKnown ? baseOf({ record: { uomId }, item: found }, quantity) : null;
		};
		const day = (text: string | undefined) => dayIn(text ?? '', location) ?? '';
		for (const receipt of readable(records.at(accountId, 'receiving', locationId), ({ json }) =>
			keptAs(purchaseOrderReceiving, json),
		)) {
			for (const { itemId, uomId, quantity } of receipt.items) {
				const came = inBase(itemId, uomId, quantity);
				if (came !== null) add(itemId, day(receipt.date), came);
			}
		}
		for (const { itemId, on, quantity } of waiting(account, locationId, since, item))
			add(itemId, on, quantity);
		const left = new Set<string>();
		for (const back of readable(records.at(accountId, 'returnOrder', locationId), ({ json }) =>
			keptAs(returnOrderRecord, json),
		)) {
			if (!wentBackIn.includes(phaseOf(profile, 'returnOrder', back.status))) continue;
			left.add(back.id);
			for (const { itemId, uomId, returnQuantity } of back.items) {
				const went = inBase(itemId, uomId, returnQuantity);
				if (went !== null) add(itemId, day(back.returnDate), negate(went));
			}
		}
		for (const { row, lines } of returns().everything(account, locationId, [])) {
			const { documentId, standing, businessDate } = row;
			const isOurs = standing === 'waiting' || standing === 'needs-you';
			const lane = outbox.laneOf('returnOrder', documentId);
			const serverId = serverIdOf('returnOrder', documentId) ?? lane?.serverId ?? '';
			if (!isOurs || left.has(serverId)) continue;
			for (const { itemId, base } of lines) add(itemId, businessDate, negate(base ?? '0'));
		}
		for (const name of ['receipt', 'fulfilment'] as const) {
			for (const { itemId, on, quantity } of transferred(context, accountId, locationId, name))
				add(itemId, day(on), receivings[name].stock === 'in' ? quantity : negate(quantity));
		}
		return moves;
	}

	/** By item; an item that was not counted twice in the same areas is missing. */
	return (
		account: ActiveAccount,
		locationId: string,
		today: BusinessDate,
		itemIds: readonly string[],
		item: FindItem,
	): ReadonlyMap<string, Usage> => {
		const since = addDays(today, -PERIOD - 7);
		const counted = new Map<string, Counted[]>();
		for (const { itemId, on, areas, quantities } of history.between(
			account.accountId,
			locationId,
			since,
			itemIds,
		)) {
			const count = { on, areas, quantity: sum(quantities.split(' ')) };
			counted.set(itemId, [...(counted.get(itemId) ?? []), count]);
		}
		const found = new Map<string, Usage>();
		if (![...counted.values()].some(({ length }) => length > 1)) return found;
		const moves = movesAt(account, locationId, since, item);
		for (const [itemId, counts] of counted) {
			const usage = usageOf(counts, moves.get(itemId) ?? []);
			if (usage !== null) found.set(itemId, usage);
		}
		return found;
	};
}

/** Including what waits on this PC. */
function transferred(
	{ store: { records }, outbox }: Pick<CoreContext, 'store' | 'outbox'>,
	accountId: string,
	locationId: string,
	name: 'receipt' | 'fulfilment',
): Transferred[] {
	const { against: kind, verb, before } = receivings[name];
	const copies = records.at(accountId, kind, locationId);
	const shown = readable(copies, ({ json }) => {
		const { sentDate, date, items = [] } = keptAs(transferRecord, json);
		return items.flatMap(({ itemId, [before]: quantity }) =>
			quantity === undefined ? [] : [{ itemId, on: sentDate ?? date, quantity }],
		);
	});
	const readNos = new Map(copies.map(({ id, readNo }) => [id, readNo]));
	const waits = outbox.lanes(kind).flatMap(({ documentId, serverId }) => {
		const readNo = readNos.get(serverId ?? '');
		if (readNo === undefined) return [];
		return outbox
			.stepsOf(kind, documentId)
			.filter((step) => step.operation === `${kind}.${verb}` && isUnseen(step, readNo))
			.map(({ body }) => {
				const { date: on, items } = sentTransfer.parse(body);
				return items.map((line) => ({ ...line, on }));
			});
	});
	return [...shown, ...waits].flat();
}

/**
 * Between the last count and an earlier one: the longest period of whole weeks, so that each weekday counts as often;
 * without one, the longest period. null without two counts.
 * @param counts oldest first
 */
export function usageOf(counts: readonly Counted[], moves: readonly Moved[]): Usage | null {
	const closing = counts.at(-1);
	if (closing === undefined) return null;
	const earlier = counts
		.map((count) => ({ ...count, days: daysBetween(count.on, closing.on) }))
		.filter(({ days, areas }) => days > 0 && days <= PERIOD && areas === closing.areas);
	const opening = earlier.find(({ days }) => days % 7 === 0) ?? earlier[0];
	if (opening === undefined) return null;
	const moved = moves.filter(({ on }) => on > opening.on && on <= closing.on);
	const used = subtract(
		sum([opening.quantity, ...moved.map(({ quantity }) => quantity)]),
		closing.quantity,
	);
	return { used, days: opening.days, from: opening.on, to: closing.on };
}
