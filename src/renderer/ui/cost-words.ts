// Totals in words, noting unknown costs.
import type { TotalCost } from '../../shared/domain/money.ts';
import type { App } from '../app.svelte.ts';

/** Like `costWords`, with the sign of a difference. */
export const differenceWords = (
	app: Pick<App, 't' | 'format'>,
	total: TotalCost,
	currency: string,
): string => costWords(app, total, currency, app.format.moneyDifference);

/** `€12.50`, `€12.50 (without 2 lines of unknown cost)`, or `not known`. */
export function costWords(
	{ t, format }: Pick<App, 't' | 'format'>,
	{ cost, costsUnknown }: TotalCost,
	currency: string,
	write: App['format']['money'] = format.money,
): string {
	if (cost === null) return t('common.costUnknown');
	const known = write(cost, currency);
	return costsUnknown === 0
		? known
		: `${known} (${t('common.costsUnknown', { count: costsUnknown })})`;
}
