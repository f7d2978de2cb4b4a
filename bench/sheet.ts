// The count sheet of 10,000 lines against one of 100, in a real Chromium over the real browser host: a key until the page
// is painted, opening, scrolling and memory; and 5,000 lines reviewed in the core and submitted to a service.
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import type { Core } from '../src/main/core/core.ts';
import { openBarePage } from './bare-page.ts';
import { heapOf, launchChromium, memoryOf, openProgram, type OpenProgram } from './browser.ts';
import { answerOf, locationId, makeKitchen, openCore, openCount } from './kitchen.ts';
import { takeTurns, type Benchmark, type Comparison, type Contender } from './measurement.ts';
import { expectKey, goUntilFocus, scrollBy, watchKeys } from './page-paint.ts';
import { submitting } from './posting.ts';
import { turnWheel } from './wheel.ts';

const manyLines = 10_000;
const fewLines = 100;
const reviewedLines = 5_000;
/** Rows of the bare pages: as many as the sheet draws, and some screens of them to scroll. */
const bareRows = { keys: 30, scroll: 400 };
const warmUp = 10;
/** ms a screen of 60 Hz shows a frame. */
const frame = 1000 / 60;
/** Opening and reviewing take much longer than a key, and are done so many times less often. */
const keysForEach = 8;
const countsForEach = 40;

export const sheet: Benchmark = {
	name: 'sheet',
	about: `keys, opening, scrolling and memory of a count of ${manyLines.toLocaleString('en')} lines / of ${fewLines}`,
	rounds: 40,
	async run(rounds, say) {
		say(`making counts of ${[manyLines, reviewedLines, fewLines].join(', ')} lines`);
		const kitchen = makeKitchen([
			{ areaId: 'many', items: manyLines },
			{ areaId: 'few', items: fewLines },
			{ areaId: 'reviewed', items: reviewedLines },
		]);
		const browser = await launchChromium('none');
		try {
			const { core } = openCore(kitchen);
			const counts = { many: await openCount(core, 'many'), few: await openCount(core, 'few') };
			await answerOf(core, 'settings.set', {
				language: 'en',
				locationId,
				person: 'Noor',
				undoSeconds: 0,
			});
			const review = await reviewing(core);
			const fewer = Math.ceil(rounds / keysForEach);
			await takeTurns(2, { review });
			const reviews = await takeTurns(fewer, { review });
			await core.stop();
			const submits = await submitting(Math.ceil(rounds / countsForEach), say);

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
			// By itself: a box that is out of sight is brought back into it by the next key.
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
			return [
				...keyComparisons('a digit', ms.typeMany, ms.typeFew),
				...keyComparisons('Enter', ms.enterMany, ms.enterFew),
				...keyComparisons('the window follows an Enter', follows.many, follows.few),
				...keyComparisons('a digit right behind an Enter', follows.digitMany, follows.digitFew, 2),
				besideBare('a digit', ms.typeMany, ms.typeBare, ['p95']),
				besideBare('Enter', ms.enterMany, ms.enterBare, ['p95']),
				besideBare('scrolling', scrolls.many, scrolls.bare),
				{
					...{ name: 'scrolling', against: `${fewLines} lines` },
					...{ samples: scrolls.many, floor: scrolls.few },
					aims: [{ at: 'median', ratio: 1.2 }],
				},
				{
					...{ name: 'scrolling', against: 'two frames of 60 Hz', samples: scrolls.many },
					...{ floor: [2 * frame], aims: [{ at: 'p99', ratio: 1 }] },
				},
				...wheel,
				{
					...{ name: 'opening', against: `${fewLines} lines` },
					...{ samples: openings.many, floor: openings.few },
					aims: [{ at: 'median', ratio: 1.5 }],
				},
				{
					...{ name: 'opening', against: '300 ms', samples: openings.many, floor: [300] },
					aims: [{ at: 'median', ratio: 1 }],
				},
				{
					...{ name: 'memory of the page, MB', against: `${fewLines} lines`, unit: 'MB' },
					...{ samples: memory.many, floor: memory.few },
					aims: [{ at: 'median', ratio: 1.5 }],
				},
				{
					...{ name: 'review of 5,000 lines', against: '150 ms' },
					...{ samples: reviews.review, floor: [150] },
					aims: [{ at: 'median', ratio: 1 }],
				},
				...submits,
			];
		} finally {
			await browser.close();
			kitchen.remove();
		}
	},
};

/** @param keys that are painted meanwhile: each has a frame. */
function keyComparisons(key: string, many: number[], few: number[], keys: 1 | 2 = 1): Comparison[] {
	const name = `${key}, 10,000 lines`;
	return [
		{
			...{ name, against: `${fewLines} lines`, samples: many, floor: few },
			aims: [
				{ at: 'median', ratio: 1.2 },
				{ at: 'p95', ratio: 1.2 },
			],
		},
		{
			...{ name, against: keys === 1 ? 'a frame of 60 Hz' : 'two frames of 60 Hz' },
			...{ samples: many, floor: [keys * frame] },
			aims: [{ at: 'p95', ratio: 1 }],
		},
	];
}

/**
 * What the browser alone takes for it on a page without the program: it says what of a time is not ours.
 * @param tail of a key p95, at which a frame is held against it
 */
function besideBare(
	name: string,
	samples: number[],
	floor: number[],
	tail: readonly 'p95'[] = [],
): Comparison {
	return {
		...{ name: `${name}, 10,000 lines`, against: 'a bare page of boxes', samples, floor },
		aims: (['median', ...tail] as const).map((at) => ({ at, ratio: 2 })),
	};
}

const box = '[role=grid] input';

async function openSheet(
	program: OpenProgram,
	browser: Browser,
	stocktakeId: string,
): Promise<Page> {
	const page = await program.show(browser, `/stocktake/${stocktakeId}`);
	await page.getByRole('grid').getByRole('textbox').first().focus();
	await page.evaluate(watchKeys);
	return page;
}

/** MB: in a browser of its own, so that its only page is the one that is meant. */
async function memoryFor(program: OpenProgram, stocktakeId: string): Promise<number> {
	const browser = await launchChromium('none');
	try {
		const page = await openSheet(program, browser, stocktakeId);
		await page.waitForLoadState('networkidle');
		// What was thrown away is given back before it is weighed.
		const heap = await heapOf(page);
		return (await memoryOf(browser)) ?? heap;
	} finally {
		await browser.close();
	}
}

/** From the list of counts until a box of the sheet can be typed in. */
const opening =
	(page: Page, stocktakeId: string): Contender =>
	async () => {
		await page.evaluate(() => {
			location.hash = '#/stocktake';
		});
		await page.locator(`table a[href$="${stocktakeId}"]`).waitFor({ state: 'attached' });
		return page.evaluate(goUntilFocus, { hash: `#/stocktake/${stocktakeId}`, wanted: box });
	};

/** A few turns of the wheel: nine or ten rows. */
const scrolling =
	(page: Page): Contender =>
	() =>
		page.evaluate(scrollBy, 320);

/** The call of the review screen, every line counted. */
async function reviewing(core: Core): Promise<Contender> {
	const stocktakeId = await openCount(core, 'reviewed');
	const { lines } = await answerOf(core, 'stocktake.sheet', { stocktakeId });
	for (let from = 0; from < lines.length; from += 2_000) {
		await answerOf(core, 'stocktake.enterMany', {
			stocktakeId,
			entries: lines
				.slice(from, from + 2_000)
				.map(({ lineNo }) => ({ lineNo, unitId: '1', typed: String(lineNo % 90) })),
			locale: 'en-IE',
		});
	}
	return async (round) => {
		// A review that nobody changed is not reckoned again: here each is.
		await answerOf(core, 'stocktake.enter', {
			...{ stocktakeId, lineNo: 1, unitId: '1', typed: String(100 + round), locale: 'en-IE' },
		});
		const begun = performance.now();
		await answerOf(core, 'stocktake.review', { stocktakeId });
		return performance.now() - begun;
	};
}

/** A digit into the box in hand. */
const typing =
	(page: Page): Contender =>
	(round) =>
		press(page, String(round % 10));

/** Enter after a digit: the box is saved, and the next line taken in hand. */
const entering =
	(page: Page, start: readonly string[]): Contender =>
	async (round) => {
		if (round % runOfLines === 0) for (const key of start) await press(page, key);
		await press(page, String((round % 9) + 1));
		return press(page, 'Enter');
	};

/** An Enter at the foot of the window. @returns ms from its painting until the window has followed and is painted */
const following =
	(page: Page, start: readonly string[]): Contender =>
	async (round) => {
		if (round % runOfFollowed === 0) for (const key of start) await press(page, key);
		await press(page, String((round % 9) + 1));
		await press(page, 'Enter');
		return within(
			page.evaluate(() => globalThis.followed),
			'The window did not follow',
		);
	};

/** A digit that does not wait for the Enter before it, nor for the window to follow. @returns ms until it is painted */
const typingAtOnce =
	(page: Page, start: readonly string[]): Contender =>
	async (round) => {
		if (round % runOfFollowed === 0) for (const key of start) await press(page, key);
		const digit = String((round % 9) + 1);
		await setTimeout(pace);
		await page.evaluate(expectKey, digit);
		await Promise.all([page.keyboard.press('Enter'), page.keyboard.press(digit)]);
		return within(
			page.evaluate(() => globalThis.painted),
			`${digit} was not painted`,
		);
	};

/** ms that each frame stood while a wheel was turned, at the screen's clock: in a browser of its own. */
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
		const frames = { many: [0], few: [0], bare: [0] };
		const turning = (page: Page, of: number[]): Contender => {
			of.length = 0;
			return async () => of.push(...(await turnWheel(page)));
		};
		await takeTurns(rounds, {
			many: turning(pages.many, frames.many),
			few: turning(pages.few, frames.few),
			bare: turning(pages.bare, frames.bare),
		});
		const name = 'a frame while the wheel turns, 10,000 lines';
		const aims = [{ at: 'p99', ratio: 1 }] as const;
		return [
			{ name, against: 'two frames of 60 Hz', samples: frames.many, floor: [2 * frame], aims },
			{ name, against: `${fewLines} lines`, samples: frames.many, floor: frames.few, aims },
			{ name, against: 'a bare page of boxes', samples: frames.many, floor: frames.bare, aims },
		];
	} finally {
		await browser.close();
	}
}

/** Lines entered before it begins again: fewer than there are, and than a few pages are from the end. */
const runOfLines = 80;
/** Two lines in each round, from a page below the top. */
const runOfFollowed = 30;
const atTheTop = ['Control+Home'];
const nearTheEnd = ['Control+End', ...Array.from({ length: 10 }, () => 'PageUp')];

/** ms between keys: what comes faster is taken for a scanner. */
const pace = 45;

/** ms after which a key was lost. */
const longest = 20_000;

/** A key as the browser gets it from the system. @returns ms until it is painted */
async function press(page: Page, key: string): Promise<number> {
	await setTimeout(pace);
	const [last = ''] = key.split('+').slice(-1);
	await page.evaluate(expectKey, last);
	await page.keyboard.press(key);
	return within(
		page.evaluate(() => globalThis.painted),
		`${key} was not painted`,
	);
}

const within = (ms: Promise<number>, otherwise: string): Promise<number> =>
	Promise.race([
		ms,
		setTimeout(longest, undefined, { ref: false }).then(() => {
			throw new Error(`${otherwise} within ${longest / 1000} s.`);
		}),
	]);
