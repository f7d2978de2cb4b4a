// The clock, the identifiers and the chance of this PC, as the core is given them.
import { randomBytes, randomFillSync } from 'node:crypto';
import type { Clock } from '../core/ports.ts';

/** What fits a timer's 32 bits. */
const longestTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
	now: () => Date.now(),
	monotonic: () => performance.now(),
	after(ms, call) {
		// A timer of nothing takes a millisecond; this comes as soon as this turn of the event loop is over.
		if (ms <= 0) {
			const soon = setImmediate(call);
			return () => clearImmediate(soon);
		}
		// A longer one would come at once.
		const timer = setTimeout(call, Math.min(ms, longestTimerMs));
		return () => clearTimeout(timer);
	},
};

/** Uniform in [0, 1), with 48 bits. */
export const systemRandom = (): number => randomBytes(6).readUIntBE(0, 6) / 2 ** 48;

/**
 * Makes UUIDs of version 7 (RFC 9562, 5.7): the wall clock in ms, then a counter of 32 bits in `rand_a` and the head of
 * `rand_b` (6.2, method 1), then chance. Each is greater than the one before it, also within a millisecond and when
 * the wall clock jumps back.
 *
 * @param now epoch ms
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
			// Half of the range is left free, so that it lasts for two thousand million more in this millisecond.
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

/** Chance is fetched from the system for many identifiers at a time: a trip for each is a good part of saving one. */
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
