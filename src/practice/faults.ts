// Faults to switch on, to see how a client reacts. They live in memory and end with the process.
import type { Fault } from '../shared/bridge/practice.ts';
import type { Operation } from '../shared/service/operation.ts';
import { seededRandom } from './demo/random.ts';

/** All but these two apply after the request was parsed; see serve-operation.ts. */
type LateKind = Exclude<Fault['kind'], 'offline' | 'slow'>;

/** The effect on a request: a delay, then possibly a fault. */
interface Strike {
	readonly delayMs: number;
	readonly kind: LateKind | null;
}

export interface Faults {
	list(): readonly Fault[];
	/** Replaces all faults. Restarts the random sequence, so the same requests are affected again. */
	set(faults: readonly Fault[]): void;
	/** Whether to cut the connection on arrival. `undefined`: no operation has this path. */
	cutsOff(operation: Operation | undefined): boolean;
	strike(operation: Operation): Strike;
}

export function createFaults(seed: number): Faults {
	let faults: Fault[] = [];
	let random = seededRandom(seed);

	/** Whether the fault applies this time; removes a used-up fault. */
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

/** Signing in changes no records, so it is not a write. */
function concerns(scope: string, operation: Operation | undefined): boolean {
	if (scope === '*') return true;
	if (operation === undefined) return false;
	return scope === 'writes' ? isWrite(operation) : operation.name === scope;
}

export const isWrite = (operation: Operation): boolean =>
	operation.method !== 'GET' && !('open' in operation);
