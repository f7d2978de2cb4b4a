// Shared by all benchmarks: comparisons of a measurement with its floor, interleaved samples, figures and tables.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import { createChance } from '../src/practice/demo/random.ts';

const shares = { median: 0.5, p95: 0.95, p99: 0.99 };
type Quantile = keyof typeof shares;

/** At each quantile the measured time may be at most this multiple of the floor's. */
type Aims = Partial<Record<Quantile, number>>;

export interface Comparison {
	name: string;
	/** The floor: the same work in minimal code, a peer, or a limit. */
	against: string;
	unit: 'ms' | 'MB';
	samples: readonly number[];
	floor: readonly number[];
	aims: Aims;
}

/** @param floor samples, or a number for a fixed limit */
export const compare = (
	name: string,
	against: string,
	samples: readonly number[],
	floor: readonly number[] | number,
	aims: Aims,
	unit: Comparison['unit'] = 'ms',
): Comparison => ({
	name,
	against,
	samples,
	aims,
	unit,
	floor: typeof floor === 'number' ? [floor] : floor,
});

export const frame = 1000 / 60;

interface Measurement {
	name: string;
	value: number;
	unit: 'ms' | 'MB';
	floor: number;
	ratio: number;
	aim: number;
	/** Judged by the ratio as printed. */
	ok: boolean;
}

export type Say = (doing: string) => void;

export interface Benchmark {
	name: string;
	about: string;
	rounds: number;
	run(rounds: number, say: Say): Promise<Comparison[]>;
}

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

/** The smallest sample not exceeded by this share of all samples (nearest rank). */
export function quantile(samples: readonly number[], at: Quantile): number {
	const sorted = [...samples].sort((a, b) => a - b);
	const found = sorted[Math.max(Math.ceil(sorted.length * shares[at]) - 1, 0)];
	if (found === undefined) throw new RangeError('There are no samples.');
	return found;
}

const ratioOf = (value: number, floor: number): number => Math.round((value / floor) * 100) / 100;

/** Four figures: more would be noise. */
const shown = (ms: number): number => Number(ms.toPrecision(4));

export type Contender = (round: number) => number | Promise<number>;

/**
 * All in every round, so that other load hits them alike, and in changing order, so that none always follows the same
 * other.
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

export function timed(work: () => unknown): number {
	const begun = performance.now();
	work();
	return performance.now() - begun;
}

export async function timedUntil(work: () => Promise<unknown>): Promise<number> {
	const begun = performance.now();
	await work();
	return performance.now() - begun;
}

const head = 'what,against,median,floor,ratio,tail,ms,floor,ratio,aim,ok'.split(',');
/** Text columns; the others are right-aligned numbers. */
const words = new Set([0, 1, 5, 9, 10]);

/** One row per comparison: ms and ratio at the median and in the tail, which is p95 if an aim names it. */
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

/** A process's first message. @throws if it ends silently */
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
