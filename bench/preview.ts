// The preview of a price list: 20,000 rows against 20,000 items and as many prices, through the core.
import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as nextTurn } from 'node:timers/promises';
import { rowsAtOnce } from '../src/shared/bridge/import.ts';
import { createCore } from '../src/main/core/create-core.ts';
import type { Core } from '../src/main/core/core.ts';
import { openStore } from '../src/main/core/store/open.ts';
import { systemClock } from '../src/main/host/clock.ts';
import { compare, takeTurns, timedUntil, type Benchmark } from './harness.ts';
import { makeItem } from './item.ts';
import { accountId, answerOf, makeKitchen, makePorts, type Kitchen } from './kitchen.ts';

const rows = 20_000;
const supplierOf = (index: number): string => `supplier-${String(index % 20)}`;
const codeOf = (index: number): string => `C${String(index).padStart(6, '0')}`;

function fill(): Kitchen {
	const kitchen = makeKitchen([{ areaId: 'area-1', items: rows }]);
	const store = openStore(kitchen.dataFolder);
	const at = Date.now();
	const records = store.records;
	const put = (kind: 'supplier' | 'purchaseOption', id: string, record: object) => {
		const json = JSON.stringify({ id, ...record });
		records.put(accountId, kind, { id, locationId: null, json }, { readNo: 1, at, touch: false });
	};
	store.cache.transaction(() => {
		for (let supplier = 0; supplier < 20; supplier += 1)
			put('supplier', supplierOf(supplier), { name: `Supplier ${String(supplier)}` });
		for (let index = 0; index < rows; index += 1) {
			put('purchaseOption', `option-${String(index)}`, {
				itemId: makeItem(index).itemId,
				supplierId: supplierOf(index),
				supplierItemCode: codeOf(index),
				uomId: 3,
				price: '4.2',
			});
		}
		for (const kind of ['supplier', 'purchaseOption'] as const)
			store.pulls.finish(accountId, kind, '', at, 1);
	})();
	store.close();
	return kitchen;
}

const paths = ['supplierId', 'supplierItemCode', 'itemId', 'price'];

/** Half of the prices rise; each tenth row is of a supplier's item that is new. */
const table = Array.from({ length: rows }, (_, index) => [
	`Supplier ${String(index % 20)}`,
	index % 10 === 0 ? `N${String(index)}` : codeOf(index),
	makeItem(index).code,
	index % 2 === 0 ? '4.20' : '4.35',
]);

/** @returns the preview */
async function previewed(core: Core): Promise<string> {
	const { previewId } = await answerOf(core, 'import.open', {
		source: 'file',
		title: 'prices.csv',
		sheets: [{ type: 'purchaseOption', headings: paths }],
	});
	for (let from = 0; from < rows; from += rowsAtOnce)
		await answerOf(core, 'import.add', {
			previewId,
			sheet: 0,
			rows: table.slice(from, from + rowsAtOnce),
		});
	const columns = paths.map((path) => ({ heading: path, path, mayOverwrite: true }));
	const { counts } = await answerOf(core, 'import.read', { previewId, columns: [columns] });
	if (counts.changed < rows / 3) throw new Error(`It proposes ${JSON.stringify(counts)}.`);
	await answerOf(core, 'import.rows', { previewId });
	return previewId;
}

/** The journal of a run with all its records. */
async function sent(core: Core, previewId: string): Promise<void> {
	const { runId } = await answerOf(core, 'import.send', { previewId, intentId: randomUUID() });
	await answerOf(core, 'import.stop', { runId });
}

/** ms of the longest turn. */
async function longestHold(work: () => Promise<void>): Promise<number> {
	const delay = monitorEventLoopDelay({ resolution: 1 });
	delay.enable();
	// It measures from one turn to the next, so the first needs one before it.
	await nextTurn(20);
	delay.reset();
	await work();
	await nextTurn(20);
	delay.disable();
	return delay.max / 1e6;
}

export const preview: Benchmark = {
	name: 'preview',
	about: `the preview of ${rows.toLocaleString('en')} prices`,
	rounds: 5,
	async run(rounds, say) {
		say(`making ${rows.toLocaleString('en')} items with prices`);
		const kitchen = fill();
		try {
			const times: { took: number; held: number; sending: number }[] = [];
			await takeTurns(rounds, {
				// A core of its own: the first preview after the start reads all records.
				preview: async () => {
					const ports = { ...makePorts().ports, clock: systemClock };
					const core = createCore({ dataFolder: kitchen.dataFolder, ports });
					let previewId = '';
					let took = 0;
					const held = await longestHold(async () => {
						took = await timedUntil(async () => {
							previewId = await previewed(core);
						});
					});
					const sending = await longestHold(() => sent(core, previewId));
					await core.stop();
					times.push({ took, held, sending });
					return took;
				},
			});
			const of = (name: 'took' | 'held' | 'sending') => times.map((each) => each[name]);
			return [
				compare('preview of 20,000 prices', '2 s', of('took'), 2000, { median: 1 }),
				compare('longest hold, preview', '50 ms', of('held'), 50, { median: 1 }),
				compare('longest hold, journal', '50 ms', of('sending'), 50, { median: 1 }),
			];
		} finally {
			kitchen.remove();
		}
	},
};
