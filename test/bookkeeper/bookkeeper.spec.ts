import { expect, test } from 'vitest';
import { whole } from '../support/whole.ts';
import { bookkeep } from './bookkeep.ts';

test("a count matches the bookkeeper's sum, whatever happens around it", async () => {
	const { failure } = await bookkeep({ histories: whole ? 500 : 25, seed: 20_261_120 });
	expect(failure && `${failure.said}\n${JSON.stringify(failure.shrunk)}`).toBeNull();
}, 300_000);
