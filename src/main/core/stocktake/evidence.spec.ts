import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { enterBox, openCount } from '../../../../test/support/counting.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';

const kitchen = eachKitchen();
let stocktakeId: string;

beforeEach(() => {
	stocktakeId = openCount(kitchen, { approval: 'another' });
	enter(1, '3*12+4');
	enter(1, '48');
	enter(2, '0');
	kitchen.call('stocktake.note', { stocktakeId, lineNo: 2, note: '=HYPERLINK("x")', by: 'Samir' });
	kitchen.call('stocktake.keepUnknownCode', { stocktakeId, code: '4006381', areaId: null });
	kitchen.call('stocktake.approve', { stocktakeId, by: 'Lena' });
});

const enter = (lineNo: number, typed: string) => enterBox(kitchen, stocktakeId, lineNo, typed);
const evidence = () => kitchen.call('evidence.get', { stocktakeId });
const check = (text: string) => kitchen.call('evidence.check', { stocktakeId, text });
const rowsOf = (record: string) => {
	const { columns, rows } = evidence();
	return rows
		.filter(([kind]) => kind === record)
		.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? ''])));
};

test('evidence contains every entry as typed, with person, PC, window and previous value', () => {
	const entries = rowsOf('entry');
	expect(entries.map((row) => [row['Typed'], row['Quantity'], row['Who'], row['Window']])).toEqual([
		['3*12+4', '40', 'Noor', 'test'],
		['48', '48', 'Noor', 'test'],
		['0', '0', 'Noor', 'test'],
		['=HYPERLINK("x")', '', 'Samir', 'test'],
	]);
	expect(entries.map((row) => row['PC'])).toEqual(['Office', 'Office', 'Office', 'Office']);
	expect(entries[1]?.['Before']).toContain('3*12+4');
	expect(rowsOf('event').map((row) => [row['What'], row['Who'], row['PC']])).toEqual([
		['opened', 'Noor', 'Office'],
		['approved', 'Lena', 'Office'],
	]);
	expect(rowsOf('code').map((row) => row['Code'])).toEqual(['4006381']);
});

test('the same count gives the same text, and its last line is the fingerprint of the rest', () => {
	const { text, sha256 } = evidence();
	expect(evidence().text).toBe(text);
	const lines = text.split('\r\n');
	expect(lines.slice(-2)).toEqual([`SHA-256,${sha256}`, '']);
	const rest = text.slice(0, text.indexOf('SHA-256,'));
	expect(createHash('sha256').update(rest).digest('hex')).toBe(sha256);
	expect(text).toContain("'=HYPERLINK");
});

test('checking a file detects changes to the file and changes to the count', () => {
	const { text } = evidence();
	expect(check(text)).toMatchObject({ whole: true, same: true });
	expect(check(text.slice(1))).toMatchObject({ whole: true, same: true });
	expect(check(text.replace(',48,', ',49,'))).toMatchObject({ whole: false, same: false });
	expect(check('a,b\r\n')).toMatchObject({ whole: null, same: false });
	enter(3, '5');
	expect(check(text)).toMatchObject({ whole: true, same: false });
});

test('each line has the columns that a bookkeeper needs: area, unit cost, value, adjustment and reason', async () => {
	const chosen = { stocktakeId, lineNos: [2], round: null, reason: 'Used at breakfast', by: '' };
	kitchen.call('stocktake.stand', chosen);
	const columns = ['Area', 'Unit cost', 'Value', 'Currency', 'To book', 'Reason', 'Note'];
	expect(rowsOf('line').map((row) => columns.map((column) => row[column]))[1]).toEqual([
		'Dry store',
		'0.5',
		'-12',
		'EUR',
		'-24',
		'Used at breakfast',
		'=HYPERLINK("x")',
	]);
	kitchen.call('stocktake.approve', { stocktakeId, by: 'Lena' });
	kitchen.call('stocktake.submit', { stocktakeId, intentId: 'intent-02' });
	await kitchen.send();
	expect(
		rowsOf('posting').map((row) => [row['What'], row['Quantity'], row['Name'], row['Note']]),
	).toEqual([['confirmed', '1', 'Stocktake: Friday', '200']]);
});
