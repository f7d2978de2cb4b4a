// Faults that can be switched on, to see what a client does about them. They live in memory and end with the process.
import type { Fault } from '../shared/bridge/practice.ts';
import type { Operation } from '../shared/service/operation.ts';
import { seededRandom } from './demo/random.ts';

/** Every kind but these two strikes when the request was understood; what it does is in serve-operation.ts. */
type LateKind = Exclude<Fault['kind'], 'offline' | 'slow'>;

/** What strikes a request: a pause first, then perhaps a fault. */
interface Strike {
	readonly delayMs: number;
	readonly kind: LateKind | null;
}

export interface Faults {
	list(): readonly Fault[];
	/** Replaces all. Chance begins anew, so the same requests are struck again. */
	set(faults: readonly Fault[]): void;
	/** Whether the connection is cut as the request arrives. `undefined`: no operation is at the path. */
	cutsOff(operation: Operation | undefined): boolean;
	strike(operation: Operation): Strike;
}

export function createFaults(seed: number): Faults {
	let faults: Fault[] = [];
	let random = seededRandom(seed);

	/** Whether the fault strikes this time; one that has struck often enough ends. */
	function strikes(fault: Fault, operation: Operation | undefined): boolean {
		if (!concerns(fault.operation, operation)) return false;
		if (fault.probability < 1 && random() >= fault.probability) return false;
		if (fault.times !== null) fault.times -= 1;
		if (fault.times === 0) faults = faults.filter((each) => each !== fault);
		return true;
	}

	return {
		list: () => faults,
		set(wanted) {
			faults = wanted.map((fault) => ({ ...fault }));
			random = seededRandom(seed);
		},
		cutsOff: (operation) =>
			faults.some((fault) => fault.kind === 'offline' && strikes(fault, operation)),
		strike(operation) {
			let delayMs = 0;
			for (const fault of [...faults]) {
				const { kind } = fault;
				if (kind === 'offline' || !strikes(fault, operation)) continue;
				if (kind !== 'slow') return { delayMs, kind };
				delayMs += fault.delayMs;
			}
			return { delayMs, kind: null };
		},
	};
}

/** Writes change records; signing in is none. */
function concerns(scope: string, operation: Operation | undefined): boolean {
	if (scope === '*') return true;
	if (operation === undefined) return false;
	return scope === 'writes' ? isWrite(operation) : operation.name === scope;
}

export const isWrite = (operation: Operation): boolean =>
	operation.method !== 'GET' && !('open' in operation);
