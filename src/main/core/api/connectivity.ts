// Whether the service is there. Only answers tell: of the calls made anyway, and of an authenticated probe in between.
// What the system says of its network adapter is not asked (it is wrong both ways).
import type { NetworkState } from '../../../shared/bridge/app.ts';
import type { Clock } from '../ports.ts';
import type { Answer } from './answer.ts';

/** Server errors in a row after which the service counts as away (one lost connection is enough by itself). */
const errorsUntilAway = 5;

export interface Connectivity {
	state(): NetworkState;
	/** Something answered; whether it was the service shows in the answer. */
	answered(answer: Answer): void;
	noAnswer(said: string): void;
	/** True while sending makes sense: the service answers, and did not ask to wait. */
	open(): boolean;
	/** Begins to probe by itself. */
	start(probe: () => Promise<boolean>): void;
	/** Probes now. @returns whether the service is there. */
	probeNow(): Promise<boolean>;
	stop(): void;
}

export function createConnectivity(options: {
	clock: Clock;
	/** ms between probes while the service is away, and while it is there. */
	pauses: { offlineProbeMs: number; onlineProbeMs: number };
	changed(): void;
	/** The service is there again, or no longer busy. */
	opened(): void;
}): Connectivity {
	const { clock } = options;
	let state: NetworkState = {
		state: 'unknown',
		lastAnswerAt: null,
		nextProbeAt: null,
		reason: null,
	};
	let errorsInARow = 0;
	let busyUntil: number | null = null;
	let probe: (() => Promise<boolean>) | null = null;
	let probing: Promise<boolean> | null = null;
	let cancelTimer: (() => void) | null = null;

	const enter = (next: Partial<NetworkState>) => {
		const before = state;
		state = { ...state, ...next };
		if (
			before.state !== state.state ||
			before.reason !== state.reason ||
			minuteOf(before.lastAnswerAt) !== minuteOf(state.lastAnswerAt)
		) {
			options.changed();
		}
		if (before.state !== 'online' && state.state === 'online') options.opened();
		if (before.state !== state.state) schedule();
	};

	/** One timer: the end of a wait, or the next probe. */
	const schedule = () => {
		cancelTimer?.();
		cancelTimer = null;
		if (probe === null) return;
		const pause =
			busyUntil !== null
				? Math.max(0, busyUntil - clock.monotonic())
				: state.state === 'online'
					? options.pauses.onlineProbeMs
					: options.pauses.offlineProbeMs;
		state = { ...state, nextProbeAt: clock.now() + pause };
		cancelTimer = clock.after(pause, () => {
			busyUntil = null;
			void probeNow();
		});
	};

	const probeNow = (): Promise<boolean> => {
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

	return {
		state: () => state,
		open: () => state.state === 'online' && busyUntil === null,
		answered(answer) {
			if ((answer.status === 429 || answer.status === 503) && answer.retryAfterMs !== null) {
				const until = clock.monotonic() + answer.retryAfterMs;
				busyUntil = Math.max(busyUntil ?? 0, until);
				enter({ state: 'busy', lastAnswerAt: clock.now(), reason: 'The service asks to wait.' });
				schedule();
				return;
			}
			if (answer.form !== 'json' || (answer.status >= 300 && answer.status < 400)) {
				enter({ state: 'offline', reason: 'Something else answers in place of the service.' });
				return;
			}
			if (answer.status >= 500) {
				errorsInARow += 1;
				if (errorsInARow >= errorsUntilAway) {
					enter({
						state: 'offline',
						reason: `The service answers with errors (${String(answer.status)}).`,
					});
				}
				return;
			}
			errorsInARow = 0;
			if (busyUntil === null) enter({ state: 'online', lastAnswerAt: clock.now(), reason: null });
		},
		noAnswer(said) {
			enter({ state: 'offline', reason: said });
		},
		start(run) {
			probe = run;
			schedule();
		},
		probeNow,
		stop() {
			cancelTimer?.();
			cancelTimer = null;
			probe = null;
		},
	};
}

/** The screens show "as of" to the minute; nothing is told more often. */
const minuteOf = (at: number | null): number => Math.floor((at ?? 0) / 60_000);
