// The list of 100,000 items in a real Chromium over the real browser host: a word typed into its filter, from the key
// until the rows are painted. The first words, a second after the list is there, have a row of their own.
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { launchChromium, openProgram, type OpenProgram } from './browser.ts';
import { compare, takeTurns, type Benchmark } from './harness.ts';
import { makeKitchen } from './kitchen.ts';
import { typeUntilPainted } from './page-paint.ts';

const many = 100_000;
/** Starts of words that a hundredth of the items have, none of them in the first rows of the whole list. */
const words = ['cre', 'bre', 'but', 'tom', 'oil', 'mil', 'sal', 'gar'];
const firstWords = 3;
/** Programs started anew for the first words. */
const starts = 4;

export const items: Benchmark = {
	name: 'items',
	about: `filtering a list of ${many.toLocaleString('en')} items`,
	rounds: 60,
	async run(rounds, say) {
		say(`making ${many.toLocaleString('en')} items`);
		const kitchen = makeKitchen([{ areaId: 'area-1', items: many }]);
		const browser = await launchChromium('none');
		try {
			const first: number[] = [];
			for (let start = 1; start < starts; start += 1) {
				await using program = await openProgram(kitchen);
				const page = await shown(program, browser);
				for (let at = 0; at < firstWords; at += 1) first.push(await filtered(page, at));
				await page.context().close();
			}
			say(`${rounds} rounds`);
			await using program = await openProgram(kitchen);
			const page = await shown(program, browser);
			for (let at = 0; at < firstWords; at += 1) first.push(await filtered(page, at));
			const later = await takeTurns(rounds, { typing: (round) => filtered(page, round) });
			const within = (name: string, samples: readonly number[]) =>
				compare(name, '100 ms', samples, 100, { median: 1 });
			return [within('filter of 100,000 items', later.typing), within('its first words', first)];
		} finally {
			await browser.close();
			kitchen.remove();
		}
	},
};

async function shown(program: OpenProgram, browser: Browser): Promise<Page> {
	const page = await program.show(browser, '/inventoryItem');
	await page.locator('[role=grid] td').first().waitFor();
	// As long as a person needs to find the box.
	await setTimeout(1_000);
	return page;
}

async function filtered(page: Page, round: number): Promise<number> {
	const box = page.getByRole('searchbox').last();
	await box.fill('');
	await page.waitForFunction(() => document.querySelector('[role=grid] td') !== null);
	await setTimeout(150);
	return box.evaluate(typeUntilPainted, words[round % words.length] ?? '');
}
