// The program in its browser host over a made-up kitchen, and a real Chromium with a window per page.
import { readFileSync } from 'node:fs';
import { chromium, type Browser, type Page } from '@playwright/test';
import { runLoopback } from '../src/main/loopback/run.ts';
import { buildScreens } from '../scripts/built.ts';
import { chromiumSwitches, findChromium } from '../test/support/chromium.ts';
import type { Kitchen } from './kitchen.ts';

export interface OpenProgram extends AsyncDisposable {
	/** Opens a screen in its own window: a background page paints no frames. */
	show(browser: Browser, hash: string): Promise<Page>;
}

export async function openProgram({ dataFolder }: Kitchen): Promise<OpenProgram> {
	buildScreens();
	const program = await runLoopback({
		loopback: true,
		practice: false,
		open: false,
		port: 0,
		dataFolder,
		help: false,
		dataSet: 'small',
	});
	return {
		async show(browser, hash) {
			const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
			const page = await context.newPage();
			await page.goto(program.newLink());
			await page.waitForURL(/#\/counts$/);
			await page.goto(`${new URL(page.url()).origin}/#${hash}`);
			return page;
		},
		[Symbol.asyncDispose]: () => program.stop(),
	};
}

/**
 * @param clock `none`: frames as soon as requested, without waiting for the screen; `screen`: 60 Hz, as a person sees
 * it.
 */
export async function launchChromium(clock: 'none' | 'screen'): Promise<Browser> {
	const executablePath = findChromium();
	if (executablePath === null) throw new Error('There is no Chromium; name one in CHROMIUM_PATH.');
	const unlimited = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];
	const args = [...chromiumSwitches(), ...(clock === 'none' ? unlimited : [])];
	return chromium.launch({ executablePath, args });
}

export async function heapOf(page: Page): Promise<number> {
	const cdp = await page.context().newCDPSession(page);
	await cdp.send('HeapProfiler.collectGarbage');
	const { usedSize } = await cdp.send('Runtime.getHeapUsage');
	await cdp.detach();
	return usedSize / 2 ** 20;
}

/** MB of a browser's only page process, with its share of shared memory; null if the system does not tell. */
export async function memoryOf(browser: Browser): Promise<number | null> {
	const cdp = await browser.newBrowserCDPSession();
	const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
	await cdp.detach();
	const sizes = processInfo
		.filter(({ type }) => type === 'renderer')
		.map(({ id }) => {
			try {
				const rollup = readFileSync(`/proc/${String(id)}/smaps_rollup`, 'utf8');
				return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024;
			} catch {
				return 0;
			}
		});
	const most = Math.max(0, ...sizes);
	return most === 0 ? null : most;
}
