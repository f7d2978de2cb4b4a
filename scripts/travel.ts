// `npm run -s travel -- [--histories N] [--seed S] [--failures N]`: random histories of work that travels between PCs
// (test/travel). Prints a line of numbers, and the shortest history of each failure.
import { randomInt } from 'node:crypto';
import process from 'node:process';
import { travel } from '../test/travel/travel.ts';
import { readOptions, wholeNumber } from './command-line.ts';

const given = readOptions({
	histories: { type: 'string', default: '300' },
	seed: { type: 'string', default: String(randomInt(1_000_000)) },
	failures: { type: 'string', default: '1' },
});
const histories = wholeNumber('histories', given.histories);
const { deeds, failures } = await travel({
	histories,
	seed: wholeNumber('seed', given.seed, 0),
	mostFailures: wholeNumber('failures', given.failures),
});
console.log(
	`histories ${String(histories)}, deeds ${String(deeds)}, lost, doubled or silently older ${String(failures.length)}`,
);
for (const { seed, machines, deeds: shortest, said } of failures) {
	console.log(`\n${said}\n${String(machines)} PCs`);
	for (const deed of shortest) console.log(JSON.stringify(deed));
	console.log(`Again: npm run -s travel -- --histories 1 --seed ${String(seed)}`);
}
if (failures.length > 0) process.exitCode = 1;
