import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshFolder } from '../../test/support/fresh-folder.ts';
import { z } from 'zod';
import { credentials, practiceClient } from '../../test/support/practice.ts';
import { compiled } from '../../test/support/program.ts';

const entry = fileURLToPath(new URL('./main.ts', import.meta.url));
const secrets = {
	STILLROOM_PRACTICE_SECRET: credentials.clientSecret,
	STILLROOM_PRACTICE_CONTROL: credentials.controlToken,
};
const ready = z.object({ url: z.url() });

const folder = freshFolder();
let children: ChildProcess[];

beforeEach(() => {
	children = [];
});
afterEach(() => {
	for (const child of children) child.kill('SIGKILL');
});

function start() {
	const child = fork(
		entry,
		['--data', folder(), '--client-id', credentials.clientId, '--data-set', 'small'],
		{ env: { ...compiled, PATH: process.env['PATH'], ...secrets }, execArgv: [], silent: true },
	);
	children.push(child);
	return child;
}

async function started() {
	const child = start();
	const [message] = (await once(child, 'message')) as [unknown];
	return { child, ...ready.parse(message) };
}

test('ends cleanly on request, even with an open connection, and has its data at the next start', async () => {
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
	// The write-ahead log was merged into the file.
	expect(existsSync(folder('practice.db-wal'))).toBe(false);

	const second = await started();
	expect(await practiceClient(second.url).snapshot()).toEqual(before);
});

test('ends when its parent process is gone', async () => {
	const { child } = await started();
	child.disconnect();
	const [code] = (await once(child, 'exit')) as [unknown];
	expect(code).toBe(0);
});
