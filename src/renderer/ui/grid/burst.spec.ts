// A scanner's burst in a grid: what it typed and saved is restored.
import { describe, expect, it } from 'vitest';
import { Doubts } from './doubts.ts';
import { GridState } from './grid.svelte.ts';

interface Line {
	readonly id: string;
	each: string;
}

function sheet(...texts: string[]) {
	const lines: Line[] = texts.map((each, number) => ({ id: `l${number}`, each }));
	const saved: string[] = [];
	const grid = new GridState<Line>({
		entries: () => lines.map((line) => ({ kind: 'line', key: line.id, line })),
		columns: () => [
			{ key: 'name', label: 'Item', rowHeader: true },
			{ key: 'each', label: 'Each', box: (line) => ({ typed: line.each }) },
		],
		commit: (line, _, typed) => {
			line.each = typed;
			saved.push(`${line.id} ${typed}`);
			return Promise.resolve({ ok: true });
		},
	});
	const type = (typed: string) => {
		if (grid.at !== null) grid.type(grid.at.key, grid.at.column, typed);
	};
	grid.focusRow('l0', 'each');
	return { grid, lines, saved, type };
}

describe('a burst in a grid', () => {
	it('restores the saved value where a part of it was saved in between', async () => {
		const { grid, lines, saved, type } = sheet('7', '');
		grid.markBurst();
		type('2');
		grid.focusRow('l1', 'each');
		type('08');
		await grid.settle();
		expect(lines.map(({ each }) => each)).toEqual(['2', '08']);
		grid.takeBackBurst();
		await grid.settle();
		expect(lines.map(({ each }) => each)).toEqual(['7', '']);
		expect(saved).toEqual(['l0 2', 'l1 08', 'l0 7', 'l1 ']);
	});

	it('keeps the digits that were typed before it', async () => {
		const { grid, lines, type } = sheet('7');
		type('12');
		grid.markBurst();
		type('1240');
		grid.takeBackBurst();
		expect(grid.text('l0', 'each')).toBe('12');
		await grid.settle();
		expect(lines[0]?.each).toBe('12');
	});

	it('leaves an open box that it did not reach, and saves nothing', async () => {
		const { grid, saved, type } = sheet('7');
		grid.markBurst();
		type('50');
		grid.takeBackBurst();
		expect([grid.text('l0', 'each'), grid.unsaved]).toEqual(['7', false]);
		await grid.settle();
		expect(saved).toEqual([]);
	});
});

describe('a reloaded page', () => {
	it('opens the cell of before with its half-typed text, and saves nothing', async () => {
		const { grid, saved } = sheet('7', '');
		grid.resume({ key: 'l1', column: 'each', typed: '1' });
		expect([grid.at, grid.text('l1', 'each'), grid.mode]).toEqual([
			{ key: 'l1', column: 'each' },
			'1',
			'edit',
		]);
		expect(saved).toEqual([]);
		await grid.settle();
		expect(saved).toEqual(['l1 1']);
	});

	it('ignores a line that is gone', () => {
		const { grid } = sheet('7');
		grid.resume({ key: 'l9', column: 'each', typed: '1' });
		expect(grid.at?.key).toBe('l0');
	});
});

describe('a doubtful number', () => {
	const line = { total: '12000', usual: '12' };

	it('is taken when it is entered again in the same box', () => {
		const doubts = new Doubts();
		expect(doubts.about('l0 each', '12000', line)).toEqual({ key: 'entry.doubt-tenfold' });
		expect(doubts.about('l0 each', '12000', line)).toBeNull();
	});

	it('is asked about again after another number', () => {
		const doubts = new Doubts();
		doubts.about('l0 each', '96385074', line);
		expect(doubts.about('l0 each', '12', { total: '12', usual: '12' })).toBeNull();
		expect(doubts.about('l0 each', '96385074', line)).toEqual({ key: 'entry.doubt-barcode' });
	});
});
