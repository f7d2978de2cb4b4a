// How long to wait before asking about an unanswered write: a slow service may still be working on it.
import type { ServiceProfile } from '../../../shared/service/profile.ts';

export interface AnswerTimes {
	answered(accountId: string, ms: number): void;
	/** ms: three times the 99.9th percentile of the last answers, within the limits of the profile. */
	beforeProbeMs(accountId: string, pauses: ServiceProfile['pauses']): number;
}

const counted = 1_000;

export function answerTimes(): AnswerTimes {
	const byAccount = new Map<string, number[]>();
	return {
		answered(accountId, ms) {
			const times = byAccount.get(accountId) ?? [];
			times.push(ms);
			if (times.length > counted) times.shift();
			byAccount.set(accountId, times);
		},
		beforeProbeMs(accountId, { beforeProbeMs, beforeProbeMostMs }) {
			const times = (byAccount.get(accountId) ?? []).toSorted((a, b) => a - b);
			const slow = times[Math.ceil(times.length * 0.999) - 1] ?? 0;
			return Math.max(beforeProbeMs, Math.min(beforeProbeMostMs, Math.ceil(3 * slow)));
		},
	};
}
