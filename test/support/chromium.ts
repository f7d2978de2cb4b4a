// Finds and configures the Chromium for browser tests and benchmarks.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { chromium } from '@playwright/test';

/** The headless shell first: the same browser without windows, for three quarters of the CPU. */
const commands = [
	'chromium-headless-shell',
	'chromium',
	'chromium-browser',
	'google-chrome-stable',
	'google-chrome',
];

/** CHROMIUM_PATH if set, a Chromium or Chrome on the PATH, or Playwright's; null if there is none. */
export function findChromium(): string | null {
	const named = process.env['CHROMIUM_PATH'];
	if (named !== undefined && named !== '') return named;

	for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
		for (const command of commands) {
			const path = join(folder, command);
			if (folder !== '' && isExecutable(path)) return path;
		}
	}
	const playwrights = chromium.executablePath();
	return existsSync(playwrights) ? playwrights : null;
}

/** Switches: no background traffic, and no sandbox for root, where it is impossible. */
export function chromiumSwitches(): string[] {
	const switches = [
		'--disable-background-networking',
		'--disable-component-update',
		'--disable-default-apps',
		'--disable-sync',
		'--no-first-run',
	];
	return process.getuid?.() === 0 ? ['--no-sandbox', ...switches] : switches;
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
