import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const script = (name: string, ...args: string[]) =>
	promisify(execFile)(process.execPath, [join(import.meta.dirname, '../scripts', name), ...args]);

test('a script says in a line which options there are, and which number it takes', async () => {
	await expect(script('crash.ts', '--knob')).rejects.toMatchObject({
		code: 2,
		stderr: "Unknown option '--knob'. The options are: --kills KILLS, --seed SEED.\n",
	});
	await expect(script('crash.ts', '--kills', 'some')).rejects.toMatchObject({
		code: 2,
		stderr: '--kills takes a whole number from 1 on, not some.\n',
	});
});

test('the tour of a service that is given by half says what is missing', async () => {
	await expect(script('tour.ts', '--url', 'http://127.0.0.1:9')).rejects.toMatchObject({
		code: 2,
		stderr: expect.stringMatching(
			/^--url needs --client-id and --client-secret too.*\n$/,
		) as string,
	});
});
