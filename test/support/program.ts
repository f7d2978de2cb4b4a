// The program as a process, started like a person would, so that a test can kill it.
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readyLink } from './bridge-client.ts';

/** The program that a person starts: from the sources, or what `npm test` built, which starts in two thirds of the time. */
export const launch = fileURLToPath(
	new URL(
		process.env['STILLROOM_BUILT'] === '1'
			? '../../dist/main/launch.js'
			: '../../src/main/launch.ts',
		import.meta.url,
	),
);
const warmEntry = fileURLToPath(new URL('./warm-program.ts', import.meta.url));

/** Half of a start is compiling sources: keep Node's compile cache. */
export const compiled = { NODE_COMPILE_CACHE: join(tmpdir(), 'stillroom-compiled') };

export interface RunningProgram {
	/** As printed: it admits one browser. */
	readonly link: string;
	/** Ends it as a person would; resolves when it is gone, to its exit code: null where a signal ended it. */
	stop(): Promise<number | null>;
	/** Ends it as a power cut would. */
	kill(): Promise<void>;
}

export interface StartingProgram extends Omit<RunningProgram, 'link'> {
	/** null if it ended before it was ready. */
	readonly link: Promise<string | null>;
	/** Resolves when it is gone, for any reason. */
	readonly gone: Promise<void>;
}

/**
 * @param more arguments like `--practice`
 * @throws if it ends before it is ready
 */
export async function startProgram(
	dataFolder: string,
	more: readonly string[] = [],
): Promise<RunningProgram> {
	const { link, stop, kill } = spawnProgram(dataFolder, more);
	const ready = await link;
	if (ready === null) throw new Error('The program ended before it was ready.');
	return { link: ready, stop, kill };
}

/**
 * Starts it without waiting until ready.
 * @param env added to this process's.
 */
export function spawnProgram(
	dataFolder: string,
	more: readonly string[] = [],
	env: Readonly<Record<string, string>> = {},
): StartingProgram {
	const child = spawn(
		process.execPath,
		[launch, '--loopback', '--no-open', '--data', dataFolder, ...more],
		{ stdio: ['ignore', 'pipe', 'inherit'], env: { ...compiled, ...process.env, ...env } },
	);
	const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
	const end = async (signal: NodeJS.Signals) => {
		child.kill(signal);
		return exited;
	};
	const link = (async () => {
		for await (const line of createInterface({ input: child.stdout })) {
			const found = readyLink(line);
			if (found !== null) return found;
		}
		return null;
	})();
	return {
		link,
		gone: exited.then(() => undefined),
		stop: () => end('SIGTERM'),
		async kill() {
			await end('SIGKILL');
		},
	};
}

/** Runs the program for one test after another in one process, at one port. */
export interface WarmProgram {
	/** @throws if it cannot open the folder, or if it died after the last test */
	open(dataFolder: string): Promise<WarmRun>;
	/** @throws if it did not end as it should */
	end(): Promise<void>;
}

export interface WarmRun extends RunningProgram {
	/** Ends the program as `stop` does, and keeps the process for the next test. */
	rest(): Promise<void>;
}

const warmAnswer = z.union([
	z.literal('closed'),
	z.object({ link: z.string() }),
	z.object({ problem: z.string() }),
]);

const isTaken = (answer: z.infer<typeof warmAnswer>): boolean =>
	answer !== 'closed' && 'problem' in answer && /EADDRINUSE|EACCES/.test(answer.problem);

export function warmProgram(): WarmProgram {
	let ready: { child: ChildProcess; exited: Promise<number | null> } | null = null;
	/** The same for each test, because the browser keeps compiled screens by their address; no system gives it to others. */
	let port = 20_000 + (process.pid % 10_000);

	function begin() {
		const child = fork(warmEntry, { env: { ...compiled, ...process.env }, execArgv: [] });
		const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
		return { child, exited };
	}

	return {
		async open(dataFolder) {
			ready ??= begin();
			const { child, exited } = ready;
			const ask = async (order: 'close' | { open: string[] }) => {
				const answered = new Promise<unknown>((resolve) => child.once('message', resolve));
				const died = exited.then((code) => ({ problem: `It ended with ${String(code)}.` }));
				child.send(order, () => undefined);
				return warmAnswer.parse(await Promise.race([answered, died]));
			};
			const end = async (signal: NodeJS.Signals) => {
				ready = null;
				child.kill(signal);
				return exited;
			};

			const args = ['--loopback', '--no-open', '--data', dataFolder];
			let opened = await ask({ open: [...args, '--port', String(port)] });
			while (isTaken(opened)) {
				port += 1;
				opened = await ask({ open: [...args, '--port', String(port)] });
			}
			if (opened === 'closed' || 'problem' in opened) {
				ready = null;
				throw new Error(`The program did not start: ${JSON.stringify(opened)}`);
			}
			return {
				link: opened.link,
				stop: () => end('SIGTERM'),
				async kill() {
					await end('SIGKILL');
				},
				async rest() {
					const closed = await ask('close');
					if (closed === 'closed') return;
					ready = null;
					throw new Error(`The program did not end as it should: ${JSON.stringify(closed)}`);
				},
			};
		},
		async end() {
			ready?.child.kill('SIGTERM');
			const code = (await ready?.exited) ?? 0;
			if (code !== 0)
				throw new Error(`The program ended with ${String(code)} after its last test.`);
		},
	};
}
