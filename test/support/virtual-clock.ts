// A manual clock: pauses of minutes pass at once, in order, and reproducibly.
import type { Clock } from '../../src/main/core/ports.ts';

export interface VirtualClock extends Clock {
	/** Lets `ms` pass: runs everything due, in order, and awaits what it starts. */
	pass(ms: number): Promise<void>;
	/** Runs everything due now, without passing time. */
	settle(): Promise<void>;
	/** The PC sleeps: both clocks advance, and timers due meanwhile run late, in order, when time passes. */
	sleep(ms: number): void;
	/** Sets the wall clock, like a person or time server; pauses are unaffected. */
	setWallClock(now: number): void;
}

export function virtualClock(start = Date.UTC(2026, 10, 20, 9, 0, 0)): VirtualClock {
	let elapsed = 0;
	let wall = start;
	let order = 0;
	const timers = new Map<number, { at: number; call: () => void }>();

	const drain = async () => {
		// Promises settle in microtasks; a macrotask awaits all of them, however deep.
		for (let round = 0; round < 3; round += 1)
			await new Promise((resolve) => setImmediate(resolve));
	};
	const nextDue = (until: number) => {
		let found: [number, { at: number; call: () => void }] | null = null;
		for (const timer of timers) {
			if (timer[1].at <= until && (found === null || timer[1].at < found[1].at)) found = timer;
		}
		return found;
	};
	const pass = async (ms: number) => {
		const until = elapsed + ms;
		await drain();
		for (let due = nextDue(until); due; due = nextDue(until)) {
			const [key, timer] = due;
			timers.delete(key);
			wall += Math.max(0, timer.at - elapsed);
			elapsed = Math.max(elapsed, timer.at);
			timer.call();
			await drain();
		}
		wall += until - elapsed;
		elapsed = until;
	};

	return {
		now: () => Math.floor(wall),
		monotonic: () => elapsed,
		after(ms, call) {
			const key = (order += 1);
			timers.set(key, { at: elapsed + Math.max(0, ms), call });
			return () => {
				timers.delete(key);
			};
		},
		pass,
		settle: () => pass(0),
		sleep(ms) {
			elapsed += ms;
			wall += ms;
		},
		setWallClock(now) {
			wall = now;
		},
	};
}
