// Random histories of an order at the practice service, beside a book that shares no code with the program.
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { OrderHistory, type Act, type Came } from '../../../../test/support/order-history.ts';
import {
	openPracticeKitchen,
	type PracticeKitchen,
} from '../../../../test/support/practice-kitchen.ts';
import { whole } from '../../../../test/support/whole.ts';

const quarters: readonly Came['quarters'][] = [0, 1, 1, 2, 2, 3, 4, 'more'];
const came: fc.Arbitrary<Came> = fc.record({
	quarters: fc.constantFrom(...quarters),
	rest: fc.constantFrom('none', 'none', 'none', 'close-short', 'order-elsewhere', 'replaced'),
	over: fc.constantFrom('none', 'keep-free', 'send-back'),
});
const line = fc.constantFrom(0 as const, 1 as const);
const does = <Does extends string>(...words: Does[]) => fc.constantFrom(...words);
const act: fc.Arbitrary<Act> = fc.oneof(
	{ weight: 10, arbitrary: fc.record({ does: does('receive'), lines: fc.tuple(came, came) }) },
	{ weight: 5, arbitrary: fc.record({ does: does('return'), line }) },
	{
		weight: 6,
		arbitrary: fc.record({ does: does('close-line', 'reopen-line', 'colleague'), line }),
	},
	{ weight: 2, arbitrary: fc.record({ does: does('amend'), line, by: fc.constantFrom(-1, 1) }) },
	{
		weight: 8,
		arbitrary: fc.record({
			does: does('send', 'send', 'undo', 'lose before', 'lose after', 'refuse'),
		}),
	},
	{ weight: 1, arbitrary: fc.constant<Act>({ does: 'restart' }) },
);

/** Histories share a program, each with an order of its own. */
const perWorld = 20;
let world: PracticeKitchen | null = null;
let lived = 0;

async function freshWorld(): Promise<PracticeKitchen> {
	if (world !== null && lived % perWorld === 0) await world.end();
	if (world === null || lived % perWorld === 0) world = openPracticeKitchen();
	lived += 1;
	return world;
}
afterAll(() => world?.end());

test('ordered is received, open and closed short at any point, and stock is received less returned', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 30 })),
			fc.array(act, { minLength: 4, maxLength: 12 }),
			async (ordered, acts) => {
				const history = await OrderHistory.begin(await freshWorld(), ordered);
				for (const each of acts) {
					await history.take(each);
					expect({ each, wrong: history.wrong() }).toEqual({ each, wrong: [] });
				}
				await history.send();
				expect(history.wrong(true)).toEqual([]);
			},
		),
		{ numRuns: whole ? 600 : 6, endOnFailure: true },
	);
}, 900_000);
