// The grid under a person's keys, without a page: commits, kept texts, focus.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../messages/message.ts';
import type { CommitReply, GridColumn, GridEntry } from './grid-types.ts';
import { GridState } from './grid.svelte.ts';
import { layoutOf } from './layout.ts';

interface Line {
	id: string;
	case: string | null;
	each: string;
	problem?: string;
}

function sheetOf(
	count: number,
	change: (line: Line, number: number) => void = () => undefined,
	document?: string,
) {
	const lines = Array.from({ length: count }, (_, number) => {
		const line: Line = { id: `l${String(number)}`, case: '', each: '' };
		change(line, number);
		return line;
	});
	const committed: string[] = [];
	const answers: ((reply: CommitReply) => void)[] = [];
	let read = 0;

	const columns: GridColumn<Line>[] = [
		{ key: 'name', label: 'Item', rowHeader: true },
		{
			key: 'case',
			label: 'Case',
			box: (line) => {
				read++;
				return line.case === null ? null : { typed: line.case };
			},
		},
		{ key: 'each', label: 'Each', box: (line) => ({ typed: line.each }) },
	];
	const entries = lines.map((line): GridEntry<Line> => ({ kind: 'line', key: line.id, line }));
	const grid = new GridState<Line>({
		entries: () => entries,
		columns: () => columns,
		problem: (line) => line.problem ?? null,
		...(document === undefined ? {} : { document }),
		commit: (line, column, typed) => {
			committed.push(`${line.id} ${column} ${typed}`);
			return new Promise((answer) => {
				answers.push((reply) => {
					if (reply.ok) line[column === 'case' ? 'case' : 'each'] = typed;
					answer(reply);
				});
			});
		},
	});
	grid.window.viewportHeight = 400;

	const press = (
		key: string,
		more: { shiftKey?: boolean; ctrlKey?: boolean; rtl?: boolean } = {},
	) =>
		grid.press(
			{ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...more },
			more.rtl === true ? 'rtl' : 'ltr',
		);
	/** Types into the current cell, as its text box would report it. */
	const type = (typed: string) => {
		if (grid.at !== null) grid.type(grid.at.key, grid.at.column, typed);
	};
	const answer = async (reply: CommitReply) => {
		answers.shift()?.(reply);
		for (let turn = 0; turn < 6; turn++) await Promise.resolve();
	};
	return { grid, lines, committed, press, type, answer, reads: () => read };
}

const at = (grid: GridState<Line>) => `${grid.at?.key ?? ''} ${grid.at?.column ?? ''}`;

describe('refused text', () => {
	it('is kept when the sheet is left and reopened, until fixed', async () => {
		const first = sheetOf(2, undefined, 'count 1');
		first.grid.arrive('l0', 'case');
		first.type('1,5');
		first.grid.leave();
		const message: Message = {
			key: 'entry.ambiguousOf',
			values: { readings: { oneOf: ['1.5', '15'] } },
		};
		await first.answer({ ok: false, message });

		const again = sheetOf(2, undefined, 'count 1');
		expect(again.grid.text('l0', 'case')).toBe('1,5');
		expect(again.grid.outcome('l0', 'case')).toMatchObject({ message });
		expect(sheetOf(2, undefined, 'count 2').grid.text('l0', 'case')).toBe('');

		again.grid.arrive('l0', 'case');
		again.type('15');
		again.grid.leave();
		await again.answer({ ok: true });
		expect(sheetOf(2, undefined, 'count 1').grid.outcome('l0', 'case')).toBeNull();
	});
});

describe('cell', () => {
	it('enters nothing if the input is removed again, whatever was saved meanwhile', () => {
		const { grid, lines, committed, type } = sheetOf(2, (line) => (line.each = '3'));
		grid.arrive('l0', 'each');
		type('400638');
		lines[0]!.each = '';
		grid.untype('l0', 'each', '3');
		expect(grid.text('l0', 'each')).toBe('');
		grid.leave();
		expect(committed).toEqual([]);

		grid.arrive('l1', 'each');
		type('4');
		type('4400638');
		grid.untype('l1', 'each', '4');
		grid.leave();
		expect(committed).toEqual(['l1 each 4']);
	});

	it('is not written by focus alone', () => {
		const { grid, committed, press } = sheetOf(3);
		grid.arrive('l0', 'case');
		press('ArrowDown');
		press('Tab');
		grid.leave();
		expect(committed).toEqual([]);
	});

	it('is not written by moving through the grid without typing', () => {
		const key = fc.constantFrom(
			...['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Enter', 'Tab', 'Escape', 'F2', 'F8'],
			...['Home', 'End', 'PageDown', 'PageUp'],
		);
		const step = fc.oneof(
			fc.record({ key, shiftKey: fc.boolean() }),
			fc.record({ line: fc.nat(8), column: fc.constantFrom('case', 'each') }),
		);
		fc.assert(
			fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
				const { grid, committed, press } = sheetOf(9, (line, number) => {
					if (number % 2 === 1) line.each = '5';
					if (number % 3 === 1) line.case = null;
				});
				grid.arrive('l0', 'each');
				for (const each of steps) {
					if ('key' in each) press(each.key, { shiftKey: each.shiftKey });
					else grid.arrive(`l${String(each.line)}`, each.column);
				}
				grid.leave();
				expect(committed).toEqual([]);
				expect(grid.unsaved).toBe(false);
			}),
		);
	});

	it('commits once when left changed, and shows the typed text until saved', async () => {
		const { grid, committed, press, type, answer } = sheetOf(3);
		grid.arrive('l0', 'case');
		type('3*2');
		expect(grid.unsaved).toBe(true);
		press('Enter');
		grid.leave();
		expect(committed).toEqual(['l0 case 3*2']);
		expect(grid.outcome('l0', 'case')).toEqual({ state: 'saving', typed: '3*2' });
		await answer({ ok: true });
		expect(grid.outcome('l0', 'case')).toEqual({ state: 'saved' });
		expect([grid.text('l0', 'case'), grid.unsaved]).toEqual(['3*2', false]);
	});

	it('is awaited with all pending saves before an action on the whole sheet', async () => {
		const { grid, press, type, answer } = sheetOf(3);
		grid.arrive('l0', 'case');
		type('1');
		press('Enter');
		type('2');
		let settled = false;
		const settling = grid.settle().then(() => (settled = true));
		await answer({ ok: true });
		expect(settled).toBe(false);
		await answer({ ok: true });
		await settling;
		expect([grid.text('l1', 'case'), grid.unsaved]).toEqual(['2', false]);
	});

	it('is sent once the next line is painted, and before any other action', () => {
		const { grid, committed, press, type } = sheetOf(3);
		const painted: (() => void)[] = [];
		const close = grid.mount({
			focus: () => undefined,
			painted: (then) => painted.push(then),
		});
		grid.arrive('l0', 'case');
		type('1');
		press('Enter');
		expect([at(grid), grid.unsaved, committed]).toEqual(['l1 case', true, []]);
		painted.shift()?.();
		expect(committed).toEqual(['l0 case 1']);
		type('2');
		press('Enter');
		grid.leave();
		expect(committed).toEqual(['l0 case 1', 'l1 case 2']);
		type('3');
		press('ArrowUp');
		close();
		for (const then of painted) then();
		expect(committed).toEqual(['l0 case 1', 'l1 case 2', 'l2 case 3']);
	});

	it('keeps a refused text, and saves it again only on demand', async () => {
		const { grid, committed, press, type, answer } = sheetOf(3);
		grid.arrive('l0', 'case');
		type('1,234');
		press('Enter');
		await answer({ ok: false, message: { key: 'entry.ambiguous' } });
		expect(grid.outcome('l0', 'case')).toMatchObject({
			state: 'failed',
			message: { key: 'entry.ambiguous' },
		});
		expect(grid.text('l0', 'case')).toBe('1,234');
		expect(grid.announcement).toEqual({ key: 'entry.ambiguous' });
		grid.arrive('l0', 'case');
		press('ArrowDown');
		expect(committed).toHaveLength(1);
		grid.arrive('l0', 'case');
		press('Enter');
		expect(committed).toEqual(['l0 case 1,234', 'l0 case 1,234']);
	});

	it('is restored by Esc, while typing and after a refusal', async () => {
		const { grid, lines, committed, press, type, answer } = sheetOf(2, (line) => (line.case = '7'));
		grid.arrive('l0', 'case');
		expect(press('Escape')).toBe(false);
		type('9');
		expect(press('Escape')).toBe(true);
		expect(grid.text('l0', 'case')).toBe('7');
		press('ArrowDown');
		expect(committed).toEqual([]);
		type('x');
		press('ArrowUp');
		await answer({ ok: false, message: { key: 'entry.not-a-number' } });
		grid.arrive('l1', 'case');
		expect(press('Escape')).toBe(true);
		expect([grid.text('l1', 'case'), grid.outcome('l1', 'case'), lines[1]?.case]).toEqual([
			'7',
			null,
			'7',
		]);
	});

	it('is emptied by Delete, which commits like any change', () => {
		const { grid, committed, press } = sheetOf(2, (line) => (line.case = '7'));
		grid.arrive('l0', 'case');
		expect(press('Delete')).toBe(true);
		expect(grid.text('l0', 'case')).toBe('');
		press('Enter');
		expect(committed).toEqual(['l0 case ']);
	});

	it('shows the later of two texts, whichever answer comes first', async () => {
		const { grid, committed, type, answer } = sheetOf(1);
		grid.arrive('l0', 'case');
		type('1');
		grid.leave();
		type('2');
		grid.leave();
		await answer({ ok: false, message: { key: 'entry.negative' } });
		expect(grid.outcome('l0', 'case')).toEqual({ state: 'saving', typed: '2' });
		await answer({ ok: true });
		expect(committed).toEqual(['l0 case 1', 'l0 case 2']);
		expect(grid.text('l0', 'case')).toBe('2');
	});

	it('is also sent if typed back to the saved text while an earlier text is pending', async () => {
		const { grid, committed, type, answer } = sheetOf(1, (line) => (line.case = '7'));
		grid.arrive('l0', 'case');
		type('8');
		grid.leave();
		type('7');
		grid.leave();
		await answer({ ok: true });
		await answer({ ok: true });
		expect(committed).toEqual(['l0 case 8', 'l0 case 7']);
		expect(grid.text('l0', 'case')).toBe('7');
	});
});

describe('keys', () => {
	it('go down with Enter to the column where the Tabs began', () => {
		const { grid, press } = sheetOf(3);
		grid.arrive('l0', 'case');
		press('Tab');
		expect(at(grid)).toBe('l0 each');
		press('Enter');
		expect(at(grid)).toBe('l1 case');
		press('ArrowRight');
		press('Enter');
		expect(at(grid)).toBe('l2 each');
		press('Enter', { shiftKey: true });
		expect(at(grid)).toBe('l1 each');
	});

	it('follow the direction of the page', () => {
		const { grid, press } = sheetOf(1);
		grid.arrive('l0', 'case');
		press('ArrowLeft', { rtl: true });
		expect(at(grid)).toBe('l0 each');
		press('ArrowRight', { rtl: true });
		expect(at(grid)).toBe('l0 case');
	});

	it('leave the arrows to the text while editing in place', () => {
		const { grid, committed, press, type } = sheetOf(2, (line) => (line.case = '12'));
		grid.arrive('l0', 'case');
		press('F2');
		expect(grid.text('l0', 'case')).toBe('12');
		expect(press('ArrowLeft')).toBe(false);
		expect(press('Home')).toBe(false);
		type('120');
		press('ArrowDown');
		expect([committed, at(grid), grid.mode]).toEqual([['l0 case 120'], 'l1 case', 'move']);
	});

	it('skip a line without the box and return to the column', () => {
		const { grid, press } = sheetOf(3, (line, number) => {
			if (number === 1) line.case = null;
		});
		grid.arrive('l0', 'case');
		press('ArrowDown');
		expect(at(grid)).toBe('l1 each');
		press('ArrowDown');
		expect(at(grid)).toBe('l2 case');
	});

	it('let Tab leave the grid at the end, saving the open cell', () => {
		const { grid, committed, press, type } = sheetOf(1);
		grid.arrive('l0', 'each');
		type('4');
		expect(press('Tab')).toBe(false);
		expect(committed).toEqual(['l0 each 4']);
	});

	it('leave Ctrl and Alt to the screen', () => {
		const { grid, press } = sheetOf(2);
		grid.arrive('l0', 'case');
		expect(press('z', { ctrlKey: true })).toBe(false);
		expect(press('End', { ctrlKey: true })).toBe(true);
		expect(at(grid)).toBe('l1 each');
	});

	it('cycle with F8 through unsaved cells and problems', async () => {
		const { grid, press, type, answer } = sheetOf(40, (line, number) => {
			if (number === 30) line.problem = 'twice on the sheet';
		});
		grid.arrive('l3', 'each');
		type('x');
		press('Enter');
		await answer({ ok: false, message: { key: 'entry.not-a-number' } });
		press('F8');
		expect(at(grid)).toBe('l30 each');
		press('F8');
		expect(at(grid)).toBe('l3 each');
		press('F8', { shiftKey: true });
		expect(at(grid)).toBe('l30 each');
	});
});

describe('long sheet', () => {
	it('renders only visible rows and the current one', () => {
		const { grid } = sheetOf(10_000);
		grid.arrive('l0', 'case');
		expect(grid.focusRow('l9000', 'each')).toBe(true);
		expect(grid.window.scrollTop).toBeGreaterThan(300_000);
		expect(grid.window.rows.length).toBeLessThan(40);
		grid.window.scrollTop = 0;
		expect(grid.window.slotOf(9000)).not.toBeNull();
		expect(grid.focusRow('not here')).toBe(false);
	});

	describe('in a window of ten lines', () => {
		/** Scrolled to its 100th line, on a page painted when `paint` says so. */
		function scrolled() {
			const { grid, press } = sheetOf(1_000);
			const painted: (() => void)[] = [];
			grid.mount({ focus: () => undefined, painted: (then) => painted.push(then) });
			grid.window.scrollTop = 100 * 34;
			const paint = () => {
				for (const then of painted.splice(0)) then();
			};
			/** First and last fully visible line. */
			const sight = () => [
				Math.ceil(grid.window.scrollTop / 34),
				Math.floor((grid.window.scrollTop + grid.window.visible) / 34) - 1,
			];
			return { grid, press, paint, sight };
		}

		it('follows one step after painting, with three lines visible ahead', () => {
			const { grid, press, paint, sight } = scrolled();
			expect(sight()).toEqual([100, 109]);
			grid.arrive('l106', 'case');
			press('Enter');
			expect(sight()).toEqual([100, 109]);
			paint();
			expect([at(grid), sight()]).toEqual(['l107 case', [101, 110]]);
			press('Enter');
			paint();
			expect([at(grid), sight()]).toEqual(['l108 case', [102, 111]]);
			grid.arrive('l104', 'case');
			press('ArrowUp');
			paint();
			expect([at(grid), sight()]).toEqual(['l103 case', [100, 109]]);
		});

		it('keeps the current line visible, however fast the keys come', () => {
			const { grid, press, paint, sight } = scrolled();
			grid.arrive('l105', 'case');
			for (let line = 106; line < 160; line++) {
				press('Enter');
				const [first = 0, last = 0] = sight();
				expect(at(grid)).toBe(`l${String(line)} case`);
				expect(line >= first && line <= last, String(line)).toBe(true);
			}
			paint();
			expect(sight()[1]).toBeGreaterThanOrEqual(162);
			press('PageUp');
			expect([at(grid), sight()[0]]).toEqual(['l150 case', 147]);
		});

		it('does not move after scrolling by hand or jumping', () => {
			const { grid, press, paint, sight } = scrolled();
			grid.arrive('l108', 'case');
			press('Enter');
			grid.window.scrollTop += 68;
			paint();
			expect(sight()).toEqual([102, 111]);
			press('Enter');
			grid.focusRow('l105');
			paint();
			expect(sight()).toEqual([102, 111]);
			press('Home');
			grid.focusRow('l300');
			paint();
			expect(sight()[1]).toBe(301);
		});
	});

	it('reports how far lines added above moved the current one', () => {
		const [few, more] = [sheetOf(10).grid, sheetOf(40).grid];
		more.arrive('l5', 'case');
		expect(more.shiftOf(few.layout, more.layout)).toBe(0);
		const below = layoutOf(more.entries.slice(3), 34, 26);
		expect(more.shiftOf(below, more.layout)).toBe(3 * 34);
		expect(more.shiftOf(layoutOf([], 34, 26), more.layout)).toBe(0);
	});

	it('asks the screen for no more per key with ten thousand lines than with a hundred', () => {
		const readsOf = (count: number): number => {
			const { grid, press, type, reads } = sheetOf(count);
			grid.arrive('l50', 'case');
			expect(grid.window.rows.length).toBeGreaterThan(0);
			const before = reads();
			type('1');
			type('12');
			press('Enter');
			type('3');
			press('Enter');
			return reads() - before;
		};
		expect(readsOf(10_000)).toBe(readsOf(100));
	});
});
