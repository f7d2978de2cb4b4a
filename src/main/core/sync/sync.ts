// Keeping the copies fresh: a pull of everything after sign-in, then what changes often every few minutes, and single
// documents after our own writes.
import { z } from 'zod';
import type { SyncState } from '../../../shared/bridge/app.ts';
import type { CurrentStockRecord, ItemRecord } from '../../../shared/service/inventory-item.ts';
import type { ProductionRecord } from '../../../shared/service/production.ts';
import type { PurchaseOrderRecord } from '../../../shared/service/purchase-order.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import type { StorageAreaRecord } from '../../../shared/service/storage-area.ts';
import type { TransferRecord } from '../../../shared/service/transfer.ts';
import type { WastageRecord } from '../../../shared/service/wastage.ts';
import type { ReadResult } from '../api/verdict.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import {
	cacheRecords,
	type NewRecord,
	type RecordKind,
	type CachedDocument,
} from '../store/cache-records.ts';
import { itemTables } from '../store/items.ts';
import { locations } from '../store/locations.ts';
import { EVERYWHERE, pullTable, type Pull, type PullKind } from '../store/pulls.ts';
import { setAsideTable } from '../store/unreadable-rows.ts';
import { stockTable, type StockPlace } from '../store/stock.ts';
import { cacheLog } from './cache-log.ts';
import { keepList, type Kept, type KeepingOptions, type ListToKeep } from './keeping.ts';
import { keptItem, keptRecord, keptStock } from './kinds.ts';
import {
	catalogue,
	documents,
	kinds,
	lastChanged,
	listsOf,
	nameOf,
	seldomRead,
	type PulledList,
} from './lists.ts';
import { keptOr } from '../store/kept-json.ts';

export interface Sync {
	state(): SyncState;
	/** Begins to pull by itself: what is old, as soon as the service is there, and then by the clock. */
	start(): void;
	/** Fetches everything afresh, in the background; one pull at a time. Does nothing while stopped. */
	pull(): void;
	/** Fetches one document again, after a write of ours was confirmed. Resolves when it was tried. */
	refreshDocument(kind: CachedDocument, serverId: string): Promise<void>;
	/** Fetches these lists again, one after the other; resolves when it was tried, to whether all of them came. */
	refreshLists(kinds: readonly Exclude<PullKind, 'stock'>[]): Promise<boolean>;
	/** Fetches stock of a location again, after stock moved. */
	refreshStock(locationId: string): Promise<boolean>;
	/** What of this is here is old now. It is not fetched at once, but of all lists the first when it is their turn. */
	outdated(list: PulledList): void;
	/** Breaks off what is running; resolves when nothing more will be written. */
	stop(): Promise<void>;
}

type SyncContext = Pick<CoreContext, 'store' | 'ports' | 'account' | 'api' | 'emit' | 'appChanged'>;

/** Others change documents and stock all day; five minutes is as old as a number on the screen should get by itself. */
const DOCUMENTS_EVERY_MS = 5 * 60_000;
/** Items, reasons and suppliers change a few times a week, and there may be a hundred thousand of them. */
const CATALOGUE_EVERY_MS = 60 * 60_000;
/** After a pull that broke off: soon, but not so often that a service in trouble gets more of it from us. */
const AFTER_FAILURE_MS = 30_000;
/** How the service is to us now: it answers, it asked to wait, or it does not answer. */
export type Standing = 'there' | 'busy' | 'away';

/** Rows that cannot be read, as many as a person looks at. */
const shownSetAside = 20;

/** How soon the service's coming back, or that all is sent, is noticed here. */
const LOOK_EVERY_MS = 2_000;

/** The pull was told to stop, or the account in use is another one now. */
class PullBrokenOff extends Error {
	override readonly name = 'PullBrokenOff';
}

/**
 * @param standing while the service is not there, nothing is pulled by the clock.
 * @param cameWhole hears of each whole list of documents that was begun then (epoch ms), and is waited for.
 * @param cameAlone hears of each document that was fetched by itself.
 * @param waiting whether work waits to be sent, which goes before what is pulled by the clock.
 */
export function createSync(
	context: SyncContext,
	standing: () => Standing = () => 'there',
	cameWhole: (kind: CachedDocument, begunAt: number) => Promise<void> = () => Promise.resolve(),
	cameAlone: (kind: CachedDocument, serverId: string) => void = () => undefined,
	waiting: () => boolean = () => false,
): Sync {
	const { store, ports, api } = context;
	const { clock } = ports;
	const pulls = pullTable(store.cache);
	const setAside = setAsideTable(store.cache);
	const records = cacheRecords(store.cache);
	const items = itemTables(store.cache);
	const stock = stockTable(store.cache);
	const places = locations(store.cache);
	const log = cacheLog(store.cache, ports);

	let running: Promise<void> | null = null;
	let again = false;
	let stopped = true;
	/** Refreshes of single lists and documents that are under way. */
	const refreshing = new Set<Promise<boolean>>();
	let now: SyncState['now'] = null;
	let failure: string | null = null;
	/** The account whose catalogue was read last, by which profile, and when by the monotonic clock. */
	let catalogueCame: { accountId: string; profile: ServiceProfile; at: number } | null = null;
	let takeBackTimer: (() => void) | null = null;
	/** Since when the service is away, and since when what is due waits for the outbox, by the monotonic clock. */
	let awaySince: number | null = null;
	let heldSince: number | null = null;
	/** The service came back after an outage, for others too: the next pull is spread. */
	let spreadNext = false;
	/** ms over which the pull that runs is spread; 0 where somebody waits for it. */
	let spreadMs = 0;
	/** Ends the pause between two lists of a spread pull; null while none runs. */
	let endRest: (() => void) | null = null;
	/** When each list changed last, by its name and the monotonic clock. */
	const changedAtOf = new Map<string, number>();
	/** Ends each pause that runs because the service asked for it. */
	const pauses = new Set<() => void>();
	/**
	 * How many copies there are: of stock by location, of all else by kind. What changed is counted again when asked for.
	 * Null until they are first counted, which the first screen does not wait for.
	 */
	let counted: {
		accountId: string;
		counts: Map<PullKind, number>;
		stock: Map<string, number>;
	} | null = null;
	let countingSoon = false;

	const throwIfBrokenOff = (accountId: string): void => {
		if (stopped || context.account()?.accountId !== accountId) throw new PullBrokenOff();
	};

	/** `stop` ends it at once. */
	const pause = (ms: number, begun: (end: () => void) => void = () => undefined): Promise<void> =>
		new Promise((resolve) => {
			const end = () => {
				takeBack();
				pauses.delete(end);
				resolve();
			};
			const takeBack = clock.after(ms, end);
			pauses.add(end);
			begun(end);
		});

	/** Between two lists of a spread pull, in which nothing is fetched. @returns whether the service is there then */
	const rest = async (accountId: string, ms: number): Promise<boolean> => {
		now = null;
		await pause(ms, (end) => {
			endRest = end;
			context.appChanged();
		});
		endRest = null;
		throwIfBrokenOff(accountId);
		return standing() !== 'busy' ? standing() === 'there' : waitUntil(accountId, clock.now());
	};

	/**
	 * Waits as the service asked, and until it was seen to answer again: that is asked by one request for all, so that
	 * a service in trouble is not met by all of us at the same moment. @returns false when it does not answer then
	 */
	const waitUntil = async (accountId: string, at: number): Promise<boolean> => {
		const most = context.account()?.profile.pauses.waitMostMs ?? 0;
		await pause(Math.min(Math.max(0, at - clock.now()), most));
		throwIfBrokenOff(accountId);
		while (standing() === 'busy') {
			await pause(LOOK_EVERY_MS);
			throwIfBrokenOff(accountId);
		}
		return standing() === 'there';
	};

	const optionsFor = (accountId: string, kind: PullKind): KeepingOptions => ({
		accountId,
		cache: store.cache,
		pulls,
		setAside,
		clock,
		cacheLog: log,
		waitUntil: (at) => waitUntil(accountId, at),
		onProgress(fetched) {
			throwIfBrokenOff(accountId);
			now = { kind, fetched };
			context.appChanged();
		},
	});

	const keepRecords = <Row extends Readonly<Record<string, unknown>> & { id: string }>(
		accountId: string,
		kind: RecordKind,
		read: ListToKeep<Row>['read'],
		locationOf: (row: Row) => string | null = () => null,
	): Promise<Kept> =>
		keepList<Row>(
			{
				kind,
				locationId: EVERYWHERE,
				read,
				keep: (row, readNo) =>
					records.put(accountId, kind, keptRecord(row, locationOf(row)), {
						readNo,
						at: clock.now(),
						touch: false,
					}),
				keyOf: (row) => row.id,
				keyOfPart: idOf,
				keysAfter: (key, limit) => records.idsAfter(accountId, kind, key, limit),
				remove: (key, readNo) => records.remove(accountId, kind, key, readNo),
			},
			optionsFor(accountId, kind),
		);

	const keepItems = (accountId: string): Promise<Kept> =>
		keepList<ItemRecord>(
			{
				kind: 'item',
				locationId: EVERYWHERE,
				read: (reader) => api.readAll('inventoryItem.list', {}, reader),
				keep: (row, readNo) =>
					row.isActive === false
						? items.remove(accountId, row.id, readNo)
						: items.put(accountId, keptItem(row), readNo, clock.now()),
				keyOf: (row) => row.id,
				keyOfPart: idOf,
				keysAfter: (key, limit) => items.idsAfter(accountId, key, limit),
				remove: (key, readNo) => items.remove(accountId, key, readNo),
				tidy: () => items.mergeText(),
			},
			optionsFor(accountId, 'item'),
		);

	const keepStock = async (accountId: string, locationId: string): Promise<Kept> => {
		/** Other locations of which rows came, too: the service does not know the filter. */
		const others = new Set<string>();
		const keyOf = ({ storageAreaId: areaId, itemId, shelf = '', ...row }: ListedStock) =>
			row.locationId === locationId ? stockKey({ areaId, itemId, shelf }) : null;
		const kept = await keepList<CurrentStockRecord>(
			{
				kind: 'stock',
				locationId,
				read: (reader) =>
					api.readAll('inventoryItem.currentStock', { query: { locationId } }, reader),
				keep(row, readNo) {
					const written = stock.put(accountId, keptStock(row), readNo);
					if (written && row.locationId !== locationId) others.add(row.locationId);
					return written;
				},
				// What belongs to another location is not of this list.
				keyOf,
				keyOfPart(row) {
					const read = stockPlace.safeParse(row);
					return read.success ? keyOf(read.data) : null;
				},
				keysAfter: (key, limit) =>
					stock.keysAfter(accountId, locationId, stockKeyParts(key), limit).map(stockKey),
				remove: (key, readNo) => stock.remove(accountId, locationId, stockKeyParts(key), readNo),
			},
			optionsFor(accountId, 'stock'),
		);
		for (const other of others) countAgain(accountId, 'stock', other);
		return kept;
	};

	const keep = (accountId: string, kind: Exclude<PullKind, 'stock'>): Promise<Kept> => {
		switch (kind) {
			case 'location':
				return keepRecords(accountId, kind, (reader) => api.readAll('location.list', {}, reader));
			case 'storageArea':
				return keepRecords<StorageAreaRecord>(
					accountId,
					kind,
					(reader) => api.readAll('storageArea.list', {}, reader),
					(row) => row.locationId,
				);
			case 'class':
				return keepRecords(accountId, kind, (reader) => api.readAll('class.list', {}, reader));
			case 'category':
				return keepRecords(accountId, kind, (reader) => api.readAll('category.list', {}, reader));
			case 'wasteReason':
				return keepRecords(accountId, kind, (reader) =>
					api.readAll('wasteReason.list', {}, reader),
				);
			case 'supplier':
				return keepRecords(accountId, kind, (reader) => api.readAll('supplier.list', {}, reader));
			case 'prepItem':
				return keepRecords(accountId, kind, (reader) => api.readAll('prepItem.list', {}, reader));
			case 'menuItem':
				return keepRecords(accountId, kind, (reader) => api.readAll('menuItem.list', {}, reader));
			case 'item':
				return keepItems(accountId);
			case 'wastage':
				return keepRecords<WastageRecord>(
					accountId,
					kind,
					(reader) => api.readAll('wastage.list', {}, reader),
					placeOf.wastage,
				);
			case 'transferOut':
				return keepRecords<TransferRecord>(
					accountId,
					kind,
					(reader) => api.readAll('transferOut.list', {}, reader),
					placeOf.transferOut,
				);
			case 'purchaseOrder':
				return keepRecords<PurchaseOrderRecord>(
					accountId,
					kind,
					(reader) => api.readAll('purchaseOrder.list', {}, reader),
					placeOf.purchaseOrder,
				);
			case 'production':
				return keepRecords<ProductionRecord>(
					accountId,
					kind,
					(reader) => api.readAll('production.list', {}, reader),
					placeOf.production,
				);
			case 'transferIn':
				return keepRecords<TransferRecord>(
					accountId,
					kind,
					(reader) => api.readAll('transferIn.list', {}, reader),
					placeOf.transferIn,
				);
		}
	};

	/** Notes what came of one list. @returns false when nothing more can come now. */
	const settle = (
		accountId: string,
		kind: PullKind,
		{ changed, failure: why }: Kept,
		locationId = EVERYWHERE,
	): boolean => {
		if (changed > 0) changedAtOf.set(`${kind} ${locationId}`, clock.monotonic());
		if (changed > 0) countAgain(accountId, kind, locationId);
		if (changed > 0) changedAt(kind);
		context.appChanged();
		if (why === null) return true;
		failure = why.said;
		ports.log.warn('A list did not come whole', { kind, accountId, failure: why.kind });
		return why.kind === 'refused' || why.kind === 'not-found' || why.kind === 'unreadable';
	};

	const countAgain = (accountId: string, kind: PullKind, locationId: string): void => {
		if (counted?.accountId !== accountId) return;
		if (kind === 'stock') counted.stock.set(locationId, stock.countAt(accountId, locationId));
		else counted.counts.delete(kind);
	};

	const changedAt = (kind: PullKind): void => {
		if (kind === 'wastage') context.emit('documents.changed', { area: 'wastage' });
		if (kind === 'transferOut' || kind === 'transferIn') {
			context.emit('documents.changed', { area: 'transfer' });
		}
	};

	const keepAny = (accountId: string, list: PulledList): Promise<Kept> =>
		list.kind === 'stock' ? keepStock(accountId, list.locationId) : keep(accountId, list.kind);

	/** @returns false when it broke off. */
	const pullOnce = async (
		{ accountId, profile }: ActiveAccount,
		withCatalogue: boolean,
	): Promise<boolean> => {
		failure = null;
		const done = new Set<string>();
		for (;;) {
			// The locations may have come meanwhile, and other lists may have changed.
			const locationIds = places.all(accountId).map(({ locationId }) => locationId);
			const lists = listsOf(withCatalogue, locationIds);
			const left = lists.filter((list) => !done.has(nameOf(list)));
			if (
				spreadMs > 0 &&
				!(await rest(accountId, (2 * ports.random() * spreadMs) / lists.length))
			) {
				return false;
			}
			const list = spreadMs > 0 ? lastChanged(left, changedAtOf) : left[0];
			if (list === undefined) return true;
			const begunAt = clock.now();
			const kept = await keepAny(accountId, list);
			if (!settle(accountId, list.kind, kept, list.locationId)) return false;
			if (kept.failure === null && isCachedDocument(list.kind)) await cameWhole(list.kind, begunAt);
			done.add(nameOf(list));
			if (withCatalogue && catalogue.every((kind) => done.has(nameOf({ kind, locationId: '' })))) {
				catalogueCame = { accountId, profile, at: clock.monotonic() };
			}
		}
	};

	/**
	 * At a start by the age of the copies, whose wall clock may have been set back meanwhile: then they are old as well.
	 * A list that the service refuses has no age, and is not asked for again before its time. Another profile may read
	 * what the one before could not, or only in part.
	 */
	const catalogueIsOld = (): boolean => {
		const account = context.account();
		if (account === null) return false;
		const { accountId, profile } = account;
		if (catalogueCame?.accountId === accountId) {
			const age = clock.monotonic() - catalogueCame.at;
			return catalogueCame.profile !== profile || age >= CATALOGUE_EVERY_MS;
		}
		return catalogue.some((kind) => {
			const pull = pulls.get(accountId, kind);
			if (!pull?.complete || pull.asOf === null) return true;
			return Math.abs(clock.now() - pull.asOf) >= CATALOGUE_EVERY_MS;
		});
	};

	/** @returns false when it broke off. */
	const run = async (withCatalogue: boolean): Promise<boolean> => {
		const account = context.account();
		if (account === null) return false;
		try {
			return await log.during(() => pullOnce(account, withCatalogue));
		} catch (error) {
			if (!(error instanceof PullBrokenOff)) {
				failure = error instanceof Error ? error.message : String(error);
				ports.log.error('A pull failed', { error: failure });
			}
			return false;
		}
	};

	/** @param overMs over how long it is spread */
	const begin = (withCatalogue: boolean, overMs = 0): void => {
		if (stopped) return;
		if (running !== null) {
			again ||= withCatalogue;
			spreadMs = 0;
			endRest?.();
			return;
		}
		takeBackTimer?.();
		spreadMs = overMs;
		running = run(withCatalogue).then((whole) => {
			running = null;
			now = null;
			context.appChanged();
			if (again) {
				again = false;
				begin(true);
			} else if (!stopped) {
				takeBackTimer = clock.after(whole ? DOCUMENTS_EVERY_MS : AFTER_FAILURE_MS, turn);
			}
		});
		context.appChanged();
	};

	const turn = (): void => {
		const account = context.account();
		const at = clock.monotonic();
		const isThere = account !== null && standing() === 'there';
		if (account !== null && standing() === 'away') awaySince ??= at;
		if (isThere) {
			const { pauses: rules } = account.profile;
			spreadNext ||= awaySince !== null && at - awaySince >= rules.outageMs;
			awaySince = null;
			heldSince ??= at;
			if (!waiting() || at - heldSince >= rules.pullSpreadMs) {
				// Who has nothing yet does not wait.
				const isNew = pulls.asOf(account.accountId, 'location') === null;
				begin(catalogueIsOld(), spreadNext && !isNew ? rules.pullSpreadMs : 0);
				spreadNext = false;
				heldSince = null;
				return;
			}
		}
		takeBackTimer = clock.after(LOOK_EVERY_MS, turn);
	};

	/** Runs a refresh so that `stop` can wait for it; breaking it off is no failure. @returns whether it came */
	const refresh = async (work: (accountId: string) => Promise<boolean>): Promise<boolean> => {
		const account = context.account();
		if (account === null || stopped) return false;
		const begun = log
			.during(() => work(account.accountId))
			.catch((error: unknown) => {
				if (!(error instanceof PullBrokenOff)) throw error;
				return false;
			});
		refreshing.add(begun);
		try {
			return await begun;
		} finally {
			refreshing.delete(begun);
			if (running === null) now = null;
		}
	};

	const countSoon = (accountId: string): void => {
		if (countingSoon) return;
		countingSoon = true;
		clock.after(0, () => {
			countingSoon = false;
			if (!store.cache.open || context.account()?.accountId !== accountId) return;
			counted = { accountId, counts: new Map(), stock: stock.countByLocation(accountId) };
			context.appChanged();
		});
	};

	const countsOf = (accountId: string): ReadonlyMap<PullKind, number> => {
		if (counted?.accountId !== accountId) {
			countSoon(accountId);
			return new Map();
		}
		const { counts } = counted;
		if (!counts.has('item')) counts.set('item', items.count(accountId));
		counts.set(
			'stock',
			[...counted.stock.values()].reduce((sum, count) => sum + count, 0),
		);
		for (const kind of [...catalogue, ...documents, ...seldomRead]) {
			if (kind !== 'item' && !counts.has(kind)) counts.set(kind, records.count(accountId, kind));
		}
		return counts;
	};

	const readOne = async (kind: CachedDocument, id: string): Promise<ReadResult<NewRecord>> => {
		if (kind === 'wastage') {
			const read = await api.read('wastage.get', { path: { id } });
			return read.ok
				? { ...read, value: keptRecord(read.value, placeOf.wastage(read.value)) }
				: read;
		}
		const read = await api.read(`${kind}.get`, { path: { id } });
		return read.ok ? { ...read, value: keptRecord(read.value, placeOf[kind](read.value)) } : read;
	};

	return {
		state() {
			const accountId = context.account()?.accountId;
			const tables =
				accountId === undefined ? [] : tablesOf(pulls.all(accountId), countsOf(accountId));
			const ages = tables.flatMap(({ asOf }) => asOf ?? []);
			return {
				running: running !== null && endRest === null,
				now,
				asOf: ages.length === 0 ? null : Math.min(...ages),
				failure,
				tables,
				setAside:
					accountId === undefined
						? { rows: [], count: 0 }
						: {
								rows: setAside.first(accountId, shownSetAside),
								count: setAside.count(accountId),
							},
			};
		},
		start() {
			if (!stopped) return;
			stopped = false;
			takeBackTimer = clock.after(0, turn);
		},
		pull: () => begin(true),
		async refreshDocument(kind, serverId) {
			await refresh(async (accountId) => {
				const read = await readOne(kind, serverId);
				if (!read.ok || stopped || context.account()?.accountId !== accountId) return false;
				// A whole list that began later says more of this document, even that it is gone.
				const { value: copy, readNo } = read;
				if ((pulls.get(accountId, kind)?.readNo ?? 0) > readNo) return true;
				if (records.put(accountId, kind, copy, { readNo, at: clock.now(), touch: true })) {
					countAgain(accountId, kind, EVERYWHERE);
					changedAt(kind);
					context.appChanged();
				}
				cameAlone(kind, serverId);
				return true;
			});
		},
		refreshLists: (kinds) =>
			refresh(async (accountId) => {
				let all = true;
				for (const kind of kinds) {
					const kept = await keep(accountId, kind);
					all &&= kept.failure === null;
					if (!settle(accountId, kind, kept)) return false;
				}
				return all;
			}),
		refreshStock: (locationId) =>
			refresh(async (accountId) => {
				const kept = await keepStock(accountId, locationId);
				settle(accountId, 'stock', kept, locationId);
				return kept.failure === null;
			}),
		outdated(list) {
			changedAtOf.set(nameOf(list), clock.monotonic());
		},
		async stop() {
			stopped = true;
			again = false;
			takeBackTimer?.();
			for (const end of pauses) end();
			await running;
			await Promise.allSettled(refreshing);
		},
	};
}

/** The location on whose lists a document stands. */
const placeOf = {
	wastage: (record: WastageRecord) => record.locationId,
	purchaseOrder: (record: PurchaseOrderRecord) => record.locationId,
	production: (record: ProductionRecord) => record.locationId,
	transferOut: (record: TransferRecord) => record.fromLocationId,
	transferIn: (record: TransferRecord) => record.toLocationId,
} as const;

const isCachedDocument = (kind: PullKind): kind is CachedDocument =>
	documents.some((each) => each === kind);

const withId = z.object({ id: z.string() });
const idOf = (row: unknown): string | null => withId.safeParse(row).data?.id ?? null;

const stockPlace = z.object({
	locationId: z.string(),
	storageAreaId: z.string(),
	itemId: z.string(),
	shelf: z.string().optional(),
});
type ListedStock = z.infer<typeof stockPlace>;
const stockKey = ({ areaId, itemId, shelf }: StockPlace): string =>
	JSON.stringify([areaId, itemId, shelf]);

function stockKeyParts(key: string): StockPlace {
	const [areaId = '', itemId = '', shelf = ''] =
		key === '' ? [] : keptOr(z.array(z.string()), key, []);
	return { areaId, itemId, shelf };
}

/** Kinds fetched per location count as one: as old as the oldest, complete when all are. */
function tablesOf(
	pulls: readonly Pull[],
	counts: ReadonlyMap<PullKind, number>,
): SyncState['tables'] {
	return kinds.map((kind) => {
		const parts = pulls.filter((pull) => pull.kind === kind);
		const ages = parts.flatMap(({ asOf }) => asOf ?? []);
		return {
			kind,
			count: counts.get(kind) ?? null,
			asOf: ages.length === 0 ? null : Math.min(...ages),
			complete: parts.length > 0 && parts.every(({ complete }) => complete),
			incomplete: parts.find(({ incomplete }) => incomplete !== null)?.incomplete ?? null,
		};
	});
}
