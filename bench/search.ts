// Search as you type in 100,000 items, through the core and its store, against one bare FTS5 query on the same index
// with as many rows, and MiniSearch.
import Database from 'better-sqlite3';
import MiniSearch from 'minisearch';
import { join } from 'node:path';
import { itemTables } from '../src/main/core/store/items.ts';
import { openCache } from '../src/main/core/store/open.ts';
import { makeItem } from './item.ts';
import { accountId, answerOf, locationId, makeKitchen, openCore } from './kitchen.ts';
import { compare, takeTurns, timed, timedUntil, type Benchmark } from './harness.ts';

const items = 100_000;
const limit = 20;

/** Typical searches: words of a name, words out of order, a code. */
const searches = [
	'salmon',
	'smoked salmon sliced',
	'tomatoes peeled',
	'butter',
	'olives in brine',
	'chicken fill',
	'red onions diced',
	'frozen peas 1 kg',
	'basil',
	'cheese grated',
	'POT-01',
	'flour 5 kg',
	'prawns cooked',
	'cream 10 l',
	'lem',
	'whole milk',
];

const keystrokes = searches.flatMap((text) =>
	Array.from(text, (_letter, at) => text.slice(0, at + 1)).filter((typed) => !typed.endsWith(' ')),
);

const floorAims = { median: 1.3, p99: 1.3 };
const peerAims = { median: 1, p99: 1 };

export const search: Benchmark = {
	name: 'search',
	about: `search as you type in ${items.toLocaleString('en')} items / a bare FTS5 query / MiniSearch`,
	rounds: 4,
	async run(rounds, say) {
		say(`making ${items.toLocaleString('en')} items`);
		const kitchen = makeKitchen([{ areaId: 'area-1', items }]);
		const cacheFile = join(kitchen.dataFolder, 'cache.db');
		const { core } = openCore(kitchen);
		const cache = openCache(cacheFile);
		const bare = openBare(cacheFile);
		try {
			say('indexing them with MiniSearch');
			const mini = indexWithMiniSearch();
			const store = itemTables(cache);

			const typedIn = (round: number): string => keystrokes[round % keystrokes.length] ?? '';
			const contenders = {
				throughCore: (round: number) =>
					timedUntil(() =>
						answerOf(core, 'item.search', { text: typedIn(round), locationId, limit }),
					),
				throughStore: (round: number) =>
					timed(() => store.search(accountId, typedIn(round), locationId, limit)),
				fts5: (round: number) => timed(() => bare.search(typedIn(round))),
				miniSearch: (round: number) => timed(() => mini.search(typedIn(round))),
			};
			for (const text of searches) {
				const found = store.search(accountId, text, locationId, limit).length;
				const bareFound = bare.search(text).length;
				if (found !== bareFound || found === 0)
					throw new Error(`"${text}" finds ${found} items, and ${bareFound} by the bare query.`);
			}

			say('warming up');
			await takeTurns(keystrokes.length, contenders);
			say(`${rounds} rounds of ${keystrokes.length} keystrokes`);
			const ms = await takeTurns(rounds * keystrokes.length, contenders);
			const name = 'search, by the core';
			return [
				compare(name, 'FTS5', ms.throughCore, ms.fts5, floorAims),
				compare('search, by its store', 'FTS5', ms.throughStore, ms.fts5, floorAims),
				compare(name, 'MiniSearch', ms.throughCore, ms.miniSearch, peerAims),
			];
		} finally {
			bare.close();
			cache.close();
			await core.stop();
			kitchen.remove();
		}
	},
};

const matchOf = (text: string): string =>
	text
		.trim()
		.split(' ')
		.map((word) => `"${word}"*`)
		.join(' ');

/** One query on the core's index, with all result columns. */
function openBare(cacheFile: string) {
	const db = new Database(cacheFile, { readonly: true });
	const found = db.prepare(
		`SELECT item.item_id, item.code, item.name, item.category, item.unit_cost, item.units, item.base_unit_name,
			item.barcodes
		 FROM item_text JOIN item ON item.rowid = item_text.rowid
		 WHERE item_text MATCH ? ORDER BY item_text.rank LIMIT ?`,
	);
	return {
		search: (text: string): unknown[] => found.all(matchOf(text), limit),
		close: () => db.close(),
	};
}

function indexWithMiniSearch() {
	const all = Array.from({ length: items }, (_, index) => {
		const { itemId, code, name, barcodes } = makeItem(index);
		return { id: itemId, code, name, barcodes: barcodes.map(({ barcode }) => barcode).join(' ') };
	});
	const index = new MiniSearch({
		fields: ['name', 'code', 'barcodes'],
		storeFields: ['code', 'name'],
		searchOptions: { prefix: true, combineWith: 'AND', boost: { code: 8, name: 4 } },
	});
	index.addAll(all);
	return { search: (text: string) => index.search(text).slice(0, limit) };
}
