// A proxy between program and service on 127.0.0.1, so that the tour can cut off any service and lose its replies.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type ProxyMode =
	| 'pass'
	/** Closes every connection at once. */
	| 'away'
	/** Writes reach the service and are applied, but no reply comes back. Reads pass. */
	| 'lose-replies';

export interface Proxy {
	url: string;
	set(mode: ProxyMode): void;
	/** Resolves when the service has answered this many writes from now on, with or without delivery. */
	writes(count: number): Promise<void>;
	close(): Promise<void>;
}

/** Hop-by-hop headers (RFC 9110, 7.6.1). */
const hopByHop = new Set([
	'connection',
	'keep-alive',
	'transfer-encoding',
	'host',
	'content-length',
	'expect',
]);

export async function startProxy(serviceUrl: string): Promise<Proxy> {
	let mode: ProxyMode = 'pass';
	let answered = 0;
	const waiting: { until: number; resolve: () => void }[] = [];

	const forward = async (request: IncomingMessage, response: ServerResponse) => {
		if (mode === 'away') {
			request.socket.destroy();
			return;
		}
		const { method = 'GET', url = '/' } = request;
		const body = await buffer(request);
		const isWrite = method !== 'GET' && !url.startsWith('/api/Account/');
		const answer = await fetch(serviceUrl.replace(/\/+$/, '') + url, {
			method,
			redirect: 'manual',
			headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
				typeof value === 'string' && !hopByHop.has(name) ? [[name, value]] : [],
			),
			...(method === 'GET' ? {} : { body }),
		});
		const bytes = Buffer.from(await answer.arrayBuffer());
		const lost = isWrite && mode === 'lose-replies';
		if (lost) request.socket.destroy();
		else {
			const headers = [...answer.headers].filter(
				([name]) => !hopByHop.has(name) && name !== 'content-encoding',
			);
			response.writeHead(answer.status, Object.fromEntries(headers)).end(bytes);
		}
		if (!isWrite) return;
		answered += 1;
		for (const each of waiting) if (answered >= each.until) each.resolve();
	};

	const server = createServer((request, response) => {
		forward(request, response).catch(() => request.socket.destroy());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;

	return {
		url: `http://127.0.0.1:${String(port)}`,
		set(next) {
			mode = next;
			if (next === 'away') server.closeAllConnections();
		},
		writes(count) {
			const until = answered + count;
			return new Promise((resolve) => waiting.push({ until, resolve }));
		},
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
