// What a support report says about the program and the PC, and the end of its log.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { arch, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Policy } from '../../shared/bridge/policy.ts';
import type { HostFacts } from '../core/ports.ts';
import { programVersion } from './places.ts';

/** Characters of the log: about the last 500 lines. */
const logTailLength = 64 * 1024;

export function hostFacts({
	dataFolder,
	policy,
	more = () => [],
}: {
	dataFolder: string;
	policy: Policy | null;
	more?: () => readonly (readonly [name: string, value: string])[];
}): HostFacts {
	return {
		facts: () => [
			['Stillroom', programVersion()],
			['System', `${platform()} ${release()} ${arch()}`],
			['Node', process.versions.node],
			['Memory', `${String(Math.round(totalmem() / 2 ** 30))} GiB`],
			['Policy', policy === null ? 'none' : (policy.problem ?? JSON.stringify(policy.settings))],
			...more(),
			...filesIn(dataFolder).map(({ name, bytes }): [string, string] => [
				`File ${name}`,
				`${String(bytes)} bytes`,
			]),
		],
		logTail: () =>
			['stillroom.old.log', 'stillroom.log']
				.map((name) => readText(join(dataFolder, 'logs', name)))
				.join('')
				.slice(-logTailLength),
	};
}

/** Data files and crash reports, by size only: their content stays on the PC. */
function filesIn(dataFolder: string): { name: string; bytes: number }[] {
	return ['', 'crashes/pending', 'crashes/completed'].flatMap((folder) => {
		try {
			return readdirSync(join(dataFolder, folder), { withFileTypes: true })
				.filter((entry) => entry.isFile() && /\.(db|dmp|json)$/.test(entry.name))
				.map(({ name }) => ({
					name: folder === '' ? name : `${folder}/${name}`,
					bytes: statSync(join(dataFolder, folder, name)).size,
				}));
		} catch {
			return [];
		}
	});
}

function readText(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return '';
	}
}
