// Comparisons as a table: aligned columns, which are a Markdown table at the same time.
import { measurementsOf, quantile, ratioOf, type Comparison } from './measurement.ts';

const head = [
	'what',
	'against',
	'median',
	'floor',
	'ratio',
	'tail',
	'ms',
	'floor',
	'ratio',
	'aim',
	'ok',
];
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
	const tail = aims.some(({ at }) => at === 'p95') ? 'p95' : 'p99';
	const figures = (at: 'median' | 'p95' | 'p99'): string[] => {
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
		aims.map(({ at, ratio }) => `${at} ≤ ${ratio}`).join(', '),
		met ? 'yes' : 'aim missed',
	];
}

const milliseconds = (ms: number): string => ms.toFixed(ms < 10 ? 3 : 1);

const aligned = (cell: string, column: number, width: number): string =>
	words.has(column) ? cell.padEnd(width) : cell.padStart(width);
