import { test } from 'vitest';
import { reckonWaste } from './waste.ts';

const histories = Number(process.env['STILLROOM_HISTORIES'] ?? 100);
const seed = Number(process.env['STILLROOM_SEED'] ?? 20_261_123);

test('waste totals, rows and recipes match the bookkeeper', async () => {
	await reckonWaste({ histories, seed });
}, 120_000);
