// `npm start` and `npm run practice` from the sources: reads the options, builds what is missing, and starts the program.
import { existsSync } from 'node:fs';
import process from 'node:process';
import { readOptions } from '../src/main/host/options.ts';
import { buildDesktopProgram, buildScreens } from './built.ts';

const options = readOptions(process.argv.slice(2));
if (!('problem' in options || options.help)) {
	buildScreens();
	if (!options.loopback && hasElectron()) buildDesktopProgram();
}
// It reads the options for itself, and says what is wrong with them.
await import('../src/main/launch.ts');

/** Whether there is an Electron to open a window with. Asking the package itself would download one. */
function hasElectron(): boolean {
	return (
		Boolean(process.env['ELECTRON_PATH'] ?? process.env['ELECTRON_OVERRIDE_DIST_PATH']) ||
		existsSync('node_modules/electron/path.txt')
	);
}
