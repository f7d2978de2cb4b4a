// Lists of 20,000 documents in a real Chromium over the real browser host: a letter into the filters of waste,
// transfers and orders, switching transfer filters, and scrolling, each until painted.
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { launchChromium, openProgram } from './browser.ts';
import { fillLists } from './fill-lists.ts';
import { scrolling } from './hands.ts';
import { compare, frame, takeTurns, type Benchmark, type Contender } from './harness.ts';
import { typeUntilPainted } from './page-paint.ts';

const many = 20_000;
const few = 100;

/** The lists with their addresses, and how their numbers begin. */
const shown = [
	['waste', '/waste', 'WST'],
	['transfers', '/transfers', 'TRO'],
	['orders', '/orders', 'PO'],
] as const;

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
			const lists = [];
			for (const [name, path, number] of shown) {
				const pages = {
					many: await manyProgram.show(browser, path),
					few: await fewProgram.show(browser, path),
				};
				lists.push({ name, number, pages });
			}
			const transfers = lists.find(({ name }) => name === 'transfers')?.pages;
			if (transfers === undefined) throw new Error('There is no list of transfers.');
			for (const page of Object.values(transfers)) {
				await page.getByRole('radio').first().waitFor();
				await page.getByRole('radio').last().check({ force: true });
			}
			for (const page of lists.flatMap(({ pages }) => Object.values(pages)))
				await page.locator('[role=grid] td a').first().waitFor();
			const [ofFew, sooner] = [`of ${few}`, { median: 1.2 }];
			const within = (name: string, samples: readonly number[]) =>
				compare(name, '100 ms', samples, 100, { median: 1 });
			const found = [];
			for (const { name, number, pages } of lists) {
				const filters = {
					many: filtering(pages.many, number),
					few: filtering(pages.few, number),
				};
				await takeTurns(4, filters);
				say(`${rounds} rounds of ${name}`);
				const filtered = await takeTurns(rounds, filters);
				const scrolled = await takeTurns(rounds, {
					many: scrolling(pages.many),
					few: scrolling(pages.few),
				});
				const scroll = `scrolling 20,000 ${name}`;
				found.push(
					within(`filter of 20,000 ${name}`, filtered.many),
					compare(scroll, 'two frames of 60 Hz', scrolled.many, 2 * frame, { p99: 1 }),
					compare(scroll, ofFew, scrolled.many, scrolled.few, sooner),
				);
			}
			const choices = { many: choosing(transfers.many), few: choosing(transfers.few) };
			await takeTurns(4, choices);
			const chosen = await takeTurns(Math.ceil(rounds / 2), choices);
			return [
				...found,
				within('all of 20,000 transfers', chosen.many),
				compare('all of 20,000 transfers', ofFew, chosen.many, chosen.few, sooner),
			];
		} finally {
			await browser.close();
			for (const kitchen of Object.values(kitchens)) kitchen.remove();
		}
	},
};

/** Types the start of a number: from key to a changed first row. */
const filtering =
	(page: Page, series: string): Contender =>
	async (round) => {
		const text = `${series}-${String((round % 9) + 1)}`;
		const box = page.getByRole('searchbox').last();
		await box.fill('');
		await page.waitForFunction(() => document.querySelector('[role=grid] td a') !== null);
		await setTimeout(30);
		return box.evaluate(typeUntilPainted, text);
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
