// Transfers on paper and in files: delivery note, sheet for receiving or sending goods, and report.
import type { App } from '../../app.svelte.ts';
import type {
	TransferDocument,
	TransferLine,
	TransferReport,
} from '../../../shared/bridge/transfer.ts';
import { roundTo } from '../../../shared/domain/decimal.ts';
import { currencyPlaces } from '../../../shared/domain/money.ts';
import { fileNameOf, tableOf, type ColumnOf, type Report } from '../../../shared/report/report.ts';
import { columnsFor } from '../../report/columns.ts';
import { typedIn, unitsOf } from '../../ui/grid/unit-boxes.ts';
import { columnLabel, columnsOf } from '../../ui/grid/unit-columns.ts';
import { enteredOf, hasBefore } from '../../receiving/receiving-sheet.ts';
import { settledWords } from '../../receiving/settled-words.ts';
import { groupLines } from './report-groups.ts';
import { unknownCosts } from '../../document/document-report.ts';
import { stateWord, titleOf } from '../../document/document-words.ts';
import { receivingAt, transferDesks } from './transfer-desk.ts';
import { endsOf } from './transfer-words.ts';

type PaperApp = Pick<App, 't' | 'format' | 'locations' | 'location'>;

/** The current transfer: requested, sent, received and difference per line, to be signed by both ends. */
export function transferNote(app: PaperApp, document: TransferDocument): Report {
	const { t } = app;
	const { lines, currency } = document;
	const { text, decimal, amount } = columnsFor<TransferLine>(currency);
	/** A column that has something in some line. */
	const where = (column: ColumnOf<TransferLine>): ColumnOf<TransferLine>[] =>
		lines.some((line) => (column.cell(line) ?? '') !== '') ? [column] : [];
	const columns = [
		...itemColumns(app),
		...where(decimal(t('transfer.columnRequested'), ({ requested }) => requested)),
		...where(decimal(t('transfer.columnSent'), ({ sent }) => sent)),
		...where(decimal(t('transfer.columnReceived'), ({ received }) => received)),
		...where(decimal(t('common.difference'), ({ difference }) => difference)),
		...where(text(t('common.reason'), ({ entry }) => entry?.reason ?? '')),
		...where(
			text(t('receiving.columnSettled'), ({ settled, item }) =>
				settled.map((each) => settledWords(app, each, item.baseUnitName)).join('; '),
			),
		),
		text(t('common.note'), ({ note }) => note),
		amount(t('common.valueIn', { currency }), ({ cost }) => cost),
	];
	const ofHead = head(app, document);
	return {
		...ofHead,
		facts: [...ofHead.facts, ...unknownCosts(app, document)],
		title: titleOf(app, transferDesks[document.kind].kind, document),
		fileName: fileOf(app, 'transfer', document),
		tables: [
			{
				name: t('transfer.title'),
				...tableOf(columns, lines),
				totals: [t('common.total'), ...columns.slice(2).map(() => ''), document.cost],
			},
		],
		signatures: [t('transfer.signedSent'), t('transfer.signedReceived')],
	};
}

/** Quantity due per line, with a box per unit to write in, prefilled with entries so far. */
export function receivingPaper(app: PaperApp, document: TransferDocument): Report {
	const { t } = app;
	const { kind, lines, otherLocationName: other } = document;
	const receives = kind === 'transferIn';
	const name = receivingAt[kind];
	const { text, decimal } = columnsFor<TransferLine>();
	const columns = [
		...itemColumns(app),
		...(hasBefore(lines)
			? [decimal(t(`receiving.columnBefore-${name}`), ({ entry }) => entry?.before ?? null)]
			: []),
		decimal(t(`receiving.columnDue-${name}`), ({ entry }) => entry?.due ?? null),
		...columnsOf(lines.map(({ item }) => unitsOf(item))).map((column) =>
			text(columnLabel(t, column), (line) =>
				unitsOf(line.item).has(column) ? typedIn(enteredOf(line), column) || null : '',
			),
		),
		...(receives ? [text(t('common.reason'), ({ entry }) => entry?.reason || null)] : []),
	];
	return {
		...head(app, document),
		title: t(`receiving.title-${name}`, { other }),
		fileName: fileOf(app, receives ? 'receive' : 'send', document),
		tables: [{ name: t('transfer.title'), ...tableOf(columns, lines) }],
		signatures: [receives ? t('transfer.signedReceived') : t('transfer.signedSent')],
	};
}

/** The transfer report as one table, for sorting and summing in a spreadsheet. */
export function transferReportPaper(
	app: PaperApp,
	{ asOf, lines }: TransferReport,
	{ from, to, source }: { from: string; to: string; source: 'copies' | 'service' },
): Report {
	const { t, format, location } = app;
	const costsUnknown = lines.reduce((all, line) => all + line.costsUnknown, 0);
	const rows = groupLines(lines).flatMap(({ direction, otherName, lines: ofPlace }) =>
		ofPlace.map((line) => ({
			...line,
			where: t(`transferReport.${direction}`, { name: otherName }),
		})),
	);
	type Row = (typeof rows)[number];
	const { text, decimal } = columnsFor<Row>();
	const columns: ColumnOf<Row>[] = [
		text(t('common.location'), (row) => row.where),
		text(t('common.code'), ({ code }) => code),
		text(t('common.item'), ({ name }) => name),
		text(t('transferReport.columnCategory'), ({ category }) => category),
		text(t('common.unit'), (row) => row.baseUnitName),
		decimal(t('transferReport.columnSent'), ({ sent }) => sent),
		decimal(t('transferReport.columnReceived'), ({ received }) => received),
		decimal(t('common.difference'), ({ difference }) => difference),
		{
			column: {
				kind: 'decimal',
				label: t('common.value'),
				places: Math.max(0, ...lines.map(({ currency }) => currencyPlaces(currency))),
			},
			// The service sums unit costs with all their decimal places.
			cell: ({ value, currency }) => value && roundTo(value, currencyPlaces(currency)),
		},
		text(t('transfer.currency'), ({ currency }) => currency),
	];
	const zone = zoneOf(app, location?.locationId ?? '');
	return {
		title: t('transferReport.title'),
		fileName: fileNameOf('transfers', location?.name ?? '', from, to),
		location: location?.name ?? '',
		day: `${format.date(from)} – ${format.date(to)}`,
		facts: [
			{
				label: source === 'service' ? t('transferReport.byService') : t('transferReport.byCopies'),
				value: asOf === null ? '' : format.dateTime(asOf, zone.timeZone),
			},
			...(costsUnknown === 0
				? []
				: [
						{
							label: t('common.value'),
							value: t('common.costsUnknown', { count: costsUnknown }),
						},
					]),
		],
		tables: [{ name: t('transferReport.title'), ...tableOf(columns, rows) }],
		...zone,
		wide: true,
	};
}

/** Transfer quantities are in the base unit. */
const itemColumns = ({ t }: PaperApp): ColumnOf<TransferLine>[] => {
	const { text } = columnsFor<TransferLine>();
	return [
		text(t('common.code'), ({ item }) => item.code),
		text(t('common.item'), ({ item }) => item.name),
		text(t('common.unit'), ({ item }) => item.baseUnitName),
	];
};

function head(app: PaperApp, document: TransferDocument) {
	const { t, format } = app;
	const { kind, locationId, sentAt } = document;
	const { from, to } = endsOf(app, document);
	const date = format.date(document.businessDate);
	const zone = zoneOf(app, locationId);
	const facts = [
		{ label: t('transfer.number'), value: document.number },
		{ label: t('common.from'), value: from },
		{ label: t('common.to'), value: to },
		{ label: t('transfer.businessDate'), value: date },
		{
			label: t('transfer.sentAt'),
			value: sentAt === null ? '' : format.dateTime(sentAt, zone.timeZone),
		},
		{ label: t('common.state'), value: stateWord(document, t, transferDesks[kind].kind).text },
		{ label: t('transferOut.field-description'), value: document.description },
	];
	return {
		location: kind === 'transferOut' ? from : to,
		day: date,
		facts: facts.filter(({ value }) => value !== ''),
		...zone,
		wide: true,
	};
}

const fileOf = (app: PaperApp, what: string, document: TransferDocument): string =>
	fileNameOf(
		what,
		endsOf(app, document)[document.kind === 'transferOut' ? 'from' : 'to'],
		document.number === '' ? document.businessDate : document.number,
	);

function zoneOf({ locations }: PaperApp, locationId: string): { timeZone?: string } {
	const place = locations.find((each) => each.locationId === locationId);
	return place === undefined ? {} : { timeZone: place.timeZone };
}
