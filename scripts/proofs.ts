// `npm run proofs -- [--seed S] [--only NAME]`: the long proofs, one after the other, as they run every night. Each prints
// its own line of numbers; the command fails if one of them finds a loss, a double or a wrong figure.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import process from 'node:process';
import { readOptions, refuse, wholeNumber } from './command-line.ts';

interface Proof {
	/** Unless it is the name. */
	readonly command?: string;
	readonly args: readonly string[];
	/** It gets the seed as well. */
	readonly draws: boolean;
	readonly env?: Readonly<Record<string, string>>;
}

const proofs: Readonly<Record<string, Proof>> = {
	simulate: { args: ['--histories', '10000'], draws: true },
	travel: { args: ['--histories', '1000'], draws: true },
	bookkeeper: { args: ['--histories', '10000'], draws: true },
	crash: { args: ['--kills', '500'], draws: true },
	faults: { args: [], draws: false },
	strangers: { args: ['--services', '200'], draws: true },
	fleet: { args: ['--clients', '500'], draws: false },
	tour: { args: [], draws: false },
	test: { args: ['build', 'unit', 'e2e'], draws: false },
	// The browser tests again, with answers that overtake each other.
	late: {
		command: 'test',
		args: ['build', 'e2e'],
		draws: false,
		env: { STILLROOM_SLOW: 'overtaking' },
	},
};

const names = Object.keys(proofs);
const given = readOptions({
	seed: { type: 'string', default: String(randomInt(1_000_000)) },
	only: { type: 'string' },
});
const { only } = given;
if (only !== undefined && !names.includes(only)) refuse(`The proofs are ${names.join(', ')}`);
const seed = String(wholeNumber('seed', given.seed, 0));

const failed: string[] = [];
for (const [name, { command = name, args, draws, env }] of Object.entries(proofs)) {
	if (only !== undefined && only !== name) continue;
	const all = [...args, ...(draws ? ['--seed', seed] : [])];
	console.log(`\n${name} ${all.join(' ')}`);
	const launcher = join(import.meta.dirname, 'launch.mjs');
	const { status } = spawnSync(process.execPath, [launcher, command, ...all], {
		stdio: 'inherit',
		// For the tests: their random input, their delays, and the long ones whole.
		env: {
			...process.env,
			STILLROOM_SEED: seed,
			STILLROOM_SLOW_SEED: seed,
			STILLROOM_WHOLE: '1',
			...env,
		},
	});
	if (status !== 0) failed.push(name);
}
console.log(failed.length === 0 ? '\nAll proofs passed.' : `\nFailed: ${failed.join(', ')}`);
if (failed.length > 0) process.exitCode = 1;
