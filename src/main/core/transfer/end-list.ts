// The service's transfers at one location for the list: copies combined with our drafts and queued work.
import { receivings } from '../../../shared/document/receiving.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { copiesInPhases } from '../document/copies-in-phases.ts';
import { keptRows, type ReadRow } from '../document/kept-list.ts';
import { laneFolds } from '../document/lane-fold.ts';
import type { LaneStanding, Outbox } from '../outbox/outbox.ts';
import { cacheRecords, type CachedRecord } from '../store/cache-records.ts';
import { draftTable } from '../store/drafts.ts';
import { readable } from '../store/kept-json.ts';
import { endOf, kindOf, remembering, type Direction, type Lookup } from './service-transfer.ts';
import { isOpen, receivingAt, type TransferEnds } from './transfer-end.ts';
import { listedTransfer, type ListedTransfer } from './transfer-list.ts';

/** The transfers of one end at a location. */
interface Asked {
	readonly direction: Direction;
	readonly locationId: string;
	/** Service ids that our own documents replace. */
	readonly hidden: ReadonlySet<string>;
}

type Found = ReadonlyMap<string, ReadRow<ListedTransfer>>;

export class EndList {
	readonly #ends: TransferEnds;
	readonly #outbox: Outbox;
	readonly #drafts;
	readonly #records;
	readonly #fold;
	readonly #keptRows;

	constructor({ store, outbox }: CoreContext, ends: TransferEnds) {
		this.#ends = ends;
		this.#outbox = outbox;
		this.#drafts = draftTable(store.durable);
		this.#records = cacheRecords(store.cache);
		this.#fold = laneFolds(store);
		this.#keptRows = {
			out: keptRows<ListedTransfer>(store, 'transferOut', 'transferIn', ['location']),
			in: keptRows<ListedTransfer>(store, 'transferIn', 'transferOut', ['location']),
		};
	}

	/** Reads only copies changed since the last call. */
	listed(account: ActiveAccount, asked: Asked): ListedTransfer[] {
		const { direction, locationId } = asked;
		const lookup = remembering(this.#ends.service.directly);
		const found = this.#keptRows[direction](account, locationId, (copy) =>
			this.#listedCopy(account, direction, copy, lookup),
		);
		return this.#withOurs(account, asked, found, lookup);
	}

	/** Only those in which something can be entered, or work of ours is queued. */
	open(account: ActiveAccount, asked: Asked): ListedTransfer[] {
		const { direction, locationId } = asked;
		const { accountId, profile } = account;
		const kind = kindOf[direction];
		const phases = receivings[receivingAt[direction]].openIn(profile);
		const inPhase = copiesInPhases(this.#records, account, kind, locationId, phases);
		const ours = [...this.#lanesAt(direction)].flatMap(([id, lane]) =>
			this.#fold(account, kind, lane).shows === 'ours'
				? (this.#records.get(accountId, kind, id) ?? [])
				: [],
		);
		const lookup = remembering(this.#ends.service.directly);
		const found = new Map(
			readable([...inPhase, ...ours], (copy) => {
				const read = this.#listedCopy(account, direction, copy, lookup);
				const { fromLocationId, toLocationId } = read.row.summary;
				const here = direction === 'out' ? fromLocationId : toLocationId;
				return here === locationId ? [[copy.id, read] as const] : [];
			}).flat(),
		);
		return this.#withOurs(account, asked, found, lookup);
	}

	/** By the service's id. */
	#lanesAt(direction: Direction): ReadonlyMap<string, LaneStanding> {
		return new Map(
			this.#outbox.lanes(kindOf[direction]).flatMap((lane) => {
				const end = endOf(lane.documentId);
				return end === null ? [] : [[end.serverId, lane] as const];
			}),
		);
	}

	#listedCopy(
		account: ActiveAccount,
		direction: Direction,
		copy: CachedRecord,
		lookup: Lookup,
	): ReadRow<ListedTransfer> {
		const receiving = receivingAt[direction];
		const transfer = this.#ends.service.ofCopy(account, direction, copy, lookup);
		const { lines, record } = transfer;
		const open = isOpen(account, transfer);
		const end = { transfer, receiving, entered: null, lane: null, because: '', open };
		return {
			row: listedTransfer({ ...this.#ends.head(account, end, lookup), lines }),
			otherId: record.counterpartId ?? null,
			itemIds: lines.map(({ item }) => item.itemId),
		};
	}

	#withOurs(
		account: ActiveAccount,
		{ direction, locationId, hidden }: Asked,
		found: Found,
		lookup: Lookup,
	): ListedTransfer[] {
		const { accountId } = account;
		const lanes = this.#lanesAt(direction);
		const draft = receivingAt[direction];
		// Queued work stays visible even if the service no longer lists the transfer.
		const unlisted = [...lanes]
			.filter(([id, lane]) => lane.standing !== 'done' && !found.has(id))
			.filter(([id]) => this.#drafts.against(accountId, draft, id)?.location_id === locationId);
		const touched = new Set([
			...[...lanes.keys()].filter((id) => found.has(id)),
			...unlisted.map(([id]) => id),
			...this.#drafts
				.open(accountId, draft, locationId)
				.flatMap(({ server_id: id }) => (id !== null && found.has(id) ? [id] : [])),
		]);
		const shown = readable([...touched], (id): ListedTransfer[] => {
			if (hidden.has(id)) return [];
			const end = this.#ends.at(account, direction, id, lanes.get(id) ?? null);
			if (end === null) return [];
			const head = this.#ends.head(account, end, lookup);
			return [listedTransfer({ ...head, lines: end.transfer.lines })];
		}).flat();
		for (const [id, { row }] of found) {
			if (!touched.has(id) && !hidden.has(id)) shown.push(row);
		}
		return shown;
	}
}
