import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultDataFolder, readOptions } from './options.ts';

describe('the command line', () => {
	it('may set every option or none', () => {
		expect(readOptions([])).toMatchObject({
			loopback: false,
			practice: false,
			open: true,
			port: 0,
			dataSet: 'demo',
			help: false,
		});
		expect(
			readOptions(
				'--loopback --no-open --practice --port 8123 --data kept --data-set large'.split(' '),
			),
		).toEqual({
			loopback: true,
			practice: true,
			open: false,
			port: 8123,
			dataFolder: resolve('kept'),
			dataSet: 'large',
			help: false,
		});
	});

	it.each([
		[['--prot', '1']],
		[['--port', 'x']],
		[['--port', '70000']],
		[['--data=']],
		[['--data-set', 'huge']],
		[['more']],
	])('is refused with a sentence: %j', (args) => {
		expect(readOptions(args)).toEqual({ problem: expect.stringMatching(/\w+/) as string });
	});

	it("may contain Chromium's switches when the window reads it", () => {
		const args = ['--no-sandbox', '--inspect=0', 'dist/main/electron.js', '--data', 'kept'];
		expect(readOptions(args)).toHaveProperty('problem');
		expect(readOptions(args, { lenient: true })).toMatchObject({ dataFolder: resolve('kept') });
	});
});

describe('the data folder', () => {
	const folder = (
		platform: NodeJS.Platform,
		env: Record<string, string> = {},
		practice = false,
	): string => defaultDataFolder({ practice, platform, env });

	it('follows the conventions of each system', () => {
		expect(folder('linux')).toBe(join(homedir(), '.local', 'share', 'Stillroom'));
		expect(folder('linux', { XDG_DATA_HOME: '/data' })).toBe(join('/data', 'Stillroom'));
		expect(folder('win32', { LOCALAPPDATA: '/local' })).toBe(join('/local', 'Stillroom'));
		expect(folder('darwin')).toBe(join(homedir(), 'Library', 'Application Support', 'Stillroom'));
	});

	it('of practice is never the real one', () => {
		for (const platform of ['linux', 'win32', 'darwin'] as const) {
			expect(folder(platform, {}, true)).toBe(`${folder(platform)} practice`);
		}
	});
});
