// The evidence of a count on paper and as a workbook: the rows of its text, apart by what they are, with its fingerprint.
import type { App } from '../../app.svelte.ts';
import type { Evidence } from '../../../shared/bridge/evidence.ts';
import type { Review } from '../../../shared/bridge/count-review.ts';
import type { Report, ReportTable } from '../../../shared/report/report.ts';

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
			['Window', 'Window'],
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
			['Window', 'Window'],
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
	{ t, format, location }: Words,
	{ summary, approved }: Review,
	{ columns, rows, sha256 }: Evidence,
): Report {
	const { name, businessDate } = summary;
	const day = format.date(businessDate);
	const facts = [
		{ label: t('evidence.count'), value: name },
		{ label: t('evidence.prepared'), value: summary.state },
		...(approved === null
			? []
			: [
					{
						label: t('evidence.approver'),
						value: `${approved.by}, ${format.dateTime(approved.at)}`,
					},
				]),
		{ label: t('evidence.fingerprint'), value: sha256 },
	];
	const parts = tables.map((table): ReportTable => {
		const places = table.columns.map(([source]) => columns.indexOf(source));
		return {
			name: t(`evidence.${table.name}`),
			columns: table.columns.map(([source, label]) => ({
				kind: decimals.includes(source) ? 'decimal' : 'text',
				label: t(`evidence.column-${label}`),
			})),
			rows: rows
				.filter(([record]) => record === table.record)
				.map((row) => places.map((place) => row[place] ?? '')),
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
