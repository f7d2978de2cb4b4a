// What every benchmark stands on: comparisons of a thing with its floor, samples of both taken in turns, the figures that
// are made of them, and their table.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import { createChance } from '../src/practice/demo/random.ts';

const shares = { median: 0.5, p95: 0.95, p99: 0.99 };
type Quantile = keyof typeof shares;

/** At each of these quantiles the measured time is to be at most so many times the floor's. */
type Aims = Partial<Record<Quantile, number>>;

export interface Comparison {
	/** What is measured, in a few words. */
	name: string;
	/** What it is held against: the same work in the least code, a peer, or a limit. */
	against: string;
	unit: 'ms' | 'MB';
	samples: readonly number[];
	floor: readonly number[];
	aims: Aims;
}

/** @param floor samples, or a single number for a fixed limit */
export const compare = (
	name: string,
	against: string,
	samples: readonly number[],
	floor: readonly number[] | number,
	aims: Aims,
	unit: Comparison['unit'] = 'ms',
): Comparison => ({
	...{ name, against, samples, aims, unit },
	floor: typeof floor === 'number' ? [floor] : floor,
});

/** ms that a screen of 60 Hz shows a frame. */
export const frame = 1000 / 60;

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

export type Say = (doing: string) => void;

export interface Benchmark {
	name: string;
	/** What it measures, in a line. */
	about: string;
	/** Rounds when none are asked for: enough for its quantiles to stand still. */
	rounds: number;
	/** @param say tells what it is doing, for whoever waits. */
	run(rounds: number, say: Say): Promise<Comparison[]>;
}

/** One measurement for each aim. */
export function measurementsOf(comparison: Comparison): Measurement[] {
	const { name, against, unit, samples, floor, aims } = comparison;
	return aimsIn(aims).map(([at, aim]) => {
		const value = quantile(samples, at);
		const beside = quantile(floor, at);
		const ratio = ratioOf(value, beside);
		return {
			name: `${name} / ${against}, ${at}`,
			value: shown(value),
			unit,
			floor: shown(beside),
			ratio,
			aim,
			ok: ratio <= aim,
		};
	});
}

const aimsIn = (aims: Aims) =>
	(['median', 'p95', 'p99'] as const).flatMap((at) => {
		const aim = aims[at];
		return aim === undefined ? [] : [[at, aim] as const];
	});

/** The smallest sample that so large a share of all samples does not exceed (nearest rank). */
export function quantile(samples: readonly number[], at: Quantile): number {
	const sorted = [...samples].sort((a, b) => a - b);
	const found = sorted[Math.max(Math.ceil(sorted.length * shares[at]) - 1, 0)];
	if (found === undefined) throw new RangeError('There are no samples.');
	return found;
}

const ratioOf = (value: number, floor: number): number => Math.round((value / floor) * 100) / 100;

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

// The table

const head = 'what,against,median,floor,ratio,tail,ms,floor,ratio,aim,ok'.split(',');
/** Columns of words; the others are numbers and stand at the end of their column. */
const words = new Set([0, 1, 5, 9, 10]);

/** A row for each comparison: ms and ratio at the median and in the tail, which is p95 where an aim speaks of it. */
export function tableOf(comparisons: readonly Comparison[]): string {
	const rows = comparisons.map(rowOf);
	const widths = head.map((title, column) =>
		Math.max(...[title, ...rows.map((row) => row[column] ?? '')].map((cell) => cell.length)),
	);
	const line = (cells: readonly string[]): string =>
		`| ${cells.map((cell, column) => aligned(cell, column, widths[column] ?? 0)).join(' | ')} |`;
	const rule = widths.map((width, column) =>
		words.has(column) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
	);
	return [line(head), line(rule), ...rows.map(line)].join('\n');
}

function rowOf(comparison: Comparison): string[] {
	const { name, against, samples, floor, aims } = comparison;
	const tail = aims.p95 !== undefined ? 'p95' : 'p99';
	const figures = (at: Quantile): string[] => {
		const [value, beside] = [quantile(samples, at), quantile(floor, at)];
		return [milliseconds(value), milliseconds(beside), ratioOf(value, beside).toFixed(2)];
	};
	const met = measurementsOf(comparison).every(({ ok }) => ok);
	return [
		name,
		against,
		...figures('median'),
		tail,
		...figures(tail),
		aimsIn(aims)
			.map(([at, ratio]) => `${at} ≤ ${ratio}`)
			.join(', '),
		met ? 'yes' : 'aim missed',
	];
}

const milliseconds = (ms: number): string => ms.toFixed(ms < 10 ? 3 : 1);

const aligned = (cell: string, column: number, width: number): string =>
	words.has(column) ? cell.padEnd(width) : cell.padStart(width);

// Processes of their own

/** The first thing that a process says. @throws when it ends without a word */
export async function messageOf<Schema extends z.ZodType>(
	child: ChildProcess,
	schema: Schema,
): Promise<z.output<Schema>> {
	const ended = once(child, 'exit').then(() => {
		throw new Error('A process ended without a word.');
	});
	const said = once(child, 'message').then((words: unknown[]) => words[0]);
	return schema.parse(await Promise.race([said, ended]));
}

export async function gone(child: ChildProcess): Promise<void> {
	if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
