// `npm run bench -- [NAME…] [--json] [--rounds N] [--update]`: measures and prints. A missed aim is reported but is no
// failure: a benchmark is not a test.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { readArguments } from '../scripts/command-line.ts';
import { count } from './count.ts';
import { find } from './find.ts';
import { measurementsOf, tableOf, type Benchmark, type Comparison } from './harness.ts';
import { history } from './history.ts';
import { items } from './items.ts';
import { lists } from './lists.ts';
import { outbox } from './outbox.ts';
import { preview } from './preview.ts';
import { pull } from './pull.ts';
import { replay, send } from './replay.ts';
import { save } from './save.ts';
import { search } from './search.ts';
import { sheet } from './sheet.ts';
import { suggestions } from './suggest.ts';

const benchmarks: readonly Benchmark[] = [
	save,
	outbox,
	send,
	replay,
	search,
	pull,
	sheet,
	count,
	history,
	lists,
	items,
	find,
	suggestions,
	preview,
];

const usage = `Usage: npm run bench -- [NAME…] [--json] [--rounds N] [--update]

  NAME        only these; without a name all of them
  --json      one line of JSON for each measurement
  --rounds N  rounds instead of what each has by itself
  --update    write their table afresh into docs/performance.md

${benchmarks.map(({ name, about }) => `  ${name.padEnd(11)} ${about}`).join('\n')}`;

const page = join(import.meta.dirname, '../docs/performance.md');

const options = readBenchmarks();
if ('problem' in options) {
	console.error(options.problem);
	process.exitCode = 2;
} else {
	await run(options);
}

interface Options {
	chosen: readonly Benchmark[];
	json: boolean;
	rounds: number | null;
	update: boolean;
}

function readBenchmarks(): Options | { problem: string } {
	const { values, positionals } = readArguments({
		json: { type: 'boolean', default: false },
		rounds: { type: 'string' },
		update: { type: 'boolean', default: false },
	});
	const unknown = positionals.filter((name) => !benchmarks.some((one) => one.name === name));
	if (unknown.length > 0) {
		const names = benchmarks.map(({ name }) => name).join(', ');
		return { problem: `There is no benchmark ${unknown.join(', ')}. There are: ${names}.` };
	}
	if (values.rounds !== undefined && !/^[1-9]\d{0,6}$/.test(values.rounds))
		return { problem: '--rounds takes a number from 1 on.' };
	if (values.update && values.rounds !== undefined)
		return { problem: '--update measures with the rounds that each has by itself.' };
	const { json, rounds, update } = values;
	const chosen =
		positionals.length === 0
			? benchmarks
			: benchmarks.filter(({ name }) => positionals.includes(name));
	return { chosen, json, rounds: rounds === undefined ? null : Number(rounds), update };
}

async function run({ chosen, json, rounds, update }: Options): Promise<void> {
	if (chosen === benchmarks && !json) console.log(`${usage}\n`);
	const [load = 0] = loadavg();
	const comparisons: Comparison[] = [];
	for (const benchmark of chosen) {
		// Progress goes where it spoils neither table nor JSON.
		const say = (doing: string) => console.error(`${benchmark.name}: ${doing}`);
		comparisons.push(...(await benchmark.run(rounds ?? benchmark.rounds, say)));
	}
	const measurements = comparisons.flatMap(measurementsOf);
	if (json) for (const measurement of measurements) console.log(JSON.stringify(measurement));
	else console.log(`\n${tableOf(comparisons)}\n`);

	if (update) writeTable(comparisons, load);
}

/** @param load other runnable processes at the start: they lengthen times and tails. */
function writeTable(comparisons: readonly Comparison[], load: number): void {
	const [from, to] = ['<!-- table -->', '<!-- /table -->'];
	const text = readFileSync(page, 'utf8');
	const [before, rest] = text.split(from);
	const after = rest?.split(to)[1];
	if (before === undefined || after === undefined)
		throw new Error(`docs/performance.md has no ${from} … ${to}.`);
	const date = new Date().toISOString().slice(0, 10);
	const processor = cpus()[0]?.model.trim() || 'unknown processor';
	const memory = Math.round(totalmem() / 2 ** 30);
	const machine = `${availableParallelism()} cores (${processor}), ${memory} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
	const table = `Measured on ${date}: ${machine}; load average ${load.toFixed(1)} when it began. Times are ms.\n\n${tableOf(comparisons)}`;
	writeFileSync(page, `${before}${from}\n\n${table}\n\n${to}${after}`);
}
