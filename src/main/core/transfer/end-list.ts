// The service's transfers at one location for the list: copies combined with our drafts and queued work.
import type { ActiveAccount, CoreContext } from '../context.ts';
import { copiesInPhases } from '../document/copies-in-phases.ts';
import { keptRows, type ReadRow } from '../document/kept-list.ts';
import { laneFolds } from '../document/lane-fold.ts';
import { transferIdOf } from '../document/transfer-id.ts';
import type { LaneStanding } from '../outbox/outbox.ts';
import { cacheRecords, type CachedRecord } from '../store/cache-records.ts';
import { draftTable } from '../store/drafts.ts';
import { draftOf, handoverAt } from './handover.ts';
import { laneAt, type TransferEnd, type TransferEnds } from './transfer-end.ts';
import {
	kindOf,
	remembering,
	serviceTransfers,
	type Direction,
	type Lookup,
} from './service-transfer.ts';
import { listedTransfer, type ListedTransfer } from './transfer-list.ts';
import { readable } from '../store/kept-json.ts';

export function endList(context: CoreContext, { isOpen, held, headOf }: TransferEnds) {
	const { store, outbox } = context;
	const drafts = draftTable(store.durable);
	const records = cacheRecords(store.cache);
	const service = serviceTransfers(store);
	const fold = laneFolds(store);
	const kept = {
		out: keptRows<ListedTransfer>(store, 'transferOut', 'transferIn'),
		in: keptRows<ListedTransfer>(store, 'transferIn', 'transferOut'),
	};

	const lanesAt = (direction: Direction): ReadonlyMap<string, LaneStanding> =>
		new Map(
			outbox.lanes(laneAt[direction]).flatMap((lane) => {
				const end = transferIdOf(lane.documentId);
				return end === null ? [] : [[end.serverId, lane] as const];
			}),
		);

	const listedCopy = (
		account: ActiveAccount,
		direction: Direction,
		copy: CachedRecord,
		lookup: Lookup,
	): ReadRow<ListedTransfer> => {
		const handover = handoverAt[direction];
		const transfer = service.ofCopy(account, direction, copy, lookup);
		const { lines, record } = transfer;
		const open = isOpen(account, handover, transfer);
		const each: TransferEnd = { transfer, handover, entered: null, lane: null, because: '', open };
		return {
			row: listedTransfer({ ...headOf(account, each, lookup), lines }),
			otherId: record.counterpartId ?? null,
			itemIds: lines.map(({ item }) => item.itemId),
		};
	};

	const withOurs = (
		account: ActiveAccount,
		{
			direction,
			locationId,
			hidden,
			lookup,
			found,
		}: {
			direction: Direction;
			locationId: string;
			hidden: ReadonlySet<string>;
			lookup: Lookup;
			found: ReadonlyMap<string, ReadRow<ListedTransfer>>;
		},
	): ListedTransfer[] => {
		const { accountId } = account;
		const lanes = lanesAt(direction);
		const draft = draftOf[handoverAt[direction]];
		// Queued work stays visible even if the service no longer lists the transfer.
		const unlisted = [...lanes]
			.filter(([id, lane]) => lane.standing !== 'done' && !found.has(id))
			.filter(([id]) => drafts.against(accountId, draft, id)?.location_id === locationId);
		const touched = new Set([
			...[...lanes.keys()].filter((id) => found.has(id)),
			...unlisted.map(([id]) => id),
			...drafts
				.open(accountId, draft, locationId)
				.flatMap(({ server_id: id }) => (id !== null && found.has(id) ? [id] : [])),
		]);
		const shown = readable([...touched], (id): ListedTransfer[] => {
			if (hidden.has(id)) return [];
			const transfer = service.get(account, direction, id);
			const each = held(account, direction, id, transfer, lanes.get(id) ?? null);
			if (each === null) return [];
			const head = headOf(account, each, lookup);
			return [listedTransfer({ ...head, lines: each.transfer.lines })];
		}).flat();
		for (const [id, { row }] of found) {
			if (!touched.has(id) && !hidden.has(id)) shown.push(row);
		}
		return shown;
	};

	return {
		/** Reads only copies changed since the last call. @param hidden service ids that our own documents replace */
		listed(
			account: ActiveAccount,
			direction: Direction,
			locationId: string,
			hidden: ReadonlySet<string>,
		): ListedTransfer[] {
			const lookup = remembering(service.directly);
			const found = kept[direction](account, locationId, (copy) =>
				listedCopy(account, direction, copy, lookup),
			);
			return withOurs(account, { direction, locationId, hidden, lookup, found });
		},

		open(
			account: ActiveAccount,
			direction: Direction,
			locationId: string,
			hidden: ReadonlySet<string>,
		): ListedTransfer[] {
			const { accountId, profile } = account;
			const kind = kindOf[direction];
			const { receiveIn, fulfillIn } = profile.transfer;
			const phases = direction === 'in' ? receiveIn : fulfillIn;
			const inPhase = copiesInPhases(records, account, kind, locationId, phases);
			const ours = [...lanesAt(direction)].flatMap(([id, lane]) =>
				fold(account, kind, lane).shows === 'ours' ? (records.get(accountId, kind, id) ?? []) : [],
			);
			const lookup = remembering(service.directly);
			const found = new Map(
				readable([...inPhase, ...ours], (copy) => {
					const read = listedCopy(account, direction, copy, lookup);
					const { fromLocationId, toLocationId } = read.row.summary;
					const here = direction === 'out' ? fromLocationId : toLocationId;
					return here === locationId ? [[copy.id, read] as const] : [];
				}).flat(),
			);
			return withOurs(account, { direction, locationId, hidden, lookup, found });
		},
	};
}
