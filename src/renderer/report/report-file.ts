// Saves a report as a file and notifies the person of the outcome.
import type { App } from '../app.svelte.ts';
import type { SaveOutcome } from '../../shared/bridge/host-parts.ts';
import { csvOf } from '../../shared/report/csv.ts';
import type { Report } from '../../shared/report/report.ts';

type SavingApp = Pick<App, 'bridge' | 'notices' | 't' | 'language'>;

/** A workbook with a sheet per table, or the first table as CSV. */
export async function saveReport(
	app: SavingApp,
	report: Report,
	format: 'xlsx' | 'csv',
): Promise<void> {
	const name = `${report.fileName}.${format}`;
	tellSaved(
		app,
		name,
		await app.bridge.saveFile({ name, bytes: await bytesOf(app, report, format) }),
	);
}

async function bytesOf(
	{ language }: Pick<SavingApp, 'language'>,
	report: Report,
	format: 'xlsx' | 'csv',
): Promise<Uint8Array<ArrayBuffer>> {
	const [first] = report.tables;
	if (first === undefined) throw new Error('A report without a table has no file.');
	if (format === 'csv') return new TextEncoder().encode(csvOf(first, report.timeZone));
	// Large and rarely needed: loaded on demand.
	const { xlsxOf } = await import('./xlsx.ts');
	return xlsxOf(report, language.direction);
}

export async function saveText(
	app: Pick<App, 'bridge' | 'notices' | 't'>,
	name: string,
	text: string,
): Promise<SaveOutcome> {
	const bytes = new TextEncoder().encode(text);
	const outcome = await app.bridge.saveFile({ name, bytes });
	tellSaved(app, name, outcome);
	return outcome;
}

export function tellSaved(
	{ notices, t }: Pick<App, 'notices' | 't'>,
	name: string,
	outcome: SaveOutcome,
): void {
	switch (outcome.kind) {
		case 'saved':
			notices.show(t('report.saved', { name: outcome.name }));
			return;
		case 'downloaded':
			notices.show(t('report.downloaded', { name }));
			return;
		case 'failed':
			notices.show(t('report.failed', { why: outcome.why }), 'rust');
			return;
		case 'cancelled':
	}
}
