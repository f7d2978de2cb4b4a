// Saving on disks whose flush takes longer than here: the same as `save`, with so many ms added to each flush of both
// sides, and what somebody else waits for meanwhile. A process of its own for each disk, because only the system can slow
// a flush down wherever it is (slow-flush.c): on Linux, with a C compiler.
import { execFileSync, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { gone, messageOf } from './child.ts';
import type { Benchmark, Comparison } from './measurement.ts';
import { savedInTime } from './save.ts';

/** ms added to each flush. */
const disks = [0, 1, 5, 10] as const;
/** ms. From a commit of 2 ms on the core goes on while the disk writes; below that both of its kinds are the same. */
const goesOnFrom = 5;

const ms = z.array(z.number());
/** ms of each round, by what was done. Where it `goes on`, the core has a thread to flush on; else it waits. */
export const onDisk = z.object({
	...{ bareEntry: ms, bareDocument: ms },
	...{ enter: ms, enterWaiting: ms, submit: ms, submitWaiting: ms },
	...{ four: ms, fourWaiting: ms, held: ms, heldWaiting: ms, search: ms, searchWaiting: ms },
});
export type OnDisk = z.infer<typeof onDisk>;

export const disk: Benchmark = {
	name: 'disk',
	about: `saving with ${disks.join(', ')} ms more for each flush / bare inserts with the same; Linux, needs cc`,
	rounds: 100,
	async run(rounds, say) {
		const folder = mkdtempSync(join(tmpdir(), 'stillroom-bench-'));
		try {
			const slowFlush = join(folder, 'slow-flush.so');
			if (!compile(slowFlush)) {
				say('left out: it needs Linux and a C compiler (cc)');
				return [];
			}
			const comparisons: Comparison[] = [];
			for (const longer of disks) {
				say(`${rounds} rounds with ${longer} ms more for each flush`);
				const child = fork(join(import.meta.dirname, 'disk-once.ts'), [String(rounds)], {
					execArgv: [],
					env: {
						...process.env,
						...{ LD_PRELOAD: slowFlush, STILLROOM_BENCH_FLUSH_MS: String(longer) },
					},
				});
				comparisons.push(...comparisonsOf(longer, await messageOf(child, onDisk)));
				await gone(child);
			}
			return comparisons;
		} finally {
			rmSync(folder, { recursive: true });
		}
	},
};

function compile(into: string): boolean {
	if (process.platform !== 'linux') return false;
	const source = join(import.meta.dirname, 'slow-flush.c');
	try {
		execFileSync('cc', ['-shared', '-fPIC', '-o', into, source, '-ldl']);
		return true;
	} catch {
		return false;
	}
}

function comparisonsOf(longer: number, took: OnDisk): Comparison[] {
	const on = `, flush + ${longer} ms`;
	const saving: Comparison[] = [
		{
			...{ name: `save a count entry${on}`, against: 'one bare insert' },
			...{ samples: took.enter, floor: took.bareEntry, aims: savedInTime },
		},
		{
			...{ name: `submit a document${on}`, against: 'its 6 rows inserted bare' },
			...{ samples: took.submit, floor: took.bareDocument, aims: savedInTime },
		},
	];
	if (longer < goesOnFrom) return saving;

	const against = 'waiting for each commit';
	const inTime = [{ at: 'median', ratio: 1.1 }] as const;
	const sooner = [{ at: 'median', ratio: 1 }] as const;
	return [
		...saving,
		{
			...{ name: `save a count entry${on}`, against, aims: inTime },
			...{ samples: took.enter, floor: took.enterWaiting },
		},
		{
			...{ name: `submit a document${on}`, against, aims: inTime },
			...{ samples: took.submit, floor: took.submitWaiting },
		},
		{
			...{ name: `four entries at once${on}`, against, aims: sooner },
			...{ samples: took.four, floor: took.fourWaiting },
		},
		{
			...{ name: `an entry holds the program${on}`, against, aims: sooner },
			...{ samples: took.held, floor: took.heldWaiting },
		},
		{
			...{ name: `a search behind an entry${on}`, against, aims: sooner },
			...{ samples: took.search, floor: took.searchWaiting },
		},
	];
}
