// A history's disk: both files of a run, and what a power cut or damage leaves of them. Commits of stillroom.db wait
// for the disk, so a power cut loses none; the cache does not wait.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { openDataFolder, type Wish } from '../../src/main/core/store/recovery.ts';

const logHeadBytes = 32;

export function simulatedDisk(
	folder: string,
	{ random, now, wish }: { random: () => number; now: () => number; wish: Wish | undefined },
) {
	const store = openDataFolder(folder, { now, free: () => null }, wish);
	const { durable, cache } = store;
	const log = `${durable.name}-wal`;
	let left: readonly (readonly [file: string, content: Buffer | null])[] | null = null;

	for (const db of [durable, cache]) {
		// The files stay as opened, and all changes are in the logs. Does not wait for the real disk.
		db.pragma('wal_autocheckpoint = 0');
		db.pragma('synchronous = OFF');
	}

	const withoutLastCommits = (how: 'log-cut' | 'commit-damaged'): Buffer => {
		const whole = readFileSync(log);
		const ends = commitsIn(whole);
		const from = ends.at(-1 - Math.ceil(random() * 3)) ?? logHeadBytes;
		if (how === 'log-cut') return whole.subarray(0, Math.min(from, whole.length));
		return whole.fill(0xff, Math.min(whole.length, from + 64), Math.min(whole.length, from + 128));
	};

	return {
		store,
		/**
		 * Removes the file's last commits although they were on disk: the log is gone, cut, or damaged. Takes effect
		 * after `close`.
		 */
		rollBack(how: 'log-gone' | 'log-cut' | 'commit-damaged') {
			left = [
				[durable.name, readFileSync(durable.name)],
				[log, how === 'log-gone' ? null : withoutLastCommits(how)],
			];
		},
		/** Captures at once what a power cut would leave; the files are so after `close`. */
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

/** Ends of a log's commits. https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
function commitsIn(log: Buffer): number[] {
	const ends: number[] = [];
	if (log.length <= logHeadBytes) return ends;
	const frame = 24 + log.readUInt32BE(8);
	for (let at = logHeadBytes; at + frame <= log.length; at += frame) {
		if (log.readUInt32BE(at + 4) > 0) ends.push(at + frame);
	}
	return ends;
}
