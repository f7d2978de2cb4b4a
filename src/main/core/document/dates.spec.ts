import { expect, test } from 'vitest';
import { instantOf } from './dates.ts';

test('a time without a zone is never read in the zone of this PC', () => {
	const otherwise = 7;
	for (const text of ['2026-11-20T10:00:00', '2026-11-20 10:00', '11/20/2026', '20 Nov 2026'])
		expect(instantOf([text], otherwise), text).toBe(otherwise);
	const at = Date.UTC(2026, 10, 20, 10);
	expect(instantOf(['2026-11-20T10:00:00', '2026-11-20T10:00:00Z'], otherwise)).toBe(at);
	expect(instantOf(['2026-11-20T05:00:00-05:00'], otherwise)).toBe(at);
	expect(instantOf(['2026-11-20'], otherwise)).toBe(Date.UTC(2026, 10, 20));
});
