// Runs many histories and sums their numbers; shrinks the first failure.
import fc from 'fast-check';
import type { CaseName } from './cases.ts';
import { crashLabels, historiesOf, type History } from './history.ts';
import { runHistory } from './run-history.ts';
import { Violation, type Wrong } from './violation.ts';
import type { Seen } from './world.ts';

export interface Outcome {
	histories: number;
	steps: number;
	/** Violations by kind; at most one, because a run stops at the first. */
	wrong: Record<Wrong, number>;
	seen: Seen;
	failure: { shrunk: History; said: string; seed: number; path: string } | null;
}

/**
 * @param path fast-check's own, to replay a failed history directly.
 * @param only one case beside the usual; default all
 */
export async function simulate(options: {
	histories: number;
	seed: number;
	path?: string;
	only?: CaseName;
}): Promise<Outcome> {
	const seen = nothingSeen();
	let histories = 0;
	let steps = 0;
	let failed = false;
	const details = await fc.check(
		fc.asyncProperty(historiesOf(options.only), async (one) => {
			if (!failed) {
				histories += 1;
				steps += one.steps.length;
			}
			try {
				await runHistory(one, { seen });
			} catch (error) {
				failed = true;
				throw error;
			}
		}),
		{
			numRuns: options.histories,
			seed: options.seed,
			...(options.path === undefined ? {} : { path: options.path }),
		},
	);
	const wrong: Record<Wrong, number> = {
		lost: 0,
		'blind resends': 0,
		doubled: 0,
		stuck: 0,
		'out of order': 0,
		'wrong account': 0,
	};
	if (!details.failed) return { histories, steps, wrong, seen, failure: null };
	const error = details.errorInstance;
	if (error instanceof Violation) wrong[error.wrong] += 1;
	const [shrunk] = details.counterexample ?? [];
	if (!shrunk) throw new Error('The histories could not be run.', { cause: error });
	const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
	const path = details.counterexamplePath ?? '';
	return { histories, steps, wrong, seen, failure: { shrunk, said, seed: details.seed, path } };
}

export const nothingSeen = (): Seen => ({
	crashes: new Set(),
	faults: new Set(),
	states: new Set(),
	edits: new Set(),
	duplicates: 0,
});

export const crashesMissed = (seen: Seen) =>
	crashLabels.filter((label) => !seen.crashes.has(label));
