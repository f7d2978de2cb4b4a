import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { receivingCalls } from './receiving.ts';

const document = z.object({ documentId: z.string() });
const receipt = receivingCalls('receipt', document);
const fulfilment = receivingCalls('fulfilment', document);

test('only what can be settled has calls to settle', () => {
	expect(Object.keys(fulfilment).sort()).toEqual([
		'transferOut.confirmBlanksAsZero',
		'transferOut.enter',
		'transferOut.enterAllAsDue',
		'transferOut.fulfill',
		'transferOut.turn',
	]);
	expectTypeOf<
		keyof typeof fulfilment
	>().toEqualTypeOf<`transferOut.${'enter' | 'turn' | 'enterAllAsDue' | 'confirmBlanksAsZero' | 'fulfill'}`>();
	expectTypeOf<
		keyof typeof receipt
	>().toEqualTypeOf<`transferIn.${'enter' | 'turn' | 'enterAllAsDue' | 'confirmBlanksAsZero' | 'receive' | 'explain' | 'settle' | 'settleExcess'}`>();
});

test('a difference is settled by a declared outcome', () => {
	type Settle = z.input<(typeof receipt)['transferIn.settle']['input']>;
	expectTypeOf<Settle['settlement']>().toEqualTypeOf<'none' | 'return' | 'waste'>();
	const said = { documentId: 'D', lineId: 'L' };
	const { input } = receipt['transferIn.settle'];
	expect(input.safeParse({ ...said, settlement: 'waste' }).success).toBe(true);
	expect(input.safeParse({ ...said, settlement: 'keep' }).success).toBe(false);
});
