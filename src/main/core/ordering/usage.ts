// Usage of items between two counts: the opening count plus goods in, minus goods out, minus the closing count.
// Waste counts as used. Returns to a supplier are goods out.
import { z } from 'zod';
import { addDays, type BusinessDate } from '../../../shared/domain/business-date.ts';
import { receivings } from '../../../shared/document/receiving.ts';
import { wentBackIn } from '../../../shared/document/return-order.ts';
import { negate, subtract, sum } from '../../../shared/domain/decimal.ts';
import { daysBetween } from '../../../shared/ordering/calendar.ts';
import { decimal } from '../../../shared/service/field.ts';
import { phaseOf } from '../../../shared/service/profile.ts';
import { purchaseOrderReceiving } from '../../../shared/service/purchase-order.ts';
import { returnOrderRecord } from '../../../shared/service/return-order.ts';
import { transferRecord, type TransferRecord } from '../../../shared/service/transfer.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { documentIdOf, serverIdOf } from '../document/document-id.ts';
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

export function usages(context: CoreContext, returns: () => Pick<ShownDocuments, 'everything'>) {
	const { store, outbox } = context;
	const waiting = waitingReceipts(context);
	const history = countHistory(store.durable);
	const { records, locations } = store;

	/** What was entered here against a transfer, and its copy does not show yet. */
	const entered = (name: 'receipt' | 'fulfilment', id: string, readNo: number) => {
		const { against, verb } = receivings[name];
		return outbox
			.stepsOf(against, documentIdOf(against, id))
			.filter((step) => step.operation === `${against}.${verb}` && isUnseen(step, readNo))
			.map(({ body }) => enteredGoods.parse(body));
	};

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
			const { against, before, openIn } = receivings[name];
			const open = openIn(profile);
			const signed = (quantity: string) => (name === 'receipt' ? quantity : negate(quantity));
			for (const { readNo, transfer } of readable(
				records.at(accountId, against, locationId),
				({ json, readNo }) => ({ readNo, transfer: keptAs(transferRecord, json) }),
			)) {
				const on = day(movedOn(transfer, against));
				for (const line of transfer.items ?? []) add(line.itemId, on, signed(line[before] ?? '0'));
				if (!open.includes(phaseOf(profile, against, transfer.status))) continue;
				for (const { date, items } of entered(name, transfer.id, readNo))
					for (const { itemId, quantity } of items) add(itemId, day(date), signed(quantity));
			}
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

const enteredGoods = z.object({
	date: z.string(),
	items: z.array(z.object({ itemId: z.string(), quantity: decimal })),
});

/** A service without the day of the receipt changes a transfer last when it is received. */
const movedOn = (
	{ receivedDate, modifiedDate, sentDate, date }: TransferRecord,
	kind: 'transferIn' | 'transferOut',
): string =>
	(kind === 'transferIn' ? (receivedDate ?? modifiedDate) : undefined) ?? sentDate ?? date;

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
