import { expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { accountId, openKitchen, stockUp } from '../../../../test/support/kitchen.ts';
import { stockBefore } from './stock-before.ts';

const kitchen = eachKitchen(() => stockUp(openKitchen()));

test('of two readings in the same millisecond, the later one counts', async () => {
	await kitchen.pull();
	const before = stockBefore(kitchen.store.cache);
	const reading = () => before.readAt(accountId, 'L-1', kitchen.clock.now());
	const first = reading();
	await kitchen.pull();
	expect(reading()?.asOf).toBe(first?.asOf);
	expect(reading()?.readNo).toBeGreaterThan(first?.readNo ?? Infinity);
});
