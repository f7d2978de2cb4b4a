// Command lines of scripts. An error ends the script with one line and exit code 2.
import process from 'node:process';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { optionProblem } from '../src/main/host/unknown-option.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

export const readOptions = <const Known extends Options>(options: Known) =>
	parsed(() => parseArgs({ options }), options).values;

/** The given options and positional arguments. */
export const readArguments = <const Known extends Options>(options: Known) =>
	parsed(() => parseArgs({ options, allowPositionals: true }), options);

function parsed<Parsed>(parse: () => Parsed, options: Options): Parsed {
	try {
		return parse();
	} catch (error) {
		return stop(optionProblem(error, options));
	}
}

export function wholeNumber(name: string, text: string, least = 1): number {
	if (/^\d{1,10}$/.test(text) && Number(text) >= least) return Number(text);
	return refuse(`--${name} takes a whole number from ${String(least)} on, not ${text}`);
}

export const refuse = (problem: string): never => stop(`${problem}.`);

function stop(line: string): never {
	console.error(line);
	process.exit(2);
}
