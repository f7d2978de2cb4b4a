// Faults to switch on, to see how a client reacts. They live in memory and end with the process.
import type { Fault } from '../shared/bridge/practice.ts';
import type { Operation } from '../shared/service/operation.ts';
import { seededRandom } from './demo/random.ts';

interface Strike {
	readonly delayMs: number;
	/** The other two apply before the request is parsed; see serve-operation.ts. */
	readonly kind: Exclude<Fault['kind'], 'offline' | 'slow'> | null;
}

export class Faults {
	readonly #seed: number;
	#faults: Fault[] = [];
	#random: () => number;

	constructor(seed: number) {
		this.#seed = seed;
		this.#random = seededRandom(seed);
	}

	list(): readonly Fault[] {
		return this.#faults;
	}

	/** Replaces all faults. Restarts the random sequence, so the same requests are affected again. */
	set(faults: readonly Fault[]): void {
		this.#faults = faults.map((fault) => ({ ...fault }));
		this.#random = seededRandom(this.#seed);
	}

	/** Whether to cut the connection on arrival. @param asked the operations of this path */
	cutsOff(asked: readonly Operation[]): boolean {
		return this.#faults.some((fault) => fault.kind === 'offline' && this.#strikes(fault, asked));
	}

	strike(operation: Operation): Strike {
		let delayMs = 0;
		for (const fault of Array.from(this.#faults)) {
			const { kind } = fault;
			if (kind === 'offline' || !this.#strikes(fault, [operation])) continue;
			if (kind !== 'slow') return { delayMs, kind };
			delayMs += fault.delayMs;
		}
		return { delayMs, kind: null };
	}

	#strikes(fault: Fault, asked: readonly Operation[]): boolean {
		if (!concerns(fault.operation, asked)) return false;
		if (fault.probability < 1 && this.#random() >= fault.probability) return false;
		if (fault.times !== null) fault.times -= 1;
		if (fault.times === 0) this.#faults = this.#faults.filter((each) => each !== fault);
		return true;
	}
}

/** Signing in changes no records, so it is not a write. */
const concerns = (scope: string, asked: readonly Operation[]): boolean =>
	scope === '*' ||
	asked.some((operation) => (scope === 'writes' ? isWrite(operation) : operation.name === scope));

export const isWrite = (operation: Operation): boolean =>
	operation.method !== 'GET' && !('open' in operation);
