// The evidence of a count on paper and as a workbook: the rows of its text, apart by what they are, with its fingerprint.
import type { App } from '../../app.svelte.ts';
import type { Evidence } from '../../../shared/bridge/evidence.ts';
import type { Review } from '../../../shared/bridge/count-review.ts';
import type { Report, ReportTable } from '../../../shared/report/report.ts';
import { standingWords } from './variance-report.ts';

type Words = Pick<App, 't' | 'format' | 'location'>;

/** The columns that each kind of row has something in, by their names in the text. */
const tables = [
	{
		record: 'line',
		name: 'lines',
		columns: [
			['Line', 'Line'],
			['Code', 'Code'],
			['Name', 'Name'],
			['What', 'What'],
			['Typed', 'Typed'],
			['Quantity', 'Quantity'],
			['Unit', 'Unit'],
			['Book', 'Book'],
			['Difference', 'Difference'],
			['Value', 'Value'],
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
			['Who', 'Who'],
			['PC', 'PC'],
			['What', 'What'],
			['Round', 'Round'],
			['Line', 'Line'],
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

const decimals: readonly string[] = ['Quantity', 'Book', 'Difference', 'Value'];

export function evidenceReport(
	words: Words,
	review: Review,
	{ columns, rows, sha256 }: Evidence,
): Report {
	const { t, format, location } = words;
	const { summary, approved } = review;
	const cellOf = (row: readonly string[], source: string): string =>
		row[columns.indexOf(source)] ?? '';
	/** What was done before the PC was kept names the window alone. */
	const shownOf = (row: readonly string[], source: string): string =>
		cellOf(row, source) || (source === 'PC' ? cellOf(row, 'Window') : '');
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
						value: `${approved.by}, ${format.dateTime(approved.at)}`,
					},
				]),
		{ label: t('evidence.fingerprint'), value: sha256 },
		{ label: t('evidence.fingerprintOf'), value: t('evidence.fingerprintOfText') },
	];
	const parts = tables.map((table): ReportTable => {
		return {
			name: t(`evidence.${table.name}`),
			columns: table.columns.map(([source, label]) => ({
				kind: decimals.includes(source) ? 'decimal' : 'text',
				label: t(`evidence.column-${label}`),
			})),
			rows: rows
				.filter(([record]) => record === table.record)
				.map((row) => table.columns.map(([source]) => shownOf(row, source))),
		};
	});
	return {
		title: t('evidence.title', { name }),
		fileName: `evidence-${businessDate}-${sha256.slice(0, 8)}`,
		place: location?.name ?? '',
		day,
		facts,
		tables: parts.filter((table) => table.rows.length > 0),
		seal: t('evidence.seal', { sha256 }),
		signatures: [t('evidence.counter'), t('evidence.approver')],
		wide: true,
	};
}

/** As a workbook, which has no head and no foot: what stands there on paper is a sheet of its own, the first. */
export function evidenceWorkbook(report: Report, { t }: Pick<App, 't'>): Report {
	const about: ReportTable = {
		name: t('evidence.about'),
		columns: [
			{ kind: 'text', label: report.title },
			{ kind: 'text', label: `${report.place} · ${report.day}` },
		],
		rows: report.facts.map(({ label, value }) => [label, value]),
	};
	return { ...report, tables: [about, ...report.tables] };
}
