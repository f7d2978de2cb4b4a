// The program as a process of its own, started as a person would start it, so that a test can also kill it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { readyLink } from './bridge-client.ts';

const launch = fileURLToPath(new URL('../../src/main/launch.ts', import.meta.url));

export interface RunningProgram {
	/** As printed: it lets one browser in. */
	readonly link: string;
	/** Ends it as a person would; resolves when it is gone. */
	stop(): Promise<void>;
	/** Ends it as a power cut would. */
	kill(): Promise<void>;
}

/**
 * @param more such as `--practice`
 * @throws when it ends before it is ready
 */
export async function startProgram(
	dataFolder: string,
	more: readonly string[] = [],
): Promise<RunningProgram> {
	const child = spawn(
		process.execPath,
		[launch, '--loopback', '--no-open', '--data', dataFolder, ...more],
		{ stdio: ['ignore', 'pipe', 'inherit'] },
	);
	const end = async (signal: NodeJS.Signals) => {
		if (child.exitCode !== null || child.signalCode !== null) return;
		const gone = once(child, 'exit');
		child.kill(signal);
		await gone;
	};
	for await (const line of createInterface({ input: child.stdout })) {
		const link = readyLink(line);
		if (link !== null) return { link, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
	}
	throw new Error('The program ended before it was ready.');
}
