// Whether a write-ahead log lost something that was committed. SQLite itself passes over a broken log in silence: it
// takes what stands before the first frame that does not add up, as after a power cut.
// The format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
import { MOST_ON_THEIR_WAY } from './log-flush.ts';

const headerBytes = 32;
const frameHeaderBytes = 24;
/** The last bit says how the checksums read their words. */
const magic = 0x377f0682;

/**
 * True where the log shows that a commit was on the disk and cannot be read any more. After the first frame that does not
 * add up a power cut leaves at most those commits that were brought to the disk beside other work (`log-flush.ts`), and
 * one with `synchronous = FULL` on top of them, which brings all there before the next one begins. One more proves that
 * something was broken later.
 */
export function isLogDamaged(log: Buffer): boolean {
	// Shorter than a frame: nothing was committed in it.
	if (log.length <= headerBytes + frameHeaderBytes) return false;
	const first = log.readUInt32BE(0);
	if ((first & ~1) !== magic) return true;
	const sum = checksum(first === magic);
	const pageSize = log.readUInt32BE(8);
	const salts = log.subarray(16, 24);
	const header = sum(log, 0, 24, [0, 0]);
	if (!matches(log, 24, header) || pageSize < 512 || pageSize > 65_536) return true;

	let before = header;
	let broken = false;
	let commitsAfter = 0;
	const frameBytes = frameHeaderBytes + pageSize;
	for (let at = headerBytes; at + frameBytes <= log.length; at += frameBytes) {
		const ours = log.subarray(at + 8, at + 16).equals(salts);
		if (!broken) {
			const sumOfHead = sum(log, at, 8, before);
			const sumOfFrame = sum(log, at + frameHeaderBytes, pageSize, sumOfHead);
			if (ours && matches(log, at + 16, sumOfFrame)) {
				before = sumOfFrame;
				continue;
			}
			broken = true;
		}
		// Frames of other salts are left over from before the log was begun anew.
		if (ours && log.readUInt32BE(at + 4) > 0) commitsAfter += 1;
	}
	return commitsAfter > MOST_ON_THEIR_WAY + 1;
}

type Sum = readonly [number, number];

const checksum =
	(littleEndian: boolean) =>
	(bytes: Buffer, from: number, length: number, [first, second]: Sum): Sum => {
		let a = first;
		let b = second;
		const words = new DataView(bytes.buffer, bytes.byteOffset + from, length);
		for (let at = 0; at < length; at += 8) {
			a = (a + words.getUint32(at, littleEndian) + b) >>> 0;
			b = (b + words.getUint32(at + 4, littleEndian) + a) >>> 0;
		}
		return [a, b];
	};

const matches = (bytes: Buffer, at: number, [a, b]: Sum): boolean =>
	bytes.readUInt32BE(at) === a && bytes.readUInt32BE(at + 4) === b;
