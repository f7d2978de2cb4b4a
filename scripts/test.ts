// `npm test`: lint, types, build, unit and contract tests, browser tests, all of them even if one fails. Each step
// starts when its dependencies have ended, so that no core is idle: lint uses one core, types one or two, and the tests
// two; types that are still being checked then use the time in which the tests wait. The last line is `N passed, N failed`
// over all; lint, types and build count as one each. Arguments name the steps to run: `npm test -- unit e2e`.
import { spawn, spawnSync } from 'node:child_process';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	statfsSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { findChromium } from '../test/support/chromium.ts';
import { compiled } from '../test/support/program.ts';
import { readArguments, refuse } from './command-line.ts';

interface Tally {
	passed: number;
	failed: number;
	skipped: number;
}

interface Step {
	name: string;
	script: string;
	after: string[];
	/** Runs beside others: its output is shown when it has ended. */
	beside?: true;
	/** For a test runner: report arguments, and how to count results. */
	report?: { path: string; args: string; count: (report: unknown) => Tally };
}

const vitestReport = z.object({
	numPassedTests: z.number(),
	numFailedTests: z.number(),
	numPendingTests: z.number(),
	numTodoTests: z.number(),
});

const playwrightReport = z.object({
	stats: z.object({
		expected: z.number(),
		unexpected: z.number(),
		flaky: z.number(),
		skipped: z.number(),
	}),
});

const unitReport = resolve('test-results/unit.json');
const browserReport = resolve('test-results/e2e.json');

const steps: Step[] = [
	{ name: 'lint', script: 'lint', after: [], beside: true },
	{ name: 'types', script: 'check', after: [], beside: true },
	// On the core that lint leaves while types are checked.
	{ name: 'build', script: 'build', after: ['lint'], beside: true },
	{
		name: 'unit',
		script: 'test:unit',
		after: ['build'],
		report: {
			path: unitReport,
			args: `--reporter=default --reporter=json --outputFile.json="${unitReport}"`,
			count: (report) => {
				const counts = vitestReport.parse(report);
				return {
					passed: counts.numPassedTests,
					failed: counts.numFailedTests,
					skipped: counts.numPendingTests + counts.numTodoTests,
				};
			},
		},
	},
	{
		name: 'e2e',
		script: 'test:e2e',
		after: ['unit'],
		report: {
			path: browserReport,
			// Its own output folder, because Playwright empties the one it gets.
			args: '--reporter=list,json --output=test-results/e2e',
			count: (report) => {
				const { stats } = playwrightReport.parse(report);
				return {
					passed: stats.expected,
					failed: stats.unexpected + stats.flaky,
					skipped: stats.skipped,
				};
			},
		},
	},
];

const { positionals: wanted } = readArguments({});
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
	refuse(`No such step: ${unknown.join(', ')}. There are ${steps.map((s) => s.name).join(', ')}`);
}

const scripts = z
	.object({ scripts: z.record(z.string(), z.string()) })
	.parse(readJson('package.json')).scripts;
mkdirSync('test-results', { recursive: true });

const chosen = wanted.length === 0 ? steps : steps.filter(({ name }) => wanted.includes(name));
if (chosen.some(({ name }) => name === 'e2e')) provideChromium();

/** Each commit waits for the disk, and the tests make thousands of databases: in memory they take a tenth of the time. */
const memory = memoryFolder();

/** The tests start many processes of the same program: the built one, if it is built now. */
const environment = {
	...compiled,
	...(chosen.some(({ name }) => name === 'build') && { STILLROOM_BUILT: '1' }),
	...(memory !== null && { TMPDIR: memory }),
	// oxlint is written in Go, which collects garbage more often than it needs to with this much memory.
	GOGC: '400',
	...process.env,
};

const total: Tally = { passed: 0, failed: 0, skipped: 0 };
const summary: string[] = [];
const taken = new Map<string, Promise<void>>();
for (const step of chosen) {
	const first = Promise.all(step.after.flatMap((name) => taken.get(name) ?? []));
	taken.set(
		step.name,
		first.then(() => take(step)),
	);
}
await Promise.all(taken.values());
if (memory !== null) rmSync(memory, { recursive: true, force: true });

console.log(`\n${summary.join('\n')}\n`);
console.log(tellTally(total));
process.exitCode = total.failed === 0 ? 0 : 1;

/** Null without a memory disk that has room for the files of all tests. */
function memoryFolder(): string | null {
	const disk = '/dev/shm';
	if (!existsSync(disk)) return null;
	const { bavail, bsize } = statfsSync(disk);
	if (bavail * bsize < 4 * 1024 ** 3) return null;
	const folder = mkdtempSync(join(disk, 'stillroom-'));
	// Some tests start the program as another user.
	chmodSync(folder, 0o1777);
	return folder;
}

async function take(step: Step): Promise<void> {
	console.log(`\n▶ ${step.name}`);
	const begun = performance.now();
	const tally = await runStep(step);
	const seconds = ((performance.now() - begun) / 1000).toFixed(1);
	const line = `${tally.failed === 0 ? '✓' : '✗'} ${step.name}: ${tellTally(tally)} (${seconds} s)`;
	console.log(line);
	summary.push(line);
	total.passed += tally.passed;
	total.failed += tally.failed;
	total.skipped += tally.skipped;
}

async function runStep(step: Step): Promise<Tally> {
	const line = scripts[step.script];
	if (line === undefined) throw new Error(`package.json has no script "${step.script}".`);

	if (step.report === undefined) {
		const ok = await runLine(line, step.beside);
		return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
	}
	rmSync(step.report.path, { force: true });
	const ok = await runLine(`${line} ${step.report.args}`);
	const tally = existsSync(step.report.path)
		? step.report.count(readJson(step.report.path))
		: { passed: 0, failed: 0, skipped: 0 };
	// A file that fails to load, or a run without tests, has no failed test to count.
	const broken = tally.failed === 0 && (!ok || tally.passed === 0);
	return broken ? { ...tally, failed: 1 } : tally;
}

/** @param apart keeps the output until the end, so that two steps do not mix. */
async function runLine(line: string, apart = false): Promise<boolean> {
	const child = spawn(line, {
		shell: true,
		stdio: apart ? ['ignore', 'pipe', 'pipe'] : 'inherit',
		env: { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
	});
	const printed: Buffer[] = [];
	for (const stream of [child.stdout, child.stderr]) {
		stream?.on('data', (chunk: Buffer) => printed.push(chunk));
	}
	const ok = await new Promise<boolean>((done) => {
		child.on('error', () => done(false));
		child.on('close', (code) => done(code === 0));
	});
	process.stdout.write(Buffer.concat(printed));
	return ok;
}

function provideChromium(): void {
	if (findChromium() !== null) return;

	if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
		console.log(
			'No Chromium found: installing the one of the system (apt-get install chromium-headless-shell).',
		);
		quietly('apt-get update && apt-get install -y chromium-headless-shell');
		if (findChromium() !== null) return;
	}
	console.log(
		'No Chromium found: downloading the one of Playwright (playwright install chromium).',
	);
	quietly('playwright install chromium');
	if (findChromium() !== null) return;

	console.log(
		'No Chromium could be had, and the browser tests will fail. Install one (Debian: `sudo apt-get install chromium`) or name one in CHROMIUM_PATH.',
	);
}

function quietly(line: string): void {
	const { status, stdout, stderr } = spawnSync(line, {
		shell: true,
		encoding: 'utf8',
		env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
	});
	if (status !== 0) console.log(`${stdout}${stderr}`);
}

function tellTally(tally: Tally): string {
	const skipped = tally.skipped === 0 ? '' : `, ${tally.skipped} skipped`;
	return `${tally.passed} passed, ${tally.failed} failed${skipped}`;
}

function readJson(path: string): unknown {
	return JSON.parse(readFileSync(path, 'utf8'));
}
