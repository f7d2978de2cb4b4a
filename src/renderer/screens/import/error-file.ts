// The rows in error as they were, with one more column in front that says what is wrong. It can be corrected and
// imported again.
import type { ImportRow, ImportSummary } from '../../../shared/bridge/import.ts';
import { csvOf } from '../../../shared/report/csv.ts';
import { fileNameOf } from '../../../shared/report/report.ts';
import type { App } from '../../app.svelte.ts';
import { tellSaved } from '../../report/report-file.ts';
import { problemWords } from './import-words.ts';

/** Rows asked for at once. */
const page = 500;

export const headingsOf = ({ headings }: ImportSummary, { sheet }: ImportRow): readonly string[] =>
	headings[sheet] ?? [];

export async function saveErrors(app: App, summary: ImportSummary): Promise<void> {
	const { previewId } = summary;
	const rows: (readonly string[])[] = [];
	let headings: readonly string[] = [];
	for (let from = 0; ; from += page) {
		const reply = await app.call('import.rows', { previewId, show: 'error', from, limit: page });
		if (!reply.ok) {
			app.notices.show(app.explain(reply), 'rust');
			return;
		}
		const { names } = reply.value;
		const words = { t: app.t, format: app.format, names };
		for (const row of reply.value.rows) {
			const own = headingsOf(summary, row);
			// Sheets of a workbook have columns of their own.
			if (own !== headings) rows.push([app.t('import.errorColumn'), ...own]);
			headings = own;
			const said = row.problems.map((problem) => problemWords(words, row.type, problem));
			rows.push([said.join(' '), ...row.cells.map(String)]);
		}
		if (from + page >= reply.value.total) break;
	}
	const [first = [], ...rest] = rows;
	const name = `${fileNameOf(app.t('import.errorName', { name: summary.title.replace(/\.\w+$/, '') }))}.csv`;
	const text = csvOf({
		name: '',
		columns: first.map((label) => ({ kind: 'text', label })),
		rows: rest,
	});
	tellSaved(app, name, await app.bridge.saveFile({ name, bytes: new TextEncoder().encode(text) }));
}
