// A count's evidence on paper and as a workbook: its rows by kind, with the fingerprint.
import { z } from 'zod';
import type { App } from '../../app.svelte.ts';
import type { Evidence } from '../../../shared/bridge/evidence.ts';
import type { Review } from '../../../shared/bridge/count-review.ts';
import { currencyPlaces } from '../../../shared/domain/money.ts';
import {
	fileNameOf,
	type Report,
	type ReportCell,
	type ReportColumn,
	type ReportTable,
} from '../../../shared/report/report.ts';
import { placeOf } from '../../report/place-of.ts';
import { standingWords } from './variance-report.ts';

type Words = Pick<App, 't' | 'format' | 'locations'>;

/** Columns used by each kind of row. */
const tables = [
	{
		record: 'line',
		name: 'lines',
		columns: [
			['Line', 'Line'],
			['Code', 'Code'],
			['Name', 'Name'],
			['Area', 'Area'],
			['What', 'What'],
			['Typed', 'Typed'],
			['Quantity', 'Quantity'],
			['Unit', 'Unit'],
			['Book', 'Book'],
			['Difference', 'Difference'],
			['Unit cost', 'UnitCost'],
			['Value', 'Value'],
			['To book', 'ToBook'],
			['Reason', 'Reason'],
			['When (UTC)', 'When'],
			['Who', 'Who'],
			['Note', 'Note'],
		],
	},
	{
		record: 'entry',
		name: 'entries',
		columns: [
			['When (UTC)', 'When'],
			['Counted (UTC)', 'Counted'],
			['Who', 'Who'],
			['PC', 'PC'],
			['What', 'What'],
			['Round', 'Round'],
			['Line', 'Line'],
			['Code', 'Code'],
			['Name', 'Name'],
			['Typed', 'Typed'],
			['Quantity', 'Quantity'],
			['Unit', 'Unit'],
			['Before', 'Before'],
		],
	},
	{
		record: 'event',
		name: 'decisions',
		columns: [
			['When (UTC)', 'When'],
			['Who', 'Who'],
			['PC', 'PC'],
			['What', 'What'],
			['Round', 'Round'],
			['Note', 'Note'],
		],
	},
	{
		record: 'cut-off',
		name: 'cutOff',
		columns: [
			['When (UTC)', 'When'],
			['Who', 'Who'],
			['What', 'What'],
			['Code', 'Code'],
			['Name', 'Name'],
			['Value', 'Value'],
			['Note', 'Note'],
		],
	},
	{
		record: 'posting',
		name: 'posting',
		columns: [
			['When (UTC)', 'When'],
			['What', 'What'],
			['Round', 'Part'],
			['Quantity', 'Lines'],
			['Name', 'AtService'],
			['Note', 'Said'],
			['Reason', 'Reason'],
		],
	},
	{
		record: 'code',
		name: 'codes',
		columns: [
			['When (UTC)', 'When'],
			['Who', 'Who'],
			['Code', 'Code'],
			['What', 'What'],
			['Typed', 'Typed'],
			['Line', 'Line'],
			['Note', 'Note'],
		],
	},
] as const;

const decimals: readonly string[] = [
	'Line',
	'Round',
	'Quantity',
	'Book',
	'Difference',
	'Unit cost',
	'Value',
	'To book',
];
/** Workbook only: a page has no room for them. */
const notOnPaper: readonly string[] = ['Area', 'Unit cost', 'To book'];
const money: readonly string[] = ['Unit cost', 'Value'];

/** @param on paper omits wide columns, and empty ones */
export function evidenceReport(
	words: Words,
	review: Review,
	{ columns, rows, sha256 }: Evidence,
	on: 'paper' | 'file',
): Report {
	const { t, format } = words;
	const { summary, approved, currency } = review;
	const place = placeOf(words, summary.locationId);
	const cellOf = (row: readonly string[], source: string): string =>
		row[columns.indexOf(source)] ?? '';
	const shownOf = (row: readonly string[], source: string): ReportCell => {
		const cell = cellOf(row, source);
		switch (source) {
			case 'When (UTC)':
			case 'Counted (UTC)':
				return cell === '' ? '' : Date.parse(cell);
			// Entries from before the PC was recorded name only the window.
			case 'PC':
				return cell || cellOf(row, 'Window');
			case 'Before':
				return textBefore(cell);
			case 'What':
				return whatOf(t, cellOf(row, 'Record'), cell);
			case 'Reason':
				return cellOf(row, 'Record') === 'posting' && cellOf(row, 'What') !== 'discarded'
					? ''
					: cell;
			case 'Note':
				return noteOf(t, cellOf(row, 'Record'), cell);
			default:
				return cell;
		}
	};
	const { name, businessDate } = summary;
	const day = format.date(businessDate);
	const facts = [
		{ label: t('evidence.count'), value: name },
		{ label: t('evidence.prepared'), value: standingWords(words, review) },
		...(approved === null
			? []
			: [
					{
						label: t('evidence.approver'),
						value: `${approved.by}, ${format.dateTime(approved.at, place.zone.timeZone)}`,
					},
				]),
		{ label: t('evidence.fingerprint'), value: sha256 },
		{ label: t('evidence.fingerprintOf'), value: t('evidence.fingerprintOfText') },
	];
	const parts = tables.map((table): ReportTable => {
		const its = rows.filter(([record]) => record === table.record);
		const shown = table.columns.filter(
			([source]) =>
				on === 'file' ||
				(!notOnPaper.includes(source) && its.some((row) => shownOf(row, source) !== '')),
		);
		return {
			name: t(`evidence.${table.name}`),
			columns: shown.map(([source, label]) => ({
				...kindOf(source, currency),
				label: money.includes(source)
					? t('evidence.inCurrency', { column: t(`evidence.column-${label}`), currency })
					: t(`evidence.column-${label}`),
			})),
			rows: its.map((row) => shown.map(([source]) => shownOf(row, source))),
		};
	});
	return {
		title: t('evidence.title', { name }),
		fileName: fileNameOf('evidence', place.name, name, businessDate, sha256.slice(0, 8)),
		location: place.name,
		...place.zone,
		day,
		facts,
		tables: parts.filter((table) => table.rows.length > 0),
		seal: t('evidence.seal', { sha256 }),
		signatures: [t('evidence.counter'), t('evidence.approver')],
		wide: true,
	};
}

function kindOf(source: string, currency: string): DistributiveOmit<ReportColumn, 'label'> {
	if (source.endsWith('(UTC)')) return { kind: 'instant' };
	if (!decimals.includes(source)) return { kind: 'text' };
	return source === 'Value'
		? { kind: 'decimal', places: currencyPlaces(currency) }
		: { kind: 'decimal' };
}

type DistributiveOmit<Union, Key extends string> = Union extends unknown ? Omit<Union, Key> : never;

/** Translates the English text for the screen. */
function whatOf(t: App['t'], record: string, words: string): string {
	// Choice names in a message contain neither spaces nor hyphens.
	const what = words.replaceAll(/[ -]/g, '_');
	if (record === 'code')
		return t('stocktake.unknownCodeTimes', { count: Number(/\d+/.exec(words)?.[0] ?? 0) });
	const key = wordsOfWhat.get(record);
	return key === undefined ? words : t(key, { what, words });
}

const wordsOfWhat = new Map<string, `evidence.${'state' | 'entry' | 'event' | 'open' | 'part'}`>([
	['line', 'evidence.state'],
	['entry', 'evidence.entry'],
	['event', 'evidence.event'],
	['cut-off', 'evidence.open'],
	['posting', 'evidence.part'],
]);

/** The previous content of a box as typed, or of a note. Empty if there was none. */
function textBefore(before: string): string {
	if (before === '') return '';
	const stood: unknown = JSON.parse(before);
	if (typeof stood === 'string') return stood;
	return standing
		.parse(stood)
		.map(({ typed }) => typed)
		.join(' + ');
}

/** The notes that the core adds in English, in the words of the screens. A person's own note stays as written. */
function noteOf(t: App['t'], record: string, note: string): string {
	switch (record) {
		case 'event':
			return textOfDetail(t, note);
		case 'line':
			return note.replace(/(?<=^|· )left uncounted by (.*)$/, (_, person: string) =>
				t('plan.leftBy', { person }),
			);
		case 'cut-off':
			return note.replace(/(?<=· )lines of unknown cost: (\d+)$/, (_, count: string) =>
				t('common.costsUnknown', { count: Number(count) }),
			);
		default:
			return note;
	}
}

/** The facts of a decision. The acknowledged documents (`keys`) have a table of their own. */
function textOfDetail(t: App['t'], detail: string): string {
	return Object.entries(facts.parse(JSON.parse(detail)))
		.filter(([name]) => name !== 'keys')
		.map(
			([name, value]) =>
				`${t('evidence.fact', { what: name, words: name })}: ${factOf(t, name, value)}`,
		)
		.join(' · ');
}

const chosenByCode: readonly string[] = ['together', 'keep', 'stands', 'boxes'];

function factOf(t: App['t'], name: string, value: unknown): string {
	if (typeof value !== 'string') return JSON.stringify(value);
	return chosenByCode.includes(name)
		? t('evidence.choice', { what: value.replaceAll('-', '_'), words: value })
		: value;
}

const standing = z.array(z.object({ typed: z.string() }));
const facts = z.record(z.string(), z.unknown());

/** A workbook has no header or footer: their content becomes the first sheet. */
export function evidenceWorkbook(report: Report, { t }: Pick<App, 't'>): Report {
	const about: ReportTable = {
		name: t('evidence.about'),
		columns: [
			{ kind: 'text', label: report.title },
			{ kind: 'text', label: `${report.location} · ${report.day}` },
		],
		rows: [
			...report.facts.map(({ label, value }) => [label, value]),
			...(report.timeZone === undefined ? [] : [[t('evidence.times'), report.timeZone]]),
		],
	};
	return { ...report, tables: [about, ...report.tables] };
}
