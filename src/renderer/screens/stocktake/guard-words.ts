// A guard's question on a counted line: a few words for its flag, and a sentence.
import type { App } from '../../app.svelte.ts';
import type { GuardView } from '../../../shared/bridge/stocktake.ts';
import type { ItemUnitView } from '../../../shared/bridge/values.ts';

type Words = Pick<App, 't' | 'format'>;

export function guardFlag(
	guard: GuardView,
	units: readonly ItemUnitView[],
	{ t, format }: Words,
): string {
	const { code, meant } = guard;
	switch (code) {
		case 'double-or-more':
			return t('stocktake.guard-double-or-more', timesOf(guard, format));
		case 'pack-slip':
			return t('stocktake.guard-pack-slip', {
				quantity: format.quantity(meant?.quantity ?? '0'),
				unit: units.find(({ unitId }) => unitId === meant?.unitId)?.name ?? '',
			});
		default:
			return t(`stocktake.guard-${code}`);
	}
}

/** A blind count is compared with the last count, never with the book. */
export function guardWords(guard: GuardView, { t, format }: Words): string {
	const { code, against } = guard;
	switch (code) {
		case 'double-or-more': {
			const long = against === 'last' ? 'lastLong' : 'guardLong';
			return t(`stocktake.${long}-double-or-more`, timesOf(guard, format));
		}
		case 'half-or-less':
		case 'pack-slip':
			return t(against === 'last' ? `stocktake.lastLong-${code}` : `stocktake.guardLong-${code}`);
		default:
			return t(`stocktake.guardLong-${code}`);
	}
}

/** What a guard had asked, on a count that is closed. */
export const closedGuardWords = (guard: GuardView, { t, format }: Words): string =>
	t(`countReview.closedGuard-${guard.code}`, {
		...timesOf(guard, format),
		against: guard.against ?? 'nothing',
	});

const timesOf = (
	{ times = '2' }: GuardView,
	format: Words['format'],
): { times: string; shown: string } => ({ times, shown: format.quantity(times) });
