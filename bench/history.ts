// A thousand past counts of a hundred lines: a page of the list, two compared, and one item's trend, each as core call
// and as bare SQL with the same reads.
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { makeItem } from './item.ts';
import {
	accountId,
	answerOf,
	locationId,
	makeKitchen,
	openCore,
	openCount,
	setUp,
	type Kitchen,
} from './kitchen.ts';
import { compare, takeTurns, timed, timedUntil, type Benchmark } from './harness.ts';

const pastCounts = 1_000;
const linesEach = 100;
/** Counts on a page of the list, and counts that a trend goes back. */
const page = 100;
const trendCounts = 120;
const day = 24 * 60 * 60 * 1000;
const areaId = 'area';
const { itemId } = makeItem(0);

export const history: Benchmark = {
	name: 'history',
	about: `past counts, ${pastCounts.toLocaleString('en')} of ${linesEach} lines: list, comparison, trend / bare SQL`,
	rounds: 60,
	async run(rounds, say) {
		say(`making ${pastCounts.toLocaleString('en')} past counts`);
		const kitchen = makeKitchen([{ areaId, items: linesEach }]);
		try {
			await makePast(kitchen);
			const { core } = openCore(kitchen);
			const db = new Database(join(kitchen.dataFolder, 'stillroom.db'), { readonly: true });
			try {
				const bareRead = bareReads(db);
				const listed = (text: string) => () =>
					answerOf(core, 'countHistory.list', {
						locationId,
						filter: { text, state: 'all' },
						from: 0,
						limit: page,
					});
				const { stocktakes } = await listed('')();
				const [second, first] = stocktakes.map(({ stocktakeId }) => stocktakeId);
				if (first === undefined || second === undefined) throw new Error('No past counts.');
				const took = (call: () => Promise<unknown>) => () => timedUntil(call);
				const contenders = {
					list: took(listed('')),
					bareList: () => timed(bareRead.list),
					search: took(listed('12')),
					bareSearch: () => timed(() => bareRead.search('12')),
					compare: took(() =>
						answerOf(core, 'countHistory.compare', { firstId: first, secondId: second }),
					),
					bareCompare: () => timed(() => bareRead.both(first, second)),
					trend: took(() => answerOf(core, 'countHistory.trend', { locationId, itemId })),
					bareTrend: () => timed(bareRead.trend),
				};
				await takeTurns(5, contenders);
				say(`${rounds} rounds`);
				const ms = await takeTurns(rounds, contenders);
				const [bare, read] = ['bare SQL', { median: 1.5 }];
				return [
					compare('a page of past counts', bare, ms.list, ms.bareList, read),
					compare('the same, filtered', bare, ms.search, ms.bareSearch, read),
					// Both also compute with each line.
					compare('two past counts', bare, ms.compare, ms.bareCompare, { median: 8 }),
					compare('trend of an item', bare, ms.trend, ms.bareTrend, read),
				];
			} finally {
				db.close();
				await core.stop();
			}
		} finally {
			kitchen.remove();
		}
	},
};

/** One count is made by the core; the others are copies of its rows, a day apart. */
async function makePast(kitchen: Kitchen): Promise<void> {
	const { core } = openCore(kitchen);
	await setUp(core);
	const stocktakeId = await openCount(core, areaId);
	const { lines } = await answerOf(core, 'stocktake.sheet', { stocktakeId });
	await answerOf(core, 'stocktake.enterMany', {
		stocktakeId,
		entries: lines.map(({ lineNo }) => ({ lineNo, unitId: '1', typed: String(lineNo) })),
		locale: 'en-IE',
	});
	await answerOf(core, 'stocktake.submit', { stocktakeId, intentId: 'bench-submit' });
	await core.stop();

	const db = new Database(join(kitchen.dataFolder, 'stillroom.db'));
	db.transaction(() => {
		db.prepare(`UPDATE action SET state = 'confirmed', confirmed_read_no = 1`).run();
		const tables = [
			'stocktake',
			'stocktake_area',
			'stocktake_line',
			'count_box',
			'count_entry',
			'counted_total',
			'closed_book',
			'lane',
			'action',
		].map((table) => copyOf(db, table));
		for (let ago = 1; ago < pastCounts; ago += 1) for (const copy of tables) copy(ago);
	})();
	db.close();
}

const names = new Set([
	'stocktake_id',
	'document_id',
	'lane_id',
	'intent_id',
	'action_id',
	'server_id',
]);
const numbers = new Set(['seq']);

/** @returns a function that writes the count's rows again, as of so many days ago */
function copyOf(db: Database.Database, table: string): (ago: number) => void {
	const columns = db
		.prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
		.pluck()
		.all(table)
		.filter((name) => !numbers.has(name));
	const values = columns.map((name) => {
		if (names.has(name)) return `${name} || '-' || @ago`;
		if (name === 'opened_at' || name === 'submitted_at') return `${name} - @ago * ${day}`;
		return name === 'business_date' ? `date(${name}, -@ago || ' days')` : name;
	});
	const key = columns.find((name) => names.has(name)) ?? '';
	// There is only one so far.
	const original = db.prepare(`SELECT ${key} FROM ${table} LIMIT 1`).pluck().get();
	const copy = db.prepare(
		`INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${table}
		 WHERE ${key} = @original`,
	);
	return (ago) => {
		copy.run({ ago, original });
	};
}

function bareReads(db: Database.Database) {
	const counted = `(SELECT count(*) FROM stocktake_line AS line WHERE line.stocktake_id = stocktake.stocktake_id),
		(SELECT count(DISTINCT line_no) FROM count_box AS box WHERE box.stocktake_id = stocktake.stocktake_id)`;
	const fits = `account_id = ? AND location_id = ? AND state <> 'open' AND recount_of IS NULL
		AND (name LIKE ? OR opened_by LIKE ? OR business_date LIKE ?)`;
	const all = db.prepare(
		`SELECT *, ${counted} FROM (SELECT * FROM stocktake WHERE ${fits} ORDER BY opened_at DESC LIMIT ${page})
			AS stocktake LEFT JOIN lane ON document_id = stocktake_id AND lane.account_id = stocktake.account_id
			AND document = 'stocktake'`,
	);
	const total = db.prepare(`SELECT count(*) FROM stocktake WHERE ${fits}`).pluck();
	const lines = db.prepare('SELECT * FROM stocktake_line WHERE stocktake_id = ? ORDER BY position');
	const boxes = db.prepare('SELECT * FROM count_box WHERE stocktake_id = ?');
	const ofItem = db.prepare(
		`SELECT * FROM (SELECT stocktake_id, area_id, item_id FROM stocktake JOIN counted_total USING (stocktake_id)
				WHERE account_id = ? AND location_id = ? AND area_id = ? AND item_id = ?
				ORDER BY submitted_at DESC LIMIT ${trendCounts})
			JOIN stocktake USING (stocktake_id) JOIN stocktake_line AS line USING (stocktake_id, area_id, item_id)
			JOIN count_box USING (stocktake_id, line_no)`,
	);
	const search = (text: string) => {
		const like = `%${text}%`;
		const asked = [accountId, locationId, like, like, like];
		return [all.all(asked), total.get(asked)];
	};
	return {
		list: () => search(''),
		search,
		both: (...ids: string[]) => ids.map((id) => [lines.all(id), boxes.all(id)]),
		trend: () => ofItem.all(accountId, locationId, areaId, itemId),
	};
}
