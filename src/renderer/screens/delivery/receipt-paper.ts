// The receipts of a delivery on paper, as they were entered on this PC, with the photos of their papers.
import type { App } from '../../app.svelte.ts';
import type { Delivery, SentReceipt } from '../../../shared/bridge/delivery.ts';
import { compare, isZero, sum } from '../../../shared/domain/decimal.ts';
import { piecesOf } from '../../../shared/domain/pieces.ts';
import { fileNameOf, tableOf, type ColumnOf, type Report } from '../../../shared/report/report.ts';
import { picturesOf } from '../../document/document-report.ts';
import { settlementWords } from '../../receiving/settled-words.ts';
import { received } from './delivery-desk.ts';
import { columnsFor } from '../../report/columns.ts';

type Words = Pick<App, 't' | 'format'>;
type SentLine = SentReceipt['lines'][number];

/** Null if they cannot be read now; the person is told why. */
export async function receiptPaper(
	app: Words & Pick<App, 'locations' | 'call' | 'failed'>,
	{ documentId, number, supplierName, locationId, currency, isOrderedAfterwards }: Delivery,
): Promise<Report | null> {
	const { t, format, locations } = app;
	const reply = await app.call('delivery.receipts', { documentId });
	if (app.failed(reply)) return null;
	const { receipts } = reply.value;
	const numbers = receipts.map(({ invoice }) => invoice.number);
	/** An invoice can come in two parts. */
	const names = numbers.map((invoice, at) =>
		[
			t('delivery.receiptOf', { number: invoice }),
			numbers.indexOf(invoice) === at ? '' : `(${format.number(at + 1)})`,
		]
			.join(' ')
			.trim(),
	);
	const place = locations.find((each) => each.locationId === locationId);
	const pictures = await Promise.all(
		receipts.map(({ draftId }) => picturesOf(app, draftId, place?.timeZone)),
	);
	const day = receipts.at(-1)?.businessDate ?? '';
	/** With the tax of the order. */
	const amountLabel = t(`delivery.amount-${isOrderedAfterwards ? 'bare' : 'taxed'}`, { currency });
	const isWeighed = receipts.some(({ lines }) => lines.some(({ weight }) => weight !== null));
	const hasParts = receipts.some(({ lines }) =>
		lines.some(
			(line) => piecesIn(line, line.due) !== null || piecesIn(line, line.received) !== null,
		),
	);
	const columns = columnsOf(app, currency, { amountLabel, isWeighed, hasParts });
	return {
		title: t('delivery.receivedFrom', { supplier: supplierName }),
		fileName: fileNameOf('receipt', supplierName, number === '' ? day : number),
		location: place?.name ?? '',
		day: day === '' ? '' : format.date(day),
		facts: [
			...(number === '' ? [] : [{ label: t('common.document'), value: number }]),
			...receipts.map((receipt, at) => ({
				label: names[at] ?? '',
				value: factsOf(app, receipt, currency),
			})),
		],
		tables: receipts.map(({ lines }, at) => ({
			name: names[at] ?? '',
			...tableOf(columns, lines),
			totals: columns.map(({ column: { kind, label } }, index) => {
				if (index === 0) return t('common.total');
				return kind === 'decimal' && label === amountLabel
					? sum(lines.map(({ amount }) => amount))
					: '';
			}),
		})),
		signatures: [t('delivery.signed')],
		...(place === undefined ? {} : { timeZone: place.timeZone }),
		pictures: pictures.flat(),
		wide: true,
	};
}

function columnsOf(
	app: Words,
	currency: string,
	{
		amountLabel,
		isWeighed,
		hasParts,
	}: Readonly<Record<'isWeighed' | 'hasParts', boolean>> & { readonly amountLabel: string },
): ColumnOf<SentLine>[] {
	const { t, format } = app;
	const { text, decimal, price, amount } = columnsFor<SentLine>(currency);
	const quantity = (label: string, of: (line: SentLine) => string): ColumnOf<SentLine> =>
		hasParts
			? text(label, (line) => {
					const pieces = piecesIn(line, of(line));
					return pieces === null
						? format.quantity(of(line))
						: `${format.quantity(pieces.quantity)} ${pieces.unitName}`;
				})
			: decimal(label, of);
	return [
		text(t('common.code'), ({ item }) => item.code),
		text(t('common.item'), ({ item }) => item.name),
		text(t('common.unit'), ({ unitName }) => unitName),
		quantity(t(`receiving.columnDue-${received}`), ({ due }) => due),
		quantity(t(`receiving.columnNow-${received}`), (line) => line.received),
		...(isWeighed
			? [
					text(t('delivery.columnWeight'), ({ weight }) =>
						weight === null ? '' : `${format.quantity(weight.quantity)} ${weight.unitName}`,
					),
				]
			: []),
		price(t('delivery.columnPrice'), (line) => line.price ?? ''),
		amount(amountLabel, (line) => line.amount),
		text(t('common.reason'), ({ reason }) => reason),
		text(t('receiving.columnThen'), (line) => nextStep(app, line)),
	];
}

/** Null unless the quantity is a part of the unit. */
const piecesIn = ({ item, unitId }: SentLine, quantity: string) =>
	piecesOf(item.units, { unitId, quantity });

/** Empty where everything came that was due. */
function nextStep(app: Words, { due, received: came, settlement }: SentLine): string {
	const difference = compare(came, due);
	return difference === 0 && settlement === 'none'
		? ''
		: settlementWords(app, received, settlement, difference > 0);
}

function factsOf(
	{ t, format }: Words,
	{ invoice, besides, enteredBy }: SentReceipt,
	currency: string,
): string {
	const { day, total, difference, differenceIs } = invoice;
	const money = (amount: string) => format.money(amount, currency);
	return [
		day === null ? '' : format.date(day),
		total === null ? '' : t('delivery.factTotal', { total: money(total) }),
		difference === null || isZero(difference)
			? ''
			: t('delivery.factDifference', {
					difference: money(difference),
					what: differenceIs === '' ? '' : t(`delivery.difference-${differenceIs}`),
				}),
		besides === null || isZero(besides) ? '' : t('delivery.besides', { amount: money(besides) }),
		enteredBy,
	]
		.filter((fact) => fact !== '')
		.join(' · ');
}
