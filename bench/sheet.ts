// A count sheet of 10,000 lines against one of 100, in a real Chromium over the real browser host: key to paint,
// opening, scrolling and memory.
import type { Browser, Page } from '@playwright/test';
import { openBarePage } from './bare-page.ts';
import { heapOf, launchChromium, memoryOf, openProgram, type OpenProgram } from './browser.ts';
import { makeKitchen, openCore, openCount, setUp } from './kitchen.ts';
import {
	compare,
	frame,
	takeTurns,
	type Benchmark,
	type Comparison,
	type Contender,
} from './harness.ts';
import {
	atTheTop,
	entering,
	following,
	nearTheEnd,
	scrolling,
	turnWheel,
	typing,
	typingAtOnce,
} from './hands.ts';
import { goUntilFocus, watchKeys } from './page-paint.ts';

const manyLines = 10_000;
const fewLines = 100;
/** Rows of the bare pages: as many as the sheet renders, and some screens to scroll. */
const bareRows = { keys: 30, scroll: 400 };
const warmUp = 10;
/** The browser's own share, on a page without the program. */
const bareName = 'a bare page of boxes';
const twice = { median: 2, p95: 2 };
const twoFrames = 'two frames of 60 Hz';
/** Opening takes much longer than a key, so it gets fewer rounds. */
const keysForEach = 8;

export const sheet: Benchmark = {
	name: 'sheet',
	about: `keys, opening, scrolling and memory of a count of ${manyLines.toLocaleString('en')} lines / of ${fewLines}`,
	rounds: 40,
	async run(rounds, say) {
		say(`making counts of ${[manyLines, fewLines].join(' and ')} lines`);
		const kitchen = makeKitchen([
			{ areaId: 'many', items: manyLines },
			{ areaId: 'few', items: fewLines },
		]);
		const browser = await launchChromium('none');
		try {
			const { core } = openCore(kitchen);
			const counts = { many: await openCount(core, 'many'), few: await openCount(core, 'few') };
			await setUp(core);
			await core.stop();
			const fewer = Math.ceil(rounds / keysForEach);

			await using program = await openProgram(kitchen);
			say('measuring memory');
			const memory = await takeTurns(2, {
				many: () => memoryFor(program, counts.many),
				few: () => memoryFor(program, counts.few),
			});
			const many = await openSheet(program, browser, counts.many);
			const few = await openSheet(program, browser, counts.few);
			await using bare = await openBarePage(browser, bareRows.keys);
			await using bareScroll = await openBarePage(browser, bareRows.scroll);
			await bare.page.evaluate(watchKeys);
			const contenders = {
				typeBare: typing(bare.page),
				enterBare: entering(bare.page, []),
				typeMany: typing(many),
				typeFew: typing(few),
				enterMany: entering(many, nearTheEnd),
				enterFew: entering(few, atTheTop),
			};
			say('warming up');
			await takeTurns(warmUp, contenders);
			say(`${rounds} rounds`);
			const ms = await takeTurns(rounds, contenders);
			const follows = await takeTurns(rounds, {
				many: following(many, [...nearTheEnd, 'PageDown']),
				few: following(few, [...atTheTop, 'PageDown']),
				digitMany: typingAtOnce(many, [...nearTheEnd, 'PageDown']),
				digitFew: typingAtOnce(few, [...atTheTop, 'PageDown']),
			});
			// Measured alone: the next key scrolls an invisible box back.
			const scrolls = await takeTurns(rounds, {
				many: scrolling(many),
				few: scrolling(few),
				bare: scrolling(bareScroll.page),
			});
			const openings = await takeTurns(fewer, {
				many: opening(many, counts.many),
				few: opening(few, counts.few),
			});
			say('turning the wheel');
			const wheel = await turningWheels(program, counts, fewer);
			const few100 = `${fewLines} lines`;
			return [
				...keyComparisons('a digit', ms.typeMany, ms.typeFew),
				...keyComparisons('Enter', ms.enterMany, ms.enterFew),
				...keyComparisons('the window follows an Enter', follows.many, follows.few),
				...keyComparisons('a digit right behind an Enter', follows.digitMany, follows.digitFew, 2),
				compare('a digit, 10,000 lines', bareName, ms.typeMany, ms.typeBare, twice),
				compare('Enter, 10,000 lines', bareName, ms.enterMany, ms.enterBare, twice),
				compare('scrolling, 10,000 lines', bareName, scrolls.many, scrolls.bare, { median: 2 }),
				compare('scrolling', few100, scrolls.many, scrolls.few, { median: 1.2 }),
				compare('scrolling', twoFrames, scrolls.many, 2 * frame, { p99: 1 }),
				...wheel,
				compare('opening', few100, openings.many, openings.few, { median: 1.5 }),
				compare('opening', '300 ms', openings.many, 300, { median: 1 }),
				compare('memory of the page, MB', few100, memory.many, memory.few, { median: 1.5 }, 'MB'),
			];
		} finally {
			await browser.close();
			kitchen.remove();
		}
	},
};

/** @param keys painted meanwhile: each has a frame. */
function keyComparisons(key: string, many: number[], few: number[], keys: 1 | 2 = 1): Comparison[] {
	const name = `${key}, 10,000 lines`;
	const limit = keys === 1 ? 'a frame of 60 Hz' : twoFrames;
	return [
		compare(name, `${fewLines} lines`, many, few, { median: 1.2, p95: 1.2 }),
		compare(name, limit, many, keys * frame, { p95: 1 }),
	];
}

const box = '[role=grid] input';

async function openSheet(
	program: OpenProgram,
	browser: Browser,
	stocktakeId: string,
): Promise<Page> {
	const page = await program.show(browser, `/counts/${stocktakeId}`);
	await page.getByRole('grid').getByRole('textbox').first().focus();
	await page.evaluate(watchKeys);
	return page;
}

/** MB, in its own browser, so that its only page is measured. */
async function memoryFor(program: OpenProgram, stocktakeId: string): Promise<number> {
	const browser = await launchChromium('none');
	try {
		const page = await openSheet(program, browser, stocktakeId);
		await page.waitForLoadState('networkidle');
		// Collect garbage before measuring.
		const heap = await heapOf(page);
		return (await memoryOf(browser)) ?? heap;
	} finally {
		await browser.close();
	}
}

/** From the list of counts until a box accepts input. */
const opening =
	(page: Page, stocktakeId: string): Contender =>
	async () => {
		await page.evaluate(() => {
			location.hash = '#/counts';
		});
		await page.locator(`table a[href$="${stocktakeId}"]`).waitFor({ state: 'attached' });
		return page.evaluate(goUntilFocus, { hash: `#/counts/${stocktakeId}`, wanted: box });
	};

/** Frame times while the wheel turns, ms, at the screen's clock, in its own browser. */
async function turningWheels(
	program: OpenProgram,
	counts: { readonly many: string; readonly few: string },
	rounds: number,
): Promise<Comparison[]> {
	const browser = await launchChromium('screen');
	try {
		await using bare = await openBarePage(browser, bareRows.scroll);
		const pages = {
			many: await openSheet(program, browser, counts.many),
			few: await openSheet(program, browser, counts.few),
			bare: bare.page,
		};
		const frames: Record<keyof typeof pages, number[]> = { many: [], few: [], bare: [] };
		const turning = (name: keyof typeof pages) => async () =>
			frames[name].push(...(await turnWheel(pages[name])));
		await takeTurns(rounds, {
			many: turning('many'),
			few: turning('few'),
			bare: turning('bare'),
		});
		const name = 'a frame while the wheel turns, 10,000 lines';
		return [
			compare(name, twoFrames, frames.many, 2 * frame, { p99: 1 }),
			compare(name, `${fewLines} lines`, frames.many, frames.few, { p99: 1 }),
			compare(name, bareName, frames.many, frames.bare, { p99: 1 }),
		];
	} finally {
		await browser.close();
	}
}
