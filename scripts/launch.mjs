// The door to every command of package.json: `node scripts/launch.mjs start [arguments]`, and so on for those below.
// Plain JavaScript for any Node from 18 on, because it is what tells a newcomer that something is missing. It sees to
// the Node version and the packages, then hands over to the command and ends as the command ends.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const neededNode = 24;

/**
 * What each command runs. `window` marks the commands that open one.
 *
 * @type {Record<string, { entry: string, args?: string[], window?: boolean }>}
 */
const commands = {
	start: { entry: 'scripts/start.ts', window: true },
	practice: { entry: 'scripts/start.ts', args: ['--practice'], window: true },
	tour: { entry: 'scripts/tour.ts' },
	bench: { entry: 'bench/run.ts' },
	simulate: { entry: 'scripts/simulate.ts' },
	travel: { entry: 'scripts/travel.ts' },
	probe: { entry: 'scripts/probe.ts' },
	bookkeeper: { entry: 'scripts/bookkeeper.ts' },
	crash: { entry: 'scripts/crash.ts' },
	faults: { entry: 'test/faults/run.ts' },
	fleet: { entry: 'scripts/fleet.ts' },
	strangers: { entry: 'scripts/strangers.ts' },
	peers: { entry: 'bench/peers.ts' },
	pictures: { entry: 'scripts/pictures.ts' },
	dev: { entry: 'scripts/dev.ts' },
	test: { entry: 'scripts/test.ts' },
	proofs: { entry: 'scripts/proofs.ts' },
	operations: { entry: 'scripts/operations.ts' },
	sizes: { entry: 'scripts/packed-sizes.ts' },
	rollout: { entry: 'scripts/rollout.ts' },
};

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);

/**
 * Someone waits for the window: the compile cache cuts the next start's load time to a third
 * (https://nodejs.org/api/module.html#module-compile-cache).
 */
const compiledBefore = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') };

const [name = '', ...args] = process.argv.slice(2);
const command = commands[name];
if (command === undefined) {
	stop(`Say what to run: node scripts/launch.mjs ${Object.keys(commands).join(' | ')}`);
}

const node = findNode();
checkPackages();
run(command);

function findNode() {
	if (Number.parseInt(process.versions.node, 10) >= neededNode) return process.execPath;

	const brought = join('node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
	if (existsSync(brought)) return join(root, brought);

	stop(
		`Stillroom needs Node ${neededNode}; this is Node ${process.versions.node}.`,
		existsSync('node_modules/node')
			? '`npm ci` brings one, but its install script did not run. Run: npm rebuild node'
			: '`npm ci` brings one into node_modules. Run: npm ci',
		`Or install Node ${neededNode} from https://nodejs.org.`,
	);
}

function checkPackages() {
	const { dependencies, devDependencies } = readJson('package.json');
	const wanted = Object.entries({ ...dependencies, ...devDependencies });
	const wrong = wanted.filter(([name, version]) => {
		const manifest = join('node_modules', name, 'package.json');
		// A second version of a package has another name: `npm:typescript@7.0.2`.
		const plain = version.replace(/^npm:.*@/, '');
		return !existsSync(manifest) || readJson(manifest).version !== plain;
	});
	if (wrong.length === 0) return;

	const names = wrong.map(([name]) => name);
	const some = names.slice(0, 5).join(', ') + (names.length > 5 ? ' and more' : '');
	stop(
		wrong.length === wanted.length
			? 'The packages are not installed. Run: npm ci'
			: `${names.length} of ${wanted.length} packages are missing or of another version (${some}). Run: npm ci`,
	);
}

function run(command) {
	if (!existsSync(command.entry)) stop(`${command.entry} is missing.`);

	const child = spawn(node, [command.entry, ...(command.args ?? []), ...args], {
		stdio: 'inherit',
		env: { ...(command.window ? compiledBefore : {}), ...environment() },
	});
	for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
	// Ctrl-C in a terminal reaches the command directly; sending it twice would mean something else.
	process.on('SIGINT', () => {
		if (!process.stdin.isTTY) child.kill('SIGINT');
	});
	// npm runs us through a shell that dies of npm's SIGTERM without forwarding it: losing the shell means we should
	// end.
	if (process.env.npm_lifecycle_event !== undefined) {
		const shell = process.ppid;
		setInterval(() => {
			if (process.ppid !== shell) child.kill('SIGTERM');
		}, 250).unref();
	}
	child.on('error', (error) => stop(`${command.entry} did not start: ${error.message}`));
	child.on('exit', (code, signal) => {
		process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143);
	});
}

/** The environment with the right Node and package commands first on the PATH, as npm scripts have it. */
function environment() {
	const separator = process.platform === 'win32' ? ';' : ':';
	const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
	const path = [dirname(node), join(root, 'node_modules/.bin'), process.env[key]].join(separator);
	return { ...process.env, [key]: path };
}

function readJson(path) {
	return JSON.parse(readFileSync(path, 'utf8'));
}

/** @returns {never} */
function stop(...lines) {
	for (const line of lines) console.error(line);
	process.exit(1);
}
