// The wheel of a mouse turned over the rows of a page: how long each frame stands until the next one comes.
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { watchFrames } from './page-paint.ts';

/** px of a notch, as a browser scrolls by it: three lines of text. */
const notch = 100;
/** ms between two notches of a wheel that is turned briskly. */
const betweenNotches = 50;
/** Down, and as many up again: fewer than 100 lines are high. */
const notches = 25;

/** @returns ms of each frame from the first notch to the last, on a browser with the screen's clock */
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
