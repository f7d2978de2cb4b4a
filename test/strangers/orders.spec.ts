// Orders and their receipts at unknown services. See docs/service-profile.md, "Strangers".
import { expect, test } from 'vitest';
import { whole } from '../support/whole.ts';
import { compose, plain } from './composition.ts';
import { ordersAt } from './orders.ts';

const firstSeed = 1_000_000;
const services = whole ? 50 : 3;

test('an order is received and closed, and another cancelled, at the practice service in disguise', async () => {
	expect(await ordersAt({ ...plain, seed: 4_000_000 })).toEqual([]);
}, 60_000);

test(`${String(services)} unknown services take every step of an order once`, async () => {
	const wrong: string[] = [];
	for (let each = 0; each < services; each += 1) {
		const seed = firstSeed + each;
		const found = await ordersAt(compose(seed)).catch((error: unknown) => [String(error)]);
		wrong.push(...found.map((said) => `${String(seed)}: ${said}`));
	}
	expect(wrong).toEqual([]);
}, 900_000);
