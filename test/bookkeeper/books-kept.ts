// The service, the PCs and the goods of the random histories.
import { countPlan } from '../../src/shared/bridge/count-plan.ts';
import { workTables } from '../../src/main/core/store/work-tables.ts';
import type { MergeRule } from '../../src/main/core/rescue/merge-count.ts';
import { accountId, openKitchen, stockUp, type Kitchen } from '../support/kitchen.ts';
import { applied } from '../support/verdicts.ts';
import { importInto, writtenWork } from '../support/work-import.ts';
import type { History } from './history.ts';
import { plus, reckon, type Fraction, type Stock, type Unit, minus, zero } from './oracle.ts';

export interface Goods {
	readonly itemId: string;
	readonly areaId: string;
	readonly unitCost: string | null;
	readonly stock: Stock;
	readonly shelves: readonly string[];
	units: Unit[];
	readonly kind: History['goods'][number];
}

export const unitsOf = (goods: History['goods'][number], caseHolds: string | null): Unit[] => {
	const { basePlaces, twelfths } = goods;
	const base = { id: '1', holds: read('1'), places: basePlaces, basePlaces };
	if (twelfths) return [base, { id: '2', holds: { n: 1n, d: 12n }, places: 0, basePlaces }];
	if (caseHolds === null) return [base];
	return [{ id: '3', holds: read(caseHolds), places: 0, basePlaces }, base];
};

/** A decimal of the program, for the bookkeeper. */
export const read = (text: string): Fraction =>
	text.startsWith('-') ? minus(zero, reckon(text.slice(1))) : reckon(text);

/** A decimal from the service: at most six places are needed here. */
export const written = ({ n, d }: Fraction): string => {
	const millionths = (n * 1_000_000n) / d;
	const digits = String(millionths < 0n ? -millionths : millionths).padStart(7, '0');
	return `${millionths < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
};

export interface World {
	readonly office: Kitchen;
	readonly cellar: Kitchen;
	goods: Goods[];
	/** Numbers histories, so that none meets another's items. */
	number: number;
	both: boolean;
	/** The bookkeeper starts with the service's stock. */
	tell(): void;
	timeZone: string;
	pull(): Promise<void>;
	end(): Promise<void>;
}

export function openWorld(): World {
	const office = openKitchen({ settings: { person: 'Noor' } });
	const cellar = openKitchen({ settings: { person: 'Noor' } });
	// No power is cut here, and tens of thousands of entries need not wait for the disk.
	for (const { store } of [office, cellar]) store.durable.exec('PRAGMA synchronous = OFF');
	stockUp(office);
	office.service.onWrite = (name) => {
		const { service } = office;
		if ((service.next[0] ?? service.verdict).kind !== 'applied') return;
		const write = service.writes.at(-1);
		const move = (itemId: string, areaId: string | null, by: Fraction): void => {
			const rows = service.lists['inventoryItem.currentStock'] as {
				itemId: string;
				storageAreaId: string;
				quantity: string;
			}[];
			// Like the practice service: waste leaves the first area.
			const row = rows
				.filter(
					(each) => each.itemId === itemId && (areaId ?? each.storageAreaId) === each.storageAreaId,
				)
				.sort((a, b) => a.storageAreaId.localeCompare(b.storageAreaId))[0];
			if (row !== undefined) row.quantity = written(plus(read(row.quantity), by));
		};
		if (name === 'inventoryItem.changeStock') {
			const { items } = write?.body as {
				items: { itemId: string; storageAreaId: string; quantity: string }[];
			};
			for (const each of items) move(each.itemId, each.storageAreaId, read(each.quantity));
		}
		if (name === 'wastage.submit') {
			const documents = service.lists['wastage.list'] as {
				id: string;
				items: { itemId: string; uomId: number; quantity: string }[];
			}[];
			const document = documents.find(({ id }) => id === write?.path['id']);
			for (const { itemId, quantity } of document?.items ?? [])
				move(itemId, null, minus(zero, read(quantity)));
		}
	};
	const world: World = {
		office,
		cellar,
		goods: [],
		number: 0,
		both: true,
		timeZone: 'Europe/Dublin',
		tell() {
			const { lists } = office.service;
			lists['location.list'] = (lists['location.list'] as object[]).map((each) => ({
				...each,
				timeZone: world.timeZone,
			}));
			lists['inventoryItem.list'] = world.goods
				.filter(({ itemId }, at, all) => all.findIndex((each) => each.itemId === itemId) === at)
				.map(({ itemId, units, unitCost }) => ({
					id: itemId,
					code: itemId,
					name: itemId,
					categoryName: 'Dairy',
					baseUomId: 1,
					...(unitCost === null ? {} : { unitCost }),
					units: units.map(({ id, holds, places }) => ({
						uomId: Number(id),
						name: id,
						conversionFactor: written(holds),
						decimals: places,
					})),
				}));
			lists['inventoryItem.currentStock'] = world.goods.flatMap(
				({ itemId, areaId, shelves, unitCost, stock }) =>
					shelves.map((shelf, at) => ({
						itemId,
						locationId: 'L-1',
						storageAreaId: areaId,
						shelf,
						sequence: at,
						// The second shelf has three of it.
						quantity:
							at === 1
								? '3'
								: written(minus(stock.service, read(String(3 * (shelves.length - 1))))),
						...(unitCost === null ? {} : { unitCost }),
					})),
			);
			cellar.service.lists = office.service.lists;
		},
		async pull() {
			for (const kitchen of world.both ? [office, cellar] : [office]) {
				kitchen.service.there = true;
				await kitchen.pull();
				kitchen.service.there = false;
			}
			for (const { stock } of world.goods) stock.pull();
		},
		async end() {
			await office.end();
			await cellar.end();
		},
	};
	office.service.verdict = applied(null);
	return world;
}

/** Carries a count from one PC to another by a file. */
export function carry(from: Kitchen, to: Kitchen, stocktakeId: string, together: MergeRule): void {
	const counts = workTables(from.store.durable).countWithRecounts(stocktakeId);
	const text = writtenWork({ counts });
	const { durable } = to.store;
	durable.transaction(() => importInto(to.store, accountId, text, together)).immediate();
	// Whether the other PC posts it too is up to the outbox, which would ask a person here.
	durable.exec('DELETE FROM also_elsewhere');
}

export const planOf = (
	together: 'sum' | 'replace' | 'keep' | 'ask',
	blanks: 'leave' | 'ask' | 'zero',
) => countPlan.parse({ scope: { kind: 'full' }, together, blanks, order: 'service' });

/** The network is up until nothing waits. */
export async function send({ office, goods }: World): Promise<void> {
	office.service.there = true;
	for (let turn = 0; turn < 20 && office.outbox.counts().waiting > 0; turn += 1)
		await office.send();
	const { waiting, needYou } = office.outbox.counts();
	if (waiting + needYou > 0) throw new Error(`${String(needYou)} documents wait for somebody`);
	office.service.there = false;
	for (const { stock } of goods) stock.send();
}
