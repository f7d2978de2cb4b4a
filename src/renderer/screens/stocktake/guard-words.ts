// A guard's question on a counted line, as a sentence.
import type { App } from '../../app.svelte.ts';
import type { GuardView } from '../../../shared/bridge/stocktake.ts';

/** A blind count is compared with the last count, never with the book. */
export function guardWords({ code, against }: GuardView, t: App['t']): string {
	switch (code) {
		case 'half-or-less':
		case 'double-or-more':
		case 'pack-slip':
			return t(against === 'last' ? `stocktake.lastLong-${code}` : `stocktake.guardLong-${code}`);
		default:
			return t(`stocktake.guardLong-${code}`);
	}
}
