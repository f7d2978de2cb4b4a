// A small fleet; docs/performance.md has the large ones.
import { expect, test } from 'vitest';
import { aimsOf, fleet } from './fleet.ts';

test('50 PCs that come back in the same second do not flood a service that answers 50 requests a second', async () => {
	const outcome = await fleet({ clients: 50, documentsEach: 3, limit: 50, seed: 1 });
	expect(outcome).toMatchObject({ needPerson: 0, created: 150, submitted: 150, doubled: 0 });
	expect(aimsOf(outcome).filter(({ is, atMost }) => is > atMost)).toEqual([]);
}, 300_000);
