// `npm run -s strangers -- [--services N] [--seed S] [--jobs J]`: services nobody knows, each examined by the service check
// and used for a busy day with one reply in eight lost.
//
//   --only SEED   one of them, with its composition and everything that went wrong, as JSON
//   --told        the profile is written by hand, as by somebody who knows the service; the check is made all the same
//   --plain       the practice service itself in place of drawn ones
//   --with JSON   values that every composition has: '{"text":{"most":80}}'; test/strangers/composition.ts has the names
import { fork } from 'node:child_process';
import process from 'node:process';
import { compose, plain, type Composition } from '../test/strangers/composition.ts';
import { runStranger, totalsOf, type Outcome } from '../test/strangers/run.ts';
import { readOptions, refuse, wholeNumber } from './command-line.ts';

const given = readOptions({
	services: { type: 'string', default: '20' },
	seed: { type: 'string', default: '1' },
	jobs: { type: 'string', default: '1' },
	only: { type: 'string' },
	told: { type: 'boolean', default: false },
	plain: { type: 'boolean', default: false },
	with: { type: 'string', default: '{}' },
});
const over = parsed(given.with);

if (process.send !== undefined) await work();
else if (given.only !== undefined) await showOne(wholeNumber('only', given.only, 0));
else await showAll();

/** The services of one seed never meet those of another. */
function seeds(): number[] {
	const seed = wholeNumber('seed', given.seed, 0);
	return Array.from(
		{ length: wholeNumber('services', given.services) },
		(_, each) => seed * 1_000_000 + each,
	);
}

async function showAll(): Promise<void> {
	const outcomes: Outcome[] = [];
	const jobs = wholeNumber('jobs', given.jobs);
	const waiting = seeds();
	const next = () => waiting.shift() ?? null;
	const heard = (outcome: Outcome) => {
		outcomes.push(outcome);
		tell(outcome);
	};
	if (jobs === 1) {
		for (let seed = next(); seed !== null; seed = next()) heard(await run(seed));
	} else {
		await Promise.all(Array.from({ length: jobs }, () => otherProcess(next, heard)));
	}
	process.exitCode = report(outcomes) ? 0 : 1;
}

async function showOne(seed: number): Promise<void> {
	console.log(JSON.stringify(drawn(seed), null, '\t'));
	const outcome = await run(seed);
	const settings = outcome.settings.filter((each) => each.outcome !== 'found');
	console.log(JSON.stringify({ ...outcome, settings }, null, '\t'));
	process.exitCode = isGood([outcome]) ? 0 : 1;
}

function run(seed: number): Promise<Outcome> {
	return runStranger(drawn(seed), given.told);
}

function drawn(seed: number): Composition {
	const composition = { ...(given.plain ? plain : compose(seed)), seed };
	return merged(composition, over) as Composition; // What --with sets is for whoever gives it to see to.
}

function merged(value: unknown, other: unknown): unknown {
	if (!isRecord(value) || !isRecord(other)) return other;
	const changed = Object.entries(other).map(([name, each]) => [name, merged(value[name], each)]);
	return { ...value, ...Object.fromEntries(changed) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		return refuse(`--with takes JSON, not ${json}`);
	}
}

function otherProcess(next: () => number | null, heard: (outcome: Outcome) => void): Promise<void> {
	const child = fork(import.meta.filename, process.argv.slice(2));
	return new Promise((resolve, reject) => {
		const give = () => child.send({ seed: next() });
		child.on('message', (message: { outcome: Outcome | null }) => {
			if (message.outcome !== null) heard(message.outcome);
			give();
		});
		child.on('error', reject);
		child.on('exit', (code) =>
			code === 0 ? resolve() : reject(new Error(`A process ended with ${String(code)}.`)),
		);
	});
}

async function work(): Promise<void> {
	const { promise, resolve } = Promise.withResolvers<null>();
	process.on('message', ({ seed }: { seed: number | null }) => {
		if (seed === null) {
			resolve(null);
			return;
		}
		void run(seed).then((outcome) => process.send?.({ outcome }));
	});
	process.send?.({ outcome: null });
	await promise;
	process.disconnect();
}

function tell(outcome: Outcome): void {
	const { seed, settings, lost, doubled, blind, questions, unusable, tookMs, requests } = outcome;
	const lines = [
		`${String(seed)}: ${String(tookMs)} ms, ${String(requests)} requests`,
		...(unusable === null ? [] : [`  could not be used: ${unusable}`]),
		...settings
			.filter((each) => each.outcome === 'missed')
			.map(({ setting, truth, proposed }) => `  missed: ${setting} ${truth}, not ${proposed}`),
		...lost.map((each) => `  lost: ${each}`),
		...doubled.map((each) => `  doubled: ${each}`),
		...blind.map((each) => `  blind: ${each}`),
		...questions.map(
			({ operation, why, said, needless, answer }) =>
				`  ${needless ? 'needless' : 'question'}: ${operation} ${why} (${said}): ${answer}`,
		),
	];
	console.error(lines.join('\n'));
}

function report(outcomes: readonly Outcome[]): boolean {
	const judged = outcomes.flatMap(({ settings }) => settings);
	console.log('| setting | services | found | asked | not known | missed |');
	console.log('| --- | --: | --: | --: | --: | --: |');
	for (const [setting, each] of Map.groupBy(judged, (one) => one.setting)) {
		const counts = (['found', 'asked', 'unknown', 'missed'] as const).map(
			(wanted) => each.filter(({ outcome }) => outcome === wanted).length,
		);
		console.log(`| ${[setting, each.length, ...counts].join(' | ')} |`);
	}
	const totals = totalsOf(outcomes);
	if (totals.unusable > 0) console.log(`${String(totals.unusable)} services could not be used`);
	const percent = totals.settings === 0 ? 0 : Math.floor((totals.found / totals.settings) * 100);
	console.log(
		`${String(totals.services)} services: ${String(totals.effects)} effects, ${String(totals.lost)} lost, ` +
			`${String(totals.doubled)} doubled, ${String(totals.blind)} blind resends, ` +
			`${String(totals.questions)} questions, ${String(totals.needless)} needless; ` +
			`settings found ${String(percent)} %`,
	);
	return isGood(outcomes);
}

function isGood(outcomes: readonly Outcome[]): boolean {
	const { lost, doubled, blind, unusable } = totalsOf(outcomes);
	return lost + doubled + blind + unusable === 0;
}
