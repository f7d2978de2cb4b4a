// Moves actions between states: each change in one transaction with its event, announced afterwards. A person's
// decision is committed at once; other changes of one turn share a commit, because waiting for the disk costs most.
import type { Why } from '../../../shared/bridge/outbox-history.ts';
import { actionTables, type ActionTables, type Changes } from '../store/actions.ts';
import { isDiskFull } from '../store/damage.ts';
import {
	finished,
	type ActionRow,
	type ActionState,
	type AttentionReason,
	type LaneRow,
} from './action.ts';
import type { Lookup } from './lookup-reads.ts';
import type { EngineOptions } from './engine-options.ts';
import { SteadyTimes } from './steady-times.ts';
import { createTwinWatch, watchedKind } from './twin-watch.ts';

export const program = 'Stillroom';

export type Move = {
	by?: string;
	why: Why;
	lookup?: Lookup | null;
	raiseRevision?: boolean;
} & Changes;

interface Confirmation {
	by: 'answer' | 'probe' | 'person';
	person?: string;
	why: Why;
	lookup?: Lookup | null;
	serverId: string | null;
	number: string;
	status?: number;
	/** Runs in the transaction. true: it moved the action itself, and nothing is confirmed. */
	unless?: () => boolean;
	alsoRecord?: () => void;
}

export class Moving {
	readonly tables: ActionTables;
	readonly times: SteadyTimes;
	readonly #options: EngineOptions;
	readonly #watchForTwins: ReturnType<typeof createTwinWatch>;
	readonly #lastReadNo;
	#shared: Job[] = [];

	constructor(options: EngineOptions) {
		const { store, ports } = options;
		this.#options = options;
		this.tables = actionTables(store.durable);
		this.times = new SteadyTimes(ports.clock);
		this.#watchForTwins = createTwinWatch(options);
		this.#lastReadNo = store.cache.prepare<[], number>('SELECT last FROM read_counter').pluck();
	}

	transaction<Result>(label: string, work: () => Result): Result {
		const { crashPoint } = this.#options.ports;
		crashPoint(`${label}: before commit`);
		const result = this.#durably(work);
		crashPoint(`${label}: committed`);
		return result;
	}

	/** Shares a transaction with other jobs of this turn. Resolves once on disk; rejects after a rollback. */
	together<Result>(label: string, work: () => Result): Promise<Result> {
		const { promise, resolve, reject } = Promise.withResolvers<Result>();
		const job: Job = {
			label,
			work() {
				const result = work();
				return () => {
					resolve(result);
				};
			},
			reject,
		};
		this.#shared.push(job);
		if (this.#shared.length === 1) {
			this.#options.ports.clock.after(0, () => {
				this.#commitShared();
			});
		}
		return promise;
	}

	#commitShared(): void {
		const { crashPoint } = this.#options.ports;
		const jobs = this.#shared;
		this.#shared = [];
		for (const { label } of jobs) crashPoint(`${label}: before commit`);
		const ends = this.#commit(jobs);
		for (const { label } of jobs) crashPoint(`${label}: committed`);
		for (const end of ends) end();
	}

	#commit(jobs: readonly Job[]): (() => void)[] {
		try {
			return this.#durably(() => jobs.map(({ work }) => work()));
		} catch (error) {
			// One failing job must not block the others.
			if (jobs.length > 1) return jobs.flatMap((job) => this.#commit([job]));
			return jobs.map(({ reject }) => () => {
				reject(error);
			});
		}
	}

	#durably<Result>(work: () => Result): Result {
		const { store } = this.#options;
		const result = this.#withRoom(() => store.durable.transaction(work).immediate());
		store.noteSaved();
		return result;
	}

	/** A verdict is saved even on a full disk: other space is freed for it. */
	#withRoom<Result>(write: () => Result): Result {
		for (;;) {
			try {
				return write();
			} catch (error) {
				if (!isDiskFull(error) || this.#options.giveRoom?.() !== true) throw error;
			}
		}
	}

	/** Compare-and-set by state and revision; call it in a transaction. @returns false if someone moved it first */
	move(row: ActionRow, to: ActionState, change: Move): boolean {
		const { clock, log } = this.#options.ports;
		const moved = this.tables.move(row, to, { at: clock.now(), by: program, ...change });
		if (!moved) log.warn('An action was moved by someone else', { action: row.action_id, to });
		else if (to === 'confirmed' && watchedKind(row.operation) !== null)
			this.times.confirmed(row.action_id);
		else if (finished.includes(to)) this.times.forget(row.action_id);
		return moved;
	}

	/** Moves an action of the lane, committed together with others, and announces it. */
	async settle(lane: LaneRow, work: () => boolean): Promise<boolean> {
		const moved = await this.together('verdict', work);
		this.announce([lane.lane_id]);
		return moved;
	}

	settleNow(lane: LaneRow, work: () => boolean): boolean {
		const moved = this.transaction('verdict', work);
		this.announce([lane.lane_id]);
		return moved;
	}

	async confirm(row: ActionRow, lane: LaneRow, how: Confirmation): Promise<void> {
		const moved = await this.settle(lane, () => this.#moveConfirmed(row, lane, how));
		if (moved) this.#tellConfirmed(row, lane);
	}

	confirmNow(row: ActionRow, lane: LaneRow, how: Confirmation): void {
		const moved = this.settleNow(lane, () => this.#moveConfirmed(row, lane, how));
		if (moved) this.#tellConfirmed(row, lane);
	}

	#moveConfirmed(row: ActionRow, lane: LaneRow, how: Confirmation): boolean {
		if (how.unless?.() === true) return false;
		how.alsoRecord?.();
		this.#watchForTwins(row);
		if (how.serverId !== null || how.number !== '') {
			this.tables.setServer(lane.lane_id, how.serverId, how.number === '' ? null : how.number);
		}
		return this.move(row, 'confirmed', {
			by: how.person ?? program,
			why: how.why,
			lookup: how.lookup ?? null,
			confirmed_by: how.by,
			confirmed_read_no: this.#lastReadNo.get() ?? 0,
			service_status: how.status ?? row.service_status,
			service_said: '',
		});
	}

	#tellConfirmed(row: ActionRow, lane: LaneRow): void {
		const fresh = this.tables.lane(lane.lane_id) ?? lane;
		this.#options.confirmed(fresh, row.operation, fresh.standing === 'done');
	}

	/** For steps that can be neither sent nor verified: they wait for a newer Stillroom or for a person. */
	async setAside(row: ActionRow, lane: LaneRow, because: AttentionReason | 'newer'): Promise<void> {
		await this.settle(lane, () =>
			because === 'newer'
				? this.move(row, 'held-newer-version', { why: { code: 'newer-version' } })
				: this.move(row, 'attention', { attention: because, why: { code: 'not-readable' } }),
		);
	}

	announce(laneIds: string[]): void {
		this.#options.changed(laneIds);
	}
}

interface Job {
	label: string;
	/** @returns a function that notifies the caller; call it once the change is on disk */
	work: () => () => void;
	reject: (error: unknown) => void;
}
