// How long to wait after a try that did not reach the service.
import type { ServiceProfile } from '../../../shared/service/profile.ts';

/**
 * Full jitter: anything between zero and the doubled pause, in ms, so that many PCs do not come back together.
 * @param tries in a row that did not reach it.
 * @param random uniform in [0, 1).
 */
export function backoff(
	{ retryFirstMs, retryMostMs }: ServiceProfile['pauses'],
	tries: number,
	random: () => number,
): number {
	return Math.ceil(random() * Math.min(retryMostMs, retryFirstMs * 2 ** Math.min(tries, 20)));
}
