// The packaged program in place of a browser, for the same tests: the page is its window, and the calls beside the page
// go through the bridge of that window. The tests that need a browser are tagged @browser.
import { join } from 'node:path';
import process from 'node:process';
import { _electron, expect, type ElectronApplication, type Page } from '@playwright/test';
import type { AppState } from '../../src/shared/bridge/app.ts';
import type { CallInput, CallName, CallTarget } from '../../src/shared/bridge/contract.ts';
import type { Pc } from './office.ts';
import { findElectron } from './electron.ts';
import { rejectionsIn } from './rejections.ts';

/** The PC and what is on its display. */
export interface WindowPc extends Pc {
	/** Starts the program unless it runs. @returns the page of its window, also after a restart */
	page(): Promise<Page>;
}

export async function launchWindow(
	dataFolder: string,
	more: readonly string[] = [],
): Promise<{ program: ElectronApplication; page: Page }> {
	const electron = findElectron();
	if (electron === null) throw new Error('No Electron binary: this test should not have run.');
	const program = await _electron.launch({
		executablePath: electron.executablePath,
		args: [...electron.args, '--data', dataFolder, ...more],
		// Without the sandbox, as Playwright starts it by default, this would not be the program that people use. Root
		// cannot have it.
		chromiumSandbox: process.getuid?.() !== 0,
		locale: 'en-GB',
		timezoneId: 'Europe/Paris',
	});
	// As in the browser host, nobody keeps the secret. A key store may also ask a person, and none is here.
	await program.evaluate(({ safeStorage }) => {
		safeStorage.isAsyncEncryptionAvailable = async () => false;
	});
	const page = await program.firstWindow();
	await page.setViewportSize({ width: 1366, height: 768 });
	await page.waitForFunction(() => document.readyState === 'complete' && 'stillroom' in window);
	return { program, page };
}

export function windowPc(dataFolder: string): WindowPc {
	let running: { program: ElectronApplication; page: Page } | null = null;

	const inUse = () => {
		if (running === null) throw new Error('The program does not run.');
		return running;
	};
	const call = async (name: CallName, input: unknown): Promise<unknown> => {
		const reply = await inUse().page.evaluate(
			async ({ name, input }) => {
				const bridge = Reflect.get(window, 'stillroom') as CallTarget;
				return bridge.call(name, input as CallInput<CallName>);
			},
			{ name, input },
		);
		if (reply.ok) return reply.value;
		throw new Error(`${name}: ${reply.code}: ${reply.message} ${JSON.stringify(reply.details)}`);
	};
	async function end(how: 'close' | 'kill'): Promise<void> {
		const ending = running?.program;
		running = null;
		if (how === 'close') await ending?.close();
		else ending?.process().kill('SIGKILL');
		expect(rejectionsIn(join(dataFolder, 'logs')), 'nobody waited for a promise').toEqual([]);
	}

	const pc: WindowPc = {
		dataFolder,
		async page() {
			await pc.start();
			const { page } = inUse();
			// A program that starts again has another window, and the test goes on with the page that it has.
			return new Proxy(page, {
				get(_first, name) {
					const now = inUse().page;
					const value: unknown = Reflect.get(now, name);
					const isMethod = typeof value === 'function' && name !== 'constructor';
					return isMethod ? (value.bind(now) as unknown) : value;
				},
			});
		},
		async launch() {
			throw new Error('A window has no link: tag this test @browser.');
		},
		async start(more = []) {
			if (more.length > 0) throw new Error('A window starts as it is: tag this test @browser.');
			running ??= await launchWindow(dataFolder);
		},
		stop: () => end('close'),
		rest: () => end('close'),
		kill: () => end('kill'),
		// Validated by the core.
		call: call as Pc['call'],
		async until(fits) {
			await expect
				.poll(async () => fits((await call('app.state', {})) as AppState), { timeout: 60_000 })
				.toBe(true);
		},
		async show(page, path) {
			const [home = ''] = page.url().split('#');
			await page.goto(`${home}#${path}`);
		},
	};
	return pc;
}
