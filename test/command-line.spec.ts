import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const script = (path: string, ...args: string[]) =>
	promisify(execFile)(process.execPath, [join(root, path), ...args], { cwd: root });

/** Every script a person may start. */
const scripts = [
	'bench/run.ts',
	'bench/peers.ts',
	'scripts/bookkeeper.ts',
	'scripts/crash.ts',
	'scripts/dev.ts',
	'scripts/fleet.ts',
	'scripts/icon.ts',
	'scripts/operations.ts',
	'scripts/pictures.ts',
	'scripts/probe.ts',
	'scripts/simulate.ts',
	'scripts/tour.ts',
	'src/main/launch.ts',
	'test/faults/run.ts',
];

test.each(scripts)('%s refuses an unknown option in one line', async (path) => {
	await expect(script(path, '--knob')).rejects.toMatchObject({
		code: 2,
		stdout: '',
		stderr: expect.stringMatching(
			/^Unknown option '--knob'\. (The options are: --.*|There are no options)\.\n$/,
		) as string,
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

test('the tour reports missing options for a service', async () => {
	await expect(script('scripts/tour.ts', '--url', 'http://127.0.0.1:9')).rejects.toMatchObject({
		code: 2,
		stderr: expect.stringMatching(
			/^--url needs --client-id and --client-secret too.*\n$/,
		) as string,
	});
});
