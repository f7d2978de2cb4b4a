// The core's clock, id and random ports.
import { randomBytes, randomFillSync } from 'node:crypto';
import type { Clock } from '../core/ports.ts';

/** Timers take a signed 32-bit delay. */
const longestTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
	now: () => Date.now(),
	monotonic: () => performance.now(),
	after(ms, call) {
		// setTimeout waits at least 1 ms; setImmediate runs right after this turn of the event loop.
		if (ms <= 0) {
			const soon = setImmediate(call);
			return () => clearImmediate(soon);
		}
		// A longer delay would overflow and fire at once.
		const timer = setTimeout(call, Math.min(ms, longestTimerMs));
		return () => clearTimeout(timer);
	},
};

/** Uniform in [0, 1), 48 bits. */
export const systemRandom = (): number => randomBytes(6).readUIntBE(0, 6) / 2 ** 48;

/**
 * Version 7 UUIDs (RFC 9562, 5.7) with a 32-bit counter (6.2, method 1): each id is greater than the last, even within
 * a millisecond or if the clock jumps back.
 */
export function uuidV7(now: () => number): () => string {
	const chance = chanceInStock();
	let last = 0;
	let counter = 0;
	return () => {
		const bytes = chance(16);
		const time = now();
		if (time > last) {
			last = time;
			// Start in the lower half, which leaves at least 2^31 ids for this millisecond.
			counter = bytes.readUInt32BE(6) >>> 1;
		} else {
			counter += 1;
			if (counter > 0xffff_ffff) {
				last += 1;
				counter = 0;
			}
		}
		bytes.writeUIntBE(last, 0, 6);
		bytes.writeUInt16BE(0x7000 | (counter >>> 20), 6);
		bytes.writeUInt16BE(0x8000 | ((counter >>> 6) & 0x3fff), 8);
		bytes.writeUInt8(((counter & 0x3f) << 2) | ((bytes[10] ?? 0) & 0x03), 10);
		const hex = bytes.toString('hex');
		return [
			hex.slice(0, 8),
			hex.slice(8, 12),
			hex.slice(12, 16),
			hex.slice(16, 20),
			hex.slice(20),
		].join('-');
	};
}

/** Buffers random bytes: one system call per id would take a large part of the time to save it. */
function chanceInStock(): (bytes: number) => Buffer {
	let stock: Buffer | null = null;
	let used = 0;
	return (bytes) => {
		if (stock === null || used + bytes > stock.length) {
			stock ??= Buffer.alloc(4096);
			randomFillSync(stock);
			used = 0;
		}
		used += bytes;
		return stock.subarray(used - bytes, used);
	};
}
