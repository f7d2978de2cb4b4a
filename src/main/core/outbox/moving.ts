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
import { steadyTimes, type SteadyTimes } from './steady-times.ts';
import { createTwinWatch, watchedKind } from './twin-watch.ts';

export const program = 'Stillroom';

export interface Moving {
	readonly tables: ActionTables;
	readonly times: SteadyTimes;
	transaction<Result>(label: string, work: () => Result): Result;
	/** Shares a transaction with other jobs of this turn. Resolves once on disk; rejects after a rollback. */
	together<Result>(label: string, work: () => Result): Promise<Result>;
	/** Compare-and-set by state and revision; call it in a transaction. @returns false if someone moved it first */
	move(row: ActionRow, to: ActionState, change: Move): boolean;
	/** Moves an action of the lane, committed together with others, and announces it. */
	settle(lane: LaneRow, work: () => boolean): Promise<boolean>;
	settleNow(lane: LaneRow, work: () => boolean): boolean;
	confirm(row: ActionRow, lane: LaneRow, how: Confirmation): Promise<void>;
	confirmNow(row: ActionRow, lane: LaneRow, how: Confirmation): void;
	/** For steps that can be neither sent nor verified: they wait for a newer Stillroom or for a person. */
	setAside(row: ActionRow, lane: LaneRow, because: AttentionReason | 'newer'): Promise<void>;
	announce(laneIds: string[]): void;
}

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
	/** Checked in the transaction. true if it moved the action itself: nothing is confirmed then. */
	unless?: () => boolean;
	alsoRecord?: () => void;
}

export function createMoving(options: EngineOptions): Moving {
	const { store, ports } = options;
	const { clock, crashPoint } = ports;
	const tables = actionTables(store.durable);
	const times = steadyTimes(clock);

	const watchForTwins = createTwinWatch(options);

	const lastReadNo = store.cache.prepare<[], number>('SELECT last FROM read_counter').pluck();

	/** A verdict is saved even on a full disk: other space is freed for it. */
	const withRoom = <Result>(write: () => Result): Result => {
		for (;;) {
			try {
				return write();
			} catch (error) {
				if (!isDiskFull(error) || options.giveRoom?.() !== true) throw error;
			}
		}
	};

	const durably = <Result>(work: () => Result): Result => {
		const result = withRoom(() => store.durable.transaction(work).immediate());
		store.noteSaved();
		return result;
	};

	const transaction = <Result>(label: string, work: () => Result): Result => {
		crashPoint(`${label}: before commit`);
		const result = durably(work);
		crashPoint(`${label}: committed`);
		return result;
	};

	let shared: Job[] = [];

	const together = <Result>(label: string, work: () => Result): Promise<Result> => {
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
		shared.push(job);
		if (shared.length === 1) clock.after(0, commitShared);
		return promise;
	};

	const commitShared = (): void => {
		const jobs = shared;
		shared = [];
		for (const { label } of jobs) crashPoint(`${label}: before commit`);
		const ends = commit(jobs);
		for (const { label } of jobs) crashPoint(`${label}: committed`);
		for (const end of ends) end();
	};

	const commit = (jobs: readonly Job[]): (() => void)[] => {
		try {
			return durably(() => jobs.map(({ work }) => work()));
		} catch (error) {
			// One failing job must not block the others.
			if (jobs.length > 1) return jobs.flatMap((job) => commit([job]));
			return jobs.map(({ reject }) => () => {
				reject(error);
			});
		}
	};

	const announce = (laneIds: string[]) => {
		options.changed(laneIds);
	};

	const move = (row: ActionRow, to: ActionState, change: Move): boolean => {
		const moved = tables.move(row, to, { at: clock.now(), by: program, ...change });
		if (!moved)
			ports.log.warn('An action was moved by someone else', { action: row.action_id, to });
		else if (to === 'confirmed' && watchedKind(row.operation) !== null)
			times.confirmed(row.action_id);
		else if (finished.includes(to)) times.forget(row.action_id);
		return moved;
	};

	const settle = async (lane: LaneRow, work: () => boolean): Promise<boolean> => {
		const moved = await together('verdict', work);
		announce([lane.lane_id]);
		return moved;
	};

	const settleNow = (lane: LaneRow, work: () => boolean): boolean => {
		const moved = transaction('verdict', work);
		announce([lane.lane_id]);
		return moved;
	};

	const confirmation = (row: ActionRow, lane: LaneRow, how: Confirmation) => (): boolean => {
		if (how.unless?.() === true) return false;
		how.alsoRecord?.();
		watchForTwins(row);
		if (how.serverId !== null || how.number !== '') {
			tables.setServer(lane.lane_id, how.serverId, how.number === '' ? null : how.number);
		}
		return move(row, 'confirmed', {
			by: how.person ?? program,
			why: how.why,
			lookup: how.lookup ?? null,
			confirmed_by: how.by,
			confirmed_read_no: lastReadNo.get() ?? 0,
			service_status: how.status ?? row.service_status,
			service_said: '',
		});
	};

	const tellConfirmed = (row: ActionRow, lane: LaneRow): void => {
		const fresh = tables.lane(lane.lane_id) ?? lane;
		options.confirmed(fresh, row.operation, fresh.standing === 'done');
	};

	const confirm: Moving['confirm'] = async (row, lane, how) => {
		if (await settle(lane, confirmation(row, lane, how))) tellConfirmed(row, lane);
	};

	const confirmNow: Moving['confirmNow'] = (row, lane, how) => {
		if (settleNow(lane, confirmation(row, lane, how))) tellConfirmed(row, lane);
	};

	const setAside: Moving['setAside'] = async (row, lane, because) => {
		await settle(lane, () =>
			because === 'newer'
				? move(row, 'held-newer-version', { why: { code: 'newer-version' } })
				: move(row, 'attention', {
						attention: because,
						why: { code: 'not-readable' },
					}),
		);
	};

	return {
		...{ tables, times, transaction, together, move, announce, setAside },
		...{ settle, settleNow, confirm, confirmNow },
	};
}

interface Job {
	label: string;
	/** @returns notifies the caller; call it once on disk */
	work: () => () => void;
	reject: (error: unknown) => void;
}
