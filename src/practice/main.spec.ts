import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { credentials, practiceClient } from '../../test/support/practice.ts';
import { readProfile } from '../shared/service/profile.ts';

const entry = fileURLToPath(new URL('./main.ts', import.meta.url));
const secrets = {
	STILLROOM_PRACTICE_SECRET: credentials.clientSecret,
	STILLROOM_PRACTICE_CONTROL: credentials.controlToken,
};
const ready = z.object({ url: z.url(), clientId: z.string(), profile: z.unknown() });

let folder: string;
let children: ChildProcess[];

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'practice-'));
	children = [];
});
afterEach(() => {
	for (const child of children) child.kill('SIGKILL');
	rmSync(folder, { recursive: true });
});

function start(env: NodeJS.ProcessEnv = secrets) {
	const child = fork(
		entry,
		['--data', folder, '--client-id', credentials.clientId, '--data-set', 'small'],
		{ env: { PATH: process.env['PATH'], ...env }, execArgv: [], silent: true },
	);
	children.push(child);
	const said = { out: '', error: '' };
	child.stdout?.on('data', (text) => (said.out += String(text)));
	child.stderr?.on('data', (text) => (said.error += String(text)));
	return { child, said };
}

async function started() {
	const { child, said } = start();
	const [message] = (await once(child, 'message')) as [unknown];
	return { child, said, ...ready.parse(message) };
}

test('tells its parent and its terminal where it is, and the profile that fits it', async () => {
	const { said, url, clientId, profile } = await started();
	await expect.poll(() => said.out).toBe(`Practice service is ready at ${url}\n`);
	expect(new URL(url).hostname).toBe('127.0.0.1');
	expect(clientId).toBe(credentials.clientId);
	const read = readProfile(profile);
	expect(read.ok && read.profile.pauses.beforeProbeMs).toBe(1500);
});

test('ends cleanly when asked to, even while someone waits, and has its data at the next start', async () => {
	const first = await started();
	const client = practiceClient(first.url);
	await client.signIn();
	const before = await client.snapshot();
	await client.setFaults({ kind: 'slow', delayMs: 60_000, times: 1 });
	const waiting = client.call('location.count').catch((error: unknown) => error);
	const struck = async () => (await client.control('GET', 'faults')).json;
	await expect.poll(struck).toEqual({ faults: [] });
	first.child.kill('SIGTERM');
	const [code] = (await once(first.child, 'exit')) as [unknown];
	expect(code).toBe(0);
	expect(await waiting).toBeInstanceOf(TypeError);
	// Everything is in the file itself: the log was written back.
	expect(existsSync(join(folder, 'practice.db-wal'))).toBe(false);

	const second = await started();
	expect(await practiceClient(second.url).snapshot()).toEqual(before);
});

test('ends when the program that started it is gone', async () => {
	const { child } = await started();
	child.disconnect();
	const [code] = (await once(child, 'exit')) as [unknown];
	expect(code).toBe(0);
});

test('does not start without its secrets, and says which is missing', async () => {
	const { child, said } = start({});
	const [code] = (await once(child, 'exit')) as [unknown];
	expect(code).toBe(1);
	await expect.poll(() => said.error).toContain('STILLROOM_PRACTICE_SECRET is missing');
});
