import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RowSlots } from './row-slots.ts';

const range = (from: number, count: number): number[] =>
	Array.from({ length: count }, (_, by) => from + by);

/** A page like RowWindow.svelte keeps it: reassigned rows are placed after their predecessor. */
function pageOf(slots: RowSlots) {
	let page: number[] = [];
	const moved: number[] = [];
	const show = (keys: readonly number[], held: number | null): readonly number[] => {
		const order = slots.assign(keys, held);
		const given = slots.takeGiven();
		page = page.filter((slot) => order.includes(slot));
		moved.length = 0;
		for (const [place, slot] of order.entries()) {
			const above = place === 0 ? -1 : page.indexOf(order[place - 1] ?? -1);
			if (!given.has(slot) || page[above + 1] === slot) continue;
			moved.push(slot);
			page = page.filter((each) => each !== slot);
			const at = place === 0 ? 0 : page.indexOf(order[place - 1] ?? -1) + 1;
			page.splice(at, 0, slot);
		}
		return order;
	};
	return { show, page: () => page, moved };
}

it('reuses page rows that went out of sight for those that came into it', () => {
	const { show, moved } = pageOf(new RowSlots());
	expect(show(range(0, 6), null)).toEqual([0, 1, 2, 3, 4, 5]);
	expect(show(range(2, 6), null)).toEqual([2, 3, 4, 5, 0, 1]);
	expect(moved).toEqual([0, 1]);
});

it('moves no page row when it jumps', () => {
	const { show, moved } = pageOf(new RowSlots());
	show(range(0, 6), null);
	expect(show(range(500, 6), null)).toEqual([0, 1, 2, 3, 4, 5]);
	expect(moved).toEqual([]);
});

it("keeps the table's order and the current row's place, wherever it is scrolled", () => {
	const step = fc.record({ first: fc.nat(60), count: fc.integer({ min: 3, max: 9 }) });
	fc.assert(
		fc.property(fc.array(step, { maxLength: 12 }), fc.nat(60), (steps, held) => {
			const { show, page, moved } = pageOf(new RowSlots());
			let own: number | undefined;
			for (const { first, count } of steps) {
				const keys = [...new Set([...range(first, count), held])].sort((a, b) => a - b);
				const order = show(keys, held);
				expect(new Set(order).size).toBe(keys.length);
				expect(page()).toEqual(order);
				const slot = order[keys.indexOf(held)];
				if (own !== undefined) {
					expect(slot).toBe(own);
					expect(moved).not.toContain(own);
				}
				own = slot;
			}
		}),
	);
});
