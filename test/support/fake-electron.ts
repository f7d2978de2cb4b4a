// The few parts of Electron between a page and the program, as plain objects: a message goes through structured clone
// and arrives later, as it does there.
import type { BridgeOptions } from '../../src/main/electron/ipc.ts';
import type { preloadBridge } from '../../src/main/electron/preload-bridge.ts';
import { homePage } from '../../src/main/electron/protocol.ts';

// Electron's own types, by way of those who use them: the package itself is for src/main/electron alone.
type IpcMain = BridgeOptions['ipcMain'];
type Page = BridgeOptions['page'];
type IpcRenderer = Parameters<typeof preloadBridge>[0];
type CallHandler = Parameters<IpcMain['handle']>[1];
type EventHandler = Parameters<IpcRenderer['on']>[1];
export type IpcMainInvokeEvent = Parameters<CallHandler>[0];
type WebContents = IpcMainInvokeEvent['sender'];

/** Stands in for an object of Electron of which only some members are used. */
export const only = <Whole>(part: Partial<Whole>): Whole => part as Whole;

interface FakeProcesses {
	ipcMain: IpcMain;
	page: Page;
	/** The page's side, calling from our own page. */
	ipcRenderer: IpcRenderer;
	/** Calls as another page, frame or window would. */
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

/** A frame that shows an address; with a parent it is one inside the page. */
export const frame = (url: string, parent: Frame | null = null): Frame =>
	only<Frame>({ url, parent });
