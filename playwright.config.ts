// Browser tests: the built screens in a real Chromium through the loopback host, and the same tests in the window of the
// packaged program, where one is named (test/support/electron.ts). Those tagged @browser need a browser: they hold back
// requests, look at downloads, start the program with arguments, or open two tabs. Those tagged @night are long, and run with
// `npm run proofs`.
import { defineConfig } from '@playwright/test';
import { findElectron } from './test/support/electron.ts';
import { chromiumSwitches, findChromium } from './test/support/chromium.ts';
import { patience } from './test/support/slowness.ts';
import { whole } from './test/support/whole.ts';

const executablePath = findChromium();
const chromium = {
	browserName: 'chromium' as const,
	viewport: { width: 1366, height: 768 },
	locale: 'en-GB',
	timezoneId: 'Europe/Paris',
	// Every frame of a transition is drawn by the processor here.
	contextOptions: { reducedMotion: 'reduce' as const },
	// A new context compiles all screens anew, which is a third of the time of a test. Playwright empties the storage,
	// cookies and routes of the old one, each test opens a tab of its own, and none grants permissions.
	reuseContext: true,
	launchOptions: {
		// One process for the tab, also after an empty page: it keeps the compiled screens.
		args: ['--renderer-process-limit=1', ...chromiumSwitches()],
		...(executablePath === null ? {} : { executablePath }),
	},
};

export default defineConfig<{ host: 'browser' | 'window' }>({
	testDir: 'test/e2e',
	testMatch: '**/*.e2e.ts',
	outputDir: 'test-results',
	snapshotPathTemplate: '{testDir}/{arg}{ext}',
	// Each test has a service and a PC of its own: by single tests no worker is left without at the end.
	fullyParallel: true,
	forbidOnly: true,
	retries: 0,
	workers: 2,
	// Wide enough for a machine at half its speed: a wrong state stays wrong, a slow one comes right.
	timeout: 120_000 * patience,
	expect: { timeout: 20_000 * patience },
	reporter: 'list',
	use: {
		// A control that disappears fails with its name, instead of holding the test until its end.
		actionTimeout: 20_000 * patience,
		navigationTimeout: 30_000 * patience,
		// A trace costs each test a sixth of its time: `--trace on` where a failure does not explain itself.
		screenshot: 'only-on-failure',
	},
	projects: [
		{
			name: 'loopback',
			testIgnore: '**/electron/**',
			...(whole ? {} : { grepInvert: /@night/ }),
			use: chromium,
		},
		{
			name: 'electron',
			// Without an Electron, the tests of its own folder say that they were skipped.
			...(findElectron() === null ? { testMatch: '**/electron/*.e2e.ts' } : {}),
			// The link of the browser host, a window made up in a browser, and PCs that the tests of a file share.
			testIgnore: ['**/first-run.e2e.ts', '**/desktop.e2e.ts', '**/0-all-screens.e2e.ts'],
			grepInvert: whole ? /@browser/ : /@browser|@night/,
			// Its tests have an empty tab beside their window.
			use: { ...chromium, host: 'window' },
		},
	],
});
