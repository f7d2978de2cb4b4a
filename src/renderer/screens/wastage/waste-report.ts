// Waste on paper and in files: one document with its lines, and the list.
import type { App } from '../../app.svelte.ts';
import type {
	WasteDocument,
	WasteLine,
	WasteShare,
	WasteSummary,
	WasteTotals,
} from '../../../shared/bridge/wastage.ts';
import { currencyPlaces, totalCost, type TotalCost } from '../../../shared/domain/money.ts';
import type { Period } from '../../../shared/domain/period.ts';
import { filled, inOneUnit } from '../../../shared/domain/sent-boxes.ts';
import type { Report, ReportTable } from '../../../shared/report/report.ts';
import { numberWord, shareName, stateWord, unitName, whatWord } from './waste-words.ts';

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
		fileName: `waste-${waste.number === '' ? waste.businessDate : waste.number}`,
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
				columns: [
					{ kind: 'text', label: t('common.code') },
					{ kind: 'text', label: t('common.item') },
					{ kind: 'decimal', label: t('common.quantity') },
					{ kind: 'text', label: t('common.unit') },
					{ kind: 'text', label: t('common.reason') },
					{ kind: 'text', label: t('common.note') },
					{
						kind: 'decimal',
						label: t('wastage.column-cost', { currency: waste.currency }),
						places: currencyPlaces(waste.currency),
					},
				],
				rows: waste.lines.map((line) => [
					line.item.code,
					line.item.name,
					...amountOf(line),
					line.label === '' ? line.reasonName : line.label,
					line.note,
					line.cost,
				]),
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
const listedTotal = (documents: readonly WasteSummary[]): TotalCost => ({
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

/** The list as filtered. */
export function wasteListReport(app: ReportApp, documents: readonly WasteSummary[]): Report {
	const { t, format, location } = app;
	const place = placeOf(app, location?.locationId ?? '');
	const currency = location?.currency ?? '';
	const today = location?.today ?? '';
	return {
		title: t('wastage.title'),
		fileName: `waste-${today}`,
		location: place.name,
		day: today === '' ? '' : format.date(today),
		facts: unknownCosts(app, listedTotal(documents)),
		tables: [
			{
				name: t('wastage.title'),
				columns: [
					{ kind: 'text', label: t('common.document') },
					{ kind: 'day', label: t('common.day') },
					{ kind: 'text', label: t('wastage.description') },
					{ kind: 'text', label: t('wastage.column-by') },
					{ kind: 'decimal', label: t('common.lineCount') },
					{
						kind: 'decimal',
						label: t('wastage.column-cost', { currency }),
						places: currencyPlaces(currency),
					},
					{ kind: 'text', label: t('common.state') },
				],
				rows: documents.map((document) => [
					numberWord(document, t),
					document.businessDate,
					whatWord(document, format),
					document.enteredBy,
					String(document.lines),
					document.cost,
					stateWord(document, t).text,
				]),
				totals: [t('common.total'), '', '', '', '', listedTotal(documents).cost, ''],
			},
		],
		...place.zone,
	};
}

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
	const table = (name: string, shares: readonly WasteShare[]): ReportTable => ({
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
		fileName: `waste-totals-${compared?.now.to ?? today}`,
		location: place.name,
		day: today === '' ? '' : format.date(today),
		facts: [
			...(compared === null ? [] : [{ label: t('filter.period'), value: span(compared.now) }]),
			...unknownCosts(app, totals),
		],
		tables: [
			table(t('wastage.byReason'), totals.byReason),
			table(t('wastage.byCategory'), totals.byCategory),
			table(t('wastage.byItem'), totals.byItem),
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
