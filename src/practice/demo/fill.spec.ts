import Database from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { firstDay } from '../../../test/support/practice.ts';
import { gtinCheckDigitValid } from '../../shared/domain/barcode.ts';
import { rebuild } from '../store/open.ts';
import { openLedger, type Ledger } from '../store/ledger.ts';
import { openRecords, type RecordOf, type Records } from '../store/records.ts';
import { fillWithDemo, type Dataset } from './fill.ts';

function filled(seed: number, dataset: Dataset) {
	const db = new Database(':memory:');
	rebuild(db, () => fillWithDemo(db, { seed, dataset, now: firstDay }));
	return db;
}

function digestOf(seed: number): string {
	const db = filled(seed, 'small');
	const hash = createHash('sha256');
	for (const table of ['record', 'movement', 'stock', 'average_cost']) {
		hash.update(JSON.stringify(db.prepare(`SELECT * FROM ${table}`).all()));
	}
	db.close();
	return hash.digest('hex');
}

test('the same seed makes the same rows, another seed others', () => {
	expect(digestOf(1)).toBe(digestOf(1));
	expect(digestOf(2)).not.toBe(digestOf(1));
});

describe('the demo', () => {
	let records: Records;
	let ledger: Ledger;
	let items: RecordOf<'item'>[];

	beforeAll(() => {
		const db = filled(1, 'demo');
		records = openRecords(db);
		ledger = openLedger(db);
		items = records.all('item');
	});

	const distinct = (values: readonly unknown[]) => new Set(values).size;

	test('has 1,200 items that differ in name and code, in three locations of six areas', () => {
		expect(items).toHaveLength(1200);
		expect(distinct(items.map((item) => item.code))).toBe(1200);
		expect(distinct(items.map((item) => item.name))).toBe(1200);
		expect(distinct(items.map((item) => item.categoryName))).toBeGreaterThanOrEqual(14);
		expect(records.all('location')).toHaveLength(3);
		expect(records.all('storageArea')).toHaveLength(18);
		expect(records.all('wasteReason')).toHaveLength(12);
		expect(records.all('supplier')).toHaveLength(20);
	});

	test('has barcodes that scan, each of one unit, in the range that no product bears', () => {
		const barcodes = items.flatMap((item) => item.barcodes ?? []).map((each) => each.barcode);
		expect(barcodes.length).toBeGreaterThan(1500);
		expect(distinct(barcodes)).toBe(barcodes.length);
		expect(
			barcodes.filter((code) => !/^2\d{12}$/.test(code) || !gtinCheckDigitValid(code)),
		).toEqual([]);
	});

	test('has units whose first is the base, and a cost with four places', () => {
		for (const item of items) {
			const [base, ...others] = item.units;
			expect(base).toMatchObject({ uomId: item.baseUomId, conversionFactor: '1' });
			for (const unit of others)
				expect(Number(unit.conversionFactor), item.name).toBeGreaterThan(1);
			expect(distinct(item.units.map((unit) => unit.uomId)), item.name).toBe(item.units.length);
			expect(item.unitCost).toMatch(/^\d+\.\d{4}$/);
			expect(Number(item.unitCost), item.name).toBeGreaterThan(0);
		}
	});

	test('has stock that agrees with its ledger and is nowhere below zero', () => {
		const stock = ledger.list({}, { offset: 0, limit: -1 }).rows;
		expect(ledger.check()).toEqual([]);
		expect(stock.filter((row) => row.quantity.startsWith('-'))).toEqual([]);
		for (const location of records.all('location')) {
			const here = stock.filter((row) => row.locationId === location.id);
			expect(distinct(here.map((row) => row.itemId)) / items.length).toBeCloseTo(0.7, 1);
			expect(here.length).toBeGreaterThan(distinct(here.map((row) => row.itemId)));
		}
	});

	test('has transfers of 5 to 12 lines on their way to every location, and waste in every state', () => {
		const arrivals = records.all('transferIn').filter((each) => each.status === 'in-transit');
		for (const location of records.all('location')) {
			const here = arrivals.filter((each) => each.toLocationId === location.id);
			expect(here.length).toBeGreaterThanOrEqual(3);
			for (const { items = [] } of here) {
				expect(items.length).toBeGreaterThanOrEqual(5);
				expect(items.length).toBeLessThanOrEqual(12);
			}
		}
		const states = records.all('wastage').map((each) => each.status);
		expect(states).toHaveLength(30);
		expect(new Set(states)).toEqual(new Set(['draft', 'submitted', 'approved', 'rejected']));
		const sent = records.all('transferOut').map((each) => each.status);
		expect(sent).toEqual(expect.arrayContaining(['draft', 'submitted', 'fulfilled']));
	});

	test('has nothing that happens after the moment it was made', () => {
		const dates = [...records.all('wastage'), ...records.all('transferIn')].map(
			(each) => each.date,
		);
		expect(dates.filter((date) => Date.parse(date) > firstDay)).toEqual([]);
	});
});
