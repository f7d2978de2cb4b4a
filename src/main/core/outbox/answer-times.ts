// How long to wait before asking about an unanswered write: a slow service may still be working on it.
import type { ServiceProfile } from '../../../shared/service/profile.ts';

const counted = 1_000;

export class AnswerTimes {
	readonly #byAccount = new Map<string, number[]>();

	answered(accountId: string, ms: number): void {
		const times = this.#byAccount.get(accountId) ?? [];
		times.push(ms);
		if (times.length > counted) times.shift();
		this.#byAccount.set(accountId, times);
	}

	/** ms: three times the 99.9th percentile of the last answers, within the limits of the profile. */
	beforeProbeMs(
		accountId: string,
		{ beforeProbeMs, beforeProbeMostMs }: ServiceProfile['pauses'],
	): number {
		const times = (this.#byAccount.get(accountId) ?? []).toSorted((a, b) => a - b);
		const slow = times[Math.ceil(times.length * 0.999) - 1] ?? 0;
		return Math.max(beforeProbeMs, Math.min(beforeProbeMostMs, Math.ceil(3 * slow)));
	}
}
