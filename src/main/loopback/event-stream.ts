// Sends the core's events to one browser as Server-Sent Events (WHATWG HTML, 9.2).
import type { ServerResponse } from 'node:http';
import type { Core } from '../core/core.ts';
import { pageHeaders } from '../host/screens.ts';

/** Bytes buffered for a browser that does not read; above, disconnect it. It reconnects and reloads its state. */
const mostWaiting = 4 * 1024 * 1024;

export function streamEvents(
	core: Core,
	response: ServerResponse,
	heartbeatMs: number,
): () => void {
	response.writeHead(200, {
		...pageHeaders,
		'content-type': 'text/event-stream; charset=utf-8',
		'cache-control': 'no-store',
	});
	// Sent at once, so that the browser knows it is connected; `retry` is its reconnect delay in ms.
	response.write('retry: 1000\n\n');

	const send = (text: string) => {
		if (response.destroyed) return;
		response.write(text);
		if (response.writableLength > mostWaiting) response.destroy();
	};
	const heartbeat = setInterval(() => send(': still here\n\n'), heartbeatMs);
	const unsubscribe = core.onAny((name, payload) =>
		send(`event: ${name}\ndata: ${JSON.stringify(payload)}\n\n`),
	);
	const stop = () => {
		clearInterval(heartbeat);
		unsubscribe();
	};
	response.on('close', stop);
	return () => {
		// Unsubscribe first: in Node, writing after the end is an unhandled error.
		stop();
		response.end();
	};
}
