// The disk under a history: the two files of a run, and what a power cut leaves of them. SQLite flushes nothing here;
// what it would have brought to the disk is worked out from how the log grew, so that a cut can take back the rest.
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Store } from '../../src/main/core/store/open.ts';
import { openDataFolder, type Wish } from '../../src/main/core/store/recovery.ts';
import { isLogDamaged } from '../../src/main/core/store/write-ahead-log.ts';

const logHeadBytes = 32;

export interface SimulatedDisk {
	readonly store: Store;
	/** Bytes of the log of stillroom.db that are written by now, whether on the disk or not. */
	written(): number;
	/** So much of the log is on the disk. */
	flushed(bytes: number): void;
	/** Whether a power cut now would take nothing back. */
	isFlushed(): boolean;
	/**
	 * What a power cut now leaves, taken down at once; the files are as it says after `close`.
	 * @returns whether it takes back a commit
	 */
	cutPower(): boolean;
	/**
	 * Takes the last commits of the file away, which were on the disk: the log is gone, cut, or one of its commits is damaged.
	 * The files are so after `close`.
	 */
	rollBack(how: 'log-gone' | 'log-cut' | 'commit-damaged'): void;
	/** The files are let go of, and are what the end of the run left. */
	close(): void;
}

/**
 * @param random uniform in [0, 1): how much a cut leaves of what was on its way to the disk.
 * @param wish a copy that a person goes back to
 */
export function simulatedDisk(
	folder: string,
	{ random, now, wish }: { random: () => number; now: () => number; wish: Wish | undefined },
): SimulatedDisk {
	const store = openDataFolder(folder, { now, free: () => null }, wish);
	const { durable, cache } = store;
	const log = `${durable.name}-wal`;
	const written = () => statSync(log, { throwIfNoEntry: false })?.size ?? 0;
	let waits = true;
	let onDisk = written();
	/** How long the log was when commits began to wait for the disk again. */
	let since = onDisk;
	/** A commit that waits for the disk brings all before it there. */
	const look = () => {
		if (waits && written() > since) onDisk = since = written();
	};
	let left: readonly (readonly [file: string, content: Buffer | null])[] | null = null;

	const exec = durable.exec.bind(durable);
	for (const db of [durable, cache]) {
		// The files stay as they were opened, and all that comes stands in the logs.
		db.pragma('wal_autocheckpoint = 0');
		db.pragma('synchronous = OFF');
	}
	Object.defineProperty(durable, 'exec', {
		value: (source: string): unknown => {
			const [, mode] = /^PRAGMA synchronous = (FULL|NORMAL)$/.exec(source) ?? [];
			if (mode === undefined) return exec(source);
			look();
			waits = mode === 'FULL';
			since = written();
			return durable;
		},
	});

	/** Of what was on its way nothing came, or some of it, or all but a page before it. */
	const logAfterCut = (): Buffer => {
		const whole = readFileSync(log);
		const onTheWay = whole.length - onDisk;
		const chance = random();
		if (chance < 0.5 || onTheWay === 0) return whole.subarray(0, onDisk);
		if (chance < 0.75) return whole.subarray(0, onDisk + Math.floor(random() * onTheWay));
		// The disk wrote the later pages first. SQLite waits for the head of a log before it goes on.
		return whole.fill(0, Math.max(logHeadBytes, onDisk), onDisk + Math.min(onTheWay, 4096));
	};

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
		written() {
			look();
			return written();
		},
		flushed(bytes) {
			onDisk = Math.max(onDisk, bytes);
		},
		isFlushed() {
			look();
			return onDisk === written();
		},
		cutPower() {
			look();
			const takesBack = onDisk < written();
			const kept = logAfterCut();
			if (isLogDamaged(kept)) throw new Error('A power cut is taken for a damaged log.');
			left = [
				[durable.name, readFileSync(durable.name)],
				[log, kept],
				[cache.name, readFileSync(cache.name)],
				// Nothing of the copies is waited for.
				[`${cache.name}-wal`, null],
			];
			return takesBack;
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
