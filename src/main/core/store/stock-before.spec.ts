import { afterEach, beforeEach, expect, test } from 'vitest';
import { accountId, openKitchen, stockUp, type Kitchen } from '../../../../test/support/kitchen.ts';
import { stockBefore } from './stock-before.ts';

let kitchen: Kitchen;
beforeEach(() => {
	kitchen = openKitchen();
	stockUp(kitchen);
});
afterEach(() => kitchen.end());

test('of two readings in the same millisecond, the later one counts', async () => {
	await kitchen.pull();
	const before = stockBefore(kitchen.store.cache);
	const reading = () => before.readAt(accountId, 'L-1', kitchen.clock.now());
	const first = reading();
	await kitchen.pull();
	expect(reading()?.asOf).toBe(first?.asOf);
	expect(reading()?.readNo).toBeGreaterThan(first?.readNo ?? Infinity);
});
