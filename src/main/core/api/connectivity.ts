// Is the service reachable? A breaker, fed only by answers to ordinary calls and to one ping at a time.
// closed    the service answers; writes go out
// in doubt  a few failures: writes pause and a ping goes out, so that one lost packet passes unnoticed
// open      `failuresUntilOpen` failures, or a captive portal: pings with doubling pauses and jitter
// busy      the service asked to wait (Retry-After): nothing of this account is sent
// PCs of one business return from an outage together, so each waits for a random time first (docs/outbox.md, "A fleet
// that comes back").
import { inOwnWords } from '../../../shared/bridge/own-words.ts';
import type { NetworkState } from '../../../shared/bridge/app.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import type { Clock } from '../ports.ts';
import type { Answer } from './answer.ts';

/** Failures to connect, lost connections and server errors in a row that open the breaker. */
const failuresUntilOpen = 5;
/** One failure may be a lost packet; a person is told about two. */
const failuresUntilTold = 2;

/**
 * Windows after being told to wait, tuned for 50 to 500 PCs at 12 to 50 requests a second: narrower ones waste
 * requests, wider ones idle. Shares of `reconnectWindowMs`, and of the time since the PC started to return.
 */
const atFirst = [0.05, 0.4] as const;
const ofTheTime = 0.25;
/** Share of a window that is not random. */
const certain = 0.5;
/** How many windows later returning PCs may still collide. */
const mayMeet = 5;

const askedToWait = inOwnWords('askedToWait');

export interface ConnectivityOptions {
	clock: Clock;
	random: () => number;
	pauses: Pick<
		ServiceProfile['pauses'],
		| 'offlinePingMs'
		| 'offlinePingMostMs'
		| 'onlinePingMs'
		| 'retryFirstMs'
		| 'waitMostMs'
		| 'outageMs'
		| 'reconnectWindowMs'
		| 'reconnectPerLocationMs'
	>;
	locations?: () => number;
	/** `waitsUntil` from when the account was last in use. */
	waitsUntil?: number | null;
	/** Whether the system sees a network. Wrong both ways (virtual adapters, VPNs), so it only lengthens pauses. */
	systemOnline?: (() => boolean) | undefined;
	changed(): void;
	waits?: () => boolean;
	opened(): void;
}

export class Connectivity {
	readonly #options: ConnectivityOptions;
	readonly #returning: Returning;
	#state: NetworkState;
	#busyUntil: number | null;
	/** Monotonic start of the outage; null while the service answers or nothing is known. */
	#awaySince: number | null = null;
	#soon: Promise<boolean> | null = null;
	#cancelSoon: (() => void) | null = null;
	#endSoon: (() => void) | null = null;
	/** Consecutive requests to wait that came sooner than the wait before, and the length of that wait. */
	#turnedAway = 0;
	#waitedMs = 0;
	#lastBusyEnd = 0;
	#failures = 0;
	#lastFailure = '';
	#asleep = false;
	#wasOpen = false;
	#ping: (() => Promise<boolean>) | null = null;
	#pinging: Promise<boolean> | null = null;
	#cancelTimer: (() => void) | null = null;

	constructor(options: ConnectivityOptions) {
		const { clock, waitsUntil = null } = options;
		const isBusy = waitsUntil !== null && waitsUntil > clock.monotonic();
		this.#options = options;
		this.#returning = new Returning(options);
		this.#busyUntil = isBusy ? waitsUntil : null;
		this.#state = {
			state: isBusy ? 'busy' : 'unknown',
			lastAnswerAt: null,
			reason: isBusy ? askedToWait : null,
		};
	}

	state(): NetworkState {
		return this.#state;
	}

	open(): boolean {
		return (
			this.#state.state === 'online' &&
			this.#failures === 0 &&
			this.#busyUntil === null &&
			!this.#asleep
		);
	}

	/** Monotonic end of a requested wait; null if there is none. */
	waitsUntil(): number | null {
		return this.#busyUntil;
	}

	/** An outage just ended and other PCs return too: avoid unnecessary requests. */
	returning(): boolean {
		return this.#returning.isNow();
	}

	start(ping: () => Promise<boolean>): void {
		this.#ping = ping;
		this.#schedule();
	}

	stop(): void {
		this.#stopTimer();
		this.#ping = null;
		this.#cancelSoon?.();
		this.#endSoon?.();
	}

	suspend(): void {
		this.#asleep = true;
		this.#wasOpen = false;
		this.#stopTimer();
	}

	/** The PC woke up, maybe on another network: ping before sending. */
	resume(): void {
		this.#asleep = false;
		// Everything known is from before the sleep.
		this.#failures = 1;
		this.#wasOpen = false;
		void this.#ask();
	}

	/** Anything answered; `answer` shows whether it was the service. */
	answered(answer: Pick<Answer, 'status' | 'form' | 'retryAfterMs'>): void {
		const { status, retryAfterMs } = answer;
		if (status < 500 && answer.form === 'json') this.#endOutage();
		if ((status === 429 || status === 503) && retryAfterMs !== null) {
			this.#wait(retryAfterMs);
			return;
		}
		if (status >= 500) {
			this.#failed(inOwnWords('serverErrors', String(status)), this.#failures + 1);
			return;
		}
		const isOther = answer.form === 'html' || answer.form === 'unparsable';
		if (isOther || (status >= 300 && status < 400)) {
			const open = Math.max(this.#failures + 1, failuresUntilOpen);
			this.#failed(inOwnWords('otherAnswers'), open);
			return;
		}
		const before = phaseOf(this.#failures);
		this.#failures = 0;
		this.#returning.letIn = true;
		if (this.#busyUntil === null) {
			const lastAnswerAt = this.#options.clock.now();
			this.#enter({ state: 'online', lastAnswerAt, reason: null });
		}
		if (before !== 'closed') this.#schedule();
	}

	noAnswer(said: string): void {
		this.#failed(said, this.#failures + 1);
	}

	/** Pings now for a person, who is told of the first failure too. @returns whether the service answers */
	async pingNow(): Promise<boolean> {
		const there = await this.#ask();
		if (this.#failures > 0) this.#tellFailure();
		return there;
	}

	/** Pings at once, or after an outage at a random time within the window. */
	pingSoon(): Promise<boolean> {
		if (!this.#isOutage()) return this.pingNow();
		this.#cancelTimer?.();
		if (this.#soon === null) this.#returning.begin();
		const { clock, random } = this.#options;
		this.#soon ??= new Promise<void>((resolve) => {
			this.#endSoon = resolve;
			const pause = Math.ceil(random() * this.#returning.windowMs());
			this.#cancelSoon = clock.after(pause, resolve);
		})
			.then(() => this.pingNow())
			.finally(() => {
				this.#soon = null;
				this.#schedule();
			});
		return this.#soon;
	}

	#isOutage(): boolean {
		const { clock, pauses } = this.#options;
		return this.#awaySince !== null && clock.monotonic() - this.#awaySince >= pauses.outageMs;
	}

	#endOutage(): void {
		if (this.#isOutage()) this.#returning.enter(this.#soon === null);
		this.#awaySince = null;
	}

	#enter(next: Partial<NetworkState>): void {
		const before = this.#state;
		const after = { ...before, ...next };
		this.#state = after;
		if (after.state === 'offline') this.#awaySince ??= this.#options.clock.monotonic();
		if (
			before.state !== after.state ||
			before.reason !== after.reason ||
			minuteOf(before.lastAnswerAt) !== minuteOf(after.lastAnswerAt)
		) {
			this.#options.changed();
		}
		const opens = !this.#wasOpen && this.open();
		this.#wasOpen = this.open();
		if (opens) this.#options.opened();
	}

	#failed(said: string, straight: number): void {
		const before = phaseOf(this.#failures);
		this.#failures = straight;
		this.#lastFailure = said;
		this.#enter({});
		if (this.#state.state !== 'online' || this.#failures >= failuresUntilTold) {
			this.#tellFailure();
		}
		if (phaseOf(this.#failures) !== before) this.#schedule();
	}

	#tellFailure(): void {
		if (this.#busyUntil === null) this.#enter({ state: 'offline', reason: this.#lastFailure });
	}

	/** The service asked to wait. Capped: nothing may wait forever. */
	#wait(retryAfterMs: number): void {
		const { clock, pauses } = this.#options;
		const asked = clock.monotonic() + Math.min(retryAfterMs, pauses.waitMostMs);
		this.#busyUntil = Math.max(this.#busyUntil ?? asked + this.#moreThanAsked(retryAfterMs), asked);
		this.#failures = 0;
		this.#enter({ state: 'busy', lastAnswerAt: clock.now(), reason: askedToWait });
		this.#schedule();
	}

	/** ms to add to a requested wait, so that PCs do not return together. Doubles if still too many come. */
	#moreThanAsked(retryAfterMs: number): number {
		if (this.#returning.isNow()) return this.#returning.moreAfterOutage(retryAfterMs);
		const { clock, pauses, random } = this.#options;
		const isSoon = this.#waitedMs > 0 && clock.monotonic() - this.#lastBusyEnd < this.#waitedMs;
		this.#turnedAway = isSoon ? this.#turnedAway + 1 : 0;
		const spread =
			Math.max(retryAfterMs, pauses.retryFirstMs) * 2 ** (Math.min(this.#turnedAway, 20) - 1);
		const more = Math.ceil(random() * Math.min(spread, pauses.offlinePingMostMs));
		this.#waitedMs = retryAfterMs + more;
		return more;
	}

	/** One timer, for the end of a wait or the next ping. A ping in flight reschedules when it is answered. */
	#schedule(): void {
		if (this.#pinging !== null || this.#soon !== null) return;
		this.#stopTimer();
		if (this.#ping === null || this.#asleep) return;
		const { clock } = this.#options;
		const pause = this.#pauseNow();
		this.#cancelTimer = clock.after(pause, () => {
			if (this.#endWait()) {
				// The first waiting write shows whether the service answers, so a ping would waste a request.
				this.#enter({ state: 'online', reason: null });
				this.#schedule();
			} else void this.#ask();
		});
	}

	/** Ends a wait that is over. @returns whether waiting work may go without a ping */
	#endWait(): boolean {
		const { clock, waits } = this.#options;
		if (this.#busyUntil === null || clock.monotonic() < this.#busyUntil) return false;
		this.#lastBusyEnd = this.#busyUntil;
		this.#busyUntil = null;
		return this.#returning.isNow() && this.#returning.letIn && waits?.() === true;
	}

	#pauseNow(): number {
		const { clock, pauses, random } = this.#options;
		if (this.#busyUntil !== null) return Math.max(0, this.#busyUntil - clock.monotonic());
		if (this.#failures === 0) {
			return this.#state.state === 'online' ? pauses.onlinePingMs : pauses.offlinePingMs;
		}
		if (this.#failures < failuresUntilOpen) {
			return Math.ceil(random() * pauses.retryFirstMs * 2 ** (this.#failures - 1));
		}
		const doubled =
			this.#options.systemOnline?.() === false
				? pauses.offlinePingMostMs
				: Math.min(
						pauses.offlinePingMostMs,
						pauses.offlinePingMs * 2 ** Math.min(this.#failures - failuresUntilOpen, 20),
					);
		// Half is certain, to spare a struggling service; the rest is jitter.
		return Math.ceil((doubled / 2) * (1 + random()));
	}

	#ask(): Promise<boolean> {
		const run = this.#ping;
		if (run === null) return Promise.resolve(false);
		this.#pinging ??= (async () => {
			try {
				return await run();
			} finally {
				this.#pinging = null;
				this.#schedule();
			}
		})();
		return this.#pinging;
	}

	#stopTimer(): void {
		this.#cancelTimer?.();
		this.#cancelTimer = null;
	}
}

class Returning {
	/** The service answered something other than a request to wait. */
	letIn = false;
	readonly #options: ConnectivityOptions;
	/** When we started to return, until when PCs may collide, how often we were told to wait. */
	#since = 0;
	#until = 0;
	#turnedAway = 0;

	constructor(options: ConnectivityOptions) {
		this.#options = options;
	}

	isNow(): boolean {
		return this.#options.clock.monotonic() < this.#until;
	}

	begin(): void {
		this.#since = this.#options.clock.monotonic();
	}

	/** The service answers again. @param begins false if the return began with a pause before the first ping */
	enter(begins: boolean): void {
		this.#turnedAway = 0;
		this.letIn = false;
		if (begins) this.begin();
		this.#stay(0);
	}

	windowMs(): number {
		const { locations, pauses } = this.#options;
		return Math.max(pauses.reconnectWindowMs, (locations?.() ?? 1) * pauses.reconnectPerLocationMs);
	}

	/** ms to add to a wait that the service asked for. */
	moreAfterOutage(retryAfterMs: number): number {
		const { clock, pauses, random } = this.#options;
		const least = atFirst[this.#turnedAway === 0 ? 0 : 1] * pauses.reconnectWindowMs;
		const grown = this.#turnedAway < 2 ? 0 : ofTheTime * (clock.monotonic() - this.#since);
		this.#turnedAway += 1;
		const window = Math.max(least, grown);
		this.#stay(retryAfterMs + window);
		return Math.ceil((certain + (1 - certain) * random()) * window);
	}

	#stay(fromNow: number): void {
		this.#until = this.#options.clock.monotonic() + fromNow + mayMeet * this.windowMs();
	}
}

const phaseOf = (failures: number): 'closed' | 'in doubt' | 'open' =>
	failures === 0 ? 'closed' : failures < failuresUntilOpen ? 'in doubt' : 'open';

/** The screens show "as of" in minutes, so report no more often. */
const minuteOf = (at: number | null): number => Math.floor((at ?? 0) / 60_000);
