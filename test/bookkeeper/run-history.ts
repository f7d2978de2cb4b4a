// Runs a history at program and bookkeeper, and compares both.
import { read, send, unitsOf, written, type Goods, type World } from './books-kept.ts';
import { finish } from './closing.ts';
import { compareTwo, says, type Ended } from './compare.ts';
import { Counting } from './counting.ts';
import { checkComparedReport, checkReports } from './reports.ts';
import type { History } from './history.ts';
import { Stock, plus, zero } from './oracle.ts';

export async function runHistory(history: History, world: World): Promise<void> {
	const { office } = world;
	const prefix = `h${String((world.number += 1))}`;
	world.goods = history.goods.flatMap((kind, at) =>
		['A-1', 'A-2'].slice(0, kind.areas).map((areaId): Goods => ({
			kind,
			areaId,
			itemId: `${prefix}-${String(at)}`,
			unitCost: kind.unitCost,
			stock: new Stock(read(String(kind.book))),
			shelves: ['A', 'B'].slice(0, kind.shelves),
			units: unitsOf(kind, kind.caseHolds),
		})),
	);
	world.timeZone = history.timeZone;
	world.both = history.counts.some(({ steps }) => steps.some(({ kind }) => kind === 'other-pc'));
	office.clock.sleep(history.hours * 3_600_000);
	world.tell();
	await world.pull();
	const ended: Ended[] = [];
	for (const [at, count] of history.counts.entries()) {
		const counting = new Counting(world, count, `${prefix}-${String(at)}`);
		for (const step of count.steps) await counting.step(step);
		for (const each of await finish(count, counting)) {
			// A workbook takes longer than the rest of a history.
			await checkReports(office, each, world.number % 10 === 0);
			ended.push(each);
		}
	}
	const [first, second] = ended;
	if (first !== undefined && second !== undefined) {
		compareTwo(office, first, second);
		checkComparedReport(office, first, second);
	}
	await checkService(world);
}

/** At the end nothing waits, and the service matches the bookkeeper. */
async function checkService(world: World): Promise<void> {
	await send(world);
	const rows = world.office.service.lists['inventoryItem.currentStock'] as {
		itemId: string;
		storageAreaId: string;
		quantity: string;
	}[];
	for (const { stock, itemId, areaId } of world.goods) {
		const there = rows
			.filter((row) => row.itemId === itemId && row.storageAreaId === areaId)
			.reduce((sum, { quantity }) => plus(sum, read(quantity)), zero);
		says(`the stock of ${itemId} in ${areaId} at the service`, written(there), stock.service);
	}
}
