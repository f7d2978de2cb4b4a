// A reproducible data folder with account, location, items and stock, and a core over it without network. It is on the
// project's disk: a temporary folder is often in memory, where a durable save costs nothing.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CallInput, CallName, CallOutput } from '../src/shared/bridge/contract.ts';
import type { ItemView } from '../src/shared/bridge/values.ts';
import type { Core } from '../src/main/core/core.ts';
import { createCore } from '../src/main/core/create-core.ts';
import type { CorePorts } from '../src/main/core/ports.ts';
import { Accounts } from '../src/main/core/store/accounts.ts';
import { cacheRecords } from '../src/main/core/store/cache-records.ts';
import { itemTables, type NewItem } from '../src/main/core/store/items.ts';
import { openStore } from '../src/main/core/store/open.ts';
import { pullTable, type PullKind } from '../src/main/core/store/pulls.ts';
import { stockTable } from '../src/main/core/store/stock.ts';
import { systemClock, systemRandom, uuidV7 } from '../src/main/host/clock.ts';
import { noSecrets } from '../src/main/host/ports.ts';
import { virtualClock, type VirtualClock } from '../test/support/virtual-clock.ts';

export const accountId = 'account-1';
export const locationId = 'location-1';
export const reasonId = 'reason-1';

interface KitchenArea {
	areaId: string;
	items: number;
}

export interface Kitchen {
	dataFolder: string;
	remove(): void;
}

const parent = join(import.meta.dirname, '../node_modules/.cache');

/** @param places number of locations; everything is at the first */
export function makeKitchen(
	areas: readonly KitchenArea[],
	profile: unknown = {},
	places = 1,
): Kitchen {
	mkdirSync(parent, { recursive: true });
	const dataFolder = mkdtempSync(join(parent, 'stillroom-bench-'));
	const store = openStore(dataFolder);
	const at = Date.now();
	new Accounts(store.durable).use(
		{
			accountId,
			// The discard service's port: nobody answers.
			serviceUrl: 'http://127.0.0.1:9',
			clientId: 'bench',
			name: 'Bench',
			practice: false,
		},
		profile,
		at,
	);
	store.cache.transaction(() => {
		const records = cacheRecords(store.cache);
		const keep = (kind: 'location' | 'storageArea' | 'wasteReason', id: string, record: object) => {
			const of = kind === 'storageArea' ? locationId : null;
			const json = JSON.stringify({ id, ...record });
			records.put(accountId, kind, { id, locationId: of, json }, { readNo: 1, at, touch: false });
		};
		keep('location', locationId, { name: 'Quay Street', currency: 'EUR', timeZone: 'UTC' });
		for (let place = 2; place <= places; place += 1) {
			const name = `Quay Street ${String(place)}`;
			keep('location', `location-${String(place)}`, { name, currency: 'EUR', timeZone: 'UTC' });
		}
		keep('wasteReason', reasonId, { name: 'Spoiled' });

		const items = itemTables(store.cache);
		const stock = stockTable(store.cache);
		let index = 0;
		areas.forEach(({ areaId, items: count }, sequence) => {
			keep('storageArea', areaId, { locationId, name: `Store ${sequence + 1}`, sequence });
			for (let place = 0; place < count; place += 1, index += 1) {
				const item = makeItem(index);
				items.put(accountId, item, 1, at);
				stock.put(
					accountId,
					{
						locationId,
						areaId,
						itemId: item.itemId,
						shelf: `Shelf ${Math.floor(place / 40) + 1}`,
						sequence: place,
						quantity: `${(index * 7) % 90}.5`,
						unitCost: null,
					},
					1,
				);
			}
		});

		// As a pull does after each transaction.
		while (items.mergeText()) continue;

		const pulls = pullTable(store.cache);
		const everywhere: PullKind[] = ['location', 'storageArea', 'inventoryItem', 'wasteReason'];
		for (const kind of everywhere) pulls.finish(accountId, kind, '', at, 1);
		pulls.finish(accountId, 'stock', locationId, at, 1);
	})();
	store.close();
	return {
		dataFolder,
		remove: () => rmSync(dataFolder, { recursive: true, force: true }),
	};
}

/** The core's ports. The clock stands still: deferred work runs on settle. */
export function makePorts(): { ports: CorePorts; clock: VirtualClock } {
	const clock = virtualClock(Date.now());
	const noNetwork = () => Promise.reject(new Error('The benchmark reached for the network.'));
	return {
		clock,
		ports: {
			clock,
			newId: uuidV7(Date.now),
			random: systemRandom,
			network: { read: noNetwork, write: noNetwork },
			secrets: noSecrets,
			log: { info: () => undefined, warn: () => undefined, error: console.error },
			practice: null,
			crashPoint: () => undefined,
			systemLocale: 'en-IE',
			version: '0.0.0',
		},
	};
}

/** The core, not started: it answers calls without a network. */
export function openCore({ dataFolder }: Kitchen): { core: Core; clock: VirtualClock } {
	const { ports, clock } = makePorts();
	const measuring = { ...ports, clock: { ...clock, monotonic: systemClock.monotonic } };
	return { core: createCore({ dataFolder, ports: measuring }), clock };
}

export async function answerOf<Name extends CallName>(
	core: Core,
	name: Name,
	input: CallInput<Name>,
): Promise<CallOutput<Name>> {
	const reply = await core.call(name, input);
	if (!reply.ok) throw new Error(`${name} answered ${reply.code}: ${reply.message}`);
	return reply.value;
}

export async function openCount(core: Core, areaId: string): Promise<string> {
	const { stocktakeId } = await answerOf(core, 'stocktake.open', {
		locationId,
		name: '',
		plan: { scope: { kind: 'areas', areaIds: [areaId] } },
		intentId: `bench-count-of-${areaId}`,
	});
	return stocktakeId;
}

const goods =
	'Almonds,Anchovies,Apples,Apricots,Artichokes,Asparagus,Aubergines,Avocados,Bacon,Bananas,Barley,Basil,Beans,Beef,Beetroot,Biscuits,Bread,Broccoli,Butter,Cabbage,Capers,Carrots,Cauliflower,Celery,Cheese,Cherries,Chicken,Chickpeas,Chocolate,Coconut,Cod,Coffee,Couscous,Crab,Cream,Cucumbers,Dates,Dill,Duck,Eggs,Fennel,Figs,Flour,Garlic,Gelatine,Ginger,Grapes,Haddock,Ham,Honey,Juice,Kale,Lamb,Leeks,Lemons,Lentils,Lettuce,Limes,Lobster,Mackerel,Mangoes,Milk,Mint,Mushrooms,Mussels,Mustard,Noodles,Oats,Oil,Olives,Onions,Oranges,Parsley,Pasta,Peaches,Pears,Peas,Pepper,Pork,Potatoes,Prawns,Quinoa,Raisins,Rice,Rocket,Saffron,Salmon,Salt,Spinach,Squash,Sugar,Thyme,Tofu,Tomatoes,Trout,Tuna,Turkey,Vanilla,Vinegar,Yoghurt'.split(
		',',
	);
const kinds =
	'Baby,Black,Blanched,Boneless,Brown,Chilled,Coarse,Cooked,Cured,Dark,Dried,Fine,Fresh,Frozen,Golden,Green,Ground,Large,Marinated,Mild,Mixed,Organic,Pickled,Plain,Red,Roasted,Salted,Smoked,Sweet,White,Whole,Wild,Young'.split(
		',',
	);
const forms =
	'blocks,chopped,cubes,diced,fillets,flakes,grated,halves,in brine,in oil,leaves,minced,peeled,pieces,powder,puree,quarters,sliced,sticks,strips,tails,tops,trimmed,wedges'.split(
		',',
	);
const sizes = [
	'100 g',
	'250 g',
	'400 g',
	'500 g',
	'750 ml',
	'1 kg',
	'1 l',
	'2.5 kg',
	'5 kg',
	'10 l',
];

/** The n-th item: good, kind, form and size, a case, a pack and a piece, and a barcode. */
export function makeItem(index: number): NewItem {
	// A step coprime to the number of names visits all, and neighbours differ.
	const names = goods.length * kinds.length * forms.length * sizes.length;
	let rest = (index * 104_729) % names;
	const next = (list: readonly string[]): string => {
		const word = list[rest % list.length] ?? '';
		rest = Math.floor(rest / list.length);
		return word;
	};
	const good = next(goods);
	const name = `${next(kinds)} ${good} ${next(forms)} ${next(sizes)}`;
	const code = `${good.slice(0, 3).toUpperCase()}-${String(index).padStart(6, '0')}`;
	const barcodes = [{ barcode: `20${String(index).padStart(11, '0')}`, unitId: '1' }];
	const perPack = 4 + (index % 3) * 2;
	const unitCost = `${(index % 40) + 1}.${String(index % 100).padStart(2, '0')}`;
	return {
		itemId: `item-${String(index).padStart(6, '0')}`,
		code,
		name,
		category: good,
		unitCost,
		units: [
			unit('3', 'case', 'case', perPack * 6),
			unit('2', 'pack', 'pack', perPack),
			unit('1', 'each', 'each', 1),
		],
		baseUnitName: 'each',
		barcodes,
		json: JSON.stringify({ code, name, good, unitCost, barcodes }),
	};
}

const unit = (
	unitId: string,
	name: string,
	kind: ItemView['units'][number]['kind'],
	holds: number,
): ItemView['units'][number] => ({
	unitId,
	name,
	kind,
	factor: { numerator: String(holds), denominator: '1' },
	places: kind === 'each' ? 2 : 0,
});
