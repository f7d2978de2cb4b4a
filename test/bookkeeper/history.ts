// Random events around a count, as data, so that a failing history can be shrunk.
import fc from 'fast-check';
import type { Together } from './oracle.ts';

const pick = fc.nat({ max: 60 });

const goods = fc.record({
	basePlaces: fc.constantFrom(0, 0, 3),
	unitCost: fc.constantFrom('0.50', '1.255', '0.07', '3', null),
	caseHolds: fc.constantFrom('12', '10', '6', '2.5', '5.25'),
	/** The base unit is the case; pieces are rounded parts of it. */
	twelfths: fc.boolean(),
	areas: fc.constantFrom(1, 1, 2),
	shelves: fc.constantFrom(1, 1, 2),
	book: fc.constantFrom(0, 7, 48, 60),
});

const typed = fc.constantFrom('0', '1', '4', '12', '41', '2*3+1', '1/2', '1/3', '0.1', '10/3', '');
const quantity = fc.constantFrom(-12, -5, 3, 12);

const enter = fc.record({
	kind: fc.constant('enter' as const),
	place: pick,
	unit: pick,
	typed,
	by: fc.constantFrom('Noor', 'Noor', 'Ben', 'Ada'),
});

const step = fc.oneof(
	{ weight: 10, arbitrary: enter },
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('from-paper' as const),
			place: pick,
			unit: pick,
			typed,
			by: fc.constantFrom('Noor', 'Ben', 'Ada'),
			ago: fc.nat({ max: 12 }),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('turn' as const),
			which: fc.constantFrom('undo' as const, 'undo' as const, 'redo' as const),
			by: fc.constantFrom('Noor', 'Noor', 'Ben'),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({ kind: fc.constant('others' as const), item: pick, quantity }),
	},
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('waste' as const), item: pick }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('pull' as const) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('send' as const) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('add-place' as const), item: pick }) },
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('units' as const),
			item: pick,
			caseHolds: fc.constantFrom('12', '10', null),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('keep' as const),
			item: pick,
			keep: fc.constantFrom('difference' as const, 'counted' as const),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('recount' as const),
			item: pick,
			entries: fc.array(fc.record({ place: pick, unit: pick, typed }), {
				minLength: 1,
				maxLength: 3,
			}),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('stand' as const), item: pick }) },
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('other-pc' as const),
			here: fc.array(enter, { minLength: 1, maxLength: 3 }),
			there: fc.array(enter, { minLength: 1, maxLength: 3 }),
			rule: fc.constantFrom<Exclude<Together, 'ask'>>('sum', 'replace', 'keep'),
		}),
	},
);
export type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

const count = fc.record({
	together: fc.constantFrom<Together>('sum', 'replace', 'keep', 'ask'),
	blanks: fc.constantFrom('leave' as const, 'ask' as const, 'zero' as const),
	/** Count everything in the base unit first, so that most items have a quantity. */
	fill: fc.boolean(),
	steps: fc.array(step, { minLength: 1, maxLength: 8 }),
	zeroBlanks: fc.boolean(),
	/** Undone after the tolerance changed, and submitted again. */
	takenBack: fc.boolean(),
	/** The service refuses it; the correction, or null to leave the line out. */
	corrected: fc.option(fc.constantFrom('9', '10/3', null), { freq: 3, nil: undefined }),
});

export const history = fc.record({
	goods: fc.array(goods, { minLength: 1, maxLength: 2 }),
	timeZone: fc.constantFrom('Europe/Dublin', 'Asia/Riyadh', 'Pacific/Auckland', 'America/New_York'),
	/** Hours after 20 November 2026, 09:00 UTC. */
	hours: fc.nat({ max: 30 }),
	counts: fc.array(count, { minLength: 1, maxLength: 2 }),
});
export type History = typeof history extends fc.Arbitrary<infer Each> ? Each : never;
export type CountHistory = History['counts'][number];
