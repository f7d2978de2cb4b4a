// The core's events for one browser, as Server-Sent Events (WHATWG HTML, 9.2).
import type { ServerResponse } from 'node:http';
import type { Core } from '../core/core.ts';
import { pageHeaders } from '../host/screens.ts';

/** Bytes that may wait for a browser that does not read; it is then hung up on, comes back and asks afresh. */
const mostWaiting = 4 * 1024 * 1024;

/** Sends every event until either side ends it. @returns ends it from this side. */
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
	// The first bytes tell the browser that it is connected; the number is how soon it comes back when it is not, ms.
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
		// Nothing may be written once it has ended: Node takes that for an error that nobody handles.
		stop();
		response.end();
	};
}
