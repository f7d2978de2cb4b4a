// An order as text for an e-mail, and how its lines read.
import type { App } from '../../app.svelte.ts';
import { fileNameOf, tableOf, type Report } from '../../../shared/report/report.ts';
import type { OrderHere } from '../../../shared/bridge/purchasing.ts';
import {
	amendmentOf,
	type Amendment,
	type OrderContent,
	type OrderedLine,
} from '../../../shared/ordering/amending.ts';
import { columnsFor } from '../../report/columns.ts';

export type TextApp = Pick<App, 't' | 'format'>;

interface Told {
	readonly number: string;
	readonly locationName: string;
	readonly currency: string;
}

/** A line as a supplier reads it, without its item. */
export const amountWords = (
	{ t, format }: TextApp,
	{ quantity, unitName, price }: OrderedLine,
	currency: string,
): string => {
	const amount = `${quantity === null ? '?' : format.quantity(quantity)} ${unitName}`.trim();
	return price === null
		? amount
		: `${amount} ${t('purchasing.textPrice', { price: format.unitPrice(price, currency) })}`;
};

/** What changed since it was sent; null if it was never sent, or nothing changed. */
export const changedSince = (
	{ sent }: Pick<OrderHere, 'sent'>,
	content: OrderContent,
): Amendment | null => sent && amendmentOf(sent.content, content);

/** Plain text: a supplier's mail program keeps nothing else. */
export function orderText(
	app: TextApp,
	order: Pick<OrderHere, 'sent' | 'content'>,
	{ number, locationName, currency }: Told,
): string {
	const { t, format } = app;
	const { content, sent } = order;
	const changed = changedSince(order, content);
	const was = new Map((changed?.lines ?? []).map((each) => [each.now?.lineId, each]));
	const noteOf = (line: OrderedLine): string => {
		const change = was.get(line.lineId);
		if (change === undefined) return '';
		const { before } = change;
		if (before === null) return ` (${t('purchasing.textNew')})`;
		// The price only if it is another one.
		const price = before.price === line.price ? null : before.price;
		return ` (${t('purchasing.textWas', {
			was: amountWords(app, { ...before, price }, currency),
		})})`;
	};
	return [
		changed === null || sent === null
			? t('purchasing.textTitle', { number })
			: t('purchasing.textChanged', { number, date: format.dateTime(sent.at) }),
		t('purchasing.textPlace', { location: locationName }),
		...(content.deliveryDate === null
			? []
			: [t('purchasing.textDay', { date: format.date(content.deliveryDate) })]),
		'',
		...content.lines.map((line) =>
			[
				`${amountWords(app, { ...line, price: null }, currency)} ${line.name}`,
				line.price === null
					? ''
					: `, ${t('purchasing.textPrice', { price: format.unitPrice(line.price, currency) })}`,
				line.note === '' ? '' : `, ${line.note}`,
				noteOf(line),
			].join(''),
		),
		...(changed?.lines ?? []).flatMap(({ before, now }) =>
			now === null && before !== null ? [t('purchasing.textGone', { name: before.name })] : [],
		),
	].join('\n');
}

/** For the supplier: what is ordered, and nothing of what came. */
export function orderPaper(
	{ t, format }: TextApp,
	{ content, supplier }: Pick<OrderHere, 'content' | 'supplier'>,
	{ number, locationName, currency }: Told,
): Report {
	const { text, decimal, price } = columnsFor<OrderedLine>(currency);
	return {
		title: t('purchasing.textTitle', { number }),
		fileName: fileNameOf(t('purchaseOrder.one'), supplier.name, number),
		location: locationName,
		day: content.deliveryDate === null ? '' : format.date(content.deliveryDate),
		facts: [
			{ label: t('document.field-supplierId'), value: supplier.name },
			{ label: t('common.location'), value: locationName },
			...(content.deliveryDate === null
				? []
				: [
						{
							label: t('purchaseOrder.field-deliveryDate'),
							value: format.date(content.deliveryDate),
						},
					]),
		],
		tables: [
			{
				name: t('purchaseOrder.one'),
				...tableOf(
					[
						text(t('common.item'), ({ name }) => name),
						decimal(t('common.quantity'), ({ quantity }) => quantity ?? ''),
						text(t('common.unit'), ({ unitName }) => unitName),
						price(t('document.field-price'), (line) => line.price ?? ''),
						text(t('document.field-note'), ({ note }) => note),
					],
					content.lines,
				),
			},
		],
	};
}
