// The window's transport: the real entry and preload script, with plain objects in place of Electron.
import { describe, expect, it } from 'vitest';
import { succeed, type Reply } from '../../src/shared/bridge/reply.ts';
import { callChannel, serveBridge, windowChannel } from '../../src/main/electron/ipc.ts';
import type { WindowParts } from '../../src/main/electron/paper.ts';
import { describeHost, preloadBridge, readHost } from '../../src/main/electron/preload-bridge.ts';
import { homePage } from '../../src/main/electron/protocol.ts';
import { fakeProcesses, frame, only, type IpcMainInvokeEvent } from '../support/fake-electron.ts';
import { createTestCore, someState, type TestCore } from '../support/test-core.ts';
import { silentLog } from '../support/ports.ts';
import { bridgeContract, wireContract, type Connect } from './bridge-contract.ts';

const serve = (core: TestCore) => {
	const processes = fakeProcesses();
	const { ipcMain, page } = processes;
	const did: unknown[] = [];
	const window: WindowParts = {
		saveFile: async ({ name, bytes }) => {
			did.push([name, Buffer.from(bytes).toString()]);
			return { kind: 'saved', name };
		},
		print: async (paper) => {
			did.push(paper);
			return { kind: 'printed' };
		},
		savePdf: async (name, paper) => {
			did.push([name, paper]);
			return { kind: 'cancelled' };
		},
		takeOpenedFile: async () => ({ name: 'work.json', text: '{}' }),
		async setMenu(title, commands) {
			did.push([title, ...commands]);
		},
	};
	const { close, tell } = serveBridge({
		ipcMain,
		page,
		core,
		window,
		connection: 'window',
		log: silentLog,
	});
	return { ...processes, close, tell, did };
};

const connect: Connect = async (core) => {
	const { ipcRenderer, close } = serve(core);
	const bridge = preloadBridge(ipcRenderer, { kind: 'electron', can: [] });
	const callAny: (name: never, input: never) => Promise<Reply<unknown>> = bridge.call.bind(bridge);
	return {
		call: bridge.call.bind(bridge),
		on: bridge.on.bind(bridge),
		// The page can pass any name and input to the preload script.
		callUnchecked: (name, input) => callAny(name as never, input as never),
		close: async () => close(),
	};
};

bridgeContract('Electron', connect);
wireContract('Electron', connect);

describe('calls from the page', () => {
	const body = JSON.stringify({ input: {} });
	const strangers: [who: string, from: Partial<IpcMainInvokeEvent>][] = [
		['a page of another address', { senderFrame: frame('https://stillroom.example/') }],
		['an address that only begins like ours', { senderFrame: frame('app://stillroom.example/') }],
		['a file', { senderFrame: frame('file:///app://stillroom/') }],
		['a frame inside our page', { senderFrame: frame(homePage, frame(homePage)) }],
		['a frame that is gone', { senderFrame: null }],
		['another window', { sender: only({}) }],
	];
	it.each(strangers)('refuses %s loudly, before they reach the core', async (_who, from) => {
		const core = createTestCore();
		const { invokeAs } = serve(core);
		await expect(invokeAs(from, callChannel, 'app.state', body)).rejects.toThrow('may not call');
		expect(core.callers).toEqual([]);
	});

	it.each(strangers)('saves and prints nothing for %s', async (_who, from) => {
		const { invokeAs, did } = serve(createTestCore());
		const wish = { do: 'save-file', name: 'waste.csv', bytes: new Uint8Array() };
		await expect(invokeAs(from, windowChannel, wish)).rejects.toThrow('may not call');
		expect(did).toEqual([]);
	});

	it("transfers a file's bytes, and the result", async () => {
		const { ipcRenderer, did } = serve(createTestCore());
		const bridge = preloadBridge(ipcRenderer, { kind: 'electron', can: [] });
		const bytes = new Uint8Array(Buffer.from('Ω,1'));
		const paper = { size: 'A4', landscape: false } as const;
		expect(await bridge.saveFile({ name: 'waste.csv', bytes })).toEqual({
			kind: 'saved',
			name: 'waste.csv',
		});
		expect(await bridge.print(paper)).toEqual({ kind: 'printed' });
		expect(await bridge.savePdf?.('waste.pdf', paper)).toEqual({ kind: 'cancelled' });
		expect(did).toEqual([['waste.csv', 'Ω,1'], paper, ['waste.pdf', paper]]);
	});

	it('passes on the opened file, the menu, and events of the program itself', async () => {
		const { ipcRenderer, tell, did } = serve(createTestCore());
		const bridge = preloadBridge(ipcRenderer, { kind: 'electron', can: [] });
		expect(await bridge.takeOpenedFile()).toEqual({ name: 'work.json', text: '{}' });
		const command = { id: '/outbox', label: 'Outbox', accelerator: null };
		await bridge.setMenu('Go', [command]);
		expect(did).toEqual([['Go', command]]);
		const opened = new Promise((resolve) => bridge.on('desktop.opened', resolve));
		tell('desktop.opened', { path: '/outbox' });
		expect(await opened).toEqual({ path: '/outbox' });
	});

	it('refuses an unknown request', async () => {
		const { invokeAs, did } = serve(createTestCore());
		const paper = { size: 'A3', landscape: false };
		await expect(invokeAs({}, windowChannel, { do: 'print', paper })).rejects.toThrow();
		await expect(invokeAs({}, windowChannel, { do: 'delete', name: 'x' })).rejects.toThrow();
		expect(did).toEqual([]);
	});

	it('refuses anything but a name and a text', async () => {
		const core = createTestCore();
		const { invokeAs } = serve(core);
		await expect(invokeAs({}, callChannel, 'app.state', { input: {} })).rejects.toThrow();
		await expect(invokeAs({}, callChannel, ['app.state'], body)).rejects.toThrow();
		expect(core.callers).toEqual([]);
	});

	it('uses two channels, and closes them when the program stops', async () => {
		const core = createTestCore();
		core.answer('app.state', () => succeed(someState));
		const { channels, close, ipcRenderer } = serve(core);
		expect(channels().sort()).toEqual([callChannel, windowChannel]);
		expect(core.listening).toBe(1);
		close();
		expect(core.listening).toBe(0);
		await expect(ipcRenderer.invoke(callChannel, 'app.state', body)).rejects.toThrow();
	});
});

describe('preload script', () => {
	it('exposes the bridge, and the window’s files and printing', () => {
		const bridge = preloadBridge(fakeProcesses().ipcRenderer, { kind: 'electron', can: [] });
		expect(Object.keys(bridge).sort()).toEqual([
			'call',
			'host',
			'on',
			'print',
			'saveFile',
			'savePdf',
			'setMenu',
			'takeOpenedFile',
		]);
	});

	it("reports the host's capabilities from the program's arguments", () => {
		const host = { kind: 'electron' as const, can: ['print' as const, 'keep-secret' as const] };
		expect(readHost(['electron', '--type=renderer', describeHost(host)])).toEqual(host);
		expect(() => readHost(['electron'])).toThrow('did not say');
	});
});
