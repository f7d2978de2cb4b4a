// Runs the practice service as a child process, with the same port and secret each time.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env as environment, platform } from 'node:process';
import { z } from 'zod';
import { outdatedExit, type DataSet } from '../../shared/bridge/practice.ts';
import type { Log, PracticeAddress, PracticeHost } from '../core/ports.ts';
import { stamp } from '../core/store/copies.ts';
import { practiceEntry } from './places.ts';

export interface PracticeProcess {
	onMessage(listener: (message: unknown) => void): void;
	onExit(listener: (code: number | null) => void): void;
	readonly complaints: NodeJS.ReadableStream | null;
	end(): void;
	kill(): void;
}

export type ForkPractice = (
	args: string[],
	env: Readonly<Record<string, string | undefined>>,
) => PracticeProcess;

interface PracticeParts {
	folder: string;
	dataSet: DataSet;
	forkPractice: ForkPractice;
	log: Log;
}

const ready = z.object({ url: z.url(), clientId: z.string(), profile: z.unknown() });

/** Stored between starts. The secret protects only made-up data. */
const kept = z.object({
	port: z.number().int(),
	clientSecret: z.string().min(1),
	controlToken: z.string().min(1),
});
type Kept = z.infer<typeof kept>;

const clientId = 'practice';
/** ms to create the data and listen; the large set takes a minute on a busy PC. */
const startsWithin = 180_000;
const endsWithin = 5_000;

export class PracticeService implements PracticeHost {
	readonly #parts: PracticeParts;
	#running: Promise<PracticeAddress | 'outdated'> | null = null;
	#child: Child | null = null;

	constructor(parts: PracticeParts) {
		this.#parts = parts;
	}

	start(): Promise<PracticeAddress | 'outdated'> {
		this.#running ??= this.#begin().catch((error: unknown) => {
			this.#running = null;
			throw error;
		});
		return this.#running;
	}

	async startAfresh(): Promise<PracticeAddress | 'outdated'> {
		const address = await this.start();
		if (address !== 'outdated') return address;
		setAside(this.#parts.folder);
		return this.start();
	}

	async stop(): Promise<void> {
		await this.#child?.end();
	}

	/** Starts on the previous port, or on another one if that is taken. */
	async #begin(): Promise<PracticeAddress | 'outdated'> {
		const { folder, log } = this.#parts;
		mkdirSync(folder, { recursive: true });
		const file = join(folder, 'address.json');
		const known = readKept(file);
		const address = await this.#launch(known).catch((error: unknown) => {
			if (known.port === 0) throw error;
			log.warn('The practice service could not have its port again', { error });
			return this.#launch({ ...known, port: 0 });
		});
		if (address === 'outdated') {
			log.warn('The practice data is of an earlier Stillroom', { folder });
			this.#running = null;
			return address;
		}
		keep(file, { ...known, port: Number(new URL(address.serviceUrl).port) });
		log.info('The practice service is ready', { url: address.serviceUrl });
		return address;
	}

	async #launch(known: Kept): Promise<PracticeAddress | 'outdated'> {
		const launched = launchChild(this.#parts, known);
		this.#child = launched;
		const address = await launched.address;
		if (address === 'outdated') this.#child = null;
		void launched.gone.then(() => {
			if (this.#child === launched) this.#child = this.#running = null;
		});
		return address;
	}
}

interface Child {
	address: Promise<PracticeAddress | 'outdated'>;
	gone: Promise<unknown>;
	readonly end: () => Promise<void>;
}

function launchChild(
	{ folder, dataSet, forkPractice, log }: PracticeParts,
	{ port, clientSecret, controlToken }: Kept,
): Child {
	const process = forkPractice(
		['--port', String(port), '--data', folder, '--client-id', clientId, '--data-set', dataSet],
		{
			...environment,
			STILLROOM_PRACTICE_SECRET: clientSecret,
			STILLROOM_PRACTICE_CONTROL: controlToken,
		},
	);
	let complaint = '';
	process.complaints?.on('data', (text: unknown) => {
		complaint = String(text).trim();
		log.warn('The practice service complains', { complaint });
	});
	const gone = new Promise<number | null>((resolve) => process.onExit(resolve));
	const address = new Promise<PracticeAddress | 'outdated'>((resolve, reject) => {
		const late = setTimeout(() => process.kill(), startsWithin);
		process.onMessage((message) => {
			const said = ready.safeParse(message);
			if (!said.success) return;
			clearTimeout(late);
			const { url, clientId, profile } = said.data;
			resolve({
				serviceUrl: url,
				clientId,
				clientSecret,
				profile,
				controlUrl: new URL('/control', url).href,
				controlToken,
			});
		});
		void gone.then((code) => {
			clearTimeout(late);
			if (code === outdatedExit) resolve('outdated');
			reject(new Error(complaint || 'The practice service ended before it was ready.'));
		});
	});
	return {
		address,
		gone,
		async end() {
			process.end();
			const late = setTimeout(() => process.kill(), endsWithin);
			await gone;
			clearTimeout(late);
		},
	};
}

/** Moves old data into its own folder instead of deleting it. */
function setAside(folder: string): void {
	const aside = join(folder, `set-aside-${stamp(Date.now())}`);
	mkdirSync(aside);
	for (const suffix of ['', '-wal', '-shm']) {
		const name = `practice.db${suffix}`;
		if (existsSync(join(folder, name))) renameSync(join(folder, name), join(aside, name));
	}
}

function readKept(file: string): Kept {
	try {
		return kept.parse(JSON.parse(readFileSync(file, 'utf8')));
	} catch {
		// First start, or a damaged file: keep the data, create new credentials.
		const secret = () => randomBytes(24).toString('base64url');
		return { port: 0, clientSecret: secret(), controlToken: secret() };
	}
}

function keep(file: string, address: Kept): void {
	writeFileSync(file, `${JSON.stringify(address, null, '\t')}\n`, { mode: 0o600 });
}

export const forkNodePractice: ForkPractice = (args, env) => {
	const child = fork(practiceEntry(), args, {
		env,
		execArgv: [],
		stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
		// Its own process group: after Ctrl-C in the terminal, it can still answer until the program ends it.
		detached: platform !== 'win32',
	});
	return {
		onMessage: (listener) => child.on('message', listener),
		onExit(listener) {
			child.on('exit', listener);
			child.on('error', () => {
				listener(null);
			});
		},
		complaints: child.stderr,
		end: () => child.kill('SIGTERM'),
		kill: () => child.kill('SIGKILL'),
	};
};
