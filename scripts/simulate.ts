// `npm run -s simulate -- [--histories N] [--seed S] [--path P]`: random histories of the outbox (test/simulation), one
// line of numbers, and the shortest history of a failure with the way to run it again.
import { randomInt } from 'node:crypto';
import process from 'node:process';
import { simulate } from '../test/simulation/simulate.ts';
import { readOptions, wholeNumber } from './command-line.ts';

const given = readOptions({
	histories: { type: 'string', default: '1000' },
	seed: { type: 'string', default: String(randomInt(1_000_000)) },
	path: { type: 'string' },
});
const seed = wholeNumber('seed', given.seed, 0);
const { histories, steps, wrong, failure } = await simulate({
	histories: wholeNumber('histories', given.histories),
	seed,
	...(given.path === undefined ? {} : { path: given.path }),
});
console.log(
	`histories ${String(histories)}, steps ${String(steps)}, lost ${String(wrong.lost)}, ` +
		`blind resends ${String(wrong['blind resends'])}, doubled ${String(wrong.doubled)}, stuck ${String(wrong.stuck)}`,
);
if (failure) {
	const { steps: shrunk, ...start } = failure.shrunk;
	console.log(`\n${failure.said}\n\n${JSON.stringify(start)}`);
	for (const step of shrunk) console.log(JSON.stringify(step));
	console.log(
		`\nAgain: npm run -s simulate -- --histories 1 --seed ${String(failure.seed)} --path '${failure.path}'`,
	);
	process.exitCode = 1;
}
