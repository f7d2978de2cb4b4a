// The one entry from the page: a channel for calls and one for events. The wire is JSON text, as in the browser, so that
// nothing goes through here that would not go through there.
import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import { fail } from '../../shared/bridge/reply.ts';
import type { Core } from '../core/core.ts';
import type { Log } from '../core/ports.ts';
import { isOurs } from './protocol.ts';

export const callChannel = 'core:call';
export const eventChannel = 'core:event';

export interface BridgeOptions {
	ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>;
	/** Of the one window. */
	page: Pick<WebContents, 'send' | 'isDestroyed'>;
	core: Core;
	/** What the core knows this window by. */
	connection: string;
	log: Log;
}

/** @returns closes the entry */
export function serveBridge({ ipcMain, page, core, connection, log }: BridgeOptions): () => void {
	ipcMain.handle(callChannel, async (event, name: unknown, body: unknown) => {
		if (!isOurPage(event, page) || typeof name !== 'string' || typeof body !== 'string') {
			log.warn('A call was refused', { from: event.senderFrame?.url });
			throw new Error('This page may not call.');
		}
		try {
			return JSON.stringify(await core.callUnchecked(name, inputIn(body), { connection }));
		} catch (error) {
			log.error('A call failed', { name, error });
			return JSON.stringify(fail('internal', 'The program failed to answer.'));
		}
	});
	const unsubscribe = core.onAny((name, payload) => {
		if (!page.isDestroyed()) page.send(eventChannel, name, JSON.stringify(payload));
	});
	return () => {
		unsubscribe();
		ipcMain.removeHandler(callChannel);
	};
}

/** Only the top of our own window, while it shows our own page. */
const isOurPage = ({ sender, senderFrame }: IpcMainInvokeEvent, page: BridgeOptions['page']) =>
	sender === page && senderFrame !== null && senderFrame.parent === null && isOurs(senderFrame.url);

function inputIn(body: string): unknown {
	const value: unknown = JSON.parse(body);
	return typeof value === 'object' && value !== null && 'input' in value ? value.input : undefined;
}
