// Totals in words, where part of a cost is not known.
import type { TotalCost } from '../../shared/domain/money.ts';
import type { App } from '../app.svelte.ts';

/** `€12.50`, `€12.50 (without 2 lines of unknown cost)`, or `not known`. */
export function costWords(
	{ t, format }: Pick<App, 't' | 'format'>,
	{ cost, costsUnknown }: TotalCost,
	currency: string,
): string {
	if (cost === null) return t('common.costUnknown');
	const known = format.money(cost, currency);
	return costsUnknown === 0
		? known
		: `${known} (${t('common.costsUnknown', { count: costsUnknown })})`;
}
