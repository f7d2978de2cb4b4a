// Ready lanes (first in, first out) and waiting lanes (by the monotonic clock).
import type { Clock } from '../ports.ts';

interface Waiting {
	laneId: string;
	dueAt: number;
}

export class Schedule {
	readonly #clock: Clock;
	readonly #queue = new Set<string>();
	// A binary heap by dueAt. Rescheduling leaves the old entry in the heap; `#due` has the valid one.
	readonly #heap: Waiting[] = [];
	readonly #due = new Map<string, { at: number; reason: string }>();

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	ready(laneId: string): void {
		this.#due.delete(laneId);
		this.#queue.add(laneId);
	}

	/** Ready after `ms`. If the lane already waits for the same reason, that pause continues. */
	later(laneId: string, ms: number, reason: string): void {
		if (this.#due.get(laneId)?.reason === reason) return;
		this.#queue.delete(laneId);
		const dueAt = this.#clock.monotonic() + Math.max(0, ms);
		this.#due.set(laneId, { at: dueAt, reason });
		push(this.#heap, { laneId, dueAt });
	}

	forget(laneId: string): void {
		this.#queue.delete(laneId);
		this.#due.delete(laneId);
	}

	clear(): void {
		this.#queue.clear();
		this.#due.clear();
		this.#heap.length = 0;
	}

	/** Removes the next lane. @returns null if none is ready */
	take(): string | null {
		this.#promote();
		for (const laneId of this.#queue) {
			this.#queue.delete(laneId);
			return laneId;
		}
		return null;
	}

	/** ms until the next lane is ready; null if none waits. */
	pause(): number | null {
		this.#promote();
		if (this.#queue.size > 0) return 0;
		for (let first = this.#heap[0]; first; first = this.#heap[0]) {
			if (this.#isValid(first)) return Math.max(0, first.dueAt - this.#clock.monotonic());
			pop(this.#heap);
		}
		return null;
	}

	#promote(): void {
		const now = this.#clock.monotonic();
		for (let first = this.#heap[0]; first && first.dueAt <= now; first = this.#heap[0]) {
			pop(this.#heap);
			if (this.#isValid(first)) this.ready(first.laneId);
		}
	}

	#isValid({ laneId, dueAt }: Waiting): boolean {
		return this.#due.get(laneId)?.at === dueAt;
	}
}

function push(heap: Waiting[], waiting: Waiting): void {
	heap.push(waiting);
	let at = heap.length - 1;
	while (at > 0) {
		const parent = (at - 1) >> 1;
		const above = heap[parent];
		if (!above || above.dueAt <= waiting.dueAt) break;
		heap[at] = above;
		at = parent;
	}
	heap[at] = waiting;
}

function pop(heap: Waiting[]): void {
	const last = heap.pop();
	if (!last || heap.length === 0) return;
	let at = 0;
	for (;;) {
		let child = 2 * at + 1;
		const right = heap[child + 1];
		const left = heap[child];
		if (!left) break;
		let smaller = left;
		if (right && right.dueAt < left.dueAt) {
			child += 1;
			smaller = right;
		}
		if (last.dueAt <= smaller.dueAt) break;
		heap[at] = smaller;
		at = child;
	}
	heap[at] = last;
}
