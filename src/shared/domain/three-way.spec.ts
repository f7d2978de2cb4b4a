import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeLines, numbered, type Choice } from './three-way.ts';

interface Line {
	id: string;
	quantity: number;
}
const how = {
	keyOf: ({ id }: Line) => id,
	same: (a: Line, b: Line) => a.quantity === b.quantity,
};
const merge = (base: Line[], mine: Line[], theirs: Line[], choices?: ReadonlyMap<string, Choice>) =>
	mergeLines({ base, mine, theirs }, how, choices);
const line = (id: string, quantity: number): Line => ({ id, quantity });

const [milk, butter] = [line('milk', 2), line('butter', 3)];

describe('two changes of one document', () => {
	it('both apply if they touch different lines', () => {
		const merged = merge([milk, butter], [line('milk', 5), butter], [milk, line('flour', 1)]);
		expect(merged).toEqual({
			lines: [line('milk', 5), line('flour', 1)],
			overlaps: [],
			taken: ['flour', 'butter'],
		});
	});

	it('need a person if they touch the same line', () => {
		const merged = merge([milk], [line('milk', 5)], [line('milk', 7)]);
		expect(merged.overlaps).toEqual([
			{ key: 'milk', base: milk, mine: line('milk', 5), theirs: line('milk', 7) },
		]);
		expect(merge([milk], [line('milk', 5)], []).overlaps).toEqual([
			{ key: 'milk', base: milk, mine: line('milk', 5), theirs: undefined },
		]);
	});

	it("follow the person's choice", () => {
		const choose = (choice: Choice) =>
			merge([milk], [line('milk', 5)], [], new Map([['milk', choice]]));
		expect(choose('mine')).toMatchObject({ lines: [line('milk', 5)], overlaps: [] });
		expect(choose('theirs')).toMatchObject({ lines: [], overlaps: [] });
	});
});

const lines = fc
	.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'))
	.chain((ids) =>
		fc.tuple(...ids.map((id) => fc.integer({ min: 1, max: 3 }).map((n) => line(id, n)))),
	);
const sorted = (of: readonly Line[]) => of.toSorted((a, b) => a.id.localeCompare(b.id));

describe('for any three versions', () => {
	it('a change by one side is kept, whoever made it', () => {
		fc.assert(
			fc.property(lines, lines, (base, changed) => {
				for (const merged of [merge(base, changed, base), merge(base, base, changed)]) {
					expect(sorted(merged.lines)).toEqual(sorted(changed));
					expect(merged.overlaps).toEqual([]);
				}
				expect(sorted(merge(base, changed, changed).lines)).toEqual(sorted(changed));
			}),
		);
	});

	it('loses no one-sided change and invents nothing', () => {
		fc.assert(
			fc.property(lines, lines, lines, (base, mine, theirs) => {
				const { lines: merged, overlaps } = merge(base, mine, theirs);
				const at = (of: readonly Line[], id: string) => of.find((each) => each.id === id)?.quantity;
				const overlapping = new Set(overlaps.map(({ key }) => key));
				for (const id of ['a', 'b', 'c', 'd', 'e']) {
					const [b, m, t] = [at(base, id), at(mine, id), at(theirs, id)];
					expect(overlapping.has(id)).toBe(m !== t && m !== b && t !== b);
					expect(at(merged, id)).toBe(overlapping.has(id) || t === b ? m : m === b ? t : m);
				}
			}),
		);
	});

	it('finds the same overlaps and other lines with the sides swapped', () => {
		fc.assert(
			fc.property(lines, lines, lines, (base, mine, theirs) => {
				const [one, other] = [merge(base, mine, theirs), merge(base, theirs, mine)];
				const keys = (of: typeof one) => of.overlaps.map(({ key }) => key).sort();
				expect(keys(one)).toEqual(keys(other));
				const beside = (of: typeof one) =>
					sorted(of.lines.filter(({ id }) => !keys(one).includes(id)));
				expect(beside(one)).toEqual(beside(other));
			}),
		);
	});

	it('a person’s choices leave no overlap, and choosing theirs everywhere gives their version', () => {
		fc.assert(
			fc.property(lines, lines, lines, (base, mine, theirs) => {
				const { overlaps } = merge(base, mine, theirs);
				const choices = new Map(overlaps.map(({ key }) => [key, 'theirs' as const]));
				const chosen = merge(base, mine, theirs, choices);
				expect(chosen.overlaps).toEqual([]);
				for (const { key, theirs: their } of overlaps) {
					expect(chosen.lines.find(({ id }) => id === key)).toEqual(their);
				}
			}),
		);
	});
});

it('lines with the same name are distinguished by order', () => {
	const [first, second] = [line('milk', 1), line('milk', 2)];
	expect([...numbered([first, butter, second], ({ id }) => id).values()]).toEqual([
		'milk',
		'butter',
		'milk#2',
	]);
});
