// How long to wait after an attempt that did not reach the service.
import type { ServiceProfile } from '../../../shared/service/profile.ts';

/** Exponential backoff in ms with full jitter, so that PCs do not return together. @param random uniform in [0, 1) */
export function backoff(
	{ retryFirstMs, retryMostMs }: ServiceProfile['pauses'],
	tries: number,
	random: () => number,
): number {
	return Math.ceil(random() * Math.min(retryMostMs, retryFirstMs * 2 ** Math.min(tries, 20)));
}
