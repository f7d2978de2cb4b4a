// The grid under a person's keys, without a page: commits, kept texts, focus.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../messages/message.ts';
import { at, sheetOf } from './grid-fixture.ts';

describe('refused text', () => {
	it('is kept when the sheet is left and reopened, until another is typed', async () => {
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
		again.type('1.2.3');
		again.grid.leave();
		expect(sheetOf(2, undefined, 'count 1').grid.outcome('l0', 'case')).toBeNull();
		await again.answer({ ok: false, message });
		expect(sheetOf(2, undefined, 'count 1').grid.text('l0', 'case')).toBe('1.2.3');
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
			'ArrowDown',
			'ArrowUp',
			'ArrowLeft',
			'ArrowRight',
			'Enter',
			'Tab',
			'Escape',
			'F2',
			'F8',
			'Home',
			'End',
			'PageDown',
			'PageUp',
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
		expect([grid.unsaved, grid.text('l0', 'each')]).toEqual([true, '']);
		press('Enter');
		grid.leave();
		expect(committed).toEqual(['l0 case 3*2']);
		expect(grid.outcome('l0', 'case')).toEqual({ state: 'saving', typed: '3*2' });
		await answer({ ok: true });
		expect(grid.outcome('l0', 'case')).toEqual({ state: 'saved' });
		expect([grid.text('l0', 'case'), grid.unsaved]).toEqual(['3*2', false]);
	});
});

describe('saving a cell', () => {
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
		expect(grid.commits.announcement).toEqual({ key: 'entry.ambiguous' });
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

	it('cycle with F8 through unsaved cells and the cells with problems', async () => {
		const { grid, press, type, answer } = sheetOf(40, (line, number) => {
			if (number === 30) line.problem = 'twice on the sheet';
		});
		grid.arrive('l3', 'case');
		type('x');
		press('Enter');
		await answer({ ok: false, message: { key: 'entry.not-a-number' } });
		press('F8');
		expect(at(grid)).toBe('l30 each');
		press('F8');
		expect(at(grid)).toBe('l3 case');
		press('F8', { shiftKey: true });
		expect(at(grid)).toBe('l30 each');

		const alone = sheetOf(3, (line, number) => {
			if (number === 1) line.problem = 'the only one';
		});
		alone.grid.arrive('l1', 'case');
		alone.press('F8');
		expect(at(alone.grid), 'in another box of the line').toBe('l1 each');
	});
});
