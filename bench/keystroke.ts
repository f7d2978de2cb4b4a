// A key in the count grid until its page is painted, in a count of 10,000 lines against the same page with 100, in a real
// Chromium over the real browser host.
import { setTimeout } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { runLoopback } from '../src/main/loopback/run.ts';
import { chromiumSwitches, findChromium } from '../test/support/chromium.ts';
import { answerOf, locationId, makeKitchen, openCore, openCount, type Kitchen } from './kitchen.ts';
import { takeTurns, type Benchmark, type Contender } from './measurement.ts';
import { expectKey, watchKeys } from './page-keys.ts';

const manyLines = 10_000;
const fewLines = 100;
const warmUp = 10;
/** ms a screen of 60 Hz shows a frame. */
const frame = 1000 / 60;

export const keystroke: Benchmark = {
	name: 'keystroke',
	about: `a key until the page is painted, in a count of ${manyLines.toLocaleString('en')} lines / of ${fewLines} lines`,
	rounds: 120,
	async run(rounds, say) {
		const executablePath = findChromium();
		if (executablePath === null)
			throw new Error('There is no Chromium; name one in CHROMIUM_PATH.');

		// Without a limit a frame comes as soon as it is wanted: what is measured is the work, not the wait for the screen.
		const browser = await chromium.launch({
			executablePath,
			args: [...chromiumSwitches(), '--disable-frame-rate-limit', '--disable-gpu-vsync'],
		});
		say(`making counts of ${manyLines.toLocaleString('en')} and ${fewLines} lines`);
		const kitchen = makeKitchen([
			{ areaId: 'many', items: manyLines },
			{ areaId: 'few', items: fewLines },
		]);
		try {
			const counts = await openCounts(kitchen);
			await using program = await openProgram(kitchen);
			const opened = async (stocktakeId: string): Promise<Page> => {
				// A window of its own: a page behind another one draws no frames.
				const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
				const page = await context.newPage();
				await page.goto(program.newLink());
				// Where the program goes by itself, before it is sent elsewhere.
				await page.waitForURL(/#\/stocktake$/);
				await page.goto(`${new URL(page.url()).origin}/#/stocktake/${stocktakeId}`);
				await page.getByRole('grid').getByRole('textbox').first().focus();
				await page.evaluate(watchKeys);
				return page;
			};
			const [many, few] = [await opened(counts.many), await opened(counts.few)];
			const contenders = {
				typeMany: typing(many),
				typeFew: typing(few),
				enterMany: entering(many, nearTheEnd),
				enterFew: entering(few, atTheTop),
			};
			say('warming up');
			await takeTurns(warmUp, contenders);
			say(`${rounds} rounds`);
			const ms = await takeTurns(rounds, contenders);
			const against = `${fewLines} lines`;
			const aims = [
				{ at: 'median', ratio: 1.2 },
				{ at: 'p95', ratio: 1.2 },
			] as const;
			const within = {
				against: 'a frame of 60 Hz',
				floor: [frame],
				aims: [{ at: 'p95', ratio: 1 }],
			} as const;
			const [type, enter] = ['a digit, 10,000 lines', 'Enter, 10,000 lines'];
			return [
				{ name: type, against, samples: ms.typeMany, floor: ms.typeFew, aims },
				{ name: enter, against, samples: ms.enterMany, floor: ms.enterFew, aims },
				{ name: type, samples: ms.typeMany, ...within },
				{ name: enter, samples: ms.enterMany, ...within },
			];
		} finally {
			await browser.close();
			kitchen.remove();
		}
	},
};

async function openCounts(kitchen: Kitchen): Promise<{ many: string; few: string }> {
	const { core } = openCore(kitchen);
	const counts = { many: await openCount(core, 'many'), few: await openCount(core, 'few') };
	await answerOf(core, 'settings.set', { language: 'en', locationId, person: 'Noor' });
	await core.stop();
	return counts;
}

async function openProgram({ dataFolder }: Kitchen) {
	const program = await runLoopback({
		loopback: true,
		practice: false,
		open: false,
		port: 0,
		dataFolder,
		help: false,
		dataSet: 'small',
	});
	return { newLink: program.newLink, [Symbol.asyncDispose]: () => program.stop() };
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

/** Lines entered before it begins again: fewer than there are, and than a few pages are from the end. */
const runOfLines = 80;
const atTheTop = ['Control+Home'];
const nearTheEnd = ['Control+End', ...Array.from({ length: 10 }, () => 'PageUp')];

/** ms between keys: what comes faster is taken for a scanner. */
const pace = 45;

/** ms after which a key was lost. */
const longest = 20_000;

/** A key as the browser gets it from the system. @returns ms until it is painted */
async function press(page: Page, key: string): Promise<number> {
	await setTimeout(pace);
	await page.evaluate(expectKey);
	await page.keyboard.press(key);
	return Promise.race([
		page.evaluate(() => globalThis.painted),
		setTimeout(longest, undefined, { ref: false }).then(() => {
			throw new Error(`${key} was not painted within ${longest / 1000} s.`);
		}),
	]);
}
