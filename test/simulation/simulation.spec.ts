// The outbox under random histories; docs/outbox.md, "Proof".
import { expect, test } from 'vitest';
import { whole } from '../support/whole.ts';
import { crashesMissed, simulate } from './simulate.ts';
import { wrongs } from './violation.ts';

const histories = whole ? 300 : 40;

test(`${String(histories)} random histories lose, blindly send, double or block nothing`, async () => {
	const { failure, seen, wrong } = await simulate({ histories, seed: 3 });
	expect(failure).toBeNull();
	expect(Object.values(wrong)).toEqual(wrongs.map(() => 0));
	expect(crashesMissed(seen)).toEqual([]);
	expect(seen.duplicates).toBeGreaterThan(histories / 100);
	// Edits are rare.
	if (whole) expect([...seen.edits].sort()).toEqual(['lines-chosen', 'merged']);
}, 300_000);

test('the same seed gives the same histories', async () => {
	const first = await simulate({ histories: 2, seed: 1 });
	const second = await simulate({ histories: 2, seed: 1 });
	expect(second).toEqual(first);
}, 60_000);
