// What a benchmark measures and what it is held against: samples of the thing and of its floor, taken in turns, and the
// figures that are made of them.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createChance } from '../src/practice/demo/random.ts';

type Quantile = 'median' | 'p95' | 'p99';

/** The measured time at a quantile is to be at most so many times the floor's at the same quantile. */
interface Aim {
	at: Quantile;
	ratio: number;
}

export interface Comparison {
	/** What is measured, in a few words. */
	name: string;
	/** What it is held against: the same work in the least code, a peer, or a limit. */
	against: string;
	/** Of the samples and the floor. */
	unit?: 'ms' | 'MB';
	samples: readonly number[];
	/** A single number for a fixed limit. */
	floor: readonly number[];
	aims: readonly Aim[];
}

/** A comparison at one quantile: the line that `--json` prints. */
interface Measurement {
	name: string;
	value: number;
	unit: 'ms' | 'MB';
	floor: number;
	/** value ÷ floor, to two places. */
	ratio: number;
	aim: number;
	/** Judged by the ratio as it is printed. */
	ok: boolean;
}

export interface Benchmark {
	name: string;
	/** What it measures, in a line. */
	about: string;
	/** Rounds when none are asked for: enough for its quantiles to stand still. */
	rounds: number;
	/** @param say tells what it is doing, for whoever waits. */
	run(rounds: number, say: (doing: string) => void): Promise<Comparison[]>;
}

/** One measurement for each aim. */
export function measurementsOf(comparison: Comparison): Measurement[] {
	const { name, against, unit = 'ms', samples, floor, aims } = comparison;
	return aims.map((aim) => {
		const value = quantile(samples, aim.at);
		const beside = quantile(floor, aim.at);
		const ratio = ratioOf(value, beside);
		return {
			name: `${name} / ${against}, ${aim.at}`,
			value: shown(value),
			unit,
			floor: shown(beside),
			ratio,
			aim: aim.ratio,
			ok: ratio <= aim.ratio,
		};
	});
}

const shares: Record<Quantile, number> = { median: 0.5, p95: 0.95, p99: 0.99 };

/** The smallest sample that so large a share of all samples does not exceed (nearest rank). */
export function quantile(samples: readonly number[], at: Quantile): number {
	const sorted = [...samples].sort((a, b) => a - b);
	const found = sorted[Math.max(Math.ceil(sorted.length * shares[at]) - 1, 0)];
	if (found === undefined) throw new RangeError('There are no samples.');
	return found;
}

export const ratioOf = (value: number, floor: number): number =>
	Math.round((value / floor) * 100) / 100;

/** Four figures: more would be noise. */
const shown = (ms: number): number => Number(ms.toPrecision(4));

/** Does the work of a round and gives back the ms of what counts in it. */
export type Contender = (round: number) => number | Promise<number>;

/**
 * Runs all contenders in every round, so that what else the machine does meets them alike, and in another order each
 * time, so that none always works in the wake of the same other.
 *
 * @returns the ms of each, by its name
 */
export async function takeTurns<Name extends string>(
	rounds: number,
	contenders: Readonly<Record<Name, Contender>>,
): Promise<Record<Name, number[]>> {
	const chance = createChance(1);
	const names = Object.keys(contenders) as Name[]; // The type of keys() forgets the names.
	const samples = Object.fromEntries(names.map((name): [Name, number[]] => [name, []])) as Record<
		Name,
		number[]
	>;
	for (let round = 0; round < rounds; round += 1) {
		for (const name of chance.some(names, names.length)) {
			await nextTurn();
			samples[name].push(await contenders[name](round));
		}
	}
	return samples;
}

/** @returns how long it took, ms */
export function timed(work: () => unknown): number {
	const begun = performance.now();
	work();
	return performance.now() - begun;
}

/** The same until what it begins has ended. */
export async function timedUntil(work: () => Promise<unknown>): Promise<number> {
	const begun = performance.now();
	await work();
	return performance.now() - begun;
}
