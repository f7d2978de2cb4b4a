import Database from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { firstDay } from '../../../test/support/practice.ts';
import { gtinCheckDigitValid } from '../../shared/domain/barcode.ts';
import { rebuild } from '../store/open.ts';
import { openLedger, type Ledger } from '../store/ledger.ts';
import { openRecords, type RecordKind, type RecordOf, type Records } from '../store/records.ts';
import type { DataSet } from '../../shared/bridge/practice.ts';
import { fillWithDemo, type FillOptions } from './fill.ts';

function filled(seed: number, dataSet: DataSet, size: FillOptions['size'] = {}) {
	const db = new Database(':memory:');
	rebuild(db, () => fillWithDemo(db, { seed, dataSet, now: firstDay, size }));
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

	test('has transfers of 5 to 12 lines on their way to every location', () => {
		const arrivals = records.all('transferIn').filter((each) => each.status === 'in-transit');
		for (const location of records.all('location')) {
			const here = arrivals.filter((each) => each.toLocationId === location.id);
			expect(here.length).toBeGreaterThanOrEqual(3);
			for (const { items = [] } of here) {
				expect(items.length).toBeGreaterThanOrEqual(5);
				expect(items.length).toBeLessThanOrEqual(12);
			}
		}
	});

	test('has three months of everything, and something that waits in every state', () => {
		const statesOf = (kind: 'wastage' | 'transferOut' | 'transferIn' | 'purchaseOrder') =>
			new Set(records.all(kind).map((each) => each.status));
		expect(statesOf('wastage')).toEqual(new Set(['draft', 'submitted', 'approved', 'rejected']));
		expect([...statesOf('transferOut')]).toEqual(
			expect.arrayContaining([
				'draft',
				'submitted',
				'approved',
				'finalized',
				'fulfilled',
				'rejected',
			]),
		);
		expect([...statesOf('transferIn')]).toEqual(
			expect.arrayContaining([
				'submitted',
				'in-transit',
				'partly-received',
				'received',
				'rejected',
			]),
		);
		expect([...statesOf('purchaseOrder')]).toEqual(
			expect.arrayContaining(['draft', 'submitted', 'approved', 'partly-received', 'received']),
		);
		for (const { id: locationId } of records.all('location')) {
			const here = (kind: RecordKind) =>
				records.list(kind, { locationId }, { offset: 0, limit: 0 }, 'oldest-first').total;
			expect(here('wastage')).toBeGreaterThan(40);
			expect(here('purchaseReceiving')).toBeGreaterThan(25);
			expect(here('stockChange')).toBeGreaterThanOrEqual(12);
			expect(here('sale')).toBeGreaterThan(80);
			expect(here('production')).toBeGreaterThan(20);
			expect(here('transferOut')).toBeGreaterThan(12);
			expect(here('returnOrder')).toBeGreaterThan(2);
		}
		const days = ledger.movements({}).map(({ at }) => (firstDay - at) / 86_400_000);
		expect(Math.max(...days)).toBeGreaterThan(90);
		for (let week = 0; week < 12; week += 1) {
			expect(days.some((day) => day >= week * 7 && day < (week + 1) * 7)).toBe(true);
		}
	});

	test('has deliveries that came short, and prices that moved', () => {
		const orders = new Map(records.all('purchaseOrder').map((order) => [order.id, order]));
		const receipts = records.all('purchaseReceiving');
		const short = receipts.flatMap(({ purchaseOrderId, items: came }) =>
			came.filter((line) => {
				const ordered = orders
					.get(purchaseOrderId)
					?.items.find((each) => each.id === line.purchaseOrderItemId);
				return Number(line.quantity) < Number(ordered?.quantity);
			}),
		);
		expect(short.length).toBeGreaterThan(5);
		const prices = Map.groupBy(
			receipts.flatMap((receipt) => receipt.items),
			(line) => line.itemId,
		);
		const moved = [...prices.values()].filter(
			(lines) => distinct(lines.map((line) => line.price)) > 1,
		);
		expect(moved.length).toBeGreaterThan(20);
	});

	test('has nothing that happens after the moment it was made', () => {
		const dates = [...records.all('wastage'), ...records.all('transferIn')].map((each) =>
			Date.parse(each.date),
		);
		expect(dates.filter((at) => at > firstDay)).toEqual([]);
		expect(ledger.movements({ from: firstDay + 1 })).toEqual([]);
	});
});

test('a large group is made the same way: every item somewhere, some everywhere, none twice', () => {
	const db = filled(1, 'large', { items: 2_000, locations: 8 });
	const records = openRecords(db);
	const ledger = openLedger(db);
	const items = records.all('item');
	const distinct = (values: readonly unknown[]) => new Set(values).size;
	for (const field of ['id', 'code', 'name'] as const) {
		expect(distinct(items.map((item) => item[field])), field).toBe(2_000);
	}
	const barcodes = items.flatMap((item) => item.barcodes ?? []).map((each) => each.barcode);
	expect(distinct(barcodes)).toBe(barcodes.length);
	expect(distinct(records.all('location').map(({ name }) => name))).toBe(8);

	const stock = ledger.list({ ofKind: 'item' }, { offset: 0, limit: -1 }).rows;
	expect(ledger.check()).toEqual([]);
	expect(stock.filter((row) => row.quantity.startsWith('-'))).toEqual([]);
	const placesOf = Map.groupBy(stock, (row) => row.itemId);
	expect(placesOf.size).toBe(2_000);
	const everywhere = [...placesOf.values()].filter(
		(rows) => distinct(rows.map((row) => row.locationId)) === 8,
	);
	expect(everywhere.length).toBeGreaterThanOrEqual(20);
	expect(records.all('wastage').length).toBeGreaterThan(8);
	db.close();
});
