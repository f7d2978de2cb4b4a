// Fetches lists and documents one by one for the account in use, and announces changes.
import type { SyncState } from '../../../shared/bridge/app.ts';
import type { KindName } from '../../../shared/document/kinds.ts';
import type { RecordTypeName } from '../../../shared/record/records.ts';
import { usePlacesOf } from '../../../shared/domain/money.ts';
import type { CoreContext } from '../context.ts';
import { itemTables } from '../store/items.ts';
import type { PullKind, PullTable } from '../store/pulls.ts';
import { stockTable } from '../store/stock.ts';
import { unreadableRowTable } from '../store/unreadable-rows.ts';
import { cacheLog, type CacheLog } from './cache-log.ts';
import { CopyCounts } from './copy-counts.ts';
import type { KeepingOptions } from './keeping.ts';
import { kindTable, readAlone, type Copies, type KeptList } from './kinds.ts';
import { lastChanged, nameOf, type PulledList } from './lists.ts';

export type SyncContext = Pick<
	CoreContext,
	'store' | 'ports' | 'account' | 'api' | 'emit' | 'appChanged'
>;

/** there: the service answers. busy: it asked to wait. away: no answer. */
export type Standing = 'there' | 'busy' | 'away';

/** How often to check whether the service is back or the outbox is empty. */
export const LOOK_EVERY_MS = 2_000;

export class BrokenOff extends Error {
	override readonly name = 'BrokenOff';
}

export class Fetching {
	readonly #context: SyncContext;
	readonly #standing: () => Standing;
	readonly #copies: Copies;
	readonly #pulls: PullTable;
	readonly #unreadable: ReturnType<typeof unreadableRowTable>;
	readonly #log: CacheLog;
	readonly counts: CopyCounts;
	readonly #pauses = new Set<() => void>();
	readonly #changedAt = new Map<string, number>();
	#stopped = true;
	now: SyncState['now'] = null;
	/** Why the last list was incomplete; null if it was complete. */
	failure: string | null = null;

	constructor(context: SyncContext, standing: () => Standing) {
		const { store, ports, api } = context;
		const { cache, records, pulls } = store;
		this.#context = context;
		this.#standing = standing;
		this.#copies = {
			api,
			records,
			items: itemTables(cache),
			stock: stockTable(cache),
		};
		this.#pulls = pulls;
		this.#unreadable = unreadableRowTable(cache);
		this.#log = cacheLog(cache, ports);
		this.counts = new CopyCounts({
			copies: this.#copies,
			clock: ports.clock,
			isInUse: (accountId) => cache.open && context.account()?.accountId === accountId,
			changed: () => {
				context.appChanged();
			},
		});
		this.#usePlaces();
	}

	get stopped(): boolean {
		return this.#stopped;
	}

	start(): void {
		this.#stopped = false;
		this.#usePlaces();
	}

	stop(): void {
		this.#stopped = true;
		for (const end of this.#pauses) end();
	}

	throwIfBrokenOff(accountId: string): void {
		if (this.#stopped || this.#context.account()?.accountId !== accountId) throw new BrokenOff();
	}

	/** Ends early on `stop`, or when `end` is called. */
	pause(ms: number, begun: (end: () => void) => void = () => undefined): Promise<void> {
		return new Promise((resolve) => {
			const end = () => {
				takeBack();
				this.#pauses.delete(end);
				resolve();
			};
			const takeBack = this.#context.ports.clock.after(ms, end);
			this.#pauses.add(end);
			begun(end);
		});
	}

	/** Waits as asked, and until one shared ping succeeded, to spare the service. @returns false if it failed */
	async waitUntil(accountId: string, at: number): Promise<boolean> {
		const { account, ports } = this.#context;
		const most = account()?.profile.pauses.waitMostMs ?? 0;
		await this.pause(Math.min(Math.max(0, at - ports.clock.now()), most));
		this.throwIfBrokenOff(accountId);
		while (this.#standing() === 'busy') {
			await this.pause(LOOK_EVERY_MS);
			this.throwIfBrokenOff(accountId);
		}
		return this.#standing() === 'there';
	}

	during<Result>(work: () => Promise<Result>): Promise<Result> {
		return this.#log.during(work);
	}

	async list(accountId: string, { kind, locationId }: PulledList): Promise<KeptList> {
		const kept = await kindTable[kind].keep(
			this.#copies,
			locationId,
			this.#optionsFor(accountId, kind),
		);
		for (const other of kept.others ?? []) this.counts.changed(accountId, 'stock', other);
		return kept;
	}

	/**
	 * Saves the result of a list and announces it.
	 *
	 * @returns false if nothing more can be fetched now
	 * @throws BrokenOff if the list failed because the pull was stopped or the account changed
	 */
	settle(accountId: string, list: PulledList, { changed, failure }: KeptList): boolean {
		const { kind, locationId } = list;
		if (changed > 0) {
			if (kind === 'currency') this.#usePlaces();
			this.outdated(list);
			this.#tellChanged(accountId, kind, locationId);
		}
		this.#context.appChanged();
		if (failure === null) return true;
		this.throwIfBrokenOff(accountId);
		this.failure = failure.said;
		this.#context.ports.log.warn('A list did not come whole', {
			kind,
			accountId,
			failure: failure.kind,
		});
		return ['refused', 'not-found', 'unreadable'].includes(failure.kind);
	}

	async document(accountId: string, kind: KindName | RecordTypeName, id: string): Promise<boolean> {
		const { api, ports, account } = this.#context;
		const read = await readAlone[kind].readOne(api, id);
		if (!read.ok || this.#stopped || account()?.accountId !== accountId) return false;
		const { value, readNo } = read;
		// A complete list begun later is newer, even if the document is gone from it.
		if ((this.#pulls.get(accountId, kind)?.readNo ?? 0) > readNo) return false;
		const at = ports.clock.now();
		if (value(this.#copies, accountId, { readNo, at, touch: true })) {
			this.#tellChanged(accountId, kind, '');
			this.#context.appChanged();
		}
		return true;
	}

	outdated(list: PulledList): void {
		this.#changedAt.set(nameOf(list), this.#context.ports.clock.monotonic());
	}

	lastChanged(lists: readonly PulledList[]): PulledList | undefined {
		return lastChanged(lists, this.#changedAt);
	}

	#tellChanged(accountId: string, kind: PullKind, locationId: string): void {
		this.counts.changed(accountId, kind, locationId);
		const { area } = kindTable[kind];
		if (area !== undefined) this.#context.emit('documents.changed', { area });
	}

	/** Of the account in use, as soon as an amount needs them. */
	#usePlaces(): void {
		const { store, account } = this.#context;
		usePlacesOf(() => {
			const inUse = account();
			return inUse && store.cache.open ? store.locations.currencies(inUse.accountId) : [];
		});
	}

	#optionsFor(accountId: string, kind: PullKind): KeepingOptions {
		const { store, ports, appChanged } = this.#context;
		return {
			accountId,
			cache: store.cache,
			pulls: this.#pulls,
			unreadable: this.#unreadable,
			clock: ports.clock,
			cacheLog: this.#log,
			waitUntil: (at) => this.waitUntil(accountId, at),
			onProgress: (fetched) => {
				this.throwIfBrokenOff(accountId);
				this.now = { kind, fetched };
				appChanged();
			},
		};
	}
}
