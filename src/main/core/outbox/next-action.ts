// Decides which lane is worked on next, how many run at once, and when to look again.
import type { Head } from '../store/actions.ts';
import { isDamage } from '../store/damage.ts';
import type { ActionRow, LaneRow } from './action.ts';
import { mayFollow } from './awaited.ts';
import { holdMs, type EngineOptions, type OutboxAccount } from './engine-options.ts';
import type { Moving } from './moving.ts';
import { createSchedule } from './schedule.ts';

type Work = (
	row: ActionRow,
	lane: LaneRow,
	account: OutboxAccount,
	answered: () => void,
) => Promise<void>;

/** @param goesOn whether the lane may continue at once: no other lane is ready and sending is allowed */
type Sending = (...work: [...Parameters<Work>, goesOn: () => boolean]) => Promise<void>;

type GivingUp = (row: ActionRow, lane: LaneRow, account: OutboxAccount) => Promise<void>;

interface Choosing {
	/** Schedules the lane by the state of its head, and the lanes that wait for it. */
	place(laneId: string): void;
	pump(): void;
	isInFlight(laneId: string): boolean;
	start(): void;
	stop(): Promise<void>;
}

export function createChoosing(
	options: EngineOptions,
	{ tables }: Moving,
	{ send, verify, giveUp }: { send: Sending; verify: Work; giveUp: GivingUp },
): Choosing {
	const { clock, log } = options.ports;
	const schedule = createSchedule(clock);
	const inFlight = new Map<string, Promise<void>>();
	const asking = new Set<string>();
	let running = false;
	let cancelTimer: (() => void) | null = null;

	const place = (laneId: string): void => {
		const account = options.account();
		if (!account) {
			schedule.forget(laneId);
			return;
		}
		for (const each of [laneId, ...tables.waitingFor(laneId).map(({ lane_id }) => lane_id)])
			placeHead(each, tables.head(account.accountId, each));
	};

	const placeHead = (laneId: string, head: Head | undefined): void => {
		if (!head) {
			schedule.forget(laneId);
			return;
		}
		// A step that may have been sent is verified even while its lane has to wait.
		if (head.state !== 'ambiguous' && mayFollow(tables, laneId) === 'under-way') {
			schedule.forget(laneId);
			return;
		}
		switch (head.state) {
			case 'queued':
			case 'held':
			case 'ambiguous':
				if (head.next_at === null) schedule.ready(laneId);
				else {
					const reason = `${head.action_id} ${String(head.revision)} ${head.state} ${String(head.next_at)}`;
					schedule.later(laneId, pauseUntil(head.next_at, head.state), reason);
				}
				break;
			default:
				schedule.forget(laneId);
		}
	};

	/** ms until an instant, limited in case the wall clock was set back. */
	const pauseUntil = (at: number, state: Head['state']): number => {
		const account = options.account();
		const pauses = account?.profile.pauses;
		const most = Math.max(
			pauses?.retryMostMs ?? 0,
			pauses?.beforeProbeMs ?? 0,
			(state === 'ambiguous' ? pauses?.beforeProbeMostMs : null) ?? 0,
			pauses?.betweenProbesMs ?? 0,
			account === null ? 0 : holdMs(options, account.profile),
		);
		return Math.min(Math.max(0, at - clock.now()), most);
	};

	const pump = (): void => {
		if (!running) return;
		const account = options.account();
		if (!account) return;
		cancelTimer?.();
		cancelTimer = null;
		const { lanesAtOnce } = account.profile;
		while (asking.size < (options.atOnce?.() ?? lanesAtOnce) && options.maySend()) {
			const laneId = schedule.take();
			if (laneId === null) {
				// A pause of 0 ended just now: the next turn takes it.
				const pause = schedule.pause();
				if (pause !== null) cancelTimer = clock.after(pause, pump);
				return;
			}
			if (inFlight.has(laneId)) continue;
			asking.add(laneId);
			const work = workOn(laneId)
				.catch(async (error: unknown) => {
					// A bug or a failed write. The request may have reached the service, so ask before sending again.
					log.error('The outbox could not finish a step', { lane: laneId, error: String(error) });
					if (isDamage(error)) options.damaged?.();
					else if (await gaveUp(laneId)) return 'moved' as const;
					return 'failed' as const;
				})
				.then((outcome) => {
					inFlight.delete(laneId);
					asking.delete(laneId);
					if (outcome === 'failed')
						schedule.later(laneId, account.profile.pauses.retryMostMs, 'failed');
					else place(laneId);
					pump();
				});
			inFlight.set(laneId, work);
		}
		// At the limit, or sending is not allowed: whatever changes that calls pump again.
	};

	const gaveUp = async (laneId: string): Promise<boolean> => {
		const account = options.account();
		if (!account || !options.store.durable.open) return false;
		try {
			const row = tables.head(account.accountId, laneId);
			const lane = row && tables.lane(laneId);
			if (row && lane) await giveUp(row, lane, account);
			return true;
		} catch (error) {
			log.error('The outbox could not move a step on', { lane: laneId, error: String(error) });
			return false;
		}
	};

	const workOn = async (laneId: string): Promise<void> => {
		const account = options.account();
		const row = account && tables.head(account.accountId, laneId);
		const lane = row && tables.lane(laneId);
		if (!account || !row || !lane) return;
		const answered = () => {
			asking.delete(laneId);
			pump();
		};
		if (row.state === 'ambiguous') await verify(row, lane, account, answered);
		else if (row.state === 'queued' || row.state === 'held') {
			await send(row, lane, account, answered, goesOn);
		}
		// Nobody is working on it: the step ended before its result could be saved.
		else if (row.state === 'sending' || row.state === 'verifying') {
			await giveUp(row, lane, account);
		}
	};

	const goesOn = (): boolean => running && options.maySend() && schedule.pause() !== 0;

	return {
		place,
		pump,
		isInFlight: (laneId) => inFlight.has(laneId),
		start() {
			const account = options.account();
			schedule.clear();
			running = true;
			for (const head of account ? tables.liveHeads(account.accountId) : []) {
				placeHead(head.lane_id, head);
			}
			pump();
		},
		async stop() {
			running = false;
			cancelTimer?.();
			cancelTimer = null;
			await Promise.all(inFlight.values());
		},
	};
}
