// One pull in its own process: `node bench/pull-once.ts core|bare FOLDER`. Reports its cost to the parent.
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { operationNamed } from '../src/shared/service/index.ts';
import { serviceProfile } from '../src/shared/service/profile.ts';
import { openCache } from '../src/main/core/store/open.ts';
import { answerOf } from './kitchen.ts';
import { clientSecret, serviceAccess, type Pulled, type ServiceAccess } from './pull.ts';
import { over, signIn, startCore } from './service.ts';

const [name, folder = ''] = process.argv.slice(2);

/** Histogram of event loop delays, from a timer every ms. */
async function watched(
	work: () => Promise<number>,
): Promise<Pick<Pulled, 'first' | 'processor' | 'held'>> {
	const delay = monitorEventLoopDelay({ resolution: 1 });
	const before = process.cpuUsage();
	delay.enable();
	const first = await work();
	delay.disable();
	const { user, system } = process.cpuUsage(before);
	return { first, processor: (user + system) / 1000, held: delay.max / 1e6 };
}

async function throughCore({ url, clientId, profile }: ServiceAccess) {
	const { core, stop } = await startCore(folder);
	const pulled = () => over(core, ({ sync }) => sync.running);
	const figures = await watched(async () => {
		const whole = pulled();
		await answerOf(core, 'session.connect', { serviceUrl: url, clientId, clientSecret, profile });
		return whole;
	});
	const whole = pulled();
	await answerOf(core, 'sync.pull', {});
	const again = await whole;
	await stop();
	return { ...figures, again };
}

/** The least code that leaves the same copies: no checks, no comparing, no pauses, numbers as floats. */
async function bare({ url, clientId, profile }: ServiceAccess) {
	const { paging } = serviceProfile.parse(profile);
	const headers = { authorization: `Bearer ${await signIn({ url, clientId, clientSecret })}` };
	const cache = openCache(join(folder, 'cache.db'));
	const insert = inserts(cache);

	const allPages = async (
		name: (typeof records)[number] | 'inventoryItem.list' | 'inventoryItem.currentStock',
		locationId: string | null,
		insertRow: (row: Row) => void,
	): Promise<Row[]> => {
		const rows: Row[] = [];
		const insertPage = cache.transaction((page: Row[]) => {
			for (const row of page) insertRow(row);
		});
		for (let page = 1; ; page += 1) {
			const address = new URL(operationNamed(name).path, url);
			address.searchParams.set(paging.parameter, String(page));
			address.searchParams.set(paging.sizeParameter, String(paging.size));
			if (locationId !== null) address.searchParams.set('locationId', locationId);
			const answer = await fetch(address, { headers });
			const { items } = JSON.parse(await answer.text()) as { items: Row[] };
			insertPage(items);
			if (name === 'location.list') rows.push(...items);
			if (items.length < paging.size) return rows;
		}
	};
	const pull = async (isFirst: boolean): Promise<number> => {
		const begun = performance.now();
		const unless = (insertRow: (row: Row) => void) => (isFirst ? insertRow : () => undefined);
		const places = await allPages('location.list', null, unless(insert.record('location')));
		for (const name of records.slice(1)) {
			await allPages(name, null, unless(insert.record(name)));
		}
		await allPages('inventoryItem.list', null, unless(insert.item));
		for (const { id } of places) {
			await allPages('inventoryItem.currentStock', id, unless(insert.stock));
		}
		return performance.now() - begun;
	};
	const figures = await watched(() => pull(true));
	const again = await pull(false);
	cache.close();
	return { ...figures, again };
}

const records = [
	'location.list',
	'storageArea.list',
	'class.list',
	'category.list',
	'wasteReason.list',
	'supplier.list',
	'wastage.list',
	'transferOut.list',
	'transferIn.list',
] as const;

interface Row {
	id: string;
	code: string;
	name: string;
	categoryName: string;
	unitCost: number;
	baseUomId: number;
	units: { uomId: number; name: string; conversionFactor: number; decimals: number }[];
	barcodes: { barcode: string; uomId: number }[];
	locationId: string;
	storageAreaId: string;
	itemId: string;
	shelf: string;
	sequence: number;
	quantity: number;
}

function inserts(cache: Database.Database) {
	const into = (table: string, columns: string, and = '') =>
		cache.prepare(
			`INSERT INTO ${table} (account_id, ${columns}, read_no${and}) VALUES ('a', ${columns.replace(/\w+/g, '?')}, 1${and && ', 1'})`,
		);
	const record = into('record', 'kind, id, location_id, json', ', fetched_at');
	const item = into(
		'item',
		'item_id, code, name, category, unit_cost, units, base_unit_name, barcodes, json',
		', fetched_at',
	);
	const stock = into(
		'stock',
		'location_id, area_id, item_id, shelf, sequence, quantity, unit_cost',
	);
	const barcode = cache.prepare(
		`INSERT INTO item_barcode (account_id, barcode, item_id, unit_id) VALUES ('a', ?, ?, ?)`,
	);
	const text = cache.prepare(
		'INSERT INTO item_text (rowid, name, code, barcodes) VALUES (?, ?, ?, ?)',
	);
	return {
		record: (kind: string) => (row: Row) => {
			record.run(kind, row.id, row.locationId, JSON.stringify(row));
		},
		item(row: Row) {
			const { lastInsertRowid } = item.run(
				row.id,
				row.code,
				row.name,
				row.categoryName,
				String(row.unitCost),
				JSON.stringify(row.units),
				row.units.find((unit) => unit.uomId === row.baseUomId)?.name,
				JSON.stringify(row.barcodes),
				JSON.stringify(row),
			);
			for (const each of row.barcodes) barcode.run(each.barcode, row.id, String(each.uomId));
			const codes = row.barcodes.map((each) => each.barcode).join(' ');
			text.run(lastInsertRowid, row.name, row.code, codes);
		},
		stock(row: Row) {
			stock.run(
				row.locationId,
				row.storageAreaId,
				row.itemId,
				row.shelf,
				row.sequence,
				String(row.quantity),
				String(row.unitCost),
			);
		},
	};
}

function rowsIn(): number {
	const cache = new Database(join(folder, 'cache.db'), { readonly: true });
	const counts = ['item', 'item_barcode', 'stock'].map((table) =>
		cache.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get(),
	);
	cache.close();
	return counts.reduce<number>((sum, count = 0) => sum + count, 0);
}

const access = serviceAccess.parse(JSON.parse(process.env['BENCH_SERVICE'] ?? 'null'));
const pullOnce = name === 'core' ? throughCore : bare;
const figures = await pullOnce(access);
const memory = process.resourceUsage().maxRSS / 1024;
process.send?.({ ...figures, memory, rows: rowsIn() } satisfies Pulled);
process.disconnect();
