// A reproducible data folder with account, location, items and stock, and a core over it without network.
import { mkdirSync, mkdtempDisposableSync } from 'node:fs';
import { join } from 'node:path';
import type { CallInput, CallName, CallOutput } from '../src/shared/bridge/contract.ts';
import type { Core } from '../src/main/core/core.ts';
import { createCore } from '../src/main/core/create-core.ts';
import type { CorePorts } from '../src/main/core/ports.ts';
import { Accounts } from '../src/main/core/store/accounts.ts';
import { itemTables } from '../src/main/core/store/items.ts';
import { openStore } from '../src/main/core/store/open.ts';
import type { PullKind } from '../src/main/core/store/pulls.ts';
import { stockTable } from '../src/main/core/store/stock.ts';
import { systemClock, systemRandom, uuidV7 } from '../src/main/host/clock.ts';
import { noSecrets } from '../src/main/host/ports.ts';
import { virtualClock, type VirtualClock } from '../test/support/virtual-clock.ts';
import { makeItem } from './item.ts';

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

/** On the project's disk: a temporary folder is often in memory, where a durable save costs nothing. */
export function makeFolder() {
	mkdirSync(parent, { recursive: true });
	return mkdtempDisposableSync(join(parent, 'stillroom-bench-'));
}

/** @param places number of locations; everything is at the first */
export function makeKitchen(
	areas: readonly KitchenArea[],
	profile: unknown = {},
	places = 1,
): Kitchen {
	const { path: dataFolder, remove } = makeFolder();
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
		const records = store.records;
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

		const pulls = store.pulls;
		const everywhere: PullKind[] = ['location', 'storageArea', 'inventoryItem', 'wasteReason'];
		for (const kind of everywhere) pulls.finish(accountId, kind, '', at, 1);
		pulls.finish(accountId, 'stock', locationId, at, 1);
	})();
	store.close();
	return { dataFolder, remove };
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

/** As a person at the first location, in English; what they submit is sent at once. */
export const setUp = (core: Core) =>
	answerOf(core, 'settings.set', { language: 'en', locationId, person: 'Noor', undoSeconds: 0 });

export async function openCount(core: Core, areaId: string): Promise<string> {
	const { stocktakeId } = await answerOf(core, 'stocktake.open', {
		locationId,
		name: '',
		plan: { scope: { kind: 'areas', areaIds: [areaId] } },
		intentId: `bench-count-of-${areaId}`,
	});
	return stocktakeId;
}
