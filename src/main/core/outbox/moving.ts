// Moving actions on: every change of state in a transaction with its event, between crash points, and told afterwards.
import type { Why } from '../../../shared/bridge/outbox-history.ts';
import { actionTables, type ActionTables, type Changes } from '../store/actions.ts';
import { isDiskFull } from '../store/damage.ts';
import type { ActionRow, ActionState, AttentionReason, LaneRow } from './action.ts';
import type { EngineOptions } from './engine-options.ts';

/** Who moves an action when no person does. */
export const program = 'Stillroom';

export interface Moving {
	readonly tables: ActionTables;
	/** One durable transaction between two crash points. */
	transaction<Result>(label: string, work: () => Result): Result;
	/**
	 * Moves an action on from the state and revision it was read with. Call it in a transaction.
	 * @returns false when someone moved it first; then nothing was changed.
	 */
	move(row: ActionRow, to: ActionState, change: Move): boolean;
	/** One transaction that moves an action of the lane, and tells about it. */
	settle(lane: LaneRow, work: () => boolean): boolean;
	/** Ends an action as done, and tells whoever keeps copies of its document. */
	confirm(row: ActionRow, lane: LaneRow, how: Confirmation): void;
	/** What can be neither sent nor asked about: it waits for a newer Stillroom, or for a person. */
	setAside(row: ActionRow, lane: LaneRow, because: AttentionReason | 'newer'): void;
	/** Lanes moved on: tells it. */
	announce(laneIds: string[]): void;
}

export type Move = { by?: string; why: Why; raiseRevision?: boolean } & Changes;

export interface Confirmation {
	by: 'answer' | 'probe' | 'person';
	person?: string;
	why: Why;
	serverId: string | null;
	number: string;
	status?: number;
	/** Written in the same transaction. */
	alsoRecord?: () => void;
}

export function createMoving(options: EngineOptions): Moving {
	const { store, ports } = options;
	const { clock, crashPoint, log } = ports;
	const tables = actionTables(store.durable);

	const lastReadNo = store.cache.prepare<[], number>('SELECT last FROM read_counter').pluck();

	/** What the service answered is written down on a full disk too: other room is given up for it. */
	const withRoom = <Result>(write: () => Result): Result => {
		for (;;) {
			try {
				return write();
			} catch (error) {
				if (!isDiskFull(error) || options.giveRoom?.() !== true) throw error;
			}
		}
	};

	const transaction = <Result>(label: string, work: () => Result): Result => {
		crashPoint(`${label}: before commit`);
		const result = withRoom(() => store.durable.transaction(work).immediate());
		crashPoint(`${label}: committed`);
		return result;
	};

	const announce = (laneIds: string[]) => {
		options.changed(laneIds);
	};

	const move = (row: ActionRow, to: ActionState, change: Move): boolean => {
		const moved = tables.move(row, to, { at: clock.now(), by: program, ...change });
		if (!moved) log.warn('An action was moved by someone else', { action: row.action_id, to });
		return moved;
	};

	const settle = (lane: LaneRow, work: () => boolean): boolean => {
		const moved = transaction('verdict', work);
		announce([lane.lane_id]);
		return moved;
	};

	const confirm = (row: ActionRow, lane: LaneRow, how: Confirmation): void => {
		const moved = settle(lane, () => {
			how.alsoRecord?.();
			tables.setServer(lane.lane_id, how.serverId, how.number === '' ? null : how.number);
			return move(row, 'confirmed', {
				by: how.person ?? program,
				why: how.why,
				confirmed_by: how.by,
				confirmed_read_no: lastReadNo.get() ?? 0,
				service_status: how.status ?? row.service_status,
				service_said: '',
			});
		});
		if (!moved) return;
		const fresh = tables.lane(lane.lane_id) ?? lane;
		options.confirmed(
			fresh,
			row.operation,
			tables.head(lane.account_id, lane.lane_id) === undefined,
		);
	};

	const setAside = (row: ActionRow, lane: LaneRow, because: AttentionReason | 'newer'): void => {
		settle(lane, () =>
			because === 'newer'
				? move(row, 'held-newer-version', { why: { code: 'newer-version' } })
				: move(row, 'attention', {
						attention: because,
						why: { code: 'not-readable' },
					}),
		);
	};

	return { tables, transaction, move, settle, confirm, setAside, announce };
}
