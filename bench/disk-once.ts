// Saving on one disk, in a process of its own: `node bench/disk-once.ts ROUNDS`. It tells its parent what it took.
import process from 'node:process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OnDisk } from './disk.ts';
import { answerOf, locationId, openCore } from './kitchen.ts';
import { takeTurns, timedUntil, type Contender } from './measurement.ts';
import { makeSavingKitchen, openBare, openSaving } from './save.ts';

const warmUp = 10;
const rounds = Number(process.argv[2]);

const going = await openContenders('goes on');
const waiting = await openContenders('waits');
const bare = openBare(going.kitchen.dataFolder);
try {
	const contenders = {
		...{ bareEntry: bare.entry, bareDocument: bare.document },
		...{ enter: going.enter, enterWaiting: waiting.enter },
		...{ submit: going.submit, submitWaiting: waiting.submit },
		...{ four: going.four, fourWaiting: waiting.four },
		...{ held: going.held, heldWaiting: waiting.held },
		...{ search: going.search, searchWaiting: waiting.search },
	} satisfies Record<keyof OnDisk, Contender>;
	await takeTurns(warmUp, contenders);
	const took: OnDisk = await takeTurns(rounds, contenders);
	process.send?.(took);
} finally {
	bare.close();
	await going.close();
	await waiting.close();
}

async function openContenders(onSlowDisk: 'goes on' | 'waits') {
	const kitchen = makeSavingKitchen();
	const { core, clock } = openCore(kitchen, onSlowDisk);
	const { entry, enter, submit } = await openSaving(core, clock);
	return {
		...{ kitchen, enter, submit },
		four: (round: number) =>
			timedUntil(() => Promise.all([0, 1, 2, 3].map((nth) => entry(4 * round + nth)))),
		/** Until the thread is free for something else. */
		async held(round: number) {
			const begun = performance.now();
			const saved = entry(round);
			await nextTurn();
			const took = performance.now() - begun;
			await saved;
			return took;
		},
		async search(round: number) {
			const saved = entry(round);
			const took = await timedUntil(() =>
				answerOf(core, 'item.search', { text: 'salmon', locationId, limit: 20 }),
			);
			await saved;
			return took;
		},
		async close() {
			await core.stop();
			kitchen.remove();
		},
	};
}
