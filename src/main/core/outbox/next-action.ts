// Decides which lane is worked on next, how many run at once, and when to look again.
import type { Head } from '../store/actions.ts';
import { isDamage } from '../store/damage.ts';
import type { ActionRow, LaneRow } from './action.ts';
import { mayFollow } from './awaited.ts';
import { holdMs, type EngineOptions, type OutboxAccount } from './engine-options.ts';
import type { Moving } from './moving.ts';
import { Schedule } from './schedule.ts';

type Work = (
	row: ActionRow,
	lane: LaneRow,
	account: OutboxAccount,
	answered: () => void,
) => Promise<void>;

interface Workers {
	/** @param goesOn whether the lane may continue at once: no other lane is ready and sending is allowed */
	send(...work: [...Parameters<Work>, goesOn: () => boolean]): Promise<void>;
	verify: Work;
	moveOn(row: ActionRow, lane: LaneRow, account: OutboxAccount): Promise<void>;
}

export class NextAction {
	readonly #options: EngineOptions;
	readonly #tables: Moving['tables'];
	readonly #workers: Workers;
	readonly #schedule: Schedule;
	readonly #inFlight = new Map<string, Promise<void>>();
	/** Lanes in flight with a request under way. Only these count towards `lanesAtOnce`. */
	readonly #asking = new Set<string>();
	#running = false;
	#cancelTimer: (() => void) | null = null;

	constructor(options: EngineOptions, { tables }: Moving, workers: Workers) {
		this.#options = options;
		this.#tables = tables;
		this.#workers = workers;
		this.#schedule = new Schedule(options.ports.clock);
	}

	start(): void {
		const account = this.#options.account();
		this.#schedule.clear();
		this.#running = true;
		for (const head of account ? this.#tables.liveHeads(account.accountId) : []) {
			this.#placeHead(head.lane_id, head);
		}
		this.pump();
	}

	async stop(): Promise<void> {
		this.#running = false;
		this.#stopTimer();
		await Promise.all(this.#inFlight.values());
	}

	/** Runs work that a person waits for: meanwhile the lane is in flight, and `stop` waits for it. */
	async during(laneId: string, work: Promise<void>): Promise<void> {
		const done = work.finally(() => {
			this.#inFlight.delete(laneId);
			this.moved(laneId);
		});
		this.#inFlight.set(laneId, done);
		await done;
	}

	isInFlight(laneId: string): boolean {
		return this.#inFlight.has(laneId);
	}

	isSending(): boolean {
		return this.#inFlight.size > 0;
	}

	/** Schedules the lane by the state of its head, and the lanes that wait for it. */
	place(laneId: string): void {
		const account = this.#options.account();
		if (!account) {
			this.#schedule.forget(laneId);
			return;
		}
		const waiting = this.#tables.waitingFor(laneId).map(({ lane_id }) => lane_id);
		for (const each of [laneId, ...waiting])
			this.#placeHead(each, this.#tables.head(account.accountId, each));
	}

	moved(laneId: string): void {
		this.place(laneId);
		this.pump();
	}

	#placeHead(laneId: string, head: Head | null): void {
		if (!head) {
			this.#schedule.forget(laneId);
			return;
		}
		// A step that may have been sent is verified even while its lane has to wait.
		if (head.state !== 'ambiguous' && mayFollow(this.#tables, laneId) === 'under-way') {
			this.#schedule.forget(laneId);
			return;
		}
		switch (head.state) {
			case 'queued':
			case 'held':
			case 'ambiguous':
				if (head.next_at === null) this.#schedule.ready(laneId);
				else {
					const reason = `${head.action_id} ${String(head.revision)} ${head.state} ${String(head.next_at)}`;
					this.#schedule.later(laneId, this.#pauseUntil(head.next_at, head.state), reason);
				}
				break;
			default:
				this.#schedule.forget(laneId);
		}
	}

	/** ms until an instant, limited in case the wall clock was set back. */
	#pauseUntil(at: number, state: Head['state']): number {
		const account = this.#options.account();
		const pauses = account?.profile.pauses;
		const most = Math.max(
			pauses?.retryMostMs ?? 0,
			pauses?.beforeProbeMs ?? 0,
			(state === 'ambiguous' ? pauses?.beforeProbeMostMs : null) ?? 0,
			pauses?.betweenProbesMs ?? 0,
			account === null ? 0 : holdMs(this.#options, account.profile),
		);
		return Math.min(Math.max(0, at - this.#options.ports.clock.now()), most);
	}

	/** Starts work on ready lanes, as many as may run at once. */
	pump(): void {
		if (!this.#running) return;
		const account = this.#options.account();
		if (!account) return;
		this.#stopTimer();
		const { lanesAtOnce, pauses } = account.profile;
		while (
			this.#asking.size < (this.#options.atOnce?.() ?? lanesAtOnce) &&
			this.#options.maySend()
		) {
			const laneId = this.#schedule.take();
			if (laneId === null) {
				// A pause of 0 ended just now: the next turn takes it.
				const pause = this.#schedule.pause();
				const { clock } = this.#options.ports;
				if (pause !== null) {
					this.#cancelTimer = clock.after(pause, () => {
						this.pump();
					});
				}
				return;
			}
			if (!this.#inFlight.has(laneId)) this.#begin(laneId, pauses.retryMostMs);
		}
		// At the limit, or sending is not allowed: whatever changes that calls pump again.
	}

	#begin(laneId: string, pauseMs: number): void {
		this.#asking.add(laneId);
		const work = this.#workOn(laneId)
			.catch(async (error: unknown) => {
				// A bug or a failed write. The request may have reached the service, so ask before sending again.
				const { log } = this.#options.ports;
				log.error('The outbox could not finish a step', { lane: laneId, error: String(error) });
				if (isDamage(error)) this.#options.damaged?.();
				else if (await this.#movedOn(laneId)) return 'moved' as const;
				return 'failed' as const;
			})
			.then((outcome) => {
				this.#inFlight.delete(laneId);
				this.#asking.delete(laneId);
				if (outcome === 'failed') this.#schedule.later(laneId, pauseMs, 'failed');
				else this.place(laneId);
				this.pump();
			});
		this.#inFlight.set(laneId, work);
	}

	async #movedOn(laneId: string): Promise<boolean> {
		const account = this.#options.account();
		if (!account || !this.#options.store.durable.open) return false;
		try {
			const row = this.#tables.head(account.accountId, laneId);
			const lane = row && this.#tables.lane(laneId);
			if (row && lane) await this.#workers.moveOn(row, lane, account);
			return true;
		} catch (error) {
			const { log } = this.#options.ports;
			log.error('The outbox could not move a step on', { lane: laneId, error: String(error) });
			return false;
		}
	}

	async #workOn(laneId: string): Promise<void> {
		const account = this.#options.account();
		const row = account && this.#tables.head(account.accountId, laneId);
		const lane = row && this.#tables.lane(laneId);
		if (!account || !row || !lane) return;
		const answered = () => {
			this.#asking.delete(laneId);
			this.pump();
		};
		if (row.state === 'ambiguous') await this.#workers.verify(row, lane, account, answered);
		else if (row.state === 'queued' || row.state === 'held') {
			await this.#workers.send(row, lane, account, answered, () => this.#goesOn());
		}
		// It ended before its result could be saved.
		else if (row.state === 'sending' || row.state === 'verifying') {
			await this.#workers.moveOn(row, lane, account);
		}
	}

	#goesOn(): boolean {
		return this.#running && this.#options.maySend() && this.#schedule.pause() !== 0;
	}

	#stopTimer(): void {
		this.#cancelTimer?.();
		this.#cancelTimer = null;
	}
}
