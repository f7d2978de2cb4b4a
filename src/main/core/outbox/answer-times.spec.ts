import { expect, test } from 'vitest';
import { serviceProfile } from '../../../shared/service/profile.ts';
import { answerTimes } from './answer-times.ts';

const { pauses } = serviceProfile.parse({
	pauses: { beforeProbeMs: 90_000, beforeProbeMostMs: 150_000 },
});

test('nothing is asked before the pause of the profile, however quick the answers were', () => {
	const times = answerTimes();
	expect(times.beforeProbeMs('account', pauses)).toBe(90_000);
	times.answered('account', 40);
	expect(times.beforeProbeMs('account', pauses)).toBe(90_000);
});

test('where answers are slow it waits three times as long as nearly all of them took, and no longer than it may', () => {
	const times = answerTimes();
	times.answered('account', 40_000);
	expect(times.beforeProbeMs('account', pauses)).toBe(120_000);
	expect(times.beforeProbeMs('another', pauses)).toBe(90_000);
	times.answered('account', 59_000);
	expect(times.beforeProbeMs('account', pauses)).toBe(150_000);
});

test('one slow answer in a thousand counts for nothing, and an old one neither', () => {
	const times = answerTimes();
	times.answered('account', 50_000);
	for (let each = 0; each < 999; each += 1) times.answered('account', 40_000);
	expect(times.beforeProbeMs('account', pauses)).toBe(120_000);
	for (let each = 0; each < 1_000; each += 1) times.answered('account', 100);
	expect(times.beforeProbeMs('account', pauses)).toBe(90_000);
});
