// Virtual time for a program on a real network: while something is awaited and no request is in flight, time jumps to
// the next timer. Otherwise it stands still.
import type { Fetch } from '../../src/main/core/ports.ts';
import type { QuickTime } from '../support/quick-time.ts';
import { virtualClock } from '../support/virtual-clock.ts';

export interface JumpingTime extends QuickTime {
	/** Waits while time passes. @throws if it takes longer than `mostMs` of virtual time */
	during<Value>(awaited: Promise<Value>, mostMs: number, what: string): Promise<Value>;
}

/** How long without any timer before we give up: files and sockets use no virtual time. */
const mostIdleMs = 10_000;

export function jumpingTime(start: number): JumpingTime {
	const virtual = virtualClock(start);
	const due = new Set<{ at: number }>();
	const onTheWay = new Set<Promise<unknown>>();

	const counted =
		(send: Fetch): Fetch =>
		(request) => {
			const answer = whole(send(request));
			const come = answer.then(
				() => undefined,
				() => undefined,
			);
			onTheWay.add(come);
			void come.then(() => onTheWay.delete(come));
			return answer;
		};

	return {
		clock: {
			...virtual,
			after(ms, call) {
				const timer = { at: virtual.monotonic() + Math.max(0, ms) };
				due.add(timer);
				const cancel = virtual.after(ms, () => {
					due.delete(timer);
					call();
				});
				return () => {
					due.delete(timer);
					cancel();
				};
			},
		},
		through: ({ read, write }) => ({ read: counted(read), write: counted(write) }),
		async during(awaited, mostMs, what) {
			const going = new Set([awaited]);
			const over = awaited.finally(() => going.clear());
			over.catch(() => undefined);
			const until = virtual.monotonic() + mostMs;
			for (let idle = 0; going.size > 0;) {
				if (onTheWay.size > 0) {
					await Promise.race(onTheWay);
					continue;
				}
				await virtual.settle();
				if (going.size === 0 || onTheWay.size > 0) continue;
				const next = Math.min(...[...due].map(({ at }) => at));
				if (!Number.isFinite(next)) {
					await new Promise((resolve) => setTimeout(resolve, 1));
					idle += 1;
					if (idle > mostIdleMs) throw new Error(`Nothing is due any more, and ${what}.`);
					continue;
				}
				if (next > until)
					throw new Error(`${String(mostMs / 60_000)} minutes passed, and ${what}.`);
				await virtual.pass(Math.max(0, next - virtual.monotonic()));
			}
			return over;
		},
		stop: () => Promise.resolve(),
	};
}

async function whole(coming: Promise<Response>): Promise<Response> {
	const answer = await coming;
	const { status, statusText, headers } = answer;
	const body = await answer.arrayBuffer();
	return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
}
