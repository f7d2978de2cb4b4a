// Is the service reachable? A breaker, fed only by answers to ordinary calls and to one ping at a time.
// closed    the service answers; writes go out
// in doubt  a few failures: writes pause and a ping goes out, so that one lost packet passes unnoticed
// open      `failuresUntilOpen` failures, or a captive portal: pings with doubling pauses and jitter
// busy      the service asked to wait (Retry-After): nothing of this account is sent
// PCs of one business return from an outage together, so each waits for a random time first (docs/outbox.md, "A fleet
// that comes back").
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

const askedToWait = 'The service asks to wait.';

export interface Connectivity {
	state(): NetworkState;
	/** Anything answered; `answer` shows whether it was the service. */
	answered(answer: Pick<Answer, 'status' | 'form' | 'retryAfterMs'>): void;
	noAnswer(said: string): void;
	open(): boolean;
	start(ping: () => Promise<boolean>): void;
	/** Pings now for a person, who is told of the first failure too. @returns whether the service answers */
	pingNow(): Promise<boolean>;
	/** Pings at once, or after an outage at a random time within the window. */
	pingSoon(): Promise<boolean>;
	/** An outage just ended and other PCs return too: avoid unnecessary requests. */
	returning(): boolean;
	suspend(): void;
	/** The PC woke up, maybe on another network: ping before sending. */
	resume(): void;
	waitsUntil(): number | null;
	stop(): void;
}

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

export function createConnectivity(options: ConnectivityOptions): Connectivity {
	const { clock, random, pauses } = options;
	const { waitsUntil = null } = options;
	let busyUntil = waitsUntil !== null && waitsUntil > clock.monotonic() ? waitsUntil : null;
	let state: NetworkState = {
		state: busyUntil === null ? 'unknown' : 'busy',
		lastAnswerAt: null,
		nextPingAt: null,
		reason: busyUntil === null ? null : askedToWait,
	};
	/** Monotonic start of the outage; null while the service answers or nothing is known. */
	let awaySince: number | null = null;
	/** The last outage: when we started to return, until when PCs may collide, how often we were told to wait. */
	const back = { since: 0, until: 0, turnedAway: 0, letIn: false };
	let soon: Promise<boolean> | null = null;
	let cancelSoon: (() => void) | null = null;
	let endSoon: (() => void) | null = null;
	/** Consecutive requests to wait that came sooner than the wait before, and the length of that wait. */
	let turnedAway = 0;
	let waitedMs = 0;
	let lastBusyEnd = 0;
	let failures = 0;
	let lastFailure = '';
	let asleep = false;
	let wasOpen = false;
	let ping: (() => Promise<boolean>) | null = null;
	let pinging: Promise<boolean> | null = null;
	let cancelTimer: (() => void) | null = null;

	const isOpen = () => state.state === 'online' && failures === 0 && busyUntil === null && !asleep;

	const isReturning = () => clock.monotonic() < back.until;
	const isOutage = () => awaySince !== null && clock.monotonic() - awaySince >= pauses.outageMs;
	const windowMs = () =>
		Math.max(
			pauses.reconnectWindowMs,
			(options.locations?.() ?? 1) * pauses.reconnectPerLocationMs,
		);
	const stayReturning = (fromNow: number) => {
		back.until = clock.monotonic() + fromNow + mayMeet * windowMs();
	};

	const isBack = () => {
		if (isOutage()) {
			Object.assign(back, { turnedAway: 0, letIn: false });
			if (soon === null) back.since = clock.monotonic();
			stayReturning(0);
		}
		awaySince = null;
	};

	const enter = (next: Partial<NetworkState>) => {
		const before = state;
		state = { ...state, ...next };
		if (state.state === 'offline') awaySince ??= clock.monotonic();
		if (
			before.state !== state.state ||
			before.reason !== state.reason ||
			minuteOf(before.lastAnswerAt) !== minuteOf(state.lastAnswerAt)
		) {
			options.changed();
		}
		const opens = !wasOpen && isOpen();
		wasOpen = isOpen();
		if (opens) options.opened();
	};

	const failed = (said: string, straight: number) => {
		const before = phaseOf(failures);
		failures = straight;
		lastFailure = said;
		enter({});
		if (state.state !== 'online' || failures >= failuresUntilTold) tellFailure();
		if (phaseOf(failures) !== before) schedule();
	};

	const tellFailure = () => {
		if (busyUntil === null) enter({ state: 'offline', reason: lastFailure });
	};

	const pauseNow = (): number => {
		if (busyUntil !== null) return Math.max(0, busyUntil - clock.monotonic());
		if (failures === 0) {
			return state.state === 'online' ? pauses.onlinePingMs : pauses.offlinePingMs;
		}
		if (failures < failuresUntilOpen) {
			return Math.ceil(random() * pauses.retryFirstMs * 2 ** (failures - 1));
		}
		const doubled =
			options.systemOnline?.() === false
				? pauses.offlinePingMostMs
				: Math.min(
						pauses.offlinePingMostMs,
						pauses.offlinePingMs * 2 ** Math.min(failures - failuresUntilOpen, 20),
					);
		// Half is certain, to spare a struggling service; the rest is jitter.
		return Math.ceil((doubled / 2) * (1 + random()));
	};

	/** ms to add to a requested wait, so that PCs do not return together. Doubles if still too many come. */
	const moreThanAsked = (retryAfterMs: number): number => {
		if (isReturning()) return moreAfterOutage(retryAfterMs);
		const now = clock.monotonic();
		turnedAway = waitedMs > 0 && now - lastBusyEnd < waitedMs ? turnedAway + 1 : 0;
		const spread =
			Math.max(retryAfterMs, pauses.retryFirstMs) * 2 ** (Math.min(turnedAway, 20) - 1);
		const more = Math.ceil(random() * Math.min(spread, pauses.offlinePingMostMs));
		waitedMs = retryAfterMs + more;
		return more;
	};

	const moreAfterOutage = (retryAfterMs: number): number => {
		const least = atFirst[back.turnedAway === 0 ? 0 : 1] * pauses.reconnectWindowMs;
		const grown = back.turnedAway < 2 ? 0 : ofTheTime * (clock.monotonic() - back.since);
		back.turnedAway += 1;
		const window = Math.max(least, grown);
		stayReturning(retryAfterMs + window);
		return Math.ceil((certain + (1 - certain) * random()) * window);
	};

	/** One timer, for the end of a wait or the next ping. A ping in flight reschedules when it is answered. */
	const schedule = () => {
		if (pinging !== null || soon !== null) return;
		cancelTimer?.();
		cancelTimer = null;
		if (ping === null || asleep) return;
		const pause = pauseNow();
		state = { ...state, nextPingAt: clock.now() + pause };
		cancelTimer = clock.after(pause, () => {
			if (busyUntil !== null && clock.monotonic() >= busyUntil) {
				lastBusyEnd = busyUntil;
				busyUntil = null;
				if (isReturning() && back.letIn && options.waits?.() === true) {
					// The first waiting write shows whether the service answers, so a ping would waste a request.
					enter({ state: 'online', reason: null });
					schedule();
					return;
				}
			}
			void ask();
		});
	};

	const ask = (): Promise<boolean> => {
		const run = ping;
		if (run === null) return Promise.resolve(false);
		pinging ??= (async () => {
			try {
				return await run();
			} finally {
				pinging = null;
				schedule();
			}
		})();
		return pinging;
	};

	const pingNow = async (): Promise<boolean> => {
		const there = await ask();
		if (failures > 0) tellFailure();
		return there;
	};

	return {
		state: () => state,
		open: isOpen,
		waitsUntil: () => busyUntil,
		answered(answer) {
			const { status, retryAfterMs } = answer;
			if (status < 500 && answer.form === 'json') isBack();
			if ((status === 429 || status === 503) && retryAfterMs !== null) {
				// Capped: nothing may wait forever.
				const asked = clock.monotonic() + Math.min(retryAfterMs, pauses.waitMostMs);
				busyUntil = Math.max(busyUntil ?? asked + moreThanAsked(retryAfterMs), asked);
				failures = 0;
				enter({ state: 'busy', lastAnswerAt: clock.now(), reason: askedToWait });
				schedule();
				return;
			}
			if (status >= 500) {
				failed(`The service answers with errors (${String(status)}).`, failures + 1);
				return;
			}
			const isOther = answer.form === 'html' || answer.form === 'unparsable';
			if (isOther || (status >= 300 && status < 400)) {
				const open = Math.max(failures + 1, failuresUntilOpen);
				failed('Something else answers in place of the service.', open);
				return;
			}
			const before = phaseOf(failures);
			failures = 0;
			back.letIn = true;
			if (busyUntil === null) enter({ state: 'online', lastAnswerAt: clock.now(), reason: null });
			if (before !== 'closed') schedule();
		},
		noAnswer(said) {
			failed(said, failures + 1);
		},
		start(run) {
			ping = run;
			schedule();
		},
		pingNow,
		pingSoon() {
			if (!isOutage()) return pingNow();
			cancelTimer?.();
			if (soon === null) back.since = clock.monotonic();
			soon ??= new Promise<void>((resolve) => {
				endSoon = resolve;
				const pause = Math.ceil(random() * windowMs());
				state = { ...state, nextPingAt: clock.now() + pause };
				cancelSoon = clock.after(pause, resolve);
			})
				.then(pingNow)
				.finally(() => {
					soon = null;
					schedule();
				});
			return soon;
		},
		returning: isReturning,
		suspend() {
			asleep = true;
			wasOpen = false;
			cancelTimer?.();
			cancelTimer = null;
		},
		resume() {
			asleep = false;
			// Everything known is from before the sleep.
			failures = 1;
			wasOpen = false;
			void ask();
		},
		stop() {
			cancelTimer?.();
			cancelTimer = null;
			ping = null;
			cancelSoon?.();
			endSoon?.();
		},
	};
}

const phaseOf = (failures: number): 'closed' | 'in doubt' | 'open' =>
	failures === 0 ? 'closed' : failures < failuresUntilOpen ? 'in doubt' : 'open';

/** The screens show "as of" in minutes, so report no more often. */
const minuteOf = (at: number | null): number => Math.floor((at ?? 0) / 60_000);
