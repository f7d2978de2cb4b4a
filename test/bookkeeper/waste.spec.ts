import { test } from 'vitest';
import { whole } from '../support/whole.ts';
import { reckonWaste } from './waste.ts';

const seed = Number(process.env['STILLROOM_SEED'] ?? 20_261_123);

test('waste totals, rows and recipes match the bookkeeper', async () => {
	await reckonWaste({ histories: whole ? 2_000 : 50, seed });
}, 120_000);
