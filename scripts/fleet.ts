// `npm run -s fleet -- [--clients N] [--documents N] [--limit N] [--seed S]`: PCs that reconnect in the same second.
import { aimsOf, fleet } from '../test/fleet/fleet.ts';
import { readOptions, wholeNumber } from './command-line.ts';

const given = readOptions({
	clients: { type: 'string', default: '500' },
	documents: { type: 'string', default: '3' },
	limit: { type: 'string', default: '50' },
	seed: { type: 'string', default: '1' },
});
const begun = performance.now();
const outcome = await fleet({
	clients: wholeNumber('clients', given.clients),
	documentsEach: wholeNumber('documents', given.documents),
	limit: wholeNumber('limit', given.limit),
	seed: wholeNumber('seed', given.seed, 0),
	say: console.error,
});
const { perSecond, drainedAfter } = outcome;
const total = perSecond.reduce((sum, each) => sum + each, 0);
const drained = drainedAfter.filter((each) => each !== null).sort((a, b) => a - b);
const seconds = (ms: number | undefined) =>
	ms === undefined ? '–' : `${(ms / 1_000).toFixed(0)} s`;
const rows: [string, string | number][] = [
	['PCs', outcome.clients],
	[
		'documents, created and submitted',
		`${outcome.created} and ${outcome.submitted} of ${outcome.documents}`,
	],
	['requests a second that the service answers', outcome.limit],
	['most requests in a second', Math.max(...perSecond)],
	['most requests of a PC until its outbox was empty', Math.max(...outcome.requestsEach)],
	['requests in all', total],
	['of them turned away (429)', outcome.turnedAway],
	['half of the PCs done after', seconds(drained[drained.length >> 1])],
	['all done after', drained.length === outcome.clients ? seconds(drained.at(-1)) : 'never'],
	[
		'at the least, for so many requests',
		seconds(((total - outcome.turnedAway) / outcome.limit) * 1_000),
	],
	['PCs that need a person', outcome.needPerson],
	['documents doubled', outcome.doubled],
];
console.log('| what | how much |\n| --- | --- |');
for (const [what, value] of rows) console.log(`| ${what} | ${String(value)} |`);
console.error(`requests in each of the first 60 s: ${perSecond.slice(0, 60).join(' ')}`);
console.error(`took ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
for (const { what, is, atMost } of aimsOf(outcome)) {
	const isKept = is <= atMost;
	console.log(`${isKept ? 'kept' : 'MISSED'}: ${what}: ${is.toFixed(1)}, at most ${atMost}`);
	if (!isKept) process.exitCode = 1;
}
if (outcome.needPerson > 0 || outcome.doubled > 0 || outcome.submitted < outcome.documents) {
	process.exitCode = 1;
}
