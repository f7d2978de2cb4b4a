// The one place that says which Chromium the browser tests and benchmarks use, and how it is started.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { chromium } from '@playwright/test';

const commands = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * The executable to use: CHROMIUM_PATH when it is set, a Chromium or Chrome on the PATH, or the one that
 * Playwright installed; null when there is none.
 */
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

/** The switches it is started with: no traffic of its own, and no sandbox where root makes one impossible. */
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
