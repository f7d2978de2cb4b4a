import { expect, test } from 'vitest';
import { Format } from '../../messages/format.svelte.ts';
import { Language } from '../../messages/language.svelte.ts';
import { review } from './review-fixture.ts';
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
