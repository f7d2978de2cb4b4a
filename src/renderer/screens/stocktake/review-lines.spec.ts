import { expect, test } from 'vitest';
import type { ReviewLine } from '../../../shared/bridge/count-review.ts';
import { nameOrder } from '../../../shared/domain/name-order.ts';
import { reviewLine as line } from './review-fixture.ts';
import { groupLines, nextWithProblem, reviewParts, toRecount } from './review-lines.ts';

const numbers = (lines: readonly ReviewLine[]) => lines.map(({ lineNo }) => lineNo);

test('sorts variances by money, losses and gains alike, lines without a cost last', () => {
	const { different } = reviewParts({
		lines: [
			line(1, { variance: '5', adjustment: '5', adjustmentCost: null }),
			line(2, { variance: '1', adjustmentCost: '9.50' }),
			line(3, {}),
			line(4, { variance: '-2', adjustmentCost: '-100' }),
			line(5, { variance: '3', adjustmentCost: '20' }),
		],
	});
	const [group] = groupLines(different, 'none', 'money', (areaId) => areaId, nameOrder('en'));
	expect(numbers(group!.lines)).toEqual([4, 5, 2, 1]);
	expect(group!.adjustmentCost).toBe('-70.5');
	expect(group!.costsUnknown).toBe(1);
});

test('an uncounted line is neither a variance nor flagged; a zero may be both', () => {
	const guards = [{ code: 'half-or-less' as const, meant: null, against: null }];
	const parts = reviewParts({
		lines: [
			line(1, { state: 'uncounted', counted: null, variance: null, adjustmentCost: null }),
			line(2, { state: 'zero', counted: '0', variance: '-1', adjustmentCost: '-2', guards }),
		],
	});
	expect(numbers(parts.uncounted)).toEqual([1]);
	expect(numbers(parts.different)).toEqual([2]);
	expect(numbers(parts.flagged)).toEqual([2]);
});

test('distinguishes a counted line without a book quantity from one that agrees', () => {
	const parts = reviewParts({ lines: [line(1, { book: null, variance: null }), line(2, {})] });
	expect(parts.different).toEqual([]);
	expect(parts.withoutBook).toBe(1);
});

test("sorts groups and names by the reader's language", () => {
	const lines = ['Öl', 'Zucker', 'Fach 10', 'Fach 2'].map((name, at) =>
		line(at, { name, category: name }),
	);
	const of = (locale: string) =>
		groupLines(lines, 'category', 'name', (areaId) => areaId, nameOrder(locale)).map(
			({ name }) => name,
		);
	expect(of('de')).toEqual(['Fach 2', 'Fach 10', 'Öl', 'Zucker']);
	expect(of('sv')).toEqual(['Fach 2', 'Fach 10', 'Zucker', 'Öl']);
});

test('the next problem follows the order shown, and wraps around', () => {
	const asking = { problems: ['outside' as const] };
	const lines = [line(7, {}), line(4, asking), line(9, {}), line(1, asking), line(3, {})];
	const next = (inHand: number | null, by: 1 | -1) => nextWithProblem(lines, inHand, by)?.lineNo;
	expect([next(null, 1), next(7, 1), next(4, 1), next(9, 1), next(1, 1), next(3, 1)]).toEqual([
		4, 4, 1, 1, 4, 4,
	]);
	expect([next(null, -1), next(7, -1), next(4, -1), next(9, -1), next(1, -1)]).toEqual([
		1, 1, 1, 4, 4,
	]);
	expect(nextWithProblem([line(1, asking)], 1, 1)?.lineNo, 'the only one').toBe(1);
	expect(nextWithProblem([line(1, {})], 1, 1)).toBeNull();
});

test('recounts all lines outside tolerance at once, but none twice', () => {
	const attempts = [
		{ round: 1, counted: '1', by: [], at: 1, variance: null },
	] satisfies ReviewLine['attempts'];
	const lines = [
		line(1, { outside: true }),
		line(2, {}),
		line(3, { outside: true }),
		line(4, { outside: true, attempts }),
		line(5, { outside: true, problems: ['recount-open'] }),
	];
	expect(numbers(toRecount(lines))).toEqual([1, 3]);
});
