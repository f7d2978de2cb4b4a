import { test } from 'vitest';
import { whole } from '../support/whole.ts';
import { reckonPrices } from './prices.ts';

const seed = Number(process.env['STILLROOM_SEED'] ?? 20_261_201);

test('prices match the bookkeeper, whatever was paid and listed', async () => {
	await reckonPrices({ histories: whole ? 2_000 : 30, seed });
}, 120_000);
