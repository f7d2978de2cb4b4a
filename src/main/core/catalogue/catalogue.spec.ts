import { expect, onTestFinished, test } from 'vitest';
import { openCount } from '../../../../test/support/counting.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { currencyPlaces, usePlacesOf } from '../../../shared/domain/money.ts';
import { failureOf, itemRecord } from '../../../../test/support/kitchen.ts';

const kitchen = eachKitchen({
	lists: {
		'inventoryItem.list': [
			itemRecord('1', 'Whole milk', {
				code: 'DA-1004',
				barcodes: [{ barcode: '036000291452', uomId: 3 }],
			}),
			itemRecord('2', 'Milk chocolate', { code: 'BA-2001' }),
			itemRecord('3', 'Crème brûlée', { code: 'MILK-1' }),
			itemRecord('4', 'Milk', { code: 'DA-10' }),
			itemRecord('5', 'Butter', { code: 'DA-1005' }),
			itemRecord('6', 'Old thing', { isActive: false }),
		],
	},
});

const search = (text: string, limit = 20): string[] =>
	kitchen.call('item.search', { text, locationId: 'L-1', limit }).items.map(({ name }) => name);

test('item search matches word prefixes in any order and ignores accents', () => {
	expect(search('mil who')).toEqual(['Whole milk']);
	expect(search('creme bru')).toEqual(['Crème brûlée']);
	expect(search('whole butter')).toEqual([]);
});

test('search results list the exact code first, then code prefixes, then names', () => {
	expect(search('da-10')).toEqual(['Milk', 'Whole milk', 'Butter']);
	expect(search('milk')[0]).toBe('Crème brûlée');
	expect(search('milk').slice(1).sort()).toEqual(['Milk', 'Milk chocolate', 'Whole milk']);
});

test('search ranks a whole word above a word prefix', async () => {
	await kitchen.shows({
		'inventoryItem.list': [
			itemRecord('11', 'Ginger', { code: 'VE-1' }),
			itemRecord('12', 'Gin dry of the house 700 ml', { code: 'DR-1' }),
			itemRecord('13', 'Ginger 700 g', { code: 'VE-2' }),
		],
	});
	expect(search('gin')[0]).toBe('Gin dry of the house 700 ml');
	expect(search('gin').toSorted()).toEqual([
		'Gin dry of the house 700 ml',
		'Ginger',
		'Ginger 700 g',
	]);
	expect(search('gin', 1)).toEqual(['Gin dry of the house 700 ml']);
	expect(search('gin 7')).toEqual(['Gin dry of the house 700 ml', 'Ginger 700 g']);
	expect(search('ginge 7')).toEqual(['Ginger 700 g']);
});

test('search finds what a mistyped word means, whole words first', async () => {
	await kitchen.shows({
		'inventoryItem.list': [
			itemRecord('11', 'Tomatoes peeled', { code: 'VE-1' }),
			itemRecord('12', 'Mozzarella, low-moisture', { code: 'DA-1' }),
			itemRecord('13', 'Lettuce iceberg', { code: 'VE-2' }),
			itemRecord('14', 'Chicken breast', { code: 'ME-1' }),
			itemRecord('15', 'Chickpeas', { code: 'DR-1' }),
		],
	});
	expect(search('tomatos')).toEqual(['Tomatoes peeled']);
	expect(search('mozarela low-moistur')).toEqual(['Mozzarella, low-moisture']);
	expect(search('letuce')).toEqual(['Lettuce iceberg']);
	expect(search('brest chiken')).toEqual(['Chicken breast']);
	expect(search('chick')).toHaveLength(2);
	expect(search('chikcen 12')).toEqual([]);
});

test('search returns each item once and respects the limit', () => {
	expect(search('milk', 2)).toHaveLength(2);
	expect(new Set(search('milk')).size).toBe(search('milk').length);
});

test('searching for punctuation finds nothing and does not fail', () => {
	for (const text of ['', '  ', '-', '"', '* OR "', 'NEAR(']) expect(search(text)).toEqual([]);
});

test('search hides retired items', () => {
	expect(search('old')).toEqual([]);
});

test('a barcode finds its item and unit regardless of leading zeros', () => {
	for (const barcode of ['036000291452', '0036000291452', ']E00036000291452']) {
		const found = kitchen.call('item.byBarcode', { barcode, locationId: null });
		expect([found.item.name, found.unitId]).toEqual(['Whole milk', '3']);
	}
	const unknown = { barcode: '4006381333931', locationId: null };
	expect(failureOf(() => kitchen.call('item.byBarcode', unknown)).code).toBe('not-found');
});

test('the stock of an item is the exact sum of its areas at the location', () => {
	const stock = kitchen.call('stock.ofItem', { itemId: '1', locationId: 'L-1' });
	expect(stock.total).toBe('60');
	expect(stock.areas).toEqual([
		{ areaId: 'A-1', onHand: '48' },
		{ areaId: 'A-2', onHand: '12' },
	]);
	const item = kitchen.call('item.get', { itemId: '1', locationId: 'L-1' });
	expect(item).toMatchObject({ onHand: '60', unitCost: '0.5', baseUnitName: 'each' });
	const elsewhere = kitchen.call('item.get', { itemId: '1', locationId: 'L-2' });
	expect(elsewhere.onHand).toBeNull();
});

test("locations list their areas in walking order and today's business date in local time", () => {
	// 03:30 in Dublin still belongs to the business day before.
	kitchen.clock.setWallClock(Date.UTC(2026, 10, 21, 3, 30));
	const { locations } = kitchen.call('location.list', {});
	const harbour = locations.find(({ locationId }) => locationId === 'L-1')!;
	expect(harbour.today).toBe('2026-11-20');
	expect(harbour.areas.map(({ name, items }) => [name, items])).toEqual([
		['Dry store', 2],
		['Freezer', 2],
	]);
});

test('a location that the service removed stays listed while it has an open draft', async () => {
	const listed = () => kitchen.call('location.list', {}).locations.map(({ name }) => name);
	const { documentId } = kitchen.call('wastage.save', {
		documentId: null,
		revision: 0,
		locationId: 'L-2',
		description: 'Left',
		lines: [],
		locale: 'en-GB',
	});
	const lists = kitchen.service.lists;
	lists['location.list'] = lists['location.list']!.filter(
		(each) => (each as { id: string }).id !== 'L-2',
	);
	await kitchen.pull();
	expect(listed()).toHaveLength(2);
	kitchen.call('wastage.discard', { documentId });
	expect(listed()).toEqual(['Harbour Kitchen']);
});

test('an item costs the mean of its stock, if its areas have it at two costs', async () => {
	const stocked = (storageAreaId: string, quantity: string, unitCost?: string) => ({
		locationId: 'L-1',
		storageAreaId,
		itemId: '1',
		quantity,
		...(unitCost === undefined ? {} : { unitCost }),
	});
	const costWith = async (...stock: object[]) => {
		await kitchen.shows({ 'inventoryItem.currentStock': stock });
		return kitchen.call('item.get', { itemId: '1', locationId: 'L-1' }).unitCost;
	};
	const [dry, cold] = [stocked('A-1', '48', '0.50'), stocked('A-2', '12', '1.00')];
	// 24.00 and 12.00 for 60
	expect(await costWith(dry, cold)).toBe('0.6');
	expect(await costWith(cold, dry)).toBe('0.6');
	expect(await costWith(stocked('A-1', '-5', '0.50'), cold)).toBe('1');
	expect(await costWith(stocked('A-1', '0', '0.50'), stocked('A-2', '-1', '1.00'))).toBe('0.75');
	expect(await costWith(stocked('A-1', '1', '0.50'), stocked('A-2', '2', '1.00'))).toBe('0.833333');
	expect(await costWith(stocked('A-1', '48', '0.50'), stocked('A-2', '12', '0.5'))).toBe('0.5');
	expect(await costWith(stocked('A-1', '48'), cold)).toBe('1');
	expect(await costWith(stocked('A-1', '48'))).toBe('0.5');
});

test('the cost of the catalogue is unknown at a location with another currency than the business', async () => {
	const [harbour, ...others] = kitchen.service.lists['location.list'] as [object, ...object[]];
	const item = itemRecord('1', 'Whole milk', { unitCost: '0.40' });
	const costIn = async (currency: string, stock: object[] = []) => {
		await kitchen.shows({
			'location.list': [{ ...harbour, currency }, ...others],
			'inventoryItem.list': [item],
			'inventoryItem.currentStock': stock,
			'currency.list': [
				{ id: 'C-1', code: 'EUR', rate: '1' },
				{ id: 'C-2', code: 'AED', rate: '4.25' },
				{ id: 'C-3', code: 'GBP' },
			],
		});
		const at = { itemId: '1', locationId: 'L-1' };
		const { items } = kitchen.call('item.search', { text: 'milk', locationId: 'L-1' });
		expect(items[0]?.unitCost).toBe(kitchen.call('item.get', at).unitCost);
		return kitchen.call('item.get', at).unitCost;
	};
	expect(await costIn('EUR')).toBe('0.4');
	expect(await costIn('GBP')).toBe('0.4');
	expect(await costIn('')).toBe('0.4');
	expect(await costIn('AED')).toBeNull();
	const place = { locationId: 'L-1', storageAreaId: 'A-1', itemId: '1', quantity: '1' };
	expect(await costIn('AED', [{ ...place, unitCost: '1.70' }])).toBe('1.7');
	expect(kitchen.call('item.get', { itemId: '1', locationId: null }).unitCost).toBe('0.4');
	const costOfLine = async (currency: string) => {
		await costIn(currency, [place]);
		const stocktakeId = openCount(kitchen, { scope: { kind: 'full' } });
		const { rows, columns } = kitchen.call('evidence.get', { stocktakeId });
		const line = rows.find(([record]) => record === 'line');
		return line?.[columns.indexOf('Unit cost')];
	};
	expect(await costOfLine('EUR')).toBe('0.4');
	expect(await costOfLine('AED')).toBe('');
});

test('amounts have the decimals that the service states for their currency', async () => {
	onTestFinished(() => {
		usePlacesOf(() => []);
	});
	expect(currencyPlaces('KWD')).toBe(3);
	await kitchen.shows({
		'currency.list': [
			{ id: 'C-1', code: 'KWD', decimals: 2 },
			{ id: 'C-2', code: 'HUF', decimals: 0, isActive: false },
		],
	});
	expect(currencyPlaces('KWD')).toBe(2);
	expect(kitchen.call('location.list', {}).currencies).toEqual([
		{ code: 'KWD', decimals: 2 },
		{ code: 'HUF', decimals: 0 },
	]);
	await kitchen.restart();
	expect([currencyPlaces('KWD'), currencyPlaces('HUF')]).toEqual([2, 0]);
});
