// The command line of a script. What it does not understand ends it with a line that says what there is, and code 2.
import process from 'node:process';
import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/** What was given of these options; a script that uses it takes nothing else. */
export function readOptions<const Known extends Options>(options: Known) {
	try {
		return parseArgs({ options }).values;
	} catch (error) {
		const known = Object.entries(options).map(([name, { type }]) =>
			type === 'boolean' ? `--${name}` : `--${name} ${name.toUpperCase()}`,
		);
		// Behind its first sentence Node tells how to give what no script here takes.
		const [problem = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
		return refuse(`${problem.replace(/\.$/, '')}. The options are: ${known.join(', ')}`);
	}
}

/** The number of an option, from `least` on. */
export function wholeNumber(name: string, text: string, least = 1): number {
	if (/^\d{1,10}$/.test(text) && Number(text) >= least) return Number(text);
	return refuse(`--${name} takes a whole number from ${String(least)} on, not ${text}`);
}

export function refuse(problem: string): never {
	console.error(`${problem}.`);
	process.exit(2);
}
