// `npm run -s simulate -- [--histories N] [--seed S] [--path P] [--case NAME]`: random histories of the outbox
// (test/simulation), optionally of one case. Prints a line of numbers, and the shortest failing history with how to
// replay it.
import { randomInt } from 'node:crypto';
import process from 'node:process';
import { cases, isCaseName } from '../test/simulation/cases.ts';
import { simulate } from '../test/simulation/simulate.ts';
import { readOptions, refuse, wholeNumber } from './command-line.ts';

const given = readOptions({
	histories: { type: 'string', default: '1000' },
	seed: { type: 'string', default: String(randomInt(1_000_000)) },
	path: { type: 'string' },
	case: { type: 'string' },
});
const only =
	given.case === undefined || isCaseName(given.case)
		? given.case
		: refuse(`The cases are ${Object.keys(cases).join(', ')}`);
const seed = wholeNumber('seed', given.seed, 0);
const { histories, steps, wrong, failure } = await simulate({
	histories: wholeNumber('histories', given.histories),
	seed,
	...(given.path === undefined ? {} : { path: given.path }),
	...(only === undefined ? {} : { only }),
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
		`\nAgain: npm run -s simulate -- --histories 1 --seed ${String(failure.seed)} --path '${failure.path}'${only === undefined ? '' : ` --case ${only}`}`,
	);
	process.exitCode = 1;
}
