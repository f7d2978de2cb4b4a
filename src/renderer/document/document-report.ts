// Documents on paper and in files: one with its lines, the list, and the totals.
import type { App } from '../app.svelte.ts';
import { withoutEffect } from '../../shared/bridge/values.ts';
import type { Share } from '../../shared/document/document-calls.ts';
import { nameField } from '../../shared/document/field-schemas.ts';
import type { ListedKind } from '../../shared/document/kinds.ts';
import type { Field } from '../../shared/document/kit.ts';
import { isZero } from '../../shared/domain/decimal.ts';
import { currencyPlaces, sumOfTotals, type TotalCost } from '../../shared/domain/money.ts';
import type { Period } from '../../shared/domain/period.ts';
import {
	fileNameOf,
	tableOf,
	type ColumnOf,
	type Report,
	type ReportColumn,
	type ReportTable,
} from '../../shared/report/report.ts';
import { columnsFor } from '../report/columns.ts';
import { placeOf } from '../report/place-of.ts';
import { fieldText, headTextsOf, lineFieldsOf, wordOf, type FullDesk } from './desk.ts';
import {
	numberWord,
	piecesBeside,
	sentIn,
	shareName,
	stateWord,
	titleOf,
	unitName,
} from './document-words.ts';
import type { ShownDocument, ShownLine, ShownTotals } from './kind-calls.ts';

type ReportApp = Pick<App, 't' | 'format' | 'locations' | 'location'>;

/** A document with every line and its cost, its photos, and signatures. */
export async function documentReport(
	app: ReportApp & Pick<App, 'call'>,
	desk: FullDesk,
	document: ShownDocument,
): Promise<Report> {
	const { t, format } = app;
	const { kind } = desk;
	const place = placeOf(app, document.locationId);
	const date = format.date(document.businessDate);
	return {
		title: titleOf(app, kind, document),
		fileName: fileNameOf(
			desk.file,
			place.name,
			document.number === '' ? document.businessDate : document.number,
		),
		location: place.name,
		day: date,
		facts: [
			{ label: t('common.location'), value: place.name },
			{ label: t('common.day'), value: date },
			{ label: t('common.state'), value: stateWord(document, t, kind).text },
			...(document.enteredBy === ''
				? []
				: [{ label: t('document.column-by'), value: document.enteredBy }]),
			...headTextsOf(app, kind, document).map(({ label, value }) => ({ label, value })),
			...unknownCosts(app, document),
		],
		tables: [
			{
				name: wordOf(t, kind, 'title'),
				...summed(
					app,
					tableOf(
						withoutBlank(lineColumns(app, desk, document.currency, document.lines), document.lines),
						document.lines,
					),
					document,
				),
			},
		],
		...place.zone,
		pictures: kind.photos ? await picturesOf(app, document.documentId, place.zone.timeZone) : [],
		signatures: [wordOf(t, kind, 'signedEntered'), wordOf(t, kind, 'signedApproved')],
	};
}

/** Nobody fills in by hand what the service or a receipt says, and where nothing is said the column is left out. */
const withoutBlank = (
	columns: readonly ColumnOf<ShownLine>[],
	lines: readonly ShownLine[],
): readonly ColumnOf<ShownLine>[] =>
	columns.filter(
		({ column: { kind }, cell }) =>
			kind !== 'decimal' || lines.length === 0 || lines.some((line) => cell(line) !== null),
	);

/** A table with a last line: the cost, below its last column. */
const summed = (
	{ t }: Pick<ReportApp, 't'>,
	table: ReturnType<typeof tableOf>,
	{ cost }: Pick<TotalCost, 'cost'>,
) => ({
	...table,
	totals: [t('common.total'), ...table.columns.slice(2).map(() => ''), cost ?? ''],
});

/** Notes that a total excludes unknown costs. */
export const unknownCosts = (
	{ t }: Pick<ReportApp, 't'>,
	{ costsUnknown: count }: Pick<TotalCost, 'costsUnknown'>,
	label = t('common.total'),
) => (count === 0 ? [] : [{ label, value: t('common.costsUnknown', { count }) }]);

/** The photos, as evidence beside the lines. */
export async function picturesOf(
	{ call, format }: Pick<App, 'call' | 'format'>,
	documentId: string,
	timeZone: string | undefined,
): Promise<NonNullable<Report['pictures']>> {
	const reply = await call('photo.list', { documentId });
	if (!reply.ok) return [];
	const pictures = await Promise.all(
		reply.value.photos.map(async ({ photoId, addedAt, addedBy }) => {
			const picture = await call('photo.get', { photoId });
			const caption = [addedBy, format.dateTime(addedAt, timeZone)]
				.filter((text) => text !== '')
				.join(', ');
			return picture.ok ? [{ address: picture.value.address, caption }] : [];
		}),
	);
	return pictures.flat();
}

/**
 * The list as filtered: every line, then the documents. Their total is the one of the page of totals.
 * @param state of the filter
 */
export function listReport(
	app: ReportApp,
	desk: FullDesk,
	documents: readonly ShownDocument[],
	state: string,
): Report {
	const { t, format, location } = app;
	const { kind } = desk;
	const place = placeOf(app, location?.locationId ?? '');
	const currency = location?.currency ?? '';
	const today = location?.today ?? '';
	const counting = documents.filter(
		({ phase }) => !withoutEffect.includes(phase) || phase === state,
	);
	const total = sumOfTotals(counting);
	const leftOut = documents.length - counting.length;
	const lines = documents.flatMap((document) => document.lines.map((line) => ({ line, document })));
	type Listed = (typeof lines)[number];
	const { text, day, decimal, amount } = columnsFor<ShownDocument>(currency);
	const listed = [
		text(t('common.document'), (of) => numberWord(of, t)),
		day(t('common.day'), (of) => of.businessDate),
		text(t('document.column-by'), (of) => of.enteredBy),
		text(t('common.state'), (of) => stateWord(of, t, kind).text),
	];
	const documentColumns: ColumnOf<ShownDocument>[] = [
		...listed,
		...Object.entries<Field>(kind.head)
			.filter(([, { as }]) => as !== 'key')
			.map(([name, field]) => fieldColumn(wordOf(t, kind, `field-${name}`), name, field)),
		decimal(t('common.lineCount'), (of) => String(of.lines.length)),
		amount(wordOf(t, kind, 'cost', { currency }), ({ cost }) => cost ?? ''),
	];
	const lineColumnsHere: ColumnOf<Listed>[] = [
		...listed.map(({ column, cell }) => {
			return { column, cell: ({ document }: Listed) => cell(document) };
		}),
		...lineColumns(
			app,
			desk,
			currency,
			lines.map(({ line }) => line),
		).map(({ column, cell }) => {
			return { column, cell: ({ line }: Listed) => cell(line) };
		}),
	];
	return {
		title: wordOf(t, kind, 'title'),
		fileName: fileNameOf(desk.file, place.name, today),
		location: place.name,
		day: today === '' ? '' : format.date(today),
		facts: [
			...unknownCosts(app, total),
			...(leftOut === 0
				? []
				: [{ label: t('common.total'), value: t('document.leftOut', { count: leftOut }) }]),
		],
		tables: [
			{ name: wordOf(t, kind, 'lines'), ...tableOf(lineColumnsHere, lines) },
			{
				name: wordOf(t, kind, 'title'),
				...summed(app, tableOf(documentColumns, documents), total),
			},
		],
		...place.zone,
		wide: true,
	};
}

const columnKinds = {
	text: 'text',
	day: 'day',
	instant: 'instant',
	quantity: 'decimal',
	money: 'decimal',
	reference: 'text',
	key: 'text',
} as const satisfies Record<Field['as'], ReportColumn['kind']>;

const fieldColumn = (
	label: string,
	name: string,
	{ as }: Field,
	leastPlaces?: number,
): ColumnOf<Readonly<Record<string, unknown>>> => ({
	column: {
		kind: columnKinds[as],
		label,
		...(as === 'money' && leastPlaces !== undefined ? { leastPlaces } : {}),
	},
	cell(row) {
		const value = row[as === 'reference' ? nameField(name) : name];
		return typeof value === 'string' || typeof value === 'number' ? value : null;
	},
});

function lineColumns(
	{ t, format }: ReportApp,
	desk: FullDesk,
	currency: string,
	lines: readonly ShownLine[],
): readonly ColumnOf<ShownLine>[] {
	const { text, decimal, amount } = columnsFor<ShownLine>(currency);
	const isLess = lines.some(({ discount = '0' }) => !isZero(discount));
	return [
		text(t('common.code'), ({ item }) => item.code),
		text(t('common.item'), ({ item }) => item.name),
		decimal(t('common.quantity'), (of) => amountOf(desk.kind, of)[0]),
		text(t('common.unit'), (of) => amountOf(desk.kind, of)[1]),
		...lineFieldsOf(t, desk).map(({ name, label, field, own }): ColumnOf<ShownLine> => {
			if (own !== undefined) return text(label, own);
			const hasParts = lines.some((line) => piecesBeside(desk.kind, line, name, field) !== null);
			return hasParts
				? text(label, (line) => {
						const pieces = piecesBeside(desk.kind, line, name, field);
						return pieces === null
							? fieldText(format, line, [name, field], currency)
							: `${format.quantity(pieces.quantity)} ${pieces.unitName}`;
					})
				: fieldColumn(label, name, field, currencyPlaces(currency));
		}),
		...(isLess
			? [amount(t('document.discountIn', { currency }), ({ discount }) => discount ?? '')]
			: []),
		amount(wordOf(t, desk.kind, 'cost', { currency }), ({ cost }) => cost ?? ''),
	];
}

/** Totals of the filtered documents, with the previous period if there is one. */
export function totalsReport(
	app: ReportApp,
	desk: FullDesk,
	totals: ShownTotals,
	compared: { now: Period; before: Period } | null,
): Report {
	const { t, format, location } = app;
	const { kind } = desk;
	const place = placeOf(app, location?.locationId ?? '');
	const currency = location?.currency ?? '';
	const places = currencyPlaces(currency);
	const span = ({ from, to }: Period): string =>
		t('document.span', { from: format.date(from), to: format.date(to) });
	const table = (name: string, shares: readonly Share[]): ReportTable => ({
		name,
		columns: [
			{ kind: 'text', label: name },
			{ kind: 'decimal', label: t('common.lineCount') },
			{ kind: 'decimal', label: wordOf(t, kind, 'cost', { currency }), places },
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
		title: wordOf(t, kind, 'totalsTitle'),
		fileName: fileNameOf(`${desk.file} totals`, place.name, compared?.now.to ?? today),
		location: place.name,
		day: today === '' ? '' : format.date(today),
		facts: [
			...(compared === null ? [] : [{ label: t('filter.period'), value: span(compared.now) }]),
			...unknownCosts(app, totals),
			...(compared === null
				? []
				: unknownCosts(app, { costsUnknown: totals.costsUnknownBefore }, span(compared.before))),
		],
		tables: kind.totals.map((by) => table(wordOf(t, kind, `by-${by}`), totals.by[by] ?? [])),
		...place.zone,
	};
}

/** Quantity and unit as sent to the service; unreadable text verbatim. */
function amountOf(kind: ListedKind, line: ShownLine): [quantity: string, unit: string] {
	const { item, boxes } = line;
	const sum = sentIn(kind, line);
	if (sum !== null) return [sum.quantity, unitName(item, sum.unitId)];
	const [only, another] = boxes;
	if (only !== undefined && another === undefined)
		return [only.quantity ?? only.typed, unitName(item, only.unitId)];
	return [boxes.map(({ unitId, typed }) => `${typed} ${unitName(item, unitId)}`).join(' + '), ''];
}
