import { expect, test } from 'vitest';
import { serviceProfile } from '../../../shared/service/profile.ts';
import { AnswerTimes } from './answer-times.ts';

const { pauses } = serviceProfile.parse({
	pauses: { beforeProbeMs: 90_000, beforeProbeMostMs: 150_000 },
});

test('waits at least as long as the profile says, however quick the answers were', () => {
	const times = new AnswerTimes();
	expect(times.beforeProbeMs('account', pauses)).toBe(90_000);
	times.answered('account', 40);
	expect(times.beforeProbeMs('account', pauses)).toBe(90_000);
});

test('waits three times as long as 99.9 % of the slow answers took, up to the limit', () => {
	const times = new AnswerTimes();
	times.answered('account', 40_000);
	expect(times.beforeProbeMs('account', pauses)).toBe(120_000);
	expect(times.beforeProbeMs('another', pauses)).toBe(90_000);
	times.answered('account', 59_000);
	expect(times.beforeProbeMs('account', pauses)).toBe(150_000);
});

test('ignores one slow answer in a thousand and answers that are too old', () => {
	const times = new AnswerTimes();
	times.answered('account', 50_000);
	for (let each = 0; each < 999; each += 1) times.answered('account', 40_000);
	expect(times.beforeProbeMs('account', pauses)).toBe(120_000);
	for (let each = 0; each < 1_000; each += 1) times.answered('account', 100);
	expect(times.beforeProbeMs('account', pauses)).toBe(90_000);
});
