// The tour's processes: practice service and program, started like a person would.
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Fault } from '../../src/shared/bridge/practice.ts';
import { keepReached } from '../operations/reach.ts';
import { connectBridge, type BridgeClient } from '../../test/support/bridge-client.ts';
import { startProgram as launchProgram } from '../../test/support/program.ts';

const entry = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export interface ServiceAccess {
	url: string;
	clientId: string;
	clientSecret: string;
	profile: unknown;
}

export interface Program {
	bridge: BridgeClient;
	/** Ends it like a power cut. */
	kill(): Promise<void>;
	/** Ends it like a person. */
	stop(): Promise<void>;
}

/** Starts the program on a data folder and signs in by its printed link. */
export async function startProgram(dataFolder: string): Promise<Program> {
	const running = await launchProgram(dataFolder);
	const bridge = await connectBridge(running.link);
	const end = async (how: 'kill' | 'stop') => {
		await bridge.close();
		await running[how]();
	};
	return { bridge, kill: () => end('kill'), stop: () => end('stop') };
}

export interface RunningPractice {
	access: ServiceAccess;
	/** Adds latency to every request, ms; 0 removes it. */
	answerAfter(ms: number): Promise<void>;
	stop(): Promise<void>;
}

export async function startPractice(folder: string, variant: string): Promise<RunningPractice> {
	const clientSecret = randomBytes(16).toString('hex');
	const controlToken = randomBytes(16).toString('hex');
	const child = fork(
		entry('src/practice/main.ts'),
		['--port', '0', '--data', folder, '--client-id', 'tour', '--variant', variant],
		{
			stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
			env: {
				...process.env,
				STILLROOM_PRACTICE_SECRET: clientSecret,
				STILLROOM_PRACTICE_CONTROL: controlToken,
			},
		},
	);
	const [message] = (await once(child, 'message')) as [
		{ url: string; clientId: string; profile: unknown },
	];
	return {
		access: {
			url: message.url,
			clientId: message.clientId,
			clientSecret,
			profile: message.profile,
		},
		async answerAfter(ms) {
			const faults: Partial<Fault>[] = ms === 0 ? [] : [{ kind: 'slow', delayMs: ms }];
			const answer = await fetch(`${message.url}/control/faults`, {
				method: 'PUT',
				headers: { 'x-control-token': controlToken, 'content-type': 'application/json' },
				body: JSON.stringify({ faults }),
			});
			if (!answer.ok) throw new Error(await answer.text());
		},
		async stop() {
			const journal = await fetch(`${message.url}/control/journal`, {
				headers: { 'x-control-token': controlToken },
			});
			const { entries } = (await journal.json()) as { entries: { operation: string }[] };
			keepReached(new Set(entries.map(({ operation }) => operation)));
			await endProcess(child, 'SIGTERM');
		},
	};
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const gone = once(child, 'exit');
	child.kill(signal);
	await gone;
}
