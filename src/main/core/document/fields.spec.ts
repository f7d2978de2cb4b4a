import { expect, test } from 'vitest';
import type { Fields } from '../../../shared/document/kit.ts';
import {
	missingIn,
	named,
	namesListedAs,
	recordReader,
	sameValues,
	sentFields,
	wordOf,
	writtenIn,
} from './fields.ts';

const fields = {
	why: { as: 'text', service: 'words', edit: 'draft', max: 80 },
	words: { as: 'text', service: 'words', edit: 'draft', max: 80, list: ['search'] },
	supplierId: {
		as: 'reference',
		to: 'supplier',
		service: 'vendorId',
		edit: 'draft',
		required: true,
		list: ['filter', 'search'],
	},
	neededOn: { as: 'day', service: 'needed', edit: 'new' },
	sentAt: { as: 'instant', service: 'sent', edit: 'never' },
	weight: { as: 'quantity', service: 'kilos', edit: 'never' },
	shelf: { as: 'text', service: null, edit: 'draft', max: 80 },
} as const satisfies Fields;

const location = {
	locationId: 'L-1',
	name: 'Kitchen',
	currency: 'EUR',
	dayStartHour: 0,
	timeZone: 'Asia/Tokyo',
};

test('a record is read by the declared names, and a shared text goes into the last of its fields', () => {
	const record = {
		words: 'Cold',
		vendorId: 'S-1',
		needed: '2026-11-19T20:00:00Z',
		sent: '2026-11-20T00:00:00Z',
		kilos: '1.50',
		shelf: 'not ours',
	};
	expect(recordReader(fields)(record, location)).toEqual({
		why: '',
		words: 'Cold',
		supplierId: 'S-1',
		shelf: '',
		// Eight in the evening in UTC is the next day in Tokyo.
		neededOn: '2026-11-20',
		sentAt: Date.parse('2026-11-20T00:00:00Z'),
		weight: '1.5',
	});
	expect(recordReader(fields)({ sent: 'soon' }, location)).toMatchObject({
		sentAt: null,
		neededOn: null,
		supplierId: null,
	});
});

test('blank fields, and those that the service works out or has no place for, are not sent', () => {
	const values = {
		why: 'Late',
		words: 'Cold',
		supplierId: null,
		neededOn: '2026-11-20',
		sentAt: 1,
		weight: '2',
		shelf: 'A',
	};
	expect(sentFields(fields, values, location)).toEqual({
		words: 'Late: Cold',
		needed: '2026-11-19T15:00:00.000Z',
	});
	expect(sentFields(fields, { words: 'Cold' }, location)).toEqual({ words: 'Cold' });
});

test('a day is sent as its first instant at the location, but unchanged if it is still the same day', () => {
	const sent = (neededOn: string) =>
		sentFields(fields, { neededOn }, location, { needed: '2026-11-19T20:00:00Z' });
	expect(sent('2026-11-20')).toEqual({ needed: '2026-11-19T20:00:00Z' });
	expect(sent('2026-11-21')).toEqual({ needed: '2026-11-20T15:00:00.000Z' });
});

test('only fields that a person fills in are kept of what a screen sends', () => {
	const given = { words: 'Cold', sentAt: 5, other: 'x', supplierId: ['S-1'] };
	const written = { why: '', words: 'Cold', supplierId: null, neededOn: null, shelf: '' };
	expect(writtenIn(fields, given)).toEqual(written);
	expect(sameValues(written, { ...written })).toBe(true);
	expect(sameValues(written, { ...written, shelf: 'A' })).toBe(false);
});

test('a required reference is missing only while the service has such records', () => {
	expect(missingIn(fields, { supplierId: null }, () => true)).toEqual(['supplierId']);
	expect(missingIn(fields, { supplierId: null }, () => false)).toEqual([]);
	expect(missingIn(fields, { supplierId: 'S-1' }, () => true)).toEqual([]);
});

test('a reference is shown and found by the name of its record', () => {
	const values = named(
		fields,
		{ supplierId: 'S-1', words: 'Cold' },
		(record, id) => `${record} ${id}`,
	);
	expect(values).toMatchObject({ supplierName: 'supplier S-1' });
	expect(named(fields, { supplierId: null }, () => 'never')).toMatchObject({ supplierName: '' });
	expect(namesListedAs(fields, 'search').map((name) => wordOf(fields, values, name))).toEqual([
		'Cold',
		'supplier S-1',
	]);
});
