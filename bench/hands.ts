// A person's actions on a sheet, with real keys and wheel, and how long the page takes.
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Contender } from './harness.ts';
import { expectKey, scrollBy, watchFrames } from './page-paint.ts';

export const typing =
	(page: Page): Contender =>
	(round) =>
		press(page, String(round % 10));

/** Enter after a digit: saves the box and goes to the next line. */
export const entering =
	(page: Page, start: readonly string[]): Contender =>
	async (round) => {
		if (round % runOfLines === 0) for (const key of start) await press(page, key);
		await press(page, String((round % 9) + 1));
		return press(page, 'Enter');
	};

/** Enter at the bottom of the window. @returns ms from its painting until the window has followed and painted */
export const following =
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

/** A digit that waits neither for the previous Enter nor for scrolling. @returns ms until painted */
export const typingAtOnce =
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

/** Lines entered before starting over: clear of the sheet's end. */
const runOfLines = 80;
const runOfFollowed = 30;
export const atTheTop = ['Control+Home'];
export const nearTheEnd = ['Control+End', ...Array.from({ length: 10 }, () => 'PageUp')];

/** ms between keys: faster ones look like a scanner. */
const pace = 45;

/** ms until a key counts as lost. */
const longest = 20_000;

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

/** As a few turns of the wheel, in one jump: nine or ten rows. */
export const scrolling =
	(page: Page): Contender =>
	() =>
		page.evaluate(scrollBy, 320);

/** px per notch, as a browser scrolls: three lines of text. */
const notch = 100;
/** ms between notches of a brisk wheel. */
const betweenNotches = 50;
/** Down and as many up again: less than 100 lines' height. */
const notches = 25;

/** @returns ms of each frame between first and last notch, at the screen's clock */
export async function turnWheel(page: Page): Promise<number[]> {
	const rows = await page.getByRole('grid').boundingBox();
	if (rows === null) throw new Error('There are no rows to scroll.');
	await page.mouse.move(rows.x + rows.width / 2, rows.y + 200);
	await page.evaluate(watchFrames);
	// A wheel does not wait for the page.
	const turns: Promise<void>[] = [];
	const begun = await page.evaluate(() => performance.now());
	for (let turn = 0; turn < 2 * notches; turn += 1) {
		turns.push(page.mouse.wheel(0, turn < notches ? notch : -notch));
		await setTimeout(betweenNotches);
	}
	await Promise.all(turns);
	const frames = await page.evaluate(
		(from) => globalThis.frameTimes.filter((at) => at >= from),
		begun,
	);
	return frames.slice(1).map((at, before) => at - (frames[before] ?? at));
}
