// The desktop program in a real Electron: it starts, and its window is locked down.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type ElectronApplication, type Page } from '@playwright/test';
import { findElectron } from '../../support/electron.ts';
import { launchWindow } from '../../support/window.ts';

const test = base.extend<{ more: string[]; program: ElectronApplication; mainWindow: Page }>({
	more: [[], { option: true }],
	program: async ({ more }, use) => {
		const folder = await mkdtemp(join(tmpdir(), 'stillroom-e2e-'));
		const { program } = await launchWindow(folder, more);
		await use(program);
		await program.close();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	},
	mainWindow: async ({ program }, use) => {
		await use(await program.firstWindow());
	},
});

test.skip(
	findElectron() === null,
	'No Electron is named, so neither these nor the browser tests run in its window. See docs/desktop.md.',
);

test('the first screen loads from the program’s own URL', async ({ mainWindow }) => {
	// The origin of such an address is opaque for Node.
	expect(mainWindow.url()).toMatch(/^app:\/\/stillroom\//);
	await expect(mainWindow.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the page sees nothing of Node and only the bridge', async ({ mainWindow }) => {
	const seen = await mainWindow.evaluate(() => {
		const bridge: unknown = Reflect.get(window, 'stillroom');
		return {
			require: typeof Reflect.get(window, 'require'),
			process: typeof Reflect.get(window, 'process'),
			bridge: Object.keys(bridge ?? {}).sort(),
		};
	});
	expect(seen).toEqual({
		require: 'undefined',
		process: 'undefined',
		bridge: ['call', 'host', 'on', 'print', 'saveFile', 'savePdf', 'setMenu', 'takeOpenedFile'],
	});
});

test('the window refuses to navigate away', async ({ program, mainWindow }) => {
	const home = mainWindow.url();
	await program.evaluate(({ BrowserWindow }) => {
		const contents = BrowserWindow.getAllWindows()[0]?.webContents;
		// Listeners run in order, so this one sees the decision of the program's own guard.
		const prevented = new Promise<boolean>((resolve) => {
			contents?.on('will-navigate', (event) => {
				resolve(event.defaultPrevented);
			});
		});
		Reflect.set(globalThis, 'navigationPrevented', prevented);
	});
	await mainWindow.evaluate(() => {
		window.location.assign('https://example.org/');
	});
	const refused = await program.evaluate((): unknown =>
		Reflect.get(globalThis, 'navigationPrevented'),
	);
	expect(refused).toBe(true);
	expect(mainWindow.url()).toBe(home);
});

test('the window opens no other window', async ({ program, mainWindow }) => {
	const opened = await mainWindow.evaluate(() => window.open('https://example.org/') !== null);
	expect(opened).toBe(false);
	expect(program.windows()).toHaveLength(1);
});

test.describe('to practise', () => {
	test.use({ more: ['--practice', '--data-set', 'small'] });

	test('the first screen is the list of counts', async ({ mainWindow }) => {
		await expect(mainWindow.getByRole('heading', { level: 1, name: 'Counts' })).toBeVisible();
	});
});
