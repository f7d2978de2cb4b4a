// Records as a workbook that can be changed and imported again: a sheet for each type, and one for each kind of lines.
import type { RecordTypeName } from '../../../shared/record/records.ts';
import type { ReportTable } from '../../../shared/report/report.ts';
import { placedColumn } from '../../../shared/record/preview-columns.ts';
import type { App } from '../../app.svelte.ts';
import { allPages } from '../../bridge/pages.ts';
import { saveReport } from '../../report/report-file.ts';
import { typeWord } from '../../record/record-words.ts';
import { named, pathWord, sheetWord } from './import-words.ts';

/** Records asked for at once. */
const page = 500;

async function tablesOf(app: App, name: RecordTypeName): Promise<readonly ReportTable[] | null> {
	const type = named(name);
	const tables: { name: string; columns: ReportTable['columns']; rows: string[][] }[] = [];
	const reply = await allPages(page, (from) =>
		app.call('import.export', { type: name, from, limit: page }),
	);
	if (app.failed(reply)) return null;
	for (const { sheets } of reply.value) {
		for (const [at, { lines, paths, rows }] of sheets.entries()) {
			const table = (tables[at] ??= {
				name: sheetWord(app, name, lines === null ? '' : typeWord(app, type, `field-${lines}`)),
				columns: paths.map((path) => {
					const kind = placedColumn(type, path)?.field.kind ?? 'text';
					const isDecimal = kind === 'decimal' || kind === 'money' || kind === 'whole';
					return { kind: isDecimal ? 'decimal' : 'text', label: pathWord(app, type, path) };
				}),
				rows: [],
			});
			table.rows.push(...rows);
		}
	}
	return tables;
}

export async function saveWorkbook(app: App, types: readonly RecordTypeName[]): Promise<void> {
	const tables: ReportTable[] = [];
	for (const name of types) {
		const found = await tablesOf(app, name);
		if (found === null) return;
		tables.push(...found);
	}
	const [only] = types;
	const title =
		types.length === 1 && only !== undefined
			? app.t(`recordTypes.${only}`)
			: app.t('shell.catalogue');
	await saveReport(
		app,
		{ title, fileName: title, location: '', day: '', facts: [], tables },
		'xlsx',
	);
}
