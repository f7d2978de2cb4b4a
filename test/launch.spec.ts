// The program as a person starts it: `launch` in a process, with the practice service.
import { spawn, type ChildProcess } from 'node:child_process';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { afterEach, expect, it, vi } from 'vitest';
import { connectBridge, readyLink, untilState } from './support/bridge-client.ts';
import { freshFolder } from './support/fresh-folder.ts';
import { launch } from './support/program.ts';

interface Program {
	child: ChildProcess;
	/** The printed link; rejects with the output if it ended without one. */
	link: Promise<string>;
	/** All output, once it ended. */
	ended: Promise<{ code: number | null; said: string }>;
}

// Each test starts whole programs, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folder = freshFolder();
const running: Program[] = [];
afterEach(async () => {
	for (const { child, ended } of running.splice(0)) {
		child.kill('SIGTERM');
		await ended;
	}
});

function start(args: string[], env: Record<string, string> = {}): Program {
	const child = spawn(process.execPath, [launch, '--no-open', ...args], {
		env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '', ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const lines: string[] = [];
	const ended = new Promise<{ code: number | null; said: string }>((resolve) => {
		child.on('close', (code) => resolve({ code, said: lines.join('\n') }));
	});
	const link = new Promise<string>((resolve, reject) => {
		const hear = (line: string) => {
			lines.push(line);
			const found = readyLink(line);
			if (found !== null) resolve(found);
		};
		createInterface({ input: child.stdout }).on('line', hear);
		createInterface({ input: child.stderr }).on('line', hear);
		void ended.then(({ said }) => reject(new Error(`It ended: ${said}`)));
	});
	link.catch(() => undefined);
	const program = { child, link, ended };
	running.push(program);
	return program;
}

const data = () => ['--data', folder()];

it('opens in the browser, admits one by its link, and ends cleanly on request', async () => {
	const program = start(['--loopback', ...data()]);
	const client = await connectBridge(await program.link);
	expect(client.host).toEqual({ kind: 'loopback', can: ['print', 'save-file', 'practise'] });
	expect(await client.call('app.state', {})).toMatchObject({ ok: true, value: { account: null } });

	program.child.kill('SIGTERM');
	await client.ended;
	expect(await program.ended).toMatchObject({ code: 0 });
});

it('practises by itself, and ends its practice service with it', { timeout: 60_000 }, async () => {
	const program = start(['--loopback', '--practice', '--data-set', 'small', ...data()]);
	const client = await connectBridge(await program.link);
	const state = await client.call('app.state', {});
	if (!state.ok) throw new Error(state.message);
	expect(state.value).toMatchObject({ account: { practice: true }, session: 'signed-in' });
	// Nobody is asked for it.
	await untilState(client, ({ settings }) => settings.locationId !== null);
	expect(await client.call('practice.setFaults', { faults: [{ kind: 'slow' }] })).toMatchObject({
		ok: true,
		value: { faults: [{ kind: 'slow', times: null }] },
	});

	program.child.kill('SIGTERM');
	expect(await program.ended).toMatchObject({ code: 0 });
	await expect(fetch(state.value.account!.serviceUrl)).rejects.toThrow('fetch failed');
});

it('reports that another program uses its data folder or its port, and leaves it alone', async () => {
	const first = start(['--loopback', ...data()]);
	const link = await first.link;
	const client = await connectBridge(link);
	const { code, said } = await start(['--loopback', ...data()]).ended;
	expect(code).toBe(1);
	expect(said).toMatch(/already open with the data folder/);
	expect(said).not.toContain(' at ');

	const { port } = new URL(link);
	const other = folder('other');
	expect(await start(['--loopback', '--port', port, '--data', other]).ended).toEqual({
		code: 1,
		said: `Port ${port} is in use. Choose another with --port, or leave it out.`,
	});
	expect(await client.call('app.state', {})).toMatchObject({ ok: true });
	await client.close();
});

it('opens in the browser without Electron, and says why in one line', async () => {
	const nowhere = folder('no-electron');
	const program = start(data(), { ELECTRON_PATH: nowhere });
	await program.link;
	program.child.kill('SIGTERM');
	const { said } = await program.ended;
	expect(said.split('\n')).toEqual([
		'There is no Electron here, so Stillroom opens in the browser.',
		expect.stringMatching(/^Stillroom is ready at http:/),
	]);
});

it('prints help', async () => {
	expect(await start(['--help']).ended).toMatchObject({
		code: 0,
		said: expect.stringContaining('--practice') as string,
	});
});
