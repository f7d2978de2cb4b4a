// Report of two counts side by side, filtered as on screen.
import type { App } from '../../app.svelte.ts';
import type { ComparedCounts, ComparedItem } from '../../../shared/bridge/count-history.ts';
import { isZero } from '../../../shared/domain/decimal.ts';
import { fileNameOf, tableOf, type Report } from '../../../shared/report/report.ts';
import { columnsFor } from '../../report/columns.ts';
import { placeOf } from '../../report/place-of.ts';

/** An item on, or counted in, only one of them differs too. */
export const differs = ({
	first,
	second,
	difference,
}: Pick<ComparedItem, 'first' | 'second' | 'difference'>): boolean =>
	difference === null
		? (first?.quantity ?? null) !== null || (second?.quantity ?? null) !== null
		: !isZero(difference);

/** Both base units, if it was changed between the counts. */
const unitsOf = ({ first, second, baseUnitName }: ComparedItem): string =>
	[...new Set([first?.baseUnitName ?? baseUnitName, second?.baseUnitName ?? baseUnitName])].join(
		' / ',
	);

export function comparedReport(
	app: Pick<App, 't' | 'format' | 'locations'>,
	{ first, second, currencies, totals }: ComparedCounts,
	items: readonly ComparedItem[],
): Report {
	const { t, format } = app;
	const location = placeOf(app, second.locationId).name;
	const nameOn = ({ name, businessDate }: typeof first): string =>
		t('countHistory.nameOn', { name, date: format.date(businessDate) });
	const { text, decimal, amount } = columnsFor<ComparedItem>(currencies.second);
	const { amount: amountThen } = columnsFor<ComparedItem>(currencies.first);
	const columns = [
		text(t('common.code'), ({ code }) => code),
		text(t('common.item'), ({ name }) => name),
		text(t('countPaper.by-category'), ({ category }) => category),
		decimal(nameOn(first), (item) => item.first?.quantity ?? ''),
		decimal(nameOn(second), (item) => item.second?.quantity ?? ''),
		decimal(t('common.difference'), ({ difference }) => difference ?? ''),
		text(t('common.unit'), unitsOf),
		amountThen(
			t('countHistory.valueFirst', { currency: currencies.first }),
			(item) => item.first?.value ?? '',
		),
		amount(
			t('countHistory.valueSecond', { currency: currencies.second }),
			(item) => item.second?.value ?? '',
		),
		amount(
			t('countHistory.valueDifference', { currency: currencies.second }),
			(item) => item.valueDifference ?? '',
		),
	];
	return {
		title: t('countHistory.compareTitle'),
		fileName: fileNameOf('counts', location, first.businessDate, second.businessDate),
		location,
		day: format.date(second.businessDate),
		facts: [
			{ label: t('countHistory.firstCount'), value: nameOn(first) },
			{ label: t('countHistory.secondCount'), value: nameOn(second) },
		],
		tables: [
			{
				name: t('countHistory.compareTitle'),
				...tableOf(columns, items),
				totals: [
					t('countHistory.totalKnown'),
					...Array<string>(6).fill(''),
					totals?.first ?? '',
					totals?.second ?? '',
					totals?.difference ?? '',
				],
			},
		],
		wide: true,
	};
}
