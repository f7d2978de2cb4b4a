// Whether the service is there, as a breaker. Only answers tell: of the calls made anyway, and of one authenticated read
// at a time in between.
//
// closed     the service answers; writes go out.
// in doubt   some failures in a row: no write begins, and the service is asked at once whether it is there. One lost
//            packet is over before anybody sees it, and no write goes into a line that may be dead, where it would end
//            as not confirmed.
// open       `failuresUntilOpen` in a row, or something else answers in its place (a captive portal): it is asked after
//            pauses that double, each with chance in it, so that many PCs do not come back together.
// busy       the service asked to wait (Retry-After): nothing of this account goes out before that is over.
//
// After an outage all PCs of a business come back together. Then the first request waits for a random time within a
// window, which is longer the more locations there are. Whoever is turned away waits in a window that grows with the time
// since then. What waits is sent one document after the other, without asking first whether the service is there
// (docs/outbox.md, "A fleet that comes back").
import type { NetworkState } from '../../../shared/bridge/app.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import type { Clock } from '../ports.ts';
import type { Answer } from './answer.ts';

/** Failures to connect, lost connections and server errors in a row after which the breaker is open. */
const failuresUntilOpen = 5;
/** With the second failure it is more than one lost packet, and the person is told. */
const failuresUntilTold = 2;

/**
 * The windows of those who are turned away, found for 50 to 500 PCs at 12 to 50 requests a second: narrower ones send
 * more requests in vain, wider ones leave the service idle. The first two are shares of `reconnectWindowMs`, because it
 * may be the crowd of a second. The others are a share of the time since the PC began to come back: the longer that is,
 * the more others still wait.
 */
const atFirst = [0.05, 0.4] as const;
const ofTheTime = 0.25;
/** So much of a window holds for certain. */
const certain = 0.5;
/** For so many windows after the last one, those who come back may still meet. */
const mayMeet = 5;

const askedToWait = 'The service asks to wait.';

export interface Connectivity {
	state(): NetworkState;
	/** Something answered; whether it was the service shows in the answer. */
	answered(answer: Pick<Answer, 'status' | 'form' | 'retryAfterMs'>): void;
	noAnswer(said: string): void;
	/** True while sending makes sense: the service answers, and did not ask to wait. */
	open(): boolean;
	/** Begins to probe by itself. */
	start(probe: () => Promise<boolean>): void;
	/** Probes now because a person wants to know, and is told also of the first failure. @returns whether the service is there. */
	probeNow(): Promise<boolean>;
	/** The same at once, or after an outage at a random time within the window. */
	probeSoon(): Promise<boolean>;
	/** An outage has ended and others come back as well: no more is asked of the service than has to be. */
	returning(): boolean;
	/** The PC goes to sleep: nothing is begun any more. */
	suspend(): void;
	/** It is awake, perhaps on another network: the service is asked before anything else. */
	resume(): void;
	/** On the monotonic clock, until when the service asked to wait; null when it did not. */
	waitsUntil(): number | null;
	stop(): void;
}

export interface ConnectivityOptions {
	clock: Clock;
	/** Uniform in [0, 1). */
	random: () => number;
	pauses: Pick<
		ServiceProfile['pauses'],
		| 'offlineProbeMs'
		| 'offlineProbeMostMs'
		| 'onlineProbeMs'
		| 'retryFirstMs'
		| 'waitMostMs'
		| 'outageMs'
		| 'reconnectWindowMs'
		| 'reconnectPerLocationMs'
	>;
	/** How many locations the business has: so many PCs may come back together. */
	locations?: () => number;
	/** What `waitsUntil` said when the account was last in use. */
	waitsUntil?: number | null;
	/**
	 * False where the system says that there is no network. That is wrong both ways (virtual adapters, VPNs), so it only
	 * makes the pauses longer, and an answer overrules it.
	 */
	systemOnline?: (() => boolean) | undefined;
	changed(): void;
	/** Whether work waits that would go if the service lets us in. */
	waits?: () => boolean;
	/** The service is there again, or no longer busy. */
	opened(): void;
}

export function createConnectivity(options: ConnectivityOptions): Connectivity {
	const { clock, random, pauses } = options;
	const { waitsUntil = null } = options;
	let busyUntil = waitsUntil !== null && waitsUntil > clock.monotonic() ? waitsUntil : null;
	let state: NetworkState = {
		state: busyUntil === null ? 'unknown' : 'busy',
		lastAnswerAt: null,
		nextProbeAt: null,
		reason: busyUntil === null ? null : askedToWait,
	};
	/** Since when it is away, by the monotonic clock; null while it is there, or nothing is known. */
	let awaySince: number | null = null;
	/** Of the last outage: when we began to come back, until when it counts as just over, how often we were turned away. */
	const back = { since: 0, until: 0, turnedAway: 0, letIn: false };
	let soon: Promise<boolean> | null = null;
	let cancelSoon: (() => void) | null = null;
	let endSoon: (() => void) | null = null;
	/** How often in a row it was asked to wait again sooner than it had waited, and how long that was. */
	let turnedAway = 0;
	let waitedMs = 0;
	let lastBusyEnd = 0;
	let failures = 0;
	let lastFailure = '';
	let asleep = false;
	let wasOpen = false;
	let probe: (() => Promise<boolean>) | null = null;
	let probing: Promise<boolean> | null = null;
	let cancelTimer: (() => void) | null = null;

	const isOpen = () => state.state === 'online' && failures === 0 && busyUntil === null && !asleep;

	const isReturning = () => clock.monotonic() < back.until;
	const isOutage = () => awaySince !== null && clock.monotonic() - awaySince >= pauses.outageMs;
	/** ms within which all come back who were away together. */
	const windowMs = () =>
		Math.max(
			pauses.reconnectWindowMs,
			(options.locations?.() ?? 1) * pauses.reconnectPerLocationMs,
		);
	const stayReturning = (fromNow: number) => {
		back.until = clock.monotonic() + fromNow + mayMeet * windowMs();
	};

	/** The service answered: if it was away for long, it is back for many. */
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

	/** While the service asks to wait, that is what there is to know. */
	const tellFailure = () => {
		if (busyUntil === null) enter({ state: 'offline', reason: lastFailure });
	};

	/** ms until the service is asked by itself. */
	const pauseNow = (): number => {
		if (busyUntil !== null) return Math.max(0, busyUntil - clock.monotonic());
		if (failures === 0) {
			return state.state === 'online' ? pauses.onlineProbeMs : pauses.offlineProbeMs;
		}
		if (failures < failuresUntilOpen) {
			return Math.ceil(random() * pauses.retryFirstMs * 2 ** (failures - 1));
		}
		const doubled =
			options.systemOnline?.() === false
				? pauses.offlineProbeMostMs
				: Math.min(
						pauses.offlineProbeMostMs,
						pauses.offlineProbeMs * 2 ** Math.min(failures - failuresUntilOpen, 20),
					);
		// Half of it holds for certain, so that a service in trouble is left alone.
		return Math.ceil((doubled / 2) * (1 + random()));
	};

	/**
	 * ms beyond what the service asked: whoever is turned away is told the same time, and all would come back together.
	 * Doubled each time that the door closes again at once, because then still too many come.
	 */
	const moreThanAsked = (retryAfterMs: number): number => {
		if (isReturning()) return moreAfterOutage(retryAfterMs);
		const now = clock.monotonic();
		turnedAway = waitedMs > 0 && now - lastBusyEnd < waitedMs ? turnedAway + 1 : 0;
		const spread =
			Math.max(retryAfterMs, pauses.retryFirstMs) * 2 ** (Math.min(turnedAway, 20) - 1);
		const more = Math.ceil(random() * Math.min(spread, pauses.offlineProbeMostMs));
		waitedMs = retryAfterMs + more;
		return more;
	};

	/** The same after an outage. */
	const moreAfterOutage = (retryAfterMs: number): number => {
		const least = atFirst[back.turnedAway === 0 ? 0 : 1] * pauses.reconnectWindowMs;
		const grown = back.turnedAway < 2 ? 0 : ofTheTime * (clock.monotonic() - back.since);
		back.turnedAway += 1;
		const window = Math.max(least, grown);
		stayReturning(retryAfterMs + window);
		return Math.ceil((certain + (1 - certain) * random()) * window);
	};

	/** One timer: the end of a wait, or the next probe. What is being asked already makes its own when it is answered. */
	const schedule = () => {
		if (probing !== null || soon !== null) return;
		cancelTimer?.();
		cancelTimer = null;
		if (probe === null || asleep) return;
		const pause = pauseNow();
		state = { ...state, nextProbeAt: clock.now() + pause };
		cancelTimer = clock.after(pause, () => {
			if (busyUntil !== null && clock.monotonic() >= busyUntil) {
				lastBusyEnd = busyUntil;
				busyUntil = null;
				if (isReturning() && back.letIn && options.waits?.() === true) {
					// The first waiting write shows whether the service answers; a separate probe would cost a request.
					enter({ state: 'online', reason: null });
					schedule();
					return;
				}
			}
			void ask();
		});
	};

	const ask = (): Promise<boolean> => {
		const run = probe;
		if (run === null) return Promise.resolve(false);
		probing ??= (async () => {
			try {
				return await run();
			} finally {
				probing = null;
				schedule();
			}
		})();
		return probing;
	};

	const probeNow = async (): Promise<boolean> => {
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
				// Nobody is believed who asks for more than that: nothing may wait for ever.
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
			probe = run;
			schedule();
		},
		probeNow,
		probeSoon() {
			if (!isOutage()) return probeNow();
			cancelTimer?.();
			if (soon === null) back.since = clock.monotonic();
			soon ??= new Promise<void>((resolve) => {
				endSoon = resolve;
				const pause = Math.ceil(random() * windowMs());
				state = { ...state, nextProbeAt: clock.now() + pause };
				cancelSoon = clock.after(pause, resolve);
			})
				.then(probeNow)
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
			// Whatever was known is from before; how long it was asked before that says nothing now.
			failures = 1;
			wasOpen = false;
			void ask();
		},
		stop() {
			cancelTimer?.();
			cancelTimer = null;
			probe = null;
			cancelSoon?.();
			endSoon?.();
		},
	};
}

const phaseOf = (failures: number): 'closed' | 'in doubt' | 'open' =>
	failures === 0 ? 'closed' : failures < failuresUntilOpen ? 'in doubt' : 'open';

/** The screens show "as of" to the minute; nothing is told more often. */
const minuteOf = (at: number | null): number => Math.floor((at ?? 0) / 60_000);
