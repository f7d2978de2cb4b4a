// Totals in words, noting unknown costs.
import { subtract } from '../../shared/domain/decimal.ts';
import type { TotalCost } from '../../shared/domain/money.ts';
import type { App } from '../app.svelte.ts';

/** Like `costWords`, with the sign of a difference. */
export const differenceWords = (
	app: Pick<App, 't' | 'format'>,
	total: TotalCost,
	currency: string,
): string => costWords(app, total, currency, app.format.moneyDifference);

/** How much a cost rose or fell; a dash if one of the two is unknown. */
export const changeWords = (
	{ format }: Pick<App, 'format'>,
	now: string | null,
	before: string | null,
	currency: string,
): string =>
	now === null || before === null ? '–' : format.moneyDifference(subtract(now, before), currency);

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
