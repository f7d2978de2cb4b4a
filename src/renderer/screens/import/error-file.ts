// Saves the rows with errors, unchanged, with a first column that says what is wrong, to be corrected and imported again.
// Several sheets, or cells that hold numbers, become a workbook; other rows become a CSV file.
import type { ImportRow, ImportSummary } from '../../../shared/bridge/import.ts';
import { remembered } from '../../../shared/domain/remembered.ts';
import { fileNameOf, type ReportCell, type ReportTable } from '../../../shared/report/report.ts';
import type { App } from '../../app.svelte.ts';
import { allPages } from '../../bridge/pages.ts';
import { saveReport } from '../../report/report-file.ts';
import { problemWords, sheetWord } from './import-words.ts';

interface ErrorTable extends ReportTable {
	readonly rows: (readonly ReportCell[])[];
}

/** Rows asked for at once. */
const page = 500;

export const headingsOf = ({ headings }: ImportSummary, { sheet }: ImportRow): readonly string[] =>
	headings[sheet] ?? [];

export async function saveErrors(app: App, summary: ImportSummary): Promise<void> {
	const tables = await errorTables(app, summary);
	if (tables === null) return;
	const isWorkbook =
		tables.length > 1 ||
		tables.some(({ rows }) => rows.flat().some((cell) => typeof cell === 'number'));
	const title = app.t('import.errorName', { name: summary.title.replace(/\.\w+$/, '') });
	await saveReport(
		app,
		{ title, fileName: fileNameOf(title), location: '', day: '', facts: [], tables },
		isWorkbook ? 'xlsx' : 'csv',
	);
}

async function errorTables(app: App, summary: ImportSummary): Promise<ErrorTable[] | null> {
	const { previewId } = summary;
	const tables = new Map<number, ErrorTable>();
	const reply = await allPages(page, (from) =>
		app.call('import.rows', { previewId, show: 'error', from, limit: page }),
	);
	if (app.failed(reply)) return null;
	for (const { rows: wrong, names } of reply.value) {
		const words = { t: app.t, format: app.format, names };
		for (const row of wrong) {
			const said = row.problems.map((problem) => problemWords(words, row.type, problem));
			const { rows } = remembered(tables, row.sheet, (): ErrorTable => ({
				name: sheetWord(app, row.type, tables.size === 0 ? '' : String(tables.size + 1)),
				columns: [app.t('import.errorColumn'), ...headingsOf(summary, row)].map((label) => ({
					kind: 'text',
					label,
				})),
				rows: [],
			}));
			rows.push([said.join(' '), ...row.cells]);
		}
	}
	return [...tables.values()];
}
