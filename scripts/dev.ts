// `npm run dev`: the practice service and the program in the browser, under the real Content-Security-Policy,
// rebuilding the screens on save. Reload the page to see them; restart after a change to the core.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { build, type Rolldown } from 'vite';
import { readOptions } from '../src/main/host/options.ts';

const options = readOptions(process.argv.slice(2));
if ('problem' in options) {
	console.error(options.problem);
	process.exit(2);
}

const watcher = await watchScreens();
let program: ReturnType<typeof spawn> | undefined;

watcher.on('event', (event) => {
	if (event.code === 'ERROR') console.error(event.error.message);
	if (event.code !== 'END') return;
	console.log(`Screens built at ${new Date().toLocaleTimeString()}.`);
	program ??= startProgram();
});

async function watchScreens(): Promise<Rolldown.RolldownWatcher> {
	const built = await build({ build: { watch: {} }, logLevel: 'warn' });
	if (!('close' in built)) throw new Error('Vite was asked to watch and did not.');
	return built;
}

function startProgram(): ReturnType<typeof spawn> {
	const args = ['src/main/launch.ts', '--practice', '--loopback', ...process.argv.slice(2)];
	const child = spawn(process.execPath, args, { stdio: 'inherit' });
	child.on('exit', (code) => {
		process.exitCode = code ?? 1;
		void watcher.close();
	});
	return child;
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
	process.on(signal, () => {
		if (program === undefined) void watcher.close();
		else program.kill(signal);
	});
}
