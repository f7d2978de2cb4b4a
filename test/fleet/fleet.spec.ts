// Small fleets; docs/performance.md has the large ones.
import { expect, test } from 'vitest';
import { aimsOf, fleet } from './fleet.ts';

test.each([
	{ clients: 50, documentsEach: 3, limit: 50 },
	{ clients: 100, documentsEach: 3, limit: 50 },
])(
	'$clients PCs that come back in the same second do not flood a service that answers $limit requests a second',
	async (options) => {
		const outcome = await fleet({ ...options, seed: 1 });
		const documents = 3 * options.clients;
		expect(outcome).toMatchObject({
			...{ needPerson: 0, created: documents, submitted: documents, doubled: 0 },
		});
		expect(aimsOf(outcome).filter(({ is, atMost }) => is > atMost)).toEqual([]);
	},
	300_000,
);
