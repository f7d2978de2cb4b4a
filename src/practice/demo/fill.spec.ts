import Database from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { firstDay } from '../../../test/support/practice.ts';
import { gtinCheckDigitValid } from '../../shared/domain/barcode.ts';
import { rebuild } from '../store/open.ts';
import { Ledger } from '../store/ledger.ts';
import { Records, type RecordKind, type RecordOf } from '../store/records.ts';
import type { DataSet } from '../../shared/bridge/practice.ts';
import { fillWithDemo } from './fill.ts';

function filled(seed: number, dataSet: DataSet) {
	const db = new Database(':memory:');
	rebuild(db, () => fillWithDemo(db, { seed, dataSet, now: firstDay }));
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

test('gives the same rows for the same seed, and others for another', () => {
	expect(digestOf(1)).toBe(digestOf(1));
	expect(digestOf(2)).not.toBe(digestOf(1));
});

const distinct = (values: readonly unknown[]) => new Set(values).size;

describe('demo data', () => {
	let records: Records;
	let ledger: Ledger;
	let items: RecordOf<'item'>[];

	beforeAll(() => {
		const db = filled(1, 'demo');
		records = new Records(db);
		ledger = new Ledger(db);
		items = records.all('item');
	});

	test("has 1,200 items, two of them twice, with distinct names, codes and barcodes, none a real product's", () => {
		expect(items).toHaveLength(1202);
		const barcodes = items.flatMap((item) => item.barcodes ?? []).map((each) => each.barcode);
		for (const words of [
			items.map((each) => each.code),
			items.map((each) => each.name),
			barcodes,
		]) {
			expect(distinct(words)).toBe(words.length);
		}
		expect(barcodes.length).toBeGreaterThan(1500);
		const wrong = (code: string) => !/^2\d{12}$/.test(code) || !gtinCheckDigitValid(code);
		expect(barcodes.filter(wrong)).toEqual([]);
		expect(records.all('location')).toHaveLength(3);
		expect(records.all('storageArea')).toHaveLength(18);
	});

	test('has recipes of ingredients that belong in the dish, and every location sells each', () => {
		const named = new Map([...items, ...records.all('prepItem')].map(({ id, name }) => [id, name]));
		const recipe = (dish: string) =>
			records
				.all('menuItem')
				.find(({ name }) => name === dish)
				?.ingredients?.map(({ itemId }) => named.get(itemId));
		expect(recipe('House burger')).toEqual([
			'Beef burger 180 g',
			'Burger bun brioche',
			'Cheddar mature',
			'Tomatoes beef',
			'Onions red',
			'Iceberg lettuce',
		]);
		expect(recipe('House pasta')).toContain('Tomato sauce');
		for (const { id } of records.all('location')) {
			const { rows } = records.list('sale', { locationId: id });
			const sold = rows.flatMap(({ items: of }) => of.map(({ menuItemId }) => menuItemId));
			expect(distinct(sold)).toBe(records.all('menuItem').length);
		}
	});

	test('has stock that matches its ledger and is never negative', () => {
		const stock = ledger.list({}, { offset: 0, limit: -1 }).rows;
		expect(ledger.check()).toEqual([]);
		expect(stock.filter((row) => row.quantity.startsWith('-'))).toEqual([]);
		for (const location of records.all('location')) {
			const here = stock.filter((row) => row.locationId === location.id);
			expect(distinct(here.map((row) => row.itemId)) / items.length).toBeCloseTo(0.7, 1);
			expect(here.length).toBeGreaterThan(distinct(here.map((row) => row.itemId)));
		}
	});

	test('has documents of every kind and age at every location, and some waiting in every state', () => {
		const statesOf = (kind: 'wastage' | 'transferOut' | 'transferIn' | 'purchaseOrder') =>
			[...new Set(records.all(kind).map((each) => each.status))].sort().join(' ');
		expect(statesOf('wastage')).toBe('approved draft rejected submitted');
		expect(statesOf('transferOut')).toBe('approved draft finalized fulfilled rejected submitted');
		expect(statesOf('transferIn')).toBe('in-transit partly-received received rejected submitted');
		expect(statesOf('purchaseOrder')).toContain('approved closed draft partly-received received');
		const late = records
			.all('purchaseOrder')
			.filter(
				({ status, deliveryDate = '' }) =>
					status === 'approved' && Date.parse(deliveryDate) < firstDay - 86_400_000,
			);
		expect(late).toHaveLength(records.all('location').length);
		const least = {
			wastage: 40,
			purchaseReceiving: 25,
			stockChange: 12,
			sale: 80,
			production: 20,
			transferOut: 12,
			returnOrder: 2,
		};
		for (const { id: locationId } of records.all('location')) {
			for (const [kind, count] of Object.entries(least)) {
				const { total } = records.list(kind as RecordKind, { locationId });
				expect(total, kind).toBeGreaterThanOrEqual(count);
			}
			const here = records
				.all('transferIn')
				.filter((each) => each.status === 'in-transit' && each.toLocationId === locationId);
			expect(here.length).toBeGreaterThanOrEqual(3);
		}
		const days = ledger.movements({}).map(({ at }) => (firstDay - at) / 86_400_000);
		const weeks = new Set(days.map((day) => Math.floor(day / 7)));
		expect([...Array(12).keys()].filter((week) => !weeks.has(week))).toEqual([]);
	});

	test('has nothing dated after its creation', () => {
		const dates = [...records.all('wastage'), ...records.all('transferIn')].map((each) =>
			Date.parse(each.date),
		);
		expect(dates.filter((at) => at > firstDay)).toEqual([]);
		expect(ledger.movements({ from: firstDay + 1 })).toEqual([]);
	});
});
