// The practice service as a process beside the program: started when asked for, at the same address with the same
// secret each time, and ended with the program.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import type { Log, PracticeAddress, PracticeHost } from '../core/ports.ts';
import { practiceEntry } from './places.ts';

/** A process of the practice service, however the host makes one. */
export interface PracticeProcess {
	onMessage(listener: (message: unknown) => void): void;
	onExit(listener: () => void): void;
	/** Asks it to end. */
	end(): void;
	/** Ends it. */
	kill(): void;
}

export type ForkPractice = (
	args: string[],
	env: Readonly<Record<string, string | undefined>>,
) => PracticeProcess;

export interface PracticeService extends PracticeHost {
	/** Ends the process if it runs; resolves when it is gone. */
	stop(): Promise<void>;
}

/** What the process says once it listens. */
const ready = z.object({ url: z.url(), clientId: z.string(), profile: z.unknown() });

/** Kept between starts. The secret opens nothing but the made-up data beside it. */
const kept = z.object({
	port: z.number().int(),
	clientSecret: z.string().min(1),
	controlToken: z.string().min(1),
});
type Kept = z.infer<typeof kept>;

const clientId = 'practice';
/** ms in which the process has to listen, its data made. */
const startsWithin = 60_000;
/** ms in which it has to end by itself. */
const endsWithin = 5_000;

/** @param folder of the practice service's own, below the data folder */
export function practiceService({
	folder,
	forkPractice,
	log,
}: {
	folder: string;
	forkPractice: ForkPractice;
	log: Log;
}): PracticeService {
	let running: Running | null = null;

	async function start(): Promise<PracticeAddress> {
		if (running === null) {
			const begun = begin();
			running = begun;
			void begun.gone.then(() => {
				if (running === begun) running = null;
			});
		}
		return running.address;
	}

	function begin(): Running {
		mkdirSync(folder, { recursive: true });
		const file = join(folder, 'address.json');
		const known = readKept(file);
		const first = launch(known);
		return {
			gone: first.gone,
			end: first.end,
			address: first.address.then((address) => {
				keep(file, { ...known, port: Number(new URL(address.serviceUrl).port) });
				log.info('The practice service is ready', { url: address.serviceUrl });
				return address;
			}),
		};
	}

	function launch(known: Kept): Running {
		const child = forkPractice(
			['--port', String(known.port), '--data', folder, '--client-id', clientId],
			{
				...process.env,
				STILLROOM_PRACTICE_SECRET: known.clientSecret,
				STILLROOM_PRACTICE_CONTROL: known.controlToken,
			},
		);
		const gone = new Promise<void>((resolve) => child.onExit(resolve));
		const address = new Promise<PracticeAddress>((resolve, reject) => {
			const late = setTimeout(() => {
				child.kill();
				reject(new Error('The practice service did not come up in time.'));
			}, startsWithin);
			child.onMessage((message) => {
				const said = ready.safeParse(message);
				if (!said.success) return;
				clearTimeout(late);
				resolve({
					serviceUrl: said.data.url,
					clientId: said.data.clientId,
					clientSecret: known.clientSecret,
					profile: said.data.profile,
					controlUrl: new URL('/control', said.data.url).href,
					controlToken: known.controlToken,
				});
			});
			void gone.then(() => {
				clearTimeout(late);
				reject(new Error('The practice service ended before it was ready.'));
			});
		});
		return {
			address,
			gone,
			async end() {
				child.end();
				const late = setTimeout(() => child.kill(), endsWithin);
				await gone;
				clearTimeout(late);
			},
		};
	}

	return {
		start,
		stop: async () => running?.end(),
	};
}

interface Running {
	address: Promise<PracticeAddress>;
	gone: Promise<void>;
	readonly end: () => Promise<void>;
}

function readKept(file: string): Kept {
	try {
		return kept.parse(JSON.parse(readFileSync(file, 'utf8')));
	} catch {
		// The first start, or a file someone broke: the data stays, only the way in is new.
		const secret = () => randomBytes(24).toString('base64url');
		return { port: 0, clientSecret: secret(), controlToken: secret() };
	}
}

function keep(file: string, address: Kept): void {
	writeFileSync(file, `${JSON.stringify(address, null, '\t')}\n`, { mode: 0o600 });
}

/** The practice service as a Node process. It ends by itself when the program that started it is gone. */
export const forkNodePractice: ForkPractice = (args, env) => {
	const child = fork(practiceEntry(), args, {
		env,
		execArgv: [],
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
		// A group of its own, so that Ctrl-C in the terminal lets the last answers arrive before it ends.
		detached: process.platform !== 'win32',
	});
	return {
		onMessage: (listener) => child.on('message', listener),
		onExit(listener) {
			child.on('exit', listener);
			child.on('error', listener);
		},
		end: () => child.kill('SIGTERM'),
		kill: () => child.kill('SIGKILL'),
	};
};
