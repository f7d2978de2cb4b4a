// A delivery as a sheet to fill in: what is expected line by line, with boxes to write in what came.
import type { App } from '../../app.svelte.ts';
import type { Delivery, DeliveryLine } from '../../../shared/bridge/delivery.ts';
import { fileNameOf, tableOf, type ColumnOf, type Report } from '../../../shared/report/report.ts';
import { picturesOf } from '../../document/document-report.ts';
import { enteredOf } from '../../receiving/receiving-sheet.ts';
import { typedIn, unitsOf } from '../../ui/grid/unit-boxes.ts';
import { columnLabel, columnsOf } from '../../ui/grid/unit-columns.ts';
import { received } from './delivery-desk.ts';
import { columnsFor } from '../../report/columns.ts';

export async function deliveryPaper(
	app: Pick<App, 't' | 'format' | 'locations' | 'call'>,
	delivery: Delivery,
): Promise<Report> {
	const { t, format, locations } = app;
	const { lines, number, supplierName, invoice, locationId, businessDate, draftId } = delivery;
	const place = locations.find((each) => each.locationId === locationId);
	const { text, decimal } = columnsFor<DeliveryLine>(delivery.currency);
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
		// Quantities are in base units here, and prices are not.
		text(t('delivery.columnPrice'), ({ orderedPrice, unitName }) =>
			orderedPrice === null
				? null
				: t('delivery.perUnit', { price: format.price(orderedPrice), unit: unitName }),
		),
		text(t('common.reason'), ({ entry }) => entry?.reason || null),
	];
	return {
		title: t(`receiving.title-${received}`, { other: supplierName }),
		fileName: fileNameOf('delivery', supplierName, number === '' ? businessDate : number),
		location: place?.name ?? '',
		day: format.date(businessDate),
		facts: [
			{ label: t('common.document'), value: number },
			{ label: t('delivery.invoiceNumber'), value: invoice.number },
			{
				label: t('delivery.due'),
				value: delivery.deliveryDate === null ? '' : format.date(delivery.deliveryDate),
			},
		].filter(({ value }) => value !== ''),
		tables: [{ name: t('delivery.title'), ...tableOf(columns, lines) }],
		signatures: [t('delivery.signed')],
		...(place === undefined ? {} : { timeZone: place.timeZone }),
		pictures: draftId === null ? [] : await picturesOf(app, draftId, place?.timeZone),
		wide: true,
	};
}
