// `npm run -s crash -- [--kills N] [--seed S]`: kills the real program so often, and prints what was lost or doubled.
import { randomInt } from 'node:crypto';
import process from 'node:process';
import { crash } from '../test/crash/crash.ts';
import { crashLabels } from '../test/crash/labels.ts';
import { readOptions, wholeNumber } from './command-line.ts';

const given = readOptions({
	kills: { type: 'string', default: '100' },
	seed: { type: 'string', default: String(randomInt(1_000_000)) },
});
const wanted = wholeNumber('kills', given.kills);
const seed = wholeNumber('seed', given.seed, 0);
console.error(`seed ${String(seed)}`);
const { kills, lost, doubled, contradictions, atLabel, acknowledged, asked } = await crash({
	kills: wanted,
	seed,
	say: console.error,
});
for (const label of crashLabels)
	console.log(`${String(atLabel.get(label) ?? 0).padStart(5)}  ${label}`);
const labelled = [...atLabel.values()].reduce((sum, each) => sum + each, 0);
console.log(`${String(kills - labelled).padStart(5)}  at any instant`);
const kinds = Object.entries(Object.groupBy(acknowledged, (kind) => kind));
const each = kinds.map(([kind, all]) => `${String(all.length)} ${kind}`).join(', ');
console.log(
	`${String(acknowledged.length)} acknowledged (${each}), a person asked ${String(asked)} times`,
);
for (const what of lost) console.log(`lost: ${what}`);
for (const what of doubled) console.log(`doubled: ${what}`);
for (const what of contradictions) console.log(`contradicts what was promised: ${what}`);
console.log(
	`kills ${String(kills)}, lost ${String(lost.length)}, doubled ${String(doubled.length)}`,
);
if (lost.length + doubled.length + contradictions.length > 0) process.exitCode = 1;
