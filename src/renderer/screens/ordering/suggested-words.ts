// A suggested order in words: its arithmetic, what is missing to a minimum, and on paper.
import type { App } from '../../app.svelte.ts';
import type { SuggestedLine, SuggestedOrder } from '../../../shared/bridge/ordering.ts';
import { fileNameOf, tableOf, type Report } from '../../../shared/report/report.ts';
import { columnsFor } from '../../report/columns.ts';
import { orderedOf } from './suggested.svelte.ts';

type Words = Pick<App, 't' | 'format'>;

/** Each term as a sentence. Long fractions are shown with three decimals; the sum itself is exact. */
export function arithmeticOf(
	{ t, format }: Words,
	{ item, unit, suggestion, terms }: SuggestedLine,
): readonly string[] {
	const amount = (base: string): string => `${format.quantity(base, 3)} ${item.baseUnitName}`;
	if (suggestion.kind === 'none') return [t(`ordering.because-${suggestion.because}`)];
	const { usage, daysToCover, minimum } = terms;
	const need =
		suggestion.by === 'par'
			? t('ordering.needPar', { need: amount(suggestion.need) })
			: suggestion.by === 'usage' && usage !== null
				? t('ordering.needUsage', {
						need: amount(suggestion.need),
						used: amount(usage.used),
						days: usage.days,
						from: format.day(usage.from),
						to: format.day(usage.to),
						cover: daysToCover ?? 0,
						minimum: amount(minimum ?? '0'),
					})
				: t('ordering.needStanding', {
						quantity: `${format.quantity(suggestion.exact)} ${unit.name}`,
					});
	if (suggestion.by === 'standing') return [need];
	const have = t('ordering.have', {
		have: amount(suggestion.have),
		onHand: amount(terms.onHand ?? '0'),
		due: amount(terms.due),
		arriving: amount(terms.arriving),
		leaving: amount(terms.leaving),
	});
	const result = t('ordering.result', {
		exact: format.quantity(suggestion.exact, 3),
		unit: unit.name,
		rounding: t(`ordering.rounding-${suggestion.rounding}`),
		quantity: format.quantity(suggestion.quantity),
	});
	return [
		need,
		have,
		result,
		...(suggestion.raised === null ? [] : [t(`ordering.raised-${suggestion.raised}`)]),
	];
}

export const missingWord = (
	{ t, format }: Words,
	{ amount, quantity }: { readonly amount: string | null; readonly quantity: string | null },
	currency: string,
): string =>
	[
		...(amount === null
			? []
			: [t('ordering.missingAmount', { amount: format.money(amount, currency) })]),
		...(quantity === null
			? []
			: [t('ordering.missingQuantity', { quantity: format.quantity(quantity) })]),
	].join(' ');

/** @param lines lines with an ordered quantity */
export function suggestedReport(
	{ t, format }: Words,
	order: SuggestedOrder,
	lines: readonly SuggestedLine[],
	location: string,
): Report {
	const title = t('ordering.suggestedOrder');
	const { name } = order.supplier;
	const { text, decimal, price } = columnsFor<SuggestedLine>(order.currency);
	return {
		title: `${title}: ${name}`,
		fileName: fileNameOf(title, name, order.deliveryDate),
		location,
		day: format.date(order.today),
		facts: [
			{ label: t('ordering.field-supplierId'), value: name },
			{ label: t('ordering.delivery'), value: format.date(order.deliveryDate) },
		],
		tables: [
			{
				name: title,
				...tableOf(
					[
						text(t('ordering.supplierCode'), ({ supplierCode }) => supplierCode),
						text(t('common.item'), ({ item }) => item.name),
						decimal(t('ordering.order'), orderedOf),
						text(t('common.unit'), ({ unit }) => unit.name),
						price(t('ordering.price'), (line) => line.price),
					],
					lines,
				),
			},
		],
	};
}
