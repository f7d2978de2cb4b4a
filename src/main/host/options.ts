// The command line options and the default data folder.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { dataSets, type DataSet } from '../../shared/bridge/practice.ts';
import { optionProblem } from './unknown-option.ts';

export interface Options {
	loopback: boolean;
	practice: boolean;
	open: boolean;
	/** 0 for any free port. */
	port: number;
	dataFolder: string;
	dataSet: DataSet;
	help: boolean;
}

export const usage = `Usage: npm start -- [options]        (npm run practice -- [options] for the practice service)

  --loopback     open in the browser, even where there is an Electron
  --no-open      open no browser, only print the address
  --port N       port on 127.0.0.1 (any that is free)
  --data DIR     data folder
  --practice     work with the practice service, in a data folder of its own
  --data-set S   what a new practice service has: demo (3 locations, 1,200 items) or large (40, 100,000)
  --help         show this`;

const known = {
	loopback: { type: 'boolean' },
	'no-open': { type: 'boolean' },
	port: { type: 'string' },
	data: { type: 'string' },
	practice: { type: 'boolean' },
	'data-set': { type: 'string' },
	help: { type: 'boolean' },
} as const;

/** @param lenient ignores unknown options: Electron's command line also has Chromium's switches */
export function readOptions(
	args: readonly string[],
	{ lenient = false }: { lenient?: boolean } = {},
): Options | { problem: string } {
	let values;
	try {
		({ values } = parseArgs({
			args: [...args],
			strict: !lenient,
			allowPositionals: lenient,
			options: known,
		}));
	} catch (error) {
		return { problem: optionProblem(error, known) };
	}

	const port = values.port ?? '0';
	if (typeof port !== 'string' || !/^\d{1,5}$/.test(port) || Number(port) > 65_535)
		return { problem: '--port takes a number from 0 to 65535.' };
	if (values.data !== undefined && (typeof values.data !== 'string' || values.data === ''))
		return { problem: '--data takes a folder.' };

	const dataSet = dataSets.find((name) => name === (values['data-set'] ?? 'demo'));
	if (dataSet === undefined) return { problem: `--data-set takes ${dataSets.join(', ')}.` };

	const practice = values.practice === true;
	return {
		loopback: values.loopback === true,
		practice,
		open: values['no-open'] !== true,
		port: Number(port),
		dataFolder:
			values.data === undefined
				? defaultDataFolder({ practice, platform: process.platform, env: process.env })
				: resolve(values.data),
		dataSet,
		help: values.help === true,
	};
}

/** On Windows a local one, because a SQLite file must not roam. Practice never mixes with real work. */
export function defaultDataFolder({
	practice,
	platform,
	env,
}: {
	practice: boolean;
	platform: NodeJS.Platform;
	env: Readonly<Record<string, string | undefined>>;
}): string {
	const name = practice ? 'Stillroom practice' : 'Stillroom';
	switch (platform) {
		case 'win32':
			return join(env['LOCALAPPDATA'] || join(homedir(), 'AppData', 'Local'), name);
		case 'darwin':
			return join(homedir(), 'Library', 'Application Support', name);
		default:
			return join(env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), name);
	}
}
