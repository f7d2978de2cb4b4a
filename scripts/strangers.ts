// `npm run -s strangers -- [--services N] [--seed S] [--jobs J]`: services nobody knows, each examined by the service check
// and used for a busy day with one reply in eight lost. `--only SEED` shows one of them with everything that went wrong.
import process from 'node:process';
import { compose, plain, type Composition } from '../test/strangers/composition.ts';
import { runStranger, totalsOf, type Outcome } from '../test/strangers/run.ts';
import { readOptions, wholeNumber } from './command-line.ts';

const given = readOptions({
	services: { type: 'string', default: '20' },
	seed: { type: 'string', default: '1' },
	jobs: { type: 'string', default: '1' },
	only: { type: 'string' },
	told: { type: 'boolean', default: false },
	plain: { type: 'boolean', default: false },
	with: { type: 'string', default: '{}' },
});

const drawn = (seed: number): Composition => withValues({ ...(given.plain ? plain : compose(seed)), seed });

if (given.only !== undefined) {
	const composition = drawn(wholeNumber('only', given.only, 0));
	console.log(JSON.stringify(composition, null, '\t'));
	const outcome = await runStranger(composition, given.told);
	console.log(JSON.stringify({ ...outcome, settings: outcome.settings.filter((each) => each.outcome !== 'found') }, null, '\t'));
	process.exit(0);
}
const services = wholeNumber('services', given.services);
const seed = wholeNumber('seed', given.seed, 0);
const outcomes: Outcome[] = [];
for (let index = 0; index < services; index += 1) {
	const outcome = await runStranger(drawn(seed * 1_000_000 + index), given.told);
	outcomes.push(outcome);
	tell(outcome);
}
report();

/** `--with '{"text":{"most":80}}'` sets values of every composition. */
function withValues(composition: Composition): Composition {
	const merge = (value: unknown, over: unknown): unknown =>
		isRecord(value) && isRecord(over)
			? { ...value, ...Object.fromEntries(Object.entries(over).map(([name, each]) => [name, merge(value[name], each)])) }
			: over;
	return merge(composition, JSON.parse(given.with)) as Composition;
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function tell({ seed: drawn, lost, doubled, blind, questions, unusable, tookMs, requests }: Outcome): void {
	const words = [
		...(unusable === null ? [] : [`could not be used: ${unusable}`]),
		...lost.map((each) => `lost: ${each}`),
		...doubled.map((each) => `doubled: ${each}`),
		...blind.map((each) => `blind: ${each}`),
		...questions.map(({ operation, why, said, needless, answer }) => `${needless ? 'needless' : 'question'}: ${operation} ${why} (${said}): ${answer}`),
	];
	console.error(`${String(drawn)} ${String(tookMs)} ms, ${String(requests)} requests${words.map((each) => `\n  ${each}`).join('')}`);
}

function report(): void {
	const bySetting = Map.groupBy(outcomes.flatMap(({ settings }) => settings), ({ setting }) => setting);
	console.log('| setting | services | found | asked | missed |\n| --- | --: | --: | --: | --: |');
	for (const [setting, judged] of bySetting) {
		const count = (wanted: string) => String(judged.filter(({ outcome }) => outcome === wanted).length);
		console.log(`| ${setting} | ${String(judged.length)} | ${count('found')} | ${count('asked')} | ${count('missed')} |`);
	}
	const totals = totalsOf(outcomes);
	if (totals.unusable > 0) console.log(`${String(totals.unusable)} services could not be used`);
	const percent = totals.settings === 0 ? 0 : Math.floor((totals.found / totals.settings) * 100);
	console.log(
		`${String(totals.services)} services: ${String(totals.effects)} effects, ${String(totals.lost)} lost, ` +
			`${String(totals.doubled)} doubled, ${String(totals.blind)} blind resends, ${String(totals.questions)} questions, ` +
			`${String(totals.needless)} needless; settings found ${String(percent)} %`,
	);
}
