// The few parts of Electron between a page and the program, as plain objects: a message goes through structured clone
// and arrives later, as it does there.
import type { IpcMain, IpcMainInvokeEvent, IpcRenderer, WebContents } from 'electron';
import { homePage } from '../../src/main/electron/protocol.ts';

type CallHandler = Parameters<IpcMain['handle']>[1];
type EventHandler = Parameters<IpcRenderer['on']>[1];

/** Stands in for an object of Electron of which only some members are used. */
export const only = <Whole>(part: Partial<Whole>): Whole => part as Whole;

export interface FakeProcesses {
	ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>;
	page: WebContents;
	/** The page's side, calling from our own page. */
	ipcRenderer: Pick<IpcRenderer, 'invoke' | 'on'>;
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
				return only<IpcRenderer>({});
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
