// The main process side of the bridge. Calls and events are JSON text, so both hosts accept the same values.
import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import { z } from 'zod';
import type { EventName, EventPayload } from '../../shared/bridge/contract.ts';
import { paperSizes } from '../../shared/bridge/host-parts.ts';
import { fail } from '../../shared/bridge/reply.ts';
import type { Core } from '../core/core.ts';
import type { Log } from '../core/ports.ts';
import { callBody } from '../host/call-body.ts';
import type { WindowParts } from './paper.ts';
import { isOurs } from './protocol.ts';

export const callChannel = 'core:call';
export const eventChannel = 'core:event';
export const windowChannel = 'window:do';

const paper = z.object({ size: z.enum(paperSizes), landscape: z.boolean() });
const wish = z.discriminatedUnion('do', [
	z.object({
		do: z.literal('save-file'),
		name: z.string().max(200),
		bytes: z.instanceof(Uint8Array),
	}),
	z.object({ do: z.literal('print'), paper }),
	z.object({ do: z.literal('save-pdf'), name: z.string().max(200), paper }),
	z.object({ do: z.literal('take-opened-file') }),
	z.object({
		do: z.literal('set-menu'),
		title: z.string().max(50),
		commands: z
			.array(
				z.object({
					id: z.string().max(100),
					label: z.string().max(100),
					accelerator: z.string().max(50).nullable(),
				}),
			)
			.max(100),
	}),
]);
export type WindowWish = z.input<typeof wish>;

export interface BridgeOptions {
	ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>;
	page: Pick<WebContents, 'send' | 'isDestroyed'>;
	core: Core;
	window: WindowParts;
	connection: string;
	log: Log;
}

export interface ServedBridge {
	tell<Name extends EventName>(name: Name, payload: EventPayload<Name>): void;
	close(): void;
}

export function serveBridge({
	ipcMain,
	page,
	core,
	window,
	connection,
	log,
}: BridgeOptions): ServedBridge {
	ipcMain.handle(windowChannel, async (event, wanted: unknown) => {
		const { data } = wish.safeParse(wanted);
		if (!isOurPage(event, page) || data === undefined) {
			log.warn('A wish to the window was refused', { from: event.senderFrame?.url });
			throw new Error('This page may not call.');
		}
		switch (data.do) {
			case 'save-file':
				return window.saveFile({ name: data.name, bytes: new Uint8Array(data.bytes) });
			case 'print':
				return window.print(data.paper);
			case 'save-pdf':
				return window.savePdf(data.name, data.paper);
			case 'take-opened-file':
				return window.takeOpenedFile();
			case 'set-menu':
				return window.setMenu(data.title, data.commands);
		}
	});
	ipcMain.handle(callChannel, async (event, name: unknown, body: unknown) => {
		if (!isOurPage(event, page) || typeof name !== 'string' || typeof body !== 'string') {
			log.warn('A call was refused', { from: event.senderFrame?.url });
			throw new Error('This page may not call.');
		}
		try {
			const { input, person } = callBody.parse(JSON.parse(body));
			return JSON.stringify(await core.callUnchecked(name, input, { connection, person }));
		} catch (error) {
			log.error('A call failed', { name, error });
			return JSON.stringify(fail('internal', 'The program failed to answer.'));
		}
	});
	const send = (name: string, payload: unknown) => {
		if (!page.isDestroyed()) page.send(eventChannel, name, JSON.stringify(payload));
	};
	const unsubscribe = core.onAny(send);
	return {
		tell: send,
		close() {
			unsubscribe();
			ipcMain.removeHandler(callChannel);
			ipcMain.removeHandler(windowChannel);
		},
	};
}

const isOurPage = ({ sender, senderFrame }: IpcMainInvokeEvent, page: BridgeOptions['page']) =>
	sender === page && senderFrame !== null && senderFrame.parent === null && isOurs(senderFrame.url);
