// A real HTTP server on 127.0.0.1 with scripted answers and a log of requests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Seen {
	method: string;
	path: string;
	query: URLSearchParams;
	headers: IncomingMessage['headers'];
	body: string;
}

/** Answers a request; `destroy` drops the connection, `begin` never finishes. */
export type Script = (
	seen: Seen,
	answer: (status: number, body?: string | Uint8Array, headers?: Record<string, string>) => void,
	destroy: () => void,
	begin: (part: string) => void,
) => void;

export interface ScriptedService {
	url: string;
	seen: Seen[];
	/** Answers everything but the two Account calls. */
	script: Script;
	/** Answers the Account calls; by default every sign-in returns a new token. */
	account: Script;
	close(): Promise<void>;
}

export async function startScriptedService(): Promise<ScriptedService> {
	let tokens = 0;
	const token: Script = (_seen, answer) => {
		tokens += 1;
		answer(
			200,
			JSON.stringify({
				access_token: `token-${String(tokens)}`,
				expires_in: 300,
				refresh_token: `refresh-${String(tokens)}`,
				refresh_expires_in: 3_000,
			}),
		);
	};
	const service: ScriptedService = {
		url: '',
		seen: [],
		script: (_seen, answer) => answer(200, '{}'),
		account: token,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	const server = createServer((request, response) => {
		void respond(service, request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	service.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
	return service;
}

async function respond(
	service: ScriptedService,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const url = new URL(request.url ?? '/', service.url);
	const seen: Seen = {
		method: request.method ?? '',
		path: url.pathname,
		query: url.searchParams,
		headers: request.headers,
		body: await text(request),
	};
	service.seen.push(seen);
	const script = url.pathname.startsWith('/api/Account/') ? service.account : service.script;
	script(
		seen,
		(status, body = '', headers = {}) => {
			response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
		},
		() => request.socket.destroy(),
		(part) => {
			if (!response.headersSent) response.writeHead(200, { 'content-type': 'application/json' });
			response.write(part);
		},
	);
}
