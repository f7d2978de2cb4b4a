import { test } from 'vitest';
import { reckonRefused } from './transfers-refused.ts';
import { reckonTransfers } from './transfers.ts';

const histories = Number(process.env['STILLROOM_HISTORIES'] ?? 300);
const seed = Number(process.env['STILLROOM_SEED'] ?? 20_261_123);

test('a transfer matches the bookkeeper at both ends, whatever happens to a difference', async () => {
	await reckonTransfers({ histories, seed });
}, 120_000);

test('waste from an arrival leaves the stock only after its receipt', async () => {
	await reckonRefused({ histories: 60, seed });
}, 120_000);
