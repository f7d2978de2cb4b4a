// Whether what the service shows is newer than a request of ours: an answer out of somebody's cache, or of a server that
// lags, proves no absence. Where the service tells no time, its answers are taken as they are.
import type { ServiceApi } from '../api/service-api.ts';
import type { ReadResult } from '../api/verdict.ts';

/** What a probe reads with. */
export type ProbeReads = Pick<ServiceApi, 'readByName' | 'readAllByName'>;

interface DatedReads extends ProbeReads {
	/** Whether an answer so far was given before one of these instants of the service's clock (epoch ms; null: not known). */
	anyOlderThan(...instants: (number | null)[]): boolean;
}

/** A Date header tells whole seconds, and what came after them is left out. */
const headerMs = 1_000;

export function datedReads(api: ProbeReads): DatedReads {
	let oldest = Infinity;
	const dated = <Value>(read: ReadResult<Value>): ReadResult<Value> => {
		if (read.ok && read.serverDate !== null) oldest = Math.min(oldest, read.serverDate);
		return read;
	};
	return {
		readByName: async (name, input) => dated(await api.readByName(name, input)),
		readAllByName: async (name, input) => dated(await api.readAllByName(name, input)),
		anyOlderThan: (...instants) =>
			instants.some((instant) => instant !== null && oldest + headerMs <= instant),
	};
}
