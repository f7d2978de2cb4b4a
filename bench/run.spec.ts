import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { whole } from '../test/support/whole.ts';

const line = z.strictObject({
	name: z.string().min(1),
	value: z.number().positive(),
	unit: z.literal('ms'),
	floor: z.number().positive(),
	ratio: z.number().positive(),
	aim: z.number().positive(),
	ok: z.boolean(),
});

const bench = (...args: string[]) =>
	promisify(execFile)(process.execPath, [join(import.meta.dirname, 'run.ts'), ...args]);

/** Every night: it measures. */
test.runIf(whole)(
	'--json prints a line per measurement, and a missed aim is no failure',
	async () => {
		const { stdout } = await bench('save', '--json', '--rounds', '1');
		const measurements = stdout.trimEnd().split('\n');
		expect(measurements.map((text) => line.parse(JSON.parse(text)).name)).toEqual([
			'save a count entry / one bare insert, median',
			'save a count entry / one bare insert, p99',
			'queue an action / one bare insert, median',
			'queue an action / one bare insert, p99',
			'submit a document / its 6 rows inserted bare, median',
			'submit a document / its 6 rows inserted bare, p99',
		]);
	},
);

test('an unknown benchmark is refused with the list of names', async () => {
	await expect(bench('speed')).rejects.toMatchObject({
		code: 2,
		stderr: expect.stringMatching(/There is no benchmark speed[\s\S]*save[\s\S]*search/) as string,
	});
});
