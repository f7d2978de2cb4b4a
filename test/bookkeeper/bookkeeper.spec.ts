import { expect, test } from 'vitest';
import { bookkeep } from './bookkeep.ts';

test('A count comes to what the bookkeeper reckons, whatever happens around it', async () => {
	const { failure } = await bookkeep({ histories: Number(process.env['N'] ?? 500), seed: Number(process.env['SEED'] ?? 20261120) });
	expect(failure && `${failure.said}\n${JSON.stringify(failure.shrunk, null, 1)}`).toBeNull();
}, 300_000);
