// Finds an Electron without importing the `electron` package, which would download a binary.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';

/** What to start: a packaged Stillroom, or an Electron with the built program. */
interface ElectronUnderTest {
	executablePath: string;
	args: string[];
}

/**
 * STILLROOM_APP names a packaged program (the `dist:e2e` flavour: a release refuses Playwright's debugger). Otherwise
 * an Electron runs dist/main: ELECTRON_PATH, ELECTRON_OVERRIDE_DIST_PATH, or the one `install-electron` put into
 * node_modules. null if there is none.
 */
export function findElectron(): ElectronUnderTest | null {
	const packaged = process.env['STILLROOM_APP'];
	if (packaged) return { executablePath: resolve(packaged), args: [] };

	const executablePath = electronPath();
	if (executablePath === null || !existsSync(executablePath)) return null;
	return { executablePath, args: [resolve('dist/main/electron/main.js')] };
}

function electronPath(): string | null {
	if (process.env['ELECTRON_PATH']) return process.env['ELECTRON_PATH'];

	const installed = 'node_modules/electron';
	const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
	const nameFile = join(installed, 'path.txt');
	const name = existsSync(nameFile) ? readFileSync(nameFile, 'utf8') : null;
	if (override) return join(override, name ?? 'electron');
	return name === null ? null : resolve(installed, 'dist', name);
}
