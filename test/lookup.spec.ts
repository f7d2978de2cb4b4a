// What the practice service answers on demand, and the reports that it computes: asked by a real PC, changed while it
// waits, and proved by reading back.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestPc } from './support/pc.ts';
import { locationIdOf, TestPcs } from './support/pcs.ts';

let pcs: TestPcs;
let pc: TestPc;

beforeAll(async () => {
	pcs = await TestPcs.start();
	pc = await pcs.connected('Noor');
}, 60_000);
afterAll(() => pcs.end());

const committed = async (operation: string) =>
	(await pcs.service.journal()).filter((each) => each.operation === operation && each.committed)
		.length;
const intent = () => ({ intentId: crypto.randomUUID() });
const rows = async (type: 'report' | 'category' | 'currency') =>
	(await pc.call('record.list', { type, limit: 500 })).rows;

describe('what keeps no copy', () => {
	test('is the number of records, where the service counts them', async () => {
		const { total } = await pc.call('record.list', { type: 'supplier', limit: 0 });
		expect(await pc.call('lookup.count', { type: 'supplier' })).toEqual({ count: total });
		expect(await pc.call('lookup.count', { type: 'category' })).toEqual({ count: null });
	});

	test('is the tree of the business, with and without inactive locations', async () => {
		const tree = async (inactive: boolean) =>
			(await pc.call('lookup.hierarchy', { inactive })).places;
		const [location] = (await tree(false)).filter(({ level }) => level === 'location');
		expect((await tree(true)).find(({ id }) => id === location?.parentId)).toBeDefined();
		await pc.call('record.switch', {
			type: 'location',
			ids: [location!.id],
			isActive: false,
			...intent(),
		});
		await pc.until(({ outbox }) => outbox.waiting === 0);
		expect((await tree(false)).map(({ id }) => id)).not.toContain(location!.id);
		expect(await tree(true)).toContainEqual({ ...location, isActive: false });
	});

	test('is a rate, a coming number, the places of sale, and the suppliers of an item', async () => {
		expect(await pc.call('lookup.rate', { from: 'EUR', to: 'AED' })).toMatchObject({
			rate: '4.25',
		});
		const [prefix] = (await pc.call('record.list', { type: 'transactionPrefix' })).rows;
		const target = String(prefix!.values['target']);
		const { code } = await pc.call('lookup.nextCode', { target });
		expect(code.startsWith(String(prefix!.values['prefix']))).toBe(true);
		for (const type of ['menuItem', 'modifier'] as const) {
			const { places } = await pc.call('lookup.soldAt', { type });
			expect(places.length, type).toBeGreaterThan(0);
		}
		const [option] = (await pc.call('record.list', { type: 'purchaseOption' })).rows;
		const { suppliers } = await pc.call('lookup.suppliers', {
			itemId: String(option!.values['itemId']),
		});
		expect(suppliers.map(({ supplierId }) => supplierId)).toContain(option!.values['supplierId']);
	});

	test('is the stock of a preparation, exact, at one location', async () => {
		const locationId = await locationIdOf(pc);
		const { rows: preps } = await pc.call('record.list', { type: 'prepItem', limit: 500 });
		const stocks = await Promise.all(
			preps.map(({ id }) => pc.call('lookup.stock', { itemId: id, locationId })),
		);
		expect(stocks.some(({ quantity }) => quantity !== null && quantity !== '0')).toBe(true);
		const [prep] = preps;
		const nowhere = { itemId: prep!.id, locationId: 'nowhere' };
		expect(await pc.call('lookup.stock', nowhere)).toEqual({ quantity: null });
	});

	test('is what the service offers for typed words, by the copies that this PC has', async () => {
		const [prep] = (await pc.call('record.list', { type: 'prepItem' })).rows;
		const name = String(prep!.values['name']);
		const here = { itemId: prep!.id, name, type: 'prepItem' };
		for (const by of ['genericItem', 'menuItem', 'modifier', 'prepItem'] as const) {
			const { found } = await pc.call('lookup.offered', { by, search: name });
			expect(found, by).toContainEqual(expect.objectContaining(here));
		}
		const none = await pc.call('lookup.offered', { by: 'genericItem', search: 'zzzz' });
		expect(none).toEqual({ found: [], isPart: false });
		const { item } = await pc.call('lookup.item', { itemId: prep!.id });
		expect(item).toMatchObject(here);
		expect(await pc.call('lookup.item', { itemId: 'unknown' })).toEqual({ item: null });
	});
});

describe('reports', () => {
	test('are favourites when the service says so, also if no answer came', async () => {
		const [report] = await rows('report');
		const wanted = report!.values['isFavorite'] !== true;
		await pcs.service.setFaults({ kind: 'drop-reply', operation: 'report.favorite', times: 1 });
		const before = await committed('report.favorite');
		await pc.call('report.favorite', { reportId: report!.id, isFavorite: wanted, ...intent() });
		await pc.until(({ outbox }) => outbox.waiting === 0);
		expect((await pc.call('app.state', {})).outbox.needYou).toBe(0);
		expect(await committed('report.favorite')).toBe(before + 1);
		const now = (await rows('report')).find(({ id }) => id === report!.id);
		expect(now?.values['isFavorite']).toBe(wanted);
	});

	test('the control tower has the values of each location', async () => {
		const locationId = await locationIdOf(pc);
		const { locations } = await pc.call('location.list', {});
		const asked = { locationId: locationId || locations[0]!.locationId, from: '2026-01-01' };
		const tower = await pc.call('report.tower', { ...asked, all: true, to: '2026-12-31' });
		expect(tower.locations.length).toBeGreaterThan(1);
		expect(tower.unknown).toEqual({});
		const one = await pc.call('report.tower', { ...asked, all: false, to: '2026-12-31' });
		expect(one.locations.map((row) => row.locationId)).toEqual([asked.locationId]);
	});

	test('the parts of the dashboard are saved, and proved if no answer came', async () => {
		const { widgets } = await pc.call('report.widgets', {});
		const [first, ...rest] = widgets;
		await pcs.service.setFaults({ kind: 'drop-reply', operation: 'dashboard.update', times: 1 });
		const before = await committed('dashboard.update');
		await pc.call('report.saveWidgets', {
			widgets: [{ ...first!, isVisible: false, days: 7 }, ...rest],
			...intent(),
		});
		await pc.until(({ outbox }) => outbox.waiting === 0);
		expect((await pc.call('app.state', {})).outbox.needYou).toBe(0);
		expect(await committed('dashboard.update')).toBe(before + 1);
		const now = (await pc.call('report.widgets', {})).widgets;
		expect(now.find(({ widgetType }) => widgetType === first!.widgetType)).toMatchObject({
			isVisible: false,
			days: 7,
		});
		expect(
			(await rows('report')).map(({ id }) => id),
			'no report was made',
		).not.toContain('dashboard');
	});
});

test('offline, what needs the service says so, and the tree comes from the copies', async () => {
	pc.unplug();
	await pc.call('network.check', {});
	expect(await pc.reply('lookup.rate', { from: 'EUR', to: 'AED' })).toMatchObject({
		ok: false,
		code: 'needs-network',
	});
	expect(await pc.reply('lookup.offered', { by: 'prepItem', search: 'stock' })).toMatchObject({
		ok: false,
		code: 'needs-network',
	});
	const { places, asOf } = await pc.call('lookup.hierarchy', { inactive: true });
	expect(asOf).not.toBeNull();
	expect(places.some(({ level }) => level === 'location')).toBe(true);
	pc.plugIn();
});
