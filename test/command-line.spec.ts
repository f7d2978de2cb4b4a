import { execFile } from 'node:child_process';
import {
	copyFileSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { whole } from './support/whole.ts';

const root = join(import.meta.dirname, '..');
const script = (path: string, ...args: string[]) =>
	promisify(execFile)(process.execPath, [join(root, path), ...args], { cwd: root });

const refused = {
	code: 2,
	stdout: '',
	stderr: expect.stringMatching(
		/^Unknown option '--knob'\. (The options are: --.*|There are no options)\.\n$/,
	) as string,
};

/** The scripts of package.json that start a command of ours; the others run a tool with options of its own. */
const { scripts } = z
	.object({ scripts: z.record(z.string(), z.string()) })
	.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const commands = Object.entries(scripts).flatMap(([name, line]) => {
	const [door, command] = line.split('scripts/launch.mjs ');
	return door === 'node ' && command !== undefined ? [{ name, command }] : [];
});

/** The project as it is cloned: nothing is built, so that a command that builds first would say so. */
let clone: string;
beforeAll(() => {
	clone = mkdtempSync(join(tmpdir(), 'stillroom-clone-'));
	mkdirSync(join(clone, 'scripts'));
	for (const name of readdirSync(root)) {
		if (name !== 'scripts' && name !== 'dist') symlinkSync(join(root, name), join(clone, name));
	}
	for (const name of readdirSync(join(root, 'scripts'))) {
		if (name === 'launch.mjs')
			copyFileSync(join(root, 'scripts', name), join(clone, 'scripts', name));
		else symlinkSync(join(root, 'scripts', name), join(clone, 'scripts', name));
	}
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

test('the commands of package.json are found', () => {
	expect(commands.map(({ name }) => name)).toEqual(
		expect.arrayContaining(['start', 'practice', 'tour', 'bench', 'pictures', 'test', 'dev']),
	);
});

/** Those that build first, or start the rest: every night, all of them. */
const building = new Set(['start']);

test.each(commands.filter(({ name }) => whole || building.has(name)))(
	'npm run $name refuses an unknown option before it builds',
	async ({ command }) => {
		const door = join(clone, 'scripts/launch.mjs');
		const run = promisify(execFile)(process.execPath, [door, command, '--knob'], { cwd: clone });
		await expect(run).rejects.toMatchObject(refused);
	},
);

test.runIf(whole)('scripts without a command refuse an unknown option too', async () => {
	await expect(script('scripts/icon.ts', '--knob')).rejects.toMatchObject(refused);
});

test('npm test refuses a step that it does not have', async () => {
	await expect(script('scripts/test.ts', 'speed')).rejects.toMatchObject({
		code: 2,
		stderr: 'No such step: speed. There are lint, types, build, unit, e2e.\n',
	});
});

test('the practice service refuses an unknown option in one line', async () => {
	await expect(script('src/practice/main.ts', '--knob')).rejects.toMatchObject({
		code: 1,
		stderr: expect.stringMatching(
			/^The practice service did not start: Unknown option '--knob'.*\n$/,
		) as string,
	});
});

test('a script lists its options and their numeric limits', async () => {
	await expect(script('scripts/crash.ts', '--knob')).rejects.toMatchObject({
		stderr: "Unknown option '--knob'. The options are: --kills KILLS, --seed SEED.\n",
	});
	await expect(script('scripts/crash.ts', '--kills', 'some')).rejects.toMatchObject({
		code: 2,
		stderr: '--kills takes a whole number from 1 on, not some.\n',
	});
});

// Its reports are those of the screens, which a bundler puts together for the program.
test('the bookkeeper reads the reports of the screens without a bundler', async () => {
	const { stdout } = await script('scripts/bookkeeper.ts', '--histories', '1', '--seed', '1');
	expect(stdout).toBe('histories 1, differences 0\n');
});

test.runIf(whole)('the tour reports missing options for a service', async () => {
	await expect(script('scripts/tour.ts', '--url', 'http://127.0.0.1:9')).rejects.toMatchObject({
		code: 2,
		stderr: expect.stringMatching(
			/^--url needs --client-id and --client-secret too.*\n$/,
		) as string,
	});
});
