// Chooses the next lane in constant time: ready lanes first in, first out; waiting lanes by the monotonic clock.
import type { Clock } from '../ports.ts';

export interface Schedule {
	ready(laneId: string): void;
	/** The lane may go after `ms`. If it already waits for the same reason, that pause continues. */
	later(laneId: string, ms: number, reason: string): void;
	forget(laneId: string): void;
	clear(): void;
	/** Removes and returns the next lane, or null if none is ready. Lanes with a finished pause count as ready. */
	take(): string | null;
	pause(): number | null;
}

interface Waiting {
	laneId: string;
	dueAt: number;
}

export function createSchedule(clock: Clock): Schedule {
	// A Set iterates in insertion order, and taking its first element is cheap.
	const queue = new Set<string>();
	// A binary heap by dueAt. Rescheduling leaves the old entry in the heap; `due` has the valid one.
	const heap: Waiting[] = [];
	const due = new Map<string, { at: number; reason: string }>();

	const promote = () => {
		const now = clock.monotonic();
		for (let first = heap[0]; first && first.dueAt <= now; first = heap[0]) {
			pop(heap);
			if (due.get(first.laneId)?.at !== first.dueAt) continue;
			due.delete(first.laneId);
			queue.add(first.laneId);
		}
	};

	return {
		ready(laneId) {
			due.delete(laneId);
			queue.add(laneId);
		},
		later(laneId, ms, reason) {
			if (due.get(laneId)?.reason === reason) return;
			queue.delete(laneId);
			const dueAt = clock.monotonic() + Math.max(0, ms);
			due.set(laneId, { at: dueAt, reason });
			push(heap, { laneId, dueAt });
		},
		forget(laneId) {
			queue.delete(laneId);
			due.delete(laneId);
		},
		clear() {
			queue.clear();
			due.clear();
			heap.length = 0;
		},
		take() {
			promote();
			for (const laneId of queue) {
				queue.delete(laneId);
				return laneId;
			}
			return null;
		},
		pause() {
			promote();
			if (queue.size > 0) return 0;
			for (let first = heap[0]; first; first = heap[0]) {
				if (due.get(first.laneId)?.at === first.dueAt) {
					return Math.max(0, first.dueAt - clock.monotonic());
				}
				pop(heap);
			}
			return null;
		},
	};
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
