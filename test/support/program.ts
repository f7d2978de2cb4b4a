// The program as a process, started like a person would, so that a test can kill it.
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { readyLink } from './bridge-client.ts';

const launch = fileURLToPath(new URL('../../src/main/launch.ts', import.meta.url));

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
