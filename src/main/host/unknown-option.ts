// The error message for an invalid command line.
import type { ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

export function optionProblem(error: unknown, options: Options): string {
	const known = Object.entries(options).map(([name, { type }]) =>
		type === 'boolean' ? `--${name}` : `--${name} ${name.toUpperCase()}`,
	);
	// Node's first sentence names the problem; the rest is about positional arguments and does not help here.
	const [problem = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
	return `${problem.replace(/\.$/, '')}. ${
		known.length === 0 ? 'There are no options' : `The options are: ${known.join(', ')}`
	}.`;
}
