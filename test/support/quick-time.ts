// Time for PCs on a real network whose pauses cost none: it passes while nothing of theirs is on its way, and stands
// still while a request is, so that no answer comes too late because this machine is slow.
import type { Clock, Fetch, Network } from '../../src/main/core/ports.ts';
import { firstDay } from './practice.ts';
import { virtualClock, type VirtualClock } from './virtual-clock.ts';

/** ms that pass at once: less than any pause that matters. */
const STEP_MS = 5;

export interface QuickTime {
	readonly clock: VirtualClock;
	/** The network with every request counted until its answer is here whole. */
	through(network: Network): Network;
	/** Resolves when no more of it passes. */
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
 * The answers of a network with the time of this clock. The clock of a practice service in a test stands still, as only the
 * date of a cached answer does otherwise.
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
