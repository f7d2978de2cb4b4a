import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { virtualClock } from '../../../../test/support/virtual-clock.ts';
import { logShortening } from './log-shortening.ts';
import { openStore } from './open.ts';

test('a long log is written back after the work, before a commit has to do it', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'stillroom-log-'));
	const { durable, close } = openStore(folder);
	const clock = virtualClock();
	const written = logShortening(durable, clock);
	const unwritten = (): number => {
		const [found] = durable
			.prepare<[], { log: number; checkpointed: number }>('PRAGMA wal_checkpoint(NOOP)')
			.all();
		return (found?.log ?? 0) - (found?.checkpointed ?? 0);
	};
	/** KiB, about as many quarters of pages. */
	const write = async (size: number) => {
		durable
			.prepare('INSERT OR REPLACE INTO setting VALUES (?, ?)')
			.run('filling', 'x'.repeat(size * 1024));
		written();
		await clock.settle();
	};
	try {
		await write(1_200);
		const short = unwritten();
		expect(short).toBeGreaterThan(250);
		await write(1_200);
		expect(unwritten()).toBeGreaterThan(short);
		await write(1_200);
		expect(unwritten()).toBe(0);

		written();
		close();
		await expect(clock.settle()).resolves.toBeUndefined();
	} finally {
		rmSync(folder, { recursive: true });
	}
});
