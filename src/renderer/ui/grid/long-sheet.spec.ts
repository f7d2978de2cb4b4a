// A sheet longer than its window: rendered rows, and where keys scroll.
import { describe, expect, it } from 'vitest';
import { at, sheetOf } from './grid-fixture.ts';
import { layoutOf } from './layout.ts';

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
