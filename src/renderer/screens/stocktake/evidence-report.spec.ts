import { expect, test } from 'vitest';
import { Format } from '../../messages/format.svelte.ts';
import { Language } from '../../messages/language.svelte.ts';
import { evidenceReport } from './evidence-report.ts';
import { review } from './review-fixture.ts';

const columns = ['Record', 'What', 'Name', 'Reason', 'Note'];

const arabic = new Language('ar', 'ar-AE');

function cellsOf(...rows: string[][]): string[] {
	const app = { t: arabic.t, format: new Format(arabic), locations: [] };
	const evidence = { columns, rows, sha256: 'ab', text: '' };
	return evidenceReport(app, review, evidence, 'paper').tables.flatMap(({ rows: shown }) =>
		shown.flat().filter((cell) => typeof cell === 'string'),
	);
}

const latin = /\p{Script=Latin}/u;

test('Arabic evidence has Arabic words for everything that the core writes in English', () => {
	const cells = cellsOf(
		['line', 'uncounted', 'سكر', '', 'رطب · left uncounted by سمر'],
		['cut-off', 'production', 'توريد', '', '2026-11-20 معتمد · lines of unknown cost: 2'],
		['event', 'opened', '', '', '{"lines":3,"boxes":"as-then"}'],
		['event', 'keep-chosen', '', '', '{"lineNos":[1,2],"keep":"counted"}'],
		['event', 'together-chosen', '', '', '{"together":"sum"}'],
		['code', 'scanned 3 times', '', '', ''],
	);
	expect(cells.filter((cell) => latin.test(cell))).toEqual([]);
	expect(cells.join('\n')).toContain('رطب · تركه \u2068سمر\u2069 بلا جرد');
	expect(cells.join('\n')).toContain('معتمد · باستثناء سطرين مجهولي التكلفة');
	expect(cells.join('\n')).toContain('مُسح 3 مرات');
});

test('the evidence shows the reason of a discarded part, and no internal code', () => {
	const cells = cellsOf(
		['posting', 'discarded', '', 'تكرار', ''],
		['posting', 'confirmed', '', 'applied', ''],
	);
	expect(cells).toContain('تكرار');
	expect(cells).not.toContain('applied');
});

test('the evidence says who approved the count', () => {
	const english = new Language('en', 'en-GB');
	const app = { t: english.t, format: new Format(english), locations: [] };
	const approved = { by: 'Mara', at: Date.UTC(2026, 10, 20, 9) };
	const evidence = { columns, rows: [], sha256: 'ab', text: '' };
	const { facts } = evidenceReport(app, { ...review, approved }, evidence, 'paper');
	expect(facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
		'Count: جرد',
		'State: submitted',
		'Approved by: Mara, Fri 20 Nov, 9:00',
		'Fingerprint (SHA-256): ab',
		'Fingerprint of: The CSV file of this evidence, without its last line.',
	]);
});
