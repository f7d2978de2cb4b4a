// The disk under a history: the two files of a run, and what a power cut or damage leaves of them. Commits of stillroom.db
// wait for the disk, so a power cut takes none of them back; nothing of the copies is waited for.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Store } from '../../src/main/core/store/open.ts';
import { openDataFolder, type Wish } from '../../src/main/core/store/recovery.ts';

const logHeadBytes = 32;

export interface SimulatedDisk {
	readonly store: Store;
	/** Takes down at once what a power cut leaves now; the files are as it says after `close`. */
	cutPower(): void;
	/**
	 * Takes the last commits of the file away, which were on the disk: the log is gone, cut, or one of its commits is damaged.
	 * The files are so after `close`.
	 */
	rollBack(how: 'log-gone' | 'log-cut' | 'commit-damaged'): void;
	/** The files are let go of, and are what the end of the run left. */
	close(): void;
}

/** @param wish a copy that a person goes back to */
export function simulatedDisk(
	folder: string,
	{ random, now, wish }: { random: () => number; now: () => number; wish: Wish | undefined },
): SimulatedDisk {
	const store = openDataFolder(folder, { now, free: () => null }, wish);
	const { durable, cache } = store;
	const log = `${durable.name}-wal`;
	let left: readonly (readonly [file: string, content: Buffer | null])[] | null = null;

	for (const db of [durable, cache]) {
		// The files stay as they were opened, and all that comes stands in the logs. The real disk is not waited for.
		db.pragma('wal_autocheckpoint = 0');
		db.pragma('synchronous = OFF');
	}

	/** What a log is that lost one to three of its last commits. */
	const withoutLastCommits = (how: 'log-cut' | 'commit-damaged'): Buffer => {
		const whole = readFileSync(log);
		const ends = commitsIn(whole);
		const from = ends.at(-1 - Math.ceil(random() * 3)) ?? logHeadBytes;
		if (how === 'log-cut') return whole.subarray(0, Math.min(from, whole.length));
		return whole.fill(0xff, Math.min(whole.length, from + 64), Math.min(whole.length, from + 128));
	};

	return {
		store,
		rollBack(how) {
			left = [
				[durable.name, readFileSync(durable.name)],
				[log, how === 'log-gone' ? null : withoutLastCommits(how)],
			];
		},
		cutPower() {
			left = [
				[durable.name, readFileSync(durable.name)],
				[log, readFileSync(log)],
				[cache.name, readFileSync(cache.name)],
				[`${cache.name}-wal`, null],
			];
		},
		close() {
			store.close();
			for (const [file, content] of left ?? []) {
				if (content === null) rmSync(file, { force: true });
				else writeFileSync(file, content);
			}
		},
	};
}

/** Where the commits of a log end. https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
function commitsIn(log: Buffer): number[] {
	const ends: number[] = [];
	if (log.length <= logHeadBytes) return ends;
	const frame = 24 + log.readUInt32BE(8);
	for (let at = logHeadBytes; at + frame <= log.length; at += frame) {
		if (log.readUInt32BE(at + 4) > 0) ends.push(at + frame);
	}
	return ends;
}
