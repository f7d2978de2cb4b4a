import { readXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { openScreen } from '../../../test/support/screen.ts';
import { saveReport } from './report-file.ts';

it('saves a workbook that runs in the direction of the language', async () => {
	const report = {
		title: 'Waste',
		fileName: 'waste',
		location: 'Harbour Kitchen',
		day: '',
		facts: [],
		tables: [{ name: 'Waste', columns: [{ kind: 'text', label: 'Note' }], rows: [['a']] }],
		timeZone: 'Asia/Dubai',
	} as const;
	const screen = await openScreen('/nowhere', { settings: { language: 'ar', locale: 'ar-AE' } });
	await saveReport(screen.app, report, 'xlsx');
	const [file] = screen.saved;
	expect(file?.name).toBe('waste.xlsx');
	const { sheets } = await readXlsx(file!.bytes);
	expect(sheets[0]?.view?.rightToLeft).toBe(true);
});
