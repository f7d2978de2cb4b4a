// A tenth of a fleet at a tenth of the limit; docs/performance.md has the whole.
import { expect, test } from 'vitest';
import { fleet } from './fleet.ts';

test('50 PCs that come back in the same second all get their work done, and nobody is turned away for ever', async () => {
	const outcome = await fleet({ clients: 50, documentsEach: 2, limit: 5, seed: 1 });
	expect(outcome).toMatchObject({ needPerson: 0, created: 100, submitted: 100, doubled: 0 });
	expect(outcome.drainedAfter).not.toContain(null);
	// What is turned away is asked again, but not so often that most of what comes is turned away for long.
	const total = outcome.perSecond.reduce((sum, each) => sum + each, 0);
	expect(outcome.turnedAway).toBeLessThan(total / 2);
}, 120_000);
