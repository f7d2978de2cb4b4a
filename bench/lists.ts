// Lists of 20,000 documents in a real Chromium over the real browser host: a letter into the waste and transfer
// filters, switching transfer filters, and scrolling, each until painted.
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { cacheRecords } from '../src/main/core/store/cache-records.ts';
import { openStore } from '../src/main/core/store/open.ts';
import { pullTable } from '../src/main/core/store/pulls.ts';
import { launchChromium, openProgram } from './browser.ts';
import {
	accountId,
	answerOf,
	locationId,
	makeItem,
	makeKitchen,
	openCore,
	reasonId,
	type Kitchen,
} from './kitchen.ts';
import { compare, frame, takeTurns, type Benchmark, type Contender } from './harness.ts';
import { scrollBy } from './page-paint.ts';

const many = 20_000;
const few = 100;
const items = 500;
const otherId = 'location-2';

export const lists: Benchmark = {
	name: 'lists',
	about: `filtering and scrolling ${many.toLocaleString('en')} documents / ${few}`,
	rounds: 60,
	async run(rounds, say) {
		say(`making ${many.toLocaleString('en')} and ${few} documents of each kind`);
		const kitchens = { many: await fillLists(many), few: await fillLists(few) };
		const browser = await launchChromium('none');
		try {
			await using manyProgram = await openProgram(kitchens.many);
			await using fewProgram = await openProgram(kitchens.few);
			const waste = {
				many: await manyProgram.show(browser, '/waste'),
				few: await fewProgram.show(browser, '/waste'),
			};
			const transfers = {
				many: await manyProgram.show(browser, '/transfers'),
				few: await fewProgram.show(browser, '/transfers'),
			};
			for (const page of Object.values(transfers)) {
				await page.getByRole('radio').first().waitFor();
				await page.getByRole('radio').last().check({ force: true });
			}
			for (const page of [...Object.values(waste), ...Object.values(transfers)])
				await page.locator('[role=grid] td a').first().waitFor();
			const filters = { many: filtering(waste.many, 'WST'), few: filtering(waste.few, 'WST') };
			const sought = {
				many: filtering(transfers.many, 'TRO'),
				few: filtering(transfers.few, 'TRO'),
			};
			const choices = { many: choosing(transfers.many), few: choosing(transfers.few) };
			await takeTurns(4, filters);
			await takeTurns(4, sought);
			say(`${rounds} rounds`);
			const filtered = await takeTurns(rounds, filters);
			const found = await takeTurns(rounds, sought);
			const scrolled = await takeTurns(rounds, {
				many: scrolling(waste.many),
				few: scrolling(waste.few),
			});
			const scrolledTransfers = await takeTurns(rounds, {
				many: scrolling(transfers.many),
				few: scrolling(transfers.few),
			});
			await takeTurns(4, choices);
			const chosen = await takeTurns(Math.ceil(rounds / 2), choices);
			const [ofFew, sooner] = [`of ${few}`, { median: 1.2 }];
			const frames = ['two frames of 60 Hz', 2 * frame, { p99: 1 }] as const;
			const within = (name: string, samples: readonly number[]) =>
				compare(name, '100 ms', samples, 100, { median: 1 });
			const smooth = (name: string, ms: typeof scrolled) => [
				compare(name, frames[0], ms.many, frames[1], frames[2]),
				compare(name, ofFew, ms.many, ms.few, sooner),
			];
			return [
				within('filter of 20,000 waste', filtered.many),
				within('filter of 20,000 transfers', found.many),
				within('all of 20,000 transfers', chosen.many),
				compare('all of 20,000 transfers', ofFew, chosen.many, chosen.few, sooner),
				...smooth('scrolling 20,000 waste', scrolled),
				...smooth('scrolling 20,000 transfers', scrolledTransfers),
			];
		} finally {
			await browser.close();
			for (const kitchen of Object.values(kitchens)) kitchen.remove();
		}
	},
};

export async function fillLists(documents: number): Promise<Kitchen> {
	const kitchen = makeKitchen([{ areaId: 'area-1', items }]);
	const store = openStore(kitchen.dataFolder);
	const records = cacheRecords(store.cache);
	const at = Date.now();
	const put = (kind: 'wastage' | 'transferOut' | 'location', id: string, record: object) => {
		const of = kind === 'location' ? null : locationId;
		const json = JSON.stringify({ id, ...record });
		records.put(accountId, kind, { id, locationId: of, json }, { readNo: 1, at, touch: false });
	};
	store.cache.transaction(() => {
		put('location', otherId, { name: 'Mill Street', currency: 'EUR', timeZone: 'UTC' });
		for (let index = 0; index < documents; index += 1) {
			const date = new Date(at - index * 3_600_000).toISOString();
			const { itemId } = makeItem(index % items);
			put('wastage', `waste-${String(index)}`, {
				number: `WST-${String(index)}`,
				locationId,
				date,
				status: 'Approved',
				items: [{ itemId, uomId: 1, quantity: '2', totalCost: '3.5', wasteReasonId: reasonId }],
			});
			put('transferOut', `transfer-${String(index)}`, {
				number: `TRO-${String(index)}`,
				fromLocationId: locationId,
				toLocationId: otherId,
				date,
				status: 'Received',
				totalCost: '12.5',
				items: [],
			});
		}
		const pulls = pullTable(store.cache);
		for (const kind of ['wastage', 'transferOut', 'transferIn'] as const)
			pulls.finish(accountId, kind, '', at, 1);
	})();
	store.close();
	const { core } = openCore(kitchen);
	await answerOf(core, 'settings.set', { language: 'en', locationId, person: 'Noor' });
	await core.stop();
	return kitchen;
}

/** Types the start of a number: from key to a changed first row. */
const filtering =
	(page: Page, series: string): Contender =>
	async (round) => {
		const text = `${series}-${String((round % 9) + 1)}`;
		const box = page.getByRole('searchbox').last();
		await box.fill('');
		await page.waitForFunction(() => document.querySelector('[role=grid] td a') !== null);
		await setTimeout(30);
		return box.evaluate((input, typed) => {
			if (!(input instanceof HTMLInputElement)) throw new Error('This is no box to type in.');
			const rows = document.querySelector('[role=grid]');
			if (rows === null) throw new Error('There is no list.');
			const begun = performance.now();
			return new Promise<number>((resolve) => {
				new MutationObserver((_seen, observer) => {
					observer.disconnect();
					requestAnimationFrame(() => {
						const { port1, port2 } = new MessageChannel();
						port1.onmessage = () => {
							resolve(performance.now() - begun);
						};
						port2.postMessage(null);
					});
				}).observe(rows, { subtree: true, childList: true, characterData: true });
				input.value = typed;
				input.dispatchEvent(new InputEvent('input', { bubbles: true }));
			});
		}, text);
	};

const choosing =
	(page: Page): Contender =>
	async () => {
		await page.getByRole('radio').first().check({ force: true });
		await page.waitForFunction(() => document.querySelector('tbody tr') === null);
		await setTimeout(30);
		return page.evaluate(() => {
			const all = document.querySelectorAll<HTMLElement>('input[type=radio]')[1];
			const begun = performance.now();
			return new Promise<number>((resolve) => {
				all?.click();
				const look = () => {
					if (document.querySelector('tbody tr td a') !== null) resolve(performance.now() - begun);
					else requestAnimationFrame(look);
				};
				requestAnimationFrame(look);
			});
		});
	};

const scrolling =
	(page: Page): Contender =>
	() =>
		page.evaluate(scrollBy, 320);
