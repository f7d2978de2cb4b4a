// `npm run -s bookkeeper -- [--histories N] [--seed S] [--path P]`: random counts (test/bookkeeper) compared with an
// independent sum. Prints the shortest differing history and how to replay it.
import { randomInt } from 'node:crypto';
import process from 'node:process';
import { bookkeep } from '../test/bookkeeper/bookkeep.ts';
import { readOptions, wholeNumber } from './command-line.ts';

const given = readOptions({
	histories: { type: 'string', default: '1000' },
	seed: { type: 'string', default: String(randomInt(1_000_000)) },
	path: { type: 'string' },
});
const { histories, failure } = await bookkeep({
	histories: wholeNumber('histories', given.histories),
	seed: wholeNumber('seed', given.seed, 0),
	...(given.path === undefined ? {} : { path: given.path }),
});
console.log(`histories ${String(histories)}, differences ${failure ? '1' : '0'}`);
if (failure) {
	console.log(`\n${failure.said}\n\n${JSON.stringify(failure.shrunk, null, '\t')}`);
	console.log(
		`\nAgain: npm run -s bookkeeper -- --histories 1 --seed ${String(failure.seed)} --path '${failure.path}'`,
	);
	process.exitCode = 1;
}
