// A practice service in a process of its own, and those that work with it: a whole core, and a bare client.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPractice, type ServiceAccess } from '../scripts/tour/program.ts';
import type { Core } from '../src/main/core/core.ts';
import { createCore } from '../src/main/core/create-core.ts';
import { noSecrets, openPorts } from '../src/main/host/ports.ts';
import { openTransport } from '../src/main/host/transport.ts';
import type { AppState } from '../src/shared/bridge/app.ts';
import { practiceClient } from '../test/support/practice.ts';
import { timedUntil } from './harness.ts';

export async function openService() {
	const folder = mkdtempSync(join(tmpdir(), 'stillroom-bench-'));
	const { access, answerAfter, stop } = await startPractice(folder, 'a');
	const client = practiceClient(access.url);
	return {
		access,
		client,
		answerAfter,
		signIn: () => signIn(access),
		async close() {
			await stop();
			rmSync(folder, { recursive: true });
		},
	};
}
export type OpenService = Awaited<ReturnType<typeof openService>>;

export async function signIn({
	url,
	clientId,
	clientSecret,
}: Omit<ServiceAccess, 'profile'>): Promise<string> {
	const body = new FormData();
	body.set('client_id', clientId);
	body.set('client_secret', clientSecret);
	const answer = await fetch(new URL('/api/Account/Login', url), { method: 'POST', body });
	return ((await answer.json()) as { access_token: string }).access_token;
}

type Ask = (
	how: 'read' | 'write',
	method: string,
	path: string,
	body?: string,
) => Promise<{ id: string } | null>;

/** ms for requests like the outbox's, over its own transport, without checking answers. */
export async function timedBare(
	serviceUrl: string,
	token: string,
	work: (ask: Ask) => Promise<unknown>,
): Promise<number> {
	const transport = openTransport();
	const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
	try {
		return await timedUntil(() =>
			work(async (how, method, path, body) => {
				const init = { method, headers, ...(body === undefined ? {} : { body }) };
				const answer = await transport[how](new Request(serviceUrl + path, init));
				const text = await answer.text();
				if (answer.status !== 200) throw new Error(`${path}: ${String(answer.status)} ${text}`);
				return text === '' ? null : (JSON.parse(text) as { id: string });
			}),
		);
	} finally {
		await transport.close();
	}
}

export async function startCore(dataFolder: string) {
	const { ports, close } = openPorts({
		dataFolder,
		dataSet: 'small',
		secrets: noSecrets,
		forkPractice: () => {
			throw new Error('The benchmark has a service.');
		},
		log: { info: () => undefined, warn: console.error, error: console.error },
		systemLocale: 'en-IE',
	});
	const core = createCore({ dataFolder, ports });
	await core.start();
	return {
		core,
		async stop() {
			await core.stop();
			await close();
		},
	};
}

/** Resolves with the ms from when something began in the core's state until it was over; @throws after five minutes. */
export const over = (core: Core, runs: (state: AppState) => boolean) =>
	new Promise<number>((resolve, reject) => {
		let begun: number | null = null;
		const end = (problem: string | null, took: number) => {
			clearTimeout(timer);
			stop();
			if (problem === null) resolve(took);
			else reject(new Error(problem));
		};
		const timer = setTimeout(() => {
			end('It did not finish within five minutes.', 0);
		}, 300_000);
		const stop = core.on('app.changed', (state) => {
			if (runs(state)) begun ??= performance.now();
			const { tables, failure } = state.sync;
			const broken = tables.filter(({ complete }) => !complete);
			if (state.outbox.needYou > 0) end('The service did not accept a part of it.', 0);
			else if (begun !== null && !runs(state)) {
				const took = performance.now() - begun;
				end(failure ?? (broken.length === 0 ? null : JSON.stringify(broken)), took);
			}
		});
	});
