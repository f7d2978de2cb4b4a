// Runs many histories; shrinks the first that differs from the bookkeeper's sum.
import fc from 'fast-check';
import { openWorld } from './books-kept.ts';
import { history, type History } from './history.ts';
import { runHistory } from './run-history.ts';

export interface Outcome {
	histories: number;
	failure: { shrunk: History; said: string; seed: number; path: string } | null;
}

/** @param path fast-check's own, to replay a failed history directly. */
export async function bookkeep(options: {
	histories: number;
	seed: number;
	path?: string;
}): Promise<Outcome> {
	let histories = 0;
	let world = openWorld();
	/** A failed history leaves work behind, and files grow: continue with new ones. */
	const anew = async () => {
		await world.end();
		world = openWorld();
	};
	const details = await fc.check(
		fc.asyncProperty(history, async (one) => {
			histories += 1;
			if (histories % 100 === 0) await anew();
			try {
				await runHistory(one, world);
			} catch (error) {
				await anew();
				throw error;
			}
		}),
		{
			numRuns: options.histories,
			seed: options.seed,
			...(options.path === undefined ? {} : { path: options.path }),
		},
	);
	await world.end();
	if (!details.failed) return { histories, failure: null };
	const [shrunk] = details.counterexample ?? [];
	const { errorInstance: error } = details;
	if (shrunk === undefined) throw new Error('fast-check gave no history');
	const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
	return {
		histories,
		failure: { shrunk, said, seed: details.seed, path: details.counterexamplePath ?? '' },
	};
}
