import { test } from 'vitest';
import { whole } from '../support/whole.ts';
import { reckonReceipts } from './receiving.ts';
import { reckonSuggestions } from './suggesting.ts';

const seed = Number(process.env['STILLROOM_SEED'] ?? 20_261_130);

test('a suggestion orders what is missing in whole pieces, whatever is on order', async () => {
	await reckonSuggestions({ histories: whole ? 500 : 6, seed });
}, 300_000);

test('receipts of an order come to what arrived, and claim what was billed', async () => {
	await reckonReceipts({ histories: whole ? 300 : 4, seed });
}, 300_000);
