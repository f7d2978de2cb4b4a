// The Electron of the tests: only one that is named, so that a run of all tests opens no windows on somebody's display.
import { resolve } from 'node:path';
import process from 'node:process';

/** What to start: a packaged Stillroom, or an Electron with the built program. */
interface ElectronUnderTest {
	executablePath: string;
	args: string[];
}

/**
 * STILLROOM_APP names a packaged program (the `dist:e2e` flavour: a release refuses Playwright's debugger), ELECTRON_PATH
 * an Electron that runs dist/main. null if neither is set.
 */
export function findElectron(): ElectronUnderTest | null {
	const packaged = process.env['STILLROOM_APP'];
	if (packaged) return { executablePath: resolve(packaged), args: [] };

	const executablePath = process.env['ELECTRON_PATH'];
	if (!executablePath) return null;
	return { executablePath, args: [resolve('dist/main/electron.js')] };
}
