import { test } from 'vitest';
import { reckonRefused } from './transfers-refused.ts';
import { reckonTransfers } from './transfers.ts';

const histories = Number(process.env['STILLROOM_HISTORIES'] ?? 300);
const seed = Number(process.env['STILLROOM_SEED'] ?? 20_261_123);

test('A transfer comes to what the bookkeeper reckons, at both ends, whatever becomes of a difference', async () => {
	await reckonTransfers({ histories, seed });
}, 120_000);

test('What is thrown away of an arrival leaves the stock only once its receipt is done', async () => {
	await reckonRefused({ histories: 60, seed });
}, 120_000);
