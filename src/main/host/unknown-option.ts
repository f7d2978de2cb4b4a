// The sentence for a command line that `parseArgs` refuses.
import type { ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/** One line: the problem, and the options there are. */
export function optionProblem(error: unknown, options: Options): string {
	const known = Object.entries(options).map(([name, { type }]) =>
		type === 'boolean' ? `--${name}` : `--${name} ${name.toUpperCase()}`,
	);
	// Node's first sentence names the problem; the next explains positional arguments, which do not help here.
	const [problem = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
	return `${problem.replace(/\.$/, '')}. ${
		known.length === 0 ? 'There are no options' : `The options are: ${known.join(', ')}`
	}.`;
}
