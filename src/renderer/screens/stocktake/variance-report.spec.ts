import { expect, test } from 'vitest';
import { Format } from '../../messages/format.svelte.ts';
import { Language } from '../../messages/language.svelte.ts';
import { review, reviewLine } from './review-fixture.ts';
import { varianceReport } from './variance-report.ts';

const language = new Language('en', 'en-GB');
const location = {
	locationId: '1',
	name: 'Harbour/Kitchen',
	currency: 'AED',
	timeZone: 'Asia/Dubai',
	dayStartHour: 4,
	today: '2026-11-20',
	areas: [],
};
const app = { t: language.t, format: new Format(language), locations: [location] };

test('the file with the variances names the location and the count', () => {
	const summary = { ...review.summary, name: 'Count of 20 November: Bar' };
	expect(varianceReport(app, { ...review, summary }).fileName).toBe(
		'variances Harbour Kitchen Count of 20 November Bar 2026-11-20',
	);
});

test('times on paper are those of the location, as in the files', () => {
	const at = Date.UTC(2026, 10, 20, 21, 5);
	const { facts } = varianceReport(app, { ...review, bookAsOf: at, approved: { at, by: 'Noor' } });
	const told = facts.map(({ value }) => value);
	expect(told).toContain('Sat 21 Nov, 1:05');
	expect(told).toContain('Noor, Sat 21 Nov, 1:05');
});

test('sums by category say how many lines of unknown cost they leave out', () => {
	const lines = [
		reviewLine(1, { category: 'Dairy', adjustment: '-2', adjustmentCost: '-4' }),
		reviewLine(2, { category: 'Dairy', adjustment: '3', adjustmentCost: null }),
		reviewLine(3, { category: 'Bakery', adjustment: '1', adjustmentCost: '5' }),
	];
	const [, byCategory] = varianceReport(app, { ...review, lines }).tables;
	expect(byCategory?.columns.at(-1)?.label).toBe('Lines of unknown cost');
	expect(byCategory?.rows.map((row) => [row[0], ...row.slice(-2)])).toEqual([
		['Bakery', '5', '0'],
		['Dairy', '-4', '1'],
	]);
	const known = varianceReport(app, { ...review, lines: lines.slice(2) }).tables[1];
	expect(known?.columns.at(-1)?.label).toBe('Difference');
});
