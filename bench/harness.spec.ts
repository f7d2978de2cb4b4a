import { expect, test } from 'vitest';
import {
	compare,
	measurementsOf,
	quantile,
	takeTurns,
	tableOf,
	type Comparison,
} from './harness.ts';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

const comparison = (change: Partial<Comparison> = {}): Comparison => ({
	...compare(
		'save',
		'bare',
		upTo(100).map((ms) => ms * 1.5),
		upTo(100),
		{ median: 1.5, p99: 1.4 },
	),
	...change,
});

test('a quantile is the smallest sample not exceeded by that share, in any order', () => {
	expect(quantile([30, 10, 20], 'median')).toBe(20);
	expect(quantile([40, 10, 20, 30], 'median')).toBe(20);
	expect(quantile(upTo(100).reverse(), 'p95')).toBe(95);
	expect(quantile(upTo(100), 'p99')).toBe(99);
	expect(quantile([7], 'p99')).toBe(7);
	expect(() => quantile([], 'median')).toThrow(RangeError);
});

test('each aim is judged at its own quantile, by the ratio shown', () => {
	expect(measurementsOf(comparison())).toEqual([
		{
			name: 'save / bare, median',
			value: 75,
			unit: 'ms',
			floor: 50,
			ratio: 1.5,
			aim: 1.5,
			ok: true,
		},
		{
			name: 'save / bare, p99',
			value: 148.5,
			unit: 'ms',
			floor: 99,
			ratio: 1.5,
			aim: 1.4,
			ok: false,
		},
	]);
	const [justOver] = measurementsOf(comparison({ samples: [1.504], floor: [1] }));
	expect(justOver).toMatchObject({ ratio: 1.5, ok: true });
});

test('the table is aligned and marks missed aims', () => {
	const lines = tableOf([comparison(), comparison({ samples: [1], floor: [1] })]).split('\n');
	expect(new Set(lines.map(({ length }) => length)).size).toBe(1);
	expect(lines[2]).toMatch(/^\| save \| bare .* 75\.0 .* p99 .* aim missed \|$/);
	expect(lines[3]).toMatch(/ yes +\|$/);
});

test('all contenders run in every round, and none is always first', async () => {
	const order: string[] = [];
	const note = (name: string) => (round: number) => {
		order.push(name);
		return round;
	};
	const samples = await takeTurns(8, { core: note('core'), floor: note('floor') });
	expect(samples).toEqual({ core: [0, 1, 2, 3, 4, 5, 6, 7], floor: [0, 1, 2, 3, 4, 5, 6, 7] });
	const firsts = order.filter((_name, index) => index % 2 === 0);
	expect(new Set(firsts)).toEqual(new Set(['core', 'floor']));
});
