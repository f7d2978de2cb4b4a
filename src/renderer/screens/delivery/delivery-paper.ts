// A delivery on paper: what is expected line by line, with boxes to write in what came, and the photos of its papers.
import type { App } from '../../app.svelte.ts';
import type { Delivery, DeliveryLine } from '../../../shared/bridge/delivery.ts';
import { fileNameOf, tableOf, type ColumnOf, type Report } from '../../../shared/report/report.ts';
import { picturesOf } from '../../document/document-report.ts';
import { enteredOf } from '../../receiving/receiving-sheet.ts';
import { typedIn, unitsOf } from '../../ui/grid/unit-boxes.ts';
import { columnLabel, columnsOf } from '../../ui/grid/unit-columns.ts';
import { received } from './delivery-desk.ts';

export async function deliveryPaper(
	app: Pick<App, 't' | 'format' | 'locations' | 'call'>,
	delivery: Delivery,
): Promise<Report> {
	const { t, format, locations } = app;
	const receipts = [...delivery.receipts.map(({ draftId }) => draftId), delivery.draftId];
	const pictures = await Promise.all(
		[...new Set(receipts)].flatMap((draftId) => (draftId === null ? [] : picturesOf(app, draftId))),
	);
	const { lines, number, supplierName, invoice, locationId, businessDate } = delivery;
	const invoices = [...delivery.receipts.map(({ invoiceNumber }) => invoiceNumber), invoice.number];
	const place = locations.find((each) => each.locationId === locationId);
	const decimal = (label: string, cell: ColumnOf<DeliveryLine>['cell']) => {
		return { column: { kind: 'decimal' as const, label }, cell };
	};
	const text = (label: string, cell: ColumnOf<DeliveryLine>['cell']) => {
		return { column: { kind: 'text' as const, label }, cell };
	};
	const columns: ColumnOf<DeliveryLine>[] = [
		text(t('common.code'), ({ item }) => item.code),
		text(t('common.item'), ({ item }) => item.name),
		text(t('common.unit'), ({ item }) => item.baseUnitName),
		decimal(t('delivery.columnOrdered'), ({ ordered }) => ordered),
		decimal(t(`receiving.columnBefore-${received}`), ({ entry }) => entry?.before ?? null),
		decimal(t(`receiving.columnDue-${received}`), ({ entry }) => entry?.due ?? null),
		...columnsOf(lines.map(({ item }) => unitsOf(item))).map((column) =>
			text(columnLabel(t, column), (line) =>
				unitsOf(line.item).has(column) ? typedIn(enteredOf(line), column) || null : '',
			),
		),
		text(t('delivery.columnWeight'), ({ weighed }) =>
			weighed === null || weighed.typed === '' ? null : `${weighed.typed} ${weighed.unitName}`,
		),
		decimal(t('delivery.columnPrice'), ({ orderedPrice }) => orderedPrice),
		text(t('common.reason'), ({ entry }) => entry?.reason || null),
	];
	return {
		title: t(`receiving.title-${received}`, { other: supplierName }),
		fileName: fileNameOf('delivery', supplierName, number === '' ? businessDate : number),
		location: place?.name ?? '',
		day: format.date(businessDate),
		facts: [
			{ label: t('common.document'), value: number },
			{
				label: t('delivery.invoiceNumber'),
				value: [...new Set(invoices)].filter((each) => each !== '').join(', '),
			},
			{
				label: t('delivery.due'),
				value: delivery.deliveryDate === null ? '' : format.date(delivery.deliveryDate),
			},
		].filter(({ value }) => value !== ''),
		tables: [{ name: t('delivery.title'), ...tableOf(columns, lines) }],
		signatures: [t('delivery.signed')],
		...(place === undefined ? {} : { timeZone: place.timeZone }),
		pictures: pictures.flat(),
		wide: true,
	};
}
