// A count's tolerance in words, for its report.
import type { App } from '../../app.svelte.ts';
import type { Review } from '../../../shared/bridge/count-review.ts';
import type { Report } from '../../../shared/report/report.ts';
import type { Tolerance } from '../../../shared/domain/tolerance.ts';

type Words = Pick<App, 't' | 'format'>;

/** The general tolerance, and each category's own. */
export function toleranceFacts(
	app: Words,
	{ tolerances, currency }: Pick<Review, 'tolerances' | 'currency'>,
): Report['facts'] {
	const { t } = app;
	const label = t('countReview.toleranceFact');
	return [
		{ label, value: toleranceWords(app, tolerances.all, currency) },
		...Object.entries(tolerances.byCategory).map(([category, own]) => ({
			label: `${label} (${category})`,
			value: toleranceWords(app, own, currency),
		})),
	];
}

function toleranceWords(
	{ t, format }: Words,
	{ quantity, percent, money }: Tolerance,
	currency: string,
): string {
	const ways = [
		...(percent === null
			? []
			: [t('countReview.tolerancePercent', { value: format.percentage(percent) })]),
		...(money === null ? [] : [format.money(money, currency)]),
		...(quantity === null
			? []
			: [t('countReview.toleranceQuantity', { value: format.quantity(quantity) })]),
	];
	return ways.length === 0 ? t('countReview.toleranceNone') : format.list(ways);
}
