// Report of two counts side by side, filtered as on screen.
import type { App } from '../../app.svelte.ts';
import type { ComparedCounts, ComparedItem } from '../../../shared/bridge/count-history.ts';
import { isZero } from '../../../shared/domain/decimal.ts';
import { currencyPlaces } from '../../../shared/domain/money.ts';
import { fileNameOf, type Report } from '../../../shared/report/report.ts';

/** An item on, or counted in, only one of them differs too. */
export const differs = ({
	first,
	second,
	difference,
}: Pick<ComparedItem, 'first' | 'second' | 'difference'>): boolean =>
	difference === null
		? (first?.quantity ?? null) !== null || (second?.quantity ?? null) !== null
		: !isZero(difference);

export function comparedReport(
	{ t, format, locations }: Pick<App, 't' | 'format' | 'locations'>,
	{ first, second, currency, totals }: ComparedCounts,
	items: readonly ComparedItem[],
): Report {
	const location = locations.find(({ locationId }) => locationId === second.locationId);
	const places = currencyPlaces(currency);
	const nameOn = ({ name, businessDate }: typeof first): string =>
		t('countHistory.nameOn', { name, date: format.date(businessDate) });
	return {
		title: t('countHistory.compareTitle'),
		fileName: fileNameOf('counts', location?.name ?? '', first.businessDate, second.businessDate),
		location: location?.name ?? '',
		day: format.date(second.businessDate),
		facts: [
			{ label: t('countHistory.firstCount'), value: nameOn(first) },
			{ label: t('countHistory.secondCount'), value: nameOn(second) },
		],
		tables: [
			{
				name: t('countHistory.compareTitle'),
				columns: [
					{ kind: 'text', label: t('common.code') },
					{ kind: 'text', label: t('common.item') },
					{ kind: 'text', label: t('countPaper.by-category') },
					{ kind: 'decimal', label: nameOn(first) },
					{ kind: 'decimal', label: nameOn(second) },
					{ kind: 'decimal', label: t('common.difference') },
					{ kind: 'text', label: t('common.unit') },
					{ kind: 'decimal', label: t('countHistory.valueFirst', { currency }), places },
					{ kind: 'decimal', label: t('countHistory.valueSecond', { currency }), places },
					{ kind: 'decimal', label: t('countHistory.valueDifference', { currency }), places },
				],
				rows: items.map((item) => [
					item.code,
					item.name,
					item.category,
					item.first?.quantity ?? '',
					item.second?.quantity ?? '',
					item.difference ?? '',
					item.baseUnitName,
					item.first?.value ?? '',
					item.second?.value ?? '',
					item.valueDifference ?? '',
				]),
				totals: [
					t('countHistory.totalKnown'),
					'',
					'',
					'',
					'',
					'',
					'',
					totals.first,
					totals.second,
					totals.difference,
				],
			},
		],
		wide: true,
	};
}
