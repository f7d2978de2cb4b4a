// A small fleet; docs/outbox.md has the large ones.
import { expect, test } from 'vitest';
import { whole } from '../support/whole.ts';
import { aimsOf, fleet } from './fleet.ts';

const clients = whole ? 50 : 20;

test(`${String(clients)} PCs that come back in the same second do not flood a service that answers as many requests a second`, async () => {
	const outcome = await fleet({ clients, documentsEach: 3, limit: clients, seed: 1 });
	const all = 3 * clients;
	expect(outcome).toMatchObject({ needPerson: 0, created: all, submitted: all, doubled: 0 });
	expect(aimsOf(outcome).filter(({ is, atMost }) => is > atMost)).toEqual([]);
}, 300_000);
