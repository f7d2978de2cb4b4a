import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { logFlush, MOST_ON_THEIR_WAY, type LogFlush } from './log-flush.ts';
import { openDurable, type Sqlite } from './open.ts';

let folder: string;
let durable: Sqlite;
let log: LogFlush;
/** The flushes that were begun. */
let flushes: PromiseWithResolvers<undefined>[];
let now: number;
/** ms that pass between one look at the clock and the next: what a commit takes. */
let commitMs: number;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'stillroom-log-'));
	durable = openDurable(join(folder, 'stillroom.db'));
	durable.exec('CREATE TABLE note (words TEXT NOT NULL) STRICT');
	flushes = [];
	now = 0;
	commitMs = 5;
	log = logFlush(
		durable,
		() => ({
			flush() {
				const flush = Promise.withResolvers<undefined>();
				flushes.push(flush);
				return flush.promise;
			},
			close: () => undefined,
		}),
		{ now: () => 0, monotonic: () => (now += commitMs), after: () => () => undefined },
	);
});
afterEach(() => {
	durable.close();
	rmSync(folder, { recursive: true });
});

/** @returns whether its commit waits for the disk */
const note = (words = 'a'): boolean =>
	durable
		.transaction(() => {
			durable.prepare('INSERT INTO note VALUES (?)').run(words);
			return durable.pragma('synchronous', { simple: true }) === 2;
		})
		.immediate();
const noteWhereSlow = () => log.unflushedWhereSlow(() => note());

test('a transaction that may go on does so where a commit took long, until a flush shows that the disk is quick', async () => {
	expect(noteWhereSlow()).toBe(true);
	expect(noteWhereSlow()).toBe(false);
	expect(note(), 'one that may not go on').toBe(true);

	const flushed = log.flushed();
	commitMs = 0;
	flushes[0]?.resolve(undefined);
	await flushed;
	expect([noteWhereSlow(), noteWhereSlow()]).toEqual([true, true]);
});

test('no more commits are on their way than a log is let off for, and the one after takes them along', async () => {
	note();
	const onTheirWay = Array.from({ length: MOST_ON_THEIR_WAY }, noteWhereSlow);
	expect(onTheirWay).not.toContain(true);
	const flushed = log.flushed();
	expect([noteWhereSlow(), log.unflushed(note)]).toEqual([true, true]);
	flushes[0]?.resolve(undefined);
	await flushed;
	expect(noteWhereSlow()).toBe(false);
});

test('what is committed while the disk writes is not taken for written, and shares the flush after', async () => {
	note();
	noteWhereSlow();
	const first = log.flushed();
	expect(log.flushed()).toBe(first);
	noteWhereSlow();
	const second = log.flushed();
	noteWhereSlow();
	expect(log.flushed()).toBe(second);
	expect(flushes).toHaveLength(1);
	flushes[0]?.resolve(undefined);
	await first;
	await expect.poll(() => flushes.length).toBe(2);
	flushes[1]?.resolve(undefined);
	await second;
	await log.flushed();
	expect(flushes).toHaveLength(2);
});

test('after a flush that failed the next one is tried, and only then is anything on the disk', async () => {
	note();
	noteWhereSlow();
	const broken = log.flushed();
	noteWhereSlow();
	const next = log.flushed();
	flushes[0]?.reject(new Error('EIO'));
	await expect(broken).rejects.toThrow('EIO');
	await expect.poll(() => flushes.length).toBe(2);
	flushes[1]?.resolve(undefined);
	await next;
});

test('what wrote nothing waits for no disk', async () => {
	note();
	log.unflushedWhereSlow(() => durable.transaction(() => undefined).immediate());
	await log.flushed();
	expect(flushes).toEqual([]);
});
