// Browser tests: the built screens in a real Chromium through the loopback host, and the built program in a real
// Electron wherever its binary is found.
import { defineConfig } from '@playwright/test';
import { chromiumSwitches, findChromium } from './test/support/chromium.ts';
import { patience } from './test/support/slowness.ts';

const executablePath = findChromium();

export default defineConfig({
	testDir: 'test/e2e',
	testMatch: '**/*.e2e.ts',
	outputDir: 'test-results',
	// Each test has a service and a PC of its own: by single tests neither worker is left without at the end.
	fullyParallel: true,
	forbidOnly: true,
	retries: 0,
	workers: 2,
	timeout: 60_000 * patience,
	expect: { timeout: 10_000 * patience },
	reporter: 'list',
	use: {
		// A trace costs each test a sixth of its time: `--trace on` where a failure does not explain itself.
		screenshot: 'only-on-failure',
	},
	projects: [
		{
			name: 'loopback',
			testIgnore: '**/electron/**',
			use: {
				browserName: 'chromium',
				viewport: { width: 1366, height: 768 },
				locale: 'en-GB',
				timezoneId: 'Europe/Paris',
				launchOptions: {
					args: chromiumSwitches(),
					...(executablePath === null ? {} : { executablePath }),
				},
			},
		},
		{ name: 'electron', testMatch: '**/electron/*.e2e.ts' },
	],
});
