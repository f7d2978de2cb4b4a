// Waste on paper and in files: one document with its lines, and the list.
import type { App } from '../../app.svelte.ts';
import type { WasteDocument, WasteLine, WasteTotals } from '../../../shared/bridge/wastage.ts';
import type { Share } from '../../../shared/document/document-calls.ts';
import { currencyPlaces, totalCost, type TotalCost } from '../../../shared/domain/money.ts';
import type { Period } from '../../../shared/domain/period.ts';
import { filled, inOneUnit } from '../../../shared/domain/sent-boxes.ts';
import {
	fileNameOf,
	tableOf,
	type ColumnOf,
	type Report,
	type ReportTable,
} from '../../../shared/report/report.ts';
import { numberWord, shareName, stateWord, unitName } from './waste-words.ts';

type ReportApp = Pick<App, 't' | 'format' | 'locations' | 'location'>;

/** The waste sheet: every line with reason and cost, and signatures. */
export async function wasteReport(
	app: ReportApp & Pick<App, 'call'>,
	waste: WasteDocument,
): Promise<Report> {
	const { t, format } = app;
	const place = placeOf(app, waste.locationId);
	const date = format.date(waste.businessDate);
	return {
		title:
			waste.number === ''
				? t('wastage.viewTitlePlain', { date })
				: t('wastage.viewTitle', { number: waste.number }),
		fileName: fileNameOf(
			...['waste', place.name],
			waste.number === '' ? waste.businessDate : waste.number,
		),
		location: place.name,
		day: date,
		facts: [
			{ label: t('common.location'), value: place.name },
			{ label: t('common.day'), value: date },
			{ label: t('common.state'), value: stateWord(waste, t).text },
			...(waste.enteredBy === ''
				? []
				: [{ label: t('wastage.column-by'), value: waste.enteredBy }]),
			...(waste.description === ''
				? []
				: [{ label: t('wastage.description'), value: waste.description }]),
			...unknownCosts(app, waste),
		],
		tables: [
			{
				name: t('wastage.title'),
				...tableOf(lineColumns(app, waste.currency), waste.lines),
				totals: [t('common.total'), '', '', '', '', '', waste.cost],
			},
		],
		...place.zone,
		pictures: await picturesOf(app, waste.documentId),
		signatures: [t('wastage.signedLogged'), t('common.signedApproved')],
	};
}

/** Notes that a total excludes unknown costs. */
const unknownCosts = ({ t }: Pick<ReportApp, 't'>, { costsUnknown: count }: TotalCost) =>
	count === 0 ? [] : [{ label: t('common.total'), value: t('common.costsUnknown', { count }) }];

/** Counts a document with some unknown line costs too. */
const listedTotal = (documents: readonly TotalCost[]): TotalCost => ({
	cost: totalCost(documents.map(({ cost }) => cost)).cost,
	costsUnknown: documents.reduce((all, { costsUnknown }) => all + costsUnknown, 0),
});

/** The photos, as evidence beside the lines. */
async function picturesOf(
	{ call, format }: Pick<App, 'call' | 'format'>,
	documentId: string,
): Promise<NonNullable<Report['pictures']>> {
	const reply = await call('photo.list', { documentId });
	if (!reply.ok) return [];
	const pictures = await Promise.all(
		reply.value.photos.map(async ({ photoId, addedAt, addedBy }) => {
			const picture = await call('photo.get', { photoId });
			const caption = [addedBy, format.dateTime(addedAt)].filter((text) => text !== '').join(', ');
			return picture.ok ? [{ address: picture.value.address, caption }] : [];
		}),
	);
	return pictures.flat();
}

/** The list as filtered: every line with its reason, then the documents. */
export function wasteListReport(app: ReportApp, documents: readonly WasteDocument[]): Report {
	const { t, format, location } = app;
	const place = placeOf(app, location?.locationId ?? '');
	const currency = location?.currency ?? '';
	const today = location?.today ?? '';
	const total = listedTotal(documents);
	const lines = documents.flatMap((document) =>
		document.lines.map((line) => ({ ...line, document })),
	);
	type Listed = (typeof lines)[number];
	const listed: ColumnOf<WasteDocument>[] = [
		{ column: { kind: 'text', label: t('common.document') }, cell: (of) => numberWord(of, t) },
		{ column: { kind: 'day', label: t('common.day') }, cell: (of) => of.businessDate },
		{ column: { kind: 'text', label: t('wastage.column-by') }, cell: (of) => of.enteredBy },
		{ column: { kind: 'text', label: t('common.state') }, cell: (of) => stateWord(of, t).text },
	];
	const documentColumns: ColumnOf<WasteDocument>[] = [
		...listed,
		{ column: { kind: 'text', label: t('wastage.description') }, cell: (of) => of.description },
		{
			column: { kind: 'decimal', label: t('common.lineCount') },
			cell: (of) => String(of.lines.length),
		},
		{ column: costColumn(app, currency), cell: ({ cost }) => cost ?? '' },
	];
	return {
		title: t('wastage.title'),
		fileName: fileNameOf('waste', place.name, today),
		location: place.name,
		day: today === '' ? '' : format.date(today),
		facts: unknownCosts(app, total),
		tables: [
			{
				name: t('wastage.lines'),
				...tableOf<Listed>(
					[
						...listed.map(({ column, cell }) => {
							return { column, cell: ({ document }: Listed) => cell(document) };
						}),
						...lineColumns(app, currency),
					],
					lines,
				),
			},
			{
				name: t('wastage.title'),
				...tableOf(documentColumns, documents),
				totals: [t('common.total'), '', '', '', '', '', total.cost ?? ''],
			},
		],
		...place.zone,
		wide: true,
	};
}

const costColumn = ({ t }: ReportApp, currency: string) =>
	({
		kind: 'decimal',
		label: t('wastage.column-cost', { currency }),
		places: currencyPlaces(currency),
	}) as const;

const lineColumns = (app: ReportApp, currency: string): ColumnOf<WasteLine>[] => [
	{ column: { kind: 'text', label: app.t('common.code') }, cell: ({ item }) => item.code },
	{ column: { kind: 'text', label: app.t('common.item') }, cell: ({ item }) => item.name },
	{ column: { kind: 'decimal', label: app.t('common.quantity') }, cell: (of) => amountOf(of)[0] },
	{ column: { kind: 'text', label: app.t('common.unit') }, cell: (of) => amountOf(of)[1] },
	{
		column: { kind: 'text', label: app.t('common.reason') },
		cell: ({ label, reasonName }) => (label === '' ? reasonName : label),
	},
	{ column: { kind: 'text', label: app.t('common.note') }, cell: ({ note }) => note },
	{ column: costColumn(app, currency), cell: ({ cost }) => cost ?? '' },
];

/** Totals of the filtered waste, with the previous period if there is one. */
export function wasteTotalsReport(
	app: ReportApp,
	totals: WasteTotals,
	compared: { now: Period; before: Period } | null,
): Report {
	const { t, format, location } = app;
	const place = placeOf(app, location?.locationId ?? '');
	const currency = location?.currency ?? '';
	const places = currencyPlaces(currency);
	const span = ({ from, to }: Period): string =>
		t('wastage.span', { from: format.date(from), to: format.date(to) });
	const table = (name: string, shares: readonly Share[]): ReportTable => ({
		name,
		columns: [
			{ kind: 'text', label: name },
			{ kind: 'decimal', label: t('common.lineCount') },
			{ kind: 'decimal', label: t('wastage.column-cost', { currency }), places },
			...(compared === null
				? []
				: [{ kind: 'decimal' as const, label: span(compared.before), places }]),
		],
		rows: shares.map((share) => [
			shareName(t, share),
			String(share.lines),
			share.cost,
			...(compared === null ? [] : [share.costBefore]),
		]),
		totals: [t('common.total'), '', totals.cost, ...(compared === null ? [] : [totals.costBefore])],
	});
	const today = location?.today ?? '';
	return {
		title: t('wastage.totalsTitle'),
		fileName: fileNameOf('waste totals', place.name, compared?.now.to ?? today),
		location: place.name,
		day: today === '' ? '' : format.date(today),
		facts: [
			...(compared === null ? [] : [{ label: t('filter.period'), value: span(compared.now) }]),
			...unknownCosts(app, totals),
		],
		tables: [
			table(t('wastage.byReason'), totals.by.reasonId),
			table(t('wastage.byCategory'), totals.by.category),
			table(t('wastage.byItem'), totals.by.item),
		],
		...place.zone,
	};
}

function placeOf({ locations }: ReportApp, locationId: string) {
	const place = locations.find((each) => each.locationId === locationId);
	return { name: place?.name ?? '', zone: place === undefined ? {} : { timeZone: place.timeZone } };
}

/** Quantity and unit as sent to the service; unreadable text verbatim. */
function amountOf({ item, boxes }: WasteLine): [quantity: string, unit: string] {
	const read = filled(boxes);
	const known = boxes.every(({ unitId }) => item.units.some((unit) => unit.unitId === unitId));
	const sum = known && read.length === boxes.length ? inOneUnit(read, item.units) : null;
	if (sum !== null) return [sum.quantity, unitName(item, sum.unitId)];
	const [only, another] = boxes;
	if (only !== undefined && another === undefined)
		return [only.quantity ?? only.typed, unitName(item, only.unitId)];
	return [boxes.map(({ unitId, typed }) => `${typed} ${unitName(item, unitId)}`).join(' + '), ''];
}
