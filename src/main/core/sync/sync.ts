// Keeps the copies fresh: everything after sign-in, then on a schedule, and after our own writes.
import { inOwnWords } from '../../../shared/bridge/own-words.ts';
import type { SyncState } from '../../../shared/bridge/app.ts';
import { isKindName, type KindName } from '../../../shared/document/kinds.ts';
import { isRecordTypeName, type RecordTypeName } from '../../../shared/record/records.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import type { ActiveAccount } from '../context.ts';
import type { Store } from '../store/open.ts';
import { EVERYWHERE, type Pull, type PullKind, type PullTable } from '../store/pulls.ts';
import { unreadableRowTable } from '../store/unreadable-rows.ts';
import { BrokenOff, Fetching, LOOK_EVERY_MS, type Standing, type SyncContext } from './fetching.ts';
import { catalogue, listsOf, nameOf, pulledKinds, type PulledList } from './lists.ts';

export type { Standing } from './fetching.ts';

/** Others change documents and stock all day; numbers on the screen should not get older. */
const DOCUMENTS_EVERY_MS = 5 * 60_000;
/** Items, reasons and suppliers change a few times a week, and there may be a hundred thousand. */
const CATALOGUE_EVERY_MS = 60 * 60_000;
/** After a failed pull: soon, without burdening a struggling service. */
const AFTER_FAILURE_MS = 30_000;

const shownUnreadable = 20;

interface SyncParts {
	context: SyncContext;
	standing: () => Standing;
	/** Called with each complete list of documents and its start (epoch ms); awaited. */
	cameWhole?: (kind: KindName, begunAt: number) => Promise<void>;
	cameAlone?: (kind: KindName, serverId: string) => void;
	/** Copies of a record type were read again. */
	recordsCame?: (accountId: string, type: RecordTypeName) => void;
	/** Whether unsent work should go before a scheduled pull. */
	waiting?: (() => boolean) | undefined;
}

export class Sync {
	readonly #parts: SyncParts;
	readonly #fetching: Fetching;
	readonly #pulls: PullTable;
	readonly #unreadable: ReturnType<typeof unreadableRowTable>;
	readonly #locations: Store['locations'];
	#running: Promise<void> | null = null;
	#again = false;
	readonly #refreshing = new Set<Promise<boolean>>();
	/** When and with which profile the catalogue was last read (monotonic). */
	#catalogueCame: { accountId: string; profile: ServiceProfile; at: number } | null = null;
	#pauseTimer: (() => void) | null = null;
	/** Monotonic starts of the outage, and of waiting for the outbox. */
	#awaySince: number | null = null;
	#heldSince: number | null = null;
	#spreadNext = false;
	/** ms over which the current pull is spread; 0 if somebody waits for it. */
	#spreadMs = 0;
	#endRest: (() => void) | null = null;

	constructor(parts: SyncParts) {
		const { cache, locations, pulls } = parts.context.store;
		this.#parts = parts;
		this.#fetching = new Fetching(parts.context, parts.standing);
		this.#pulls = pulls;
		this.#unreadable = unreadableRowTable(cache);
		this.#locations = locations;
	}

	state(): SyncState {
		const accountId = this.#parts.context.account()?.accountId;
		const { now, failure, counts } = this.#fetching;
		const running = this.#running !== null && this.#endRest === null;
		if (accountId === undefined) {
			const unreadable = { rows: [], count: 0 };
			return { running, now, failure, unreadable, asOf: null, tables: [] };
		}
		const tables = tablesOf(this.#pulls.all(accountId), counts.of(accountId));
		const unreadable = {
			rows: this.#unreadable.first(accountId, shownUnreadable),
			count: this.#unreadable.count(accountId),
		};
		return { running, now, failure, unreadable, asOf: oldest(tables), tables };
	}

	start(): void {
		if (!this.#fetching.stopped) return;
		this.#fetching.start();
		this.#lookAfter(0);
	}

	/** Fetches everything in the background; one pull at a time. Ignored while stopped. */
	pull(): void {
		this.#begin(true);
	}

	/** Fetches one document, after a write of ours was confirmed. Resolves after the attempt. */
	async refreshDocument(kind: KindName, serverId: string): Promise<void> {
		await this.#refresh(async (accountId) => {
			const came = await this.#fetching.document(accountId, kind, serverId);
			if (came) this.#parts.cameAlone?.(kind, serverId);
			return came;
		});
	}

	/** Like `refreshDocument`. A type without a `get`, or a record without an id, is fetched with its whole list. */
	async refreshRecord(type: RecordTypeName, serverId: string | null): Promise<void> {
		const id = findOperation(`${type}.get`) === undefined ? null : serverId;
		const came =
			id === null
				? await this.refreshLists([type])
				: await this.#refresh((accountId) => this.#fetching.document(accountId, type, id));
		const accountId = this.#parts.context.account()?.accountId;
		if (came && accountId !== undefined) this.#parts.recordsCame?.(accountId, type);
	}

	refreshLists(lists: readonly Exclude<PullKind, 'stock'>[]): Promise<boolean> {
		return this.#refresh(async (accountId) => {
			let all = true;
			for (const kind of lists) {
				const list = { kind, locationId: EVERYWHERE } as const;
				const kept = await this.#fetching.list(accountId, list);
				all &&= kept.failure === null;
				if (!this.#fetching.settle(accountId, list, kept)) return false;
			}
			return all;
		});
	}

	refreshStock(locationId: string): Promise<boolean> {
		return this.#refresh(async (accountId) => {
			const list = { kind: 'stock', locationId } as const;
			const kept = await this.#fetching.list(accountId, list);
			this.#fetching.settle(accountId, list, kept);
			return kept.failure === null;
		});
	}

	/** Marks a list as old: it is the first to be fetched at the next pull. */
	outdated(list: PulledList): void {
		this.#fetching.outdated(list);
	}

	/** Stops a running pull. Resolves once nothing more will be written. */
	async stop(): Promise<void> {
		this.#again = false;
		this.#pauseTimer?.();
		this.#fetching.stop();
		await this.#running;
		await Promise.allSettled(this.#refreshing);
	}

	#lookAfter(ms: number): void {
		this.#pauseTimer = this.#parts.context.ports.clock.after(ms, () => {
			this.#turn();
		});
	}

	#turn(): void {
		const { context, standing, waiting } = this.#parts;
		const account = context.account();
		const at = context.ports.clock.monotonic();
		if (account !== null && standing() === 'away') this.#awaySince ??= at;
		if (account !== null && standing() === 'there') {
			const { pauses: rules } = account.profile;
			this.#spreadNext ||= this.#awaySince !== null && at - this.#awaySince >= rules.outageMs;
			this.#awaySince = null;
			this.#heldSince ??= at;
			if (waiting?.() !== true || at - this.#heldSince >= rules.pullSpreadMs) {
				// A PC without copies does not wait.
				const isNew = this.#pulls.asOf(account.accountId, 'location') === null;
				this.#begin(
					this.#catalogueIsOld(account),
					this.#spreadNext && !isNew ? rules.pullSpreadMs : 0,
				);
				this.#spreadNext = false;
				this.#heldSince = null;
				return;
			}
		}
		this.#lookAfter(LOOK_EVERY_MS);
	}

	/**
	 * At a start, by the age of the copies. A refused list has no age and waits for the schedule. Another profile may
	 * read what the earlier one could not.
	 */
	#catalogueIsOld({ accountId, profile }: ActiveAccount): boolean {
		const { clock } = this.#parts.context.ports;
		if (this.#catalogueCame?.accountId === accountId) {
			const age = clock.monotonic() - this.#catalogueCame.at;
			return this.#catalogueCame.profile !== profile || age >= CATALOGUE_EVERY_MS;
		}
		return catalogue.some((kind) => {
			const pull = this.#pulls.get(accountId, kind);
			if (!pull?.complete || pull.asOf === null) return true;
			return Math.abs(clock.now() - pull.asOf) >= CATALOGUE_EVERY_MS;
		});
	}

	#begin(withCatalogue: boolean, overMs = 0): void {
		if (this.#fetching.stopped) return;
		if (this.#running !== null) {
			this.#again ||= withCatalogue;
			this.#spreadMs = 0;
			this.#endRest?.();
			return;
		}
		this.#pauseTimer?.();
		this.#spreadMs = overMs;
		this.#running = this.#run(withCatalogue).then((whole) => {
			this.#ended(whole);
		});
		this.#parts.context.appChanged();
	}

	#ended(whole: boolean): void {
		this.#running = null;
		this.#fetching.now = null;
		this.#parts.context.appChanged();
		if (this.#again) {
			this.#again = false;
			this.#begin(true);
		} else if (!this.#fetching.stopped) {
			this.#lookAfter(whole ? DOCUMENTS_EVERY_MS : AFTER_FAILURE_MS);
		}
	}

	async #run(withCatalogue: boolean): Promise<boolean> {
		const { context } = this.#parts;
		const account = context.account();
		if (account === null) return false;
		try {
			return await this.#fetching.during(() => this.#fetchAll(account, withCatalogue));
		} catch (error) {
			if (!(error instanceof BrokenOff)) {
				const failure = error instanceof Error ? error.message : String(error);
				this.#fetching.failure = inOwnWords('failedHere', failure);
				context.ports.log.error('A pull failed', { error: failure });
			}
			return false;
		}
	}

	/** @returns false if it stopped early */
	async #fetchAll(account: ActiveAccount, withCatalogue: boolean): Promise<boolean> {
		const { accountId, profile } = account;
		const { clock } = this.#parts.context.ports;
		const fetching = this.#fetching;
		const done = new Set<string>();
		fetching.failure = null;
		for (;;) {
			// Locations may have been added, and other lists changed, meanwhile.
			const locationIds = this.#locations.all(accountId).map(({ locationId }) => locationId);
			const lists = listsOf(withCatalogue, locationIds);
			const left = lists.filter((list) => !done.has(nameOf(list)));
			if (this.#spreadMs > 0 && !(await this.#rest(accountId, lists.length))) return false;
			const list = this.#spreadMs > 0 ? fetching.lastChanged(left) : left[0];
			if (list === undefined) return true;
			const begunAt = clock.now();
			const kept = await fetching.list(accountId, list);
			if (!fetching.settle(accountId, list, kept)) return false;
			if (kept.failure === null && isKindName(list.kind)) {
				await this.#parts.cameWhole?.(list.kind, begunAt);
			}
			if (kept.failure === null && isRecordTypeName(list.kind)) {
				this.#parts.recordsCame?.(accountId, list.kind);
			}
			done.add(nameOf(list));
			if (withCatalogue && catalogue.every((kind) => done.has(nameOf({ kind, locationId: '' })))) {
				this.#catalogueCame = { accountId, profile, at: clock.monotonic() };
			}
		}
	}

	async #rest(accountId: string, lists: number): Promise<boolean> {
		const { context, standing } = this.#parts;
		const { ports } = context;
		const fetching = this.#fetching;
		fetching.now = null;
		await fetching.pause((2 * ports.random() * this.#spreadMs) / lists, (end) => {
			this.#endRest = end;
			context.appChanged();
		});
		this.#endRest = null;
		fetching.throwIfBrokenOff(accountId);
		if (standing() === 'busy') return fetching.waitUntil(accountId, ports.clock.now());
		return standing() === 'there';
	}

	/** Lets `stop` wait for a refresh; stopping it is no failure. @returns whether it succeeded */
	async #refresh(work: (accountId: string) => Promise<boolean>): Promise<boolean> {
		const account = this.#parts.context.account();
		if (account === null || this.#fetching.stopped) return false;
		const begun = this.#fetching
			.during(() => work(account.accountId))
			.catch((error: unknown) => {
				if (!(error instanceof BrokenOff)) throw error;
				return false;
			});
		this.#refreshing.add(begun);
		try {
			return await begun;
		} finally {
			this.#refreshing.delete(begun);
			if (this.#running === null) this.#fetching.now = null;
		}
	}
}

/** Kinds fetched per location count as one: as old as the oldest, complete if all are. */
function tablesOf(
	pulls: readonly Pull[],
	counts: ReadonlyMap<PullKind, number>,
): SyncState['tables'] {
	return pulledKinds.map((kind) => {
		const parts = pulls.filter((pull) => pull.kind === kind);
		return {
			kind,
			count: counts.get(kind) ?? null,
			asOf: oldest(parts),
			complete: parts.length > 0 && parts.every(({ complete }) => complete),
			incomplete: parts.find(({ incomplete }) => incomplete !== null)?.incomplete ?? null,
		};
	});
}

function oldest(parts: readonly { asOf: number | null }[]): number | null {
	const ages = parts.flatMap(({ asOf }) => asOf ?? []);
	return ages.length === 0 ? null : Math.min(...ages);
}
