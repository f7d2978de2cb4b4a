// A count's variances on paper and as a file: every line, highest value first, with sums by category and area.
import type { App } from '../../app.svelte.ts';
import type { Review, ReviewLine } from '../../../shared/bridge/count-review.ts';
import { isNegative, isZero } from '../../../shared/domain/decimal.ts';
import { totalCost } from '../../../shared/domain/money.ts';
import {
	fileNameOf,
	tableOf,
	type Report,
	type ReportTable,
} from '../../../shared/report/report.ts';
import { columnsFor } from '../../report/columns.ts';
import { placeOf } from '../../report/place-of.ts';
import { differenceWords } from '../../ui/cost-words.ts';
import { dearestFirst } from './review-lines.ts';

type ReportApp = Pick<App, 't' | 'format' | 'locations'>;

/** @param more facts for the heading, like the tolerance used */
export function varianceReport(app: ReportApp, review: Review, more: Report['facts'] = []): Report {
	const { t, format, locations } = app;
	const { summary, totals, approved, bookAsOf, lines } = review;
	const place = placeOf(app, summary.locationId);
	const location = locations.find(({ locationId }) => locationId === summary.locationId);
	const areaName = (areaId: string): string =>
		location?.areas.find((area) => area.areaId === areaId)?.name ?? areaId;
	const states = (['quantity', 'zero', 'uncounted'] as const)
		.map((state) => `${t(`countPaper.state-${state}`)} ${format.number(totals[state])}`)
		.join(' · ');
	return {
		title: t('countPaper.varianceTitle', { name: summary.name }),
		fileName: fileNameOf('variances', place.name, summary.name, summary.businessDate),
		location: place.name,
		day: format.date(summary.businessDate),
		facts: [
			{ label: t('common.day'), value: format.date(summary.businessDate) },
			{
				label: t('countPaper.bookAsOf'),
				value:
					bookAsOf === null ? t('common.notKnown') : format.dateTime(bookAsOf, place.zone.timeZone),
			},
			{ label: t('common.lineCount'), value: states },
			{
				label: t('stocktake.sum-net'),
				value: differenceWords(
					app,
					{ cost: totals.adjustmentCost, costsUnknown: totals.costsUnknown },
					review.currency,
				),
			},
			{ label: t('common.state'), value: standingWords(app, review) },
			...(approved === null
				? []
				: [
						{
							label: t('countPaper.approved'),
							value: `${approved.by}, ${format.dateTime(approved.at, place.zone.timeZone)}`,
						},
					]),
			...more,
		],
		tables: [
			linesTable(app, review, areaName),
			sumsTable(
				app,
				review,
				'category',
				Map.groupBy(lines, ({ category }) => category),
			),
			sumsTable(
				app,
				review,
				'area',
				Map.groupBy(lines, ({ areaId }) => areaName(areaId)),
			),
		],
		...place.zone,
		signatures: [t('countPaper.countedBy'), t('common.signedApproved')],
		wide: true,
	};
}

function linesTable(
	{ t }: ReportApp,
	{ lines, currency, totals }: Review,
	areaName: (areaId: string) => string,
): ReportTable {
	const { text, decimal, amount } = columnsFor<ReviewLine>(currency);
	const columns = [
		decimal(t('countPaper.number'), ({ lineNo }) => String(lineNo)),
		text(t('common.code'), ({ code }) => code),
		text(t('common.item'), ({ name }) => name),
		text(t('countPaper.by-category'), ({ category }) => category),
		text(t('stocktake.column-area'), ({ areaId }) => areaName(areaId)),
		text(t('common.state'), ({ state }) => t(`countPaper.state-${state}`)),
		decimal(t('common.counted'), ({ counted }) => counted ?? ''),
		decimal(t('stocktake.column-book'), ({ book }) => book ?? ''),
		decimal(t('stocktake.column-variance'), ({ variance }) => variance ?? ''),
		text(t('common.unit'), ({ baseUnitName }) => baseUnitName),
		amount(
			t('stocktake.column-adjustmentCost', { currency }),
			({ adjustmentCost }) => adjustmentCost ?? '',
		),
		text(t('common.reason'), ({ reason }) => reason),
		text(t('common.note'), ({ note }) => note),
	];
	return {
		name: t('countPaper.varianceLines'),
		...tableOf(columns, lines.toSorted(dearestFirst)),
		totals: [t('common.total'), ...Array<string>(9).fill(''), totals.adjustmentCost ?? '', '', ''],
	};
}

function sumsTable(
	{ t, format }: ReportApp,
	{ currency }: Review,
	by: 'category' | 'area',
	groups: ReadonlyMap<string, readonly ReviewLine[]>,
): ReportTable {
	const { text, decimal, amount } = columnsFor<readonly [string, readonly ReviewLine[]]>(currency);
	const booked = ([, lines]: readonly [string, readonly ReviewLine[]]): readonly ReviewLine[] =>
		lines.filter(({ adjustment }) => adjustment !== null && !isZero(adjustment));
	const isLoss = ({ adjustment }: ReviewLine): boolean => isNegative(adjustment ?? '0');
	const comesTo = (some: readonly ReviewLine[]): string =>
		totalCost(some.map(({ adjustmentCost }) => adjustmentCost)).cost ?? '';
	const unknownIn = (group: readonly [string, readonly ReviewLine[]]): number =>
		totalCost(booked(group).map(({ adjustmentCost }) => adjustmentCost)).costsUnknown;
	const rows = [...groups].toSorted(([a], [b]) => format.nameOrder(a, b));
	const columns = [
		text(t(`countPaper.by-${by}`), ([name]) => (name === '' ? '–' : name)),
		decimal(t('common.lineCount'), ([, lines]) => String(lines.length)),
		decimal(t('countPaper.state-uncounted'), ([, lines]) =>
			String(lines.filter(({ state }) => state === 'uncounted').length),
		),
		amount(t('stocktake.sum-surplus'), (group) =>
			comesTo(booked(group).filter((line) => !isLoss(line))),
		),
		amount(t('stocktake.sum-loss'), (group) => comesTo(booked(group).filter(isLoss))),
		amount(t('stocktake.sum-net'), (group) => comesTo(booked(group))),
		...(rows.some((group) => unknownIn(group) > 0)
			? [decimal(t('countPaper.unknownCost'), (group) => String(unknownIn(group)))]
			: []),
	];
	return { name: t(`countPaper.by-${by}`), ...tableOf(columns, rows) };
}

/** Status of a count in words. */
export function standingWords({ t }: Pick<App, 't'>, { summary: { state } }: Review): string {
	if (state === 'open') return t('countPaper.standing-open');
	return t(state === 'submitted' ? 'countPaper.standing-submitted' : 'stocktake.state-discarded');
}
