// Time for PCs on a real network: passes while nothing is in flight, and stands still during a request, so that a slow
// machine causes no timeouts.
import type { Clock, Fetch, Network } from '../../src/main/core/ports.ts';
import { firstDay } from './practice.ts';
import { virtualClock, type VirtualClock } from './virtual-clock.ts';

/** ms per jump: shorter than any pause that matters. */
const STEP_MS = 5;

export interface QuickTime {
	readonly clock: VirtualClock;
	/** A network that counts requests until their answers are complete. */
	through(network: Network): Network;
	/** Resolves when time has stopped. */
	stop(): Promise<void>;
}

export function quickTime(start = firstDay): QuickTime {
	const clock = virtualClock(start);
	const onTheWay = new Set<Promise<unknown>>();
	const stopping = new AbortController();

	const counted =
		(send: Fetch): Fetch =>
		(request) => {
			const answer = whole(send(request), clock);
			const come = answer.then(
				() => undefined,
				() => undefined,
			);
			onTheWay.add(come);
			void come.then(() => onTheWay.delete(come));
			return answer;
		};

	const passing = (async () => {
		while (!stopping.signal.aborted) {
			if (onTheWay.size > 0) await Promise.race(onTheWay);
			else await clock.pass(STEP_MS);
		}
	})();

	return {
		clock,
		through: ({ read, write }) => ({ read: counted(read), write: counted(write) }),
		stop() {
			stopping.abort();
			return passing;
		},
	};
}

async function whole(coming: Promise<Response>, clock: Clock): Promise<Response> {
	const answer = await coming;
	const body = await answer.arrayBuffer();
	return dated(answer, body.byteLength === 0 ? null : body, clock);
}

/**
 * A network's answers with this clock's time: a practice service's own clock stands still, which elsewhere only happens
 * in a cached answer.
 */
export function datedBy(clock: Clock, { read, write }: Network): Network {
	const withDate =
		(send: Fetch): Fetch =>
		async (request) => {
			const answer = await send(request);
			return dated(answer, answer.body, clock);
		};
	return { read: withDate(read), write: withDate(write) };
}

function dated(
	{ status, statusText, headers: sent }: Response,
	body: ArrayBuffer | Response['body'],
	clock: Clock,
): Response {
	const headers = new Headers(sent);
	if (headers.has('date')) headers.set('date', new Date(clock.now()).toUTCString());
	return new Response(body, { status, statusText, headers });
}
