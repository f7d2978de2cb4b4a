import { test } from 'vitest';
import { whole } from '../support/whole.ts';
import { reckonRefused } from './transfer-refused.ts';
import { reckonTransfers } from './transfer.ts';

const seed = Number(process.env['STILLROOM_SEED'] ?? 20_261_123);

test('a transfer matches the bookkeeper at both ends, whatever happens to a difference', async () => {
	await reckonTransfers({ histories: whole ? 1_000 : 10, seed });
}, 300_000);

test('waste from an arrival leaves the stock only after its receipt', async () => {
	await reckonRefused({ histories: whole ? 200 : 5, seed });
}, 300_000);
