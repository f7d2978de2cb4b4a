// How long a write without an answer is left alone before the service is asked about it: what is slow today may still be
// at work on it.
import type { ServiceProfile } from '../../../shared/service/profile.ts';

export interface AnswerTimes {
	/** A write of this account was answered after so many ms. */
	answered(accountId: string, ms: number): void;
	/** ms: three times what 99.9 % of the last answers took, within the bounds that the profile states. */
	beforeProbeMs(accountId: string, pauses: ServiceProfile['pauses']): number;
}

/** Answers of each account that count: the last ones since the start. */
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
