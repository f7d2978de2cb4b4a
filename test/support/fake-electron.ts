// The parts of Electron between page and program as plain objects: messages are cloned and arrive asynchronously, like
// in Electron.
import type { BridgeOptions } from '../../src/main/electron/ipc.ts';
import type { preloadBridge } from '../../src/main/electron/preload-bridge.ts';
import { homePage } from '../../src/main/electron/protocol.ts';

// Electron's types, through their users: only src/main/electron may import the package.
type IpcMain = BridgeOptions['ipcMain'];
type Page = BridgeOptions['page'];
type IpcRenderer = Parameters<typeof preloadBridge>[0];
type CallHandler = Parameters<IpcMain['handle']>[1];
type EventHandler = Parameters<IpcRenderer['on']>[1];
export type IpcMainInvokeEvent = Parameters<CallHandler>[0];
type WebContents = IpcMainInvokeEvent['sender'];

/** A partial Electron object. */
export const only = <Whole>(part: Partial<Whole>): Whole => part as Whole;

interface FakeProcesses {
	ipcMain: IpcMain;
	page: Page;
	ipcRenderer: IpcRenderer;
	/** Calls from another page, frame or window. */
	invokeAs(
		from: Partial<IpcMainInvokeEvent>,
		channel: string,
		...args: unknown[]
	): Promise<unknown>;
	channels(): string[];
}

export function fakeProcesses(): FakeProcesses {
	const handlers = new Map<string, CallHandler>();
	const listeners = new Map<string, EventHandler[]>();

	const page = only<WebContents>({
		isDestroyed: () => false,
		send(channel: string, ...args: unknown[]) {
			const cloned = structuredClone(args);
			setImmediate(() => {
				for (const listener of listeners.get(channel) ?? []) {
					listener(only({}), ...(cloned as []));
				}
			});
		},
	});

	async function invokeAs(from: Partial<IpcMainInvokeEvent>, channel: string, ...args: unknown[]) {
		const handler = handlers.get(channel);
		if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
		const event = only<IpcMainInvokeEvent>({ sender: page, senderFrame: frame(homePage), ...from });
		const cloned = structuredClone(args);
		await new Promise((resolve) => setImmediate(resolve));
		return structuredClone((await handler(event, ...(cloned as []))) as unknown);
	}

	return {
		page,
		ipcMain: {
			handle(channel, handler) {
				if (handlers.has(channel)) throw new Error(`A second handler for '${channel}'`);
				handlers.set(channel, handler);
			},
			removeHandler: (channel) => void handlers.delete(channel),
		},
		ipcRenderer: only<IpcRenderer>({
			invoke: (channel: string, ...args: unknown[]) => invokeAs({}, channel, ...args),
			on(channel: string, listener: EventHandler) {
				listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
				return only({});
			},
		}),
		invokeAs,
		channels: () => [...handlers.keys()],
	};
}

type Frame = NonNullable<IpcMainInvokeEvent['senderFrame']>;

/** A frame at a URL; with a parent it is a subframe. */
export const frame = (url: string, parent: Frame | null = null): Frame =>
	only<Frame>({ url, parent });
