import { byKind } from '../../../shared/document/kinds.ts';
import { recordTypeNames } from '../../../shared/record/records.ts';
import { expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import {
	accountId,
	caller,
	itemRecord,
	openKitchen,
	stockRecord,
	stockUp,
	valueOf,
} from '../../../../test/support/kitchen.ts';
import { unreachable } from '../../../../test/support/verdicts.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';
import type { Standing } from './sync.ts';

const kitchen = eachKitchen(() => stockUp(openKitchen()));

const written = (): number =>
	kitchen.store.cache.prepare<[], number>('SELECT total_changes()').pluck().get()!;
const search = (text: string): string[] =>
	valueOf(kitchen.calls['item.search']({ text, locationId: 'L-1', limit: 20 }, caller)).items.map(
		({ name }) => name,
	);
const wastage = (id: string, status: string) => ({
	id,
	locationId: 'L-1',
	date: '2026-11-20T09:00:00Z',
	status,
});
const copies = (): string[] =>
	kitchen.store.records
		.all(accountId, 'wastage')
		.map(({ json }) => (JSON.parse(json) as { id: string; status: string }).status)
		.sort();

const counted = async () => {
	kitchen.sync.state();
	await kitchen.clock.settle();
	return new Map(kitchen.sync.state().tables.map((table) => [table.kind, table]));
};
const allComplete = () => kitchen.sync.state().tables.every(({ complete }) => complete);
const lists = (name: string, ...rows: unknown[]) => {
	kitchen.service.lists[name] = rows;
};
/** Delays the next read of this operation until `letGo` is called. */
function hold(operation: string) {
	const { promise, resolve } = Promise.withResolvers<undefined>();
	const begun = new Set<string>();
	kitchen.service.onRead = (name) => {
		begun.add(name);
		return name === operation ? promise : undefined;
	};
	return { letGo: () => resolve(undefined), hasBegun: () => begun.has(operation) };
}

test('A pull fetches every kind and reports how fresh each is', async () => {
	await kitchen.pull();
	const { asOf, failure } = kitchen.sync.state();
	const tables = await counted();
	expect(failure).toBeNull();
	expect(asOf).toBe(kitchen.clock.now());
	expect(Object.fromEntries([...tables].map(([kind, { count }]) => [kind, count]))).toEqual({
		...Object.fromEntries(recordTypeNames.map((name) => [name, 0])),
		location: 2,
		class: 0,
		category: 0,
		storageArea: 2,
		production: 0,
		receiving: 0,
		requisitionTemplate: 0,
		inventoryItem: 3,
		stock: 4,
		wasteReason: 1,
		supplier: 1,
		...byKind(() => 0),
	});
	expect(allComplete()).toBe(true);
});

test('A pull without changes writes no record, item or stock', async () => {
	await kitchen.pull();
	const lists = kitchen.store.cache.prepare<[], number>('SELECT count(*) FROM pull').pluck().get()!;
	const stocks = kitchen.store.cache
		.prepare<[], number>(`SELECT count(*) FROM pull WHERE kind = 'stock'`)
		.pluck()
		.get()!;
	const reads = () =>
		kitchen.store.cache.prepare<[], number>('SELECT last FROM read_counter').pluck().get()!;
	const [before, readsBefore] = [written(), reads()];
	await kitchen.clock.pass(1);
	await kitchen.pull();
	// Only the age of each list, the reading of each stock and the read counter are written.
	expect(written() - before).toBe(lists + stocks + (reads() - readsBefore));
});

test('Changes at the service also reach the search', async () => {
	await kitchen.pull();
	lists(
		'inventoryItem.list',
		itemRecord('1', 'Oat drink'),
		itemRecord('2', 'Butter'),
		itemRecord('3', 'Cream'),
	);
	await kitchen.pull();
	expect(search('oat')).toEqual(['Oat drink']);
	expect(search('milk')).toEqual([]);
	expect(search('036000291452')).toEqual([]);
});

test('A complete list removes the copies it no longer contains', async () => {
	await kitchen.pull();
	lists('inventoryItem.list', itemRecord('1', 'Whole milk'));
	lists('inventoryItem.currentStock', stockRecord('A-1', '1', '48', 1));
	await kitchen.pull();
	expect(search('butter')).toEqual([]);
	const tables = await counted();
	expect([tables.get('inventoryItem')?.count, tables.get('stock')?.count]).toEqual([1, 1]);
});

test('A partial list removes nothing and is marked incomplete', async () => {
	await kitchen.pull();
	kitchen.service.cutAfter['inventoryItem.list'] = 1;
	await kitchen.pull();
	expect(search('butter')).toEqual(['Butter']);
	expect((await counted()).get('inventoryItem')).toMatchObject({ count: 3, complete: false });

	delete kitchen.service.cutAfter['inventoryItem.list'];
	await kitchen.pull();
	expect(allComplete()).toBe(true);
});

test('An unreadable row is listed with its name, and the rest of its list is saved', async () => {
	await kitchen.pull();
	lists('inventoryItem.list', itemRecord('1', 'Oat drink'));
	const row = { id: '2', name: 'Butter' };
	kitchen.service.unreadable['inventoryItem.list'] = [
		{ place: 2, row, field: 'unitCost', expected: 'a number in range' },
	];
	await kitchen.pull();
	expect(search('oat')).toEqual(['Oat drink']);
	// Its copy stays, but rows missing from the list are removed.
	expect(search('butter')).toEqual(['Butter']);
	expect(search('cream')).toEqual([]);
	const { tables, unreadable, failure } = kitchen.sync.state();
	expect(failure).toBeNull();
	expect(unreadable).toEqual({
		rows: [{ kind: 'inventoryItem', place: 2, name: 'Butter', field: 'unitCost' }],
		count: 1,
	});
	expect(tables.find(({ kind }) => kind === 'inventoryItem')).toMatchObject({
		complete: false,
		incomplete: { code: 'rows-unreadable' },
	});

	kitchen.service.unreadable = {};
	await kitchen.pull();
	expect(kitchen.sync.state().unreadable.count).toBe(0);
	expect(allComplete()).toBe(true);
});

test('Removes nothing while an unreadable row cannot be identified', async () => {
	await kitchen.pull();
	lists('inventoryItem.list', itemRecord('1', 'Oat drink'));
	kitchen.service.unreadable['inventoryItem.list'] = [
		{ place: 2, row: undefined, field: '', expected: 'a record' },
	];
	await kitchen.pull();
	expect(search('butter')).toEqual(['Butter']);
	expect(search('cream')).toEqual(['Cream']);
});

test('A row with impossible values affects only itself', async () => {
	lists(
		'inventoryItem.list',
		itemRecord('1', 'Whole milk'),
		{ ...itemRecord('2', 'Butter'), units: null },
		itemRecord('3', 'Cream'),
	);
	await kitchen.pull();
	expect(search('cream')).toEqual(['Cream']);
	expect(kitchen.sync.state().unreadable.rows).toMatchObject([
		{ kind: 'inventoryItem', name: 'Butter' },
	]);
});

test("Counts each location's rows correctly even if the service ignores the filter", async () => {
	await kitchen.pull();
	kitchen.sync.state();
	await kitchen.clock.settle();
	kitchen.service.ignoresLocation = true;
	const stock = kitchen.service.lists['inventoryItem.currentStock'] ?? [];
	lists('inventoryItem.currentStock', ...stock, {
		...stockRecord('A-1', '1', '3', 9),
		locationId: 'L-2',
		storageAreaId: 'A-9',
	});
	// Of one location; rows of the other are counted too.
	const refreshed = kitchen.sync.refreshStock('L-1');
	await kitchen.clock.pass(1_000);
	await refreshed;
	expect((await counted()).get('stock')?.count).toBe(stock.length + 1);
});

test('Without the service, the copies stay and keep their age', async () => {
	await kitchen.pull();
	const { asOf } = kitchen.sync.state();
	kitchen.service.there = false;
	await kitchen.clock.pass(60_000);
	await kitchen.pull();
	expect(kitchen.sync.state()).toMatchObject({ asOf, failure: unreachable.said });
	expect(allComplete()).toBe(true);
	expect(search('butter')).toEqual(['Butter']);
});

test('A list that was being read when the pull is stopped is no failure', async () => {
	const held = hold('wastage.list');
	kitchen.sync.pull();
	while (!held.hasBegun()) await kitchen.clock.settle();
	const stopped = kitchen.sync.stop();
	kitchen.service.there = false;
	held.letGo();
	await kitchen.clock.pass(60_000);
	await stopped;
	expect(kitchen.sync.state()).toMatchObject({ running: false, failure: null });
});

test('A copy that was read earlier but arrives later changes nothing', async () => {
	lists('wastage.list', wastage('W-1', 'Draft'));
	await kitchen.pull();

	const held = hold('wastage.list');
	kitchen.sync.pull();
	while (!held.hasBegun()) await kitchen.clock.settle();

	// The list began before the single read, and its answer comes after.
	const changedSince = { ...wastage('W-1', 'Draft'), description: 'read too early' };
	lists('wastage.list', wastage('W-1', 'Approved'));
	await kitchen.sync.refreshDocument('wastage', 'W-1');
	expect(copies()).toEqual(['Approved']);
	lists('wastage.list', changedSince);
	held.letGo();
	while (kitchen.sync.state().running) await kitchen.clock.settle();
	expect(copies()).toEqual(['Approved']);
});

test('An earlier read does not bring back a document that a later complete list no longer had', async () => {
	lists('wastage.list', wastage('W-1', 'Draft'));
	await kitchen.pull();
	const held = hold('wastage.get');
	const refresh = kitchen.sync.refreshDocument('wastage', 'W-1');
	lists('wastage.list');
	await kitchen.pull();
	expect(copies()).toEqual([]);
	lists('wastage.list', wastage('W-1', 'Draft'));
	held.letGo();
	await refresh;
	expect(copies()).toEqual([]);
});

const thousandItems = Array.from({ length: 1_000 }, (_, index) =>
	itemRecord(`${index}`, `Item ${index}`),
);

test('Yields the thread while saving a long list', async () => {
	kitchen.service.pageSize = 100;
	lists('inventoryItem.list', ...thousandItems);
	const seen = new Set<number>();
	const look = (): void => {
		const { now, running } = kitchen.sync.state();
		if (now?.kind === 'inventoryItem') seen.add(now.fetched);
		if (running) kitchen.clock.after(0, look);
	};
	kitchen.clock.after(0, look);
	await kitchen.pull();
	expect((await counted()).get('inventoryItem')?.count).toBe(1_000);
	expect(seen.size).toBe(10);
});

test('Merges the search index while saving a long list', async () => {
	kitchen.service.pageSize = 70;
	lists('inventoryItem.list', ...thousandItems);
	await kitchen.pull();
	// Each of the fifteen commits added a segment; SQLite itself merges only from sixteen.
	const pieces = kitchen.store.cache
		.prepare<[], number>('SELECT count(DISTINCT id >> 37) FROM item_text_data WHERE id > 10')
		.pluck()
		.get()!;
	expect(pieces).toBeLessThan(10);
	expect(search('item 999')).toEqual(['Item 999']);
});

async function openByTheClock() {
	const service = { standing: 'there' as Standing, waiting: false };
	await kitchen.replace(() =>
		stockUp(openKitchen({ standing: () => service.standing, waiting: () => service.waiting })),
	);
	const { clock } = kitchen;
	const reads: { name: string; at: number }[] = [];
	kitchen.service.onRead = (name) => void reads.push({ name, at: clock.monotonic() });
	await clock.pass(5_000);
	const lists = reads.length;
	expect(allComplete()).toBe(true);
	return {
		service,
		lists,
		reads,
		async outage() {
			service.standing = 'away';
			await clock.pass(10 * 60_000);
			reads.length = 0;
			service.standing = 'there';
		},
	};
}
const spreadMs = serviceProfile.parse({}).pauses.pullSpreadMs;

test('After an outage, copies wait for the outbox and are then fetched over minutes, changed ones first', async () => {
	const { service, reads, outage } = await openByTheClock();
	service.waiting = true;
	await outage();
	kitchen.sync.outdated({ kind: 'transferOut', locationId: '' });
	await kitchen.clock.pass(60_000);
	expect(reads).toEqual([]);

	service.waiting = false;
	await kitchen.clock.pass(2 * spreadMs);
	expect(reads[0]?.name).toBe('transferOut.list');
	expect(reads[4]!.at - reads[0]!.at).toBeGreaterThan(60_000);
	expect(allComplete()).toBe(true);
});

test('Another profile fetches every list at once, otherwise lists keep their schedule', async () => {
	const { reads, lists } = await openByTheClock();
	reads.length = 0;
	await kitchen.clock.pass(6 * 60_000);
	expect(reads.map(({ name }) => name)).not.toContain('location.list');
	await kitchen.sync.stop();
	kitchen.useProfile({ pathCase: 'lower' });
	reads.length = 0;
	kitchen.sync.start();
	await kitchen.clock.pass(5_000);
	expect(reads).toHaveLength(lists);
});

test('A catalogue with an incomplete list is fetched again at the next start', async () => {
	const standing = (): Standing => 'there';
	const started = async () => {
		const read: string[] = [];
		await kitchen.restart({ standing });
		stockUp(kitchen);
		kitchen.service.onRead = (name) => void read.push(name);
		await kitchen.clock.pass(5_000);
		return read.includes('inventoryItem.list');
	};
	await kitchen.pull();
	expect(await started()).toBe(false);
	kitchen.service.cutAfter['inventoryItem.list'] = 1;
	await kitchen.pull();
	expect(await started()).toBe(true);
});

test('A busy outbox does not delay the copies forever', async () => {
	const { service, reads, outage } = await openByTheClock();
	service.waiting = true;
	await outage();
	await kitchen.clock.pass(3 * spreadMs);
	expect(reads.length).toBeGreaterThan(3);
});

test('A pull by a person does not wait for a spread pull', async () => {
	const { reads, lists, outage } = await openByTheClock();
	await outage();
	await kitchen.clock.pass(20_000);
	expect(kitchen.sync.state().running).toBe(false);
	kitchen.sync.pull();
	await kitchen.clock.pass(1_000);
	expect(reads.length).toBeGreaterThanOrEqual(lists);
});

test('A requested list is fetched at once, between the others', async () => {
	const { reads, outage } = await openByTheClock();
	await outage();
	await kitchen.clock.pass(4_000);
	reads.length = 0;
	const came = kitchen.sync.refreshLists(['wastage']);
	await kitchen.clock.pass(100);
	expect(await came).toBe(true);
	expect(reads.map(({ name }) => name)).toContain('wastage.list');
});
