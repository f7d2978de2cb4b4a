// The browser host on 127.0.0.1. Refuses every request not clearly from our page in a browser with a session.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { HostInfo } from '../../shared/bridge/app.ts';
import { fail, type FailureCode, type Reply } from '../../shared/bridge/reply.ts';
import type { Core } from '../core/core.ts';
import type { Log } from '../core/ports.ts';
import { callBody } from '../host/call-body.ts';
import { pageHeaders, type Screens } from '../host/screens.ts';
import { streamEvents } from './event-stream.ts';
import { readJsonBody } from './json-body.ts';
import { createLinks, type Session } from './links.ts';
import { refusedPage } from './refused-page.ts';

interface LoopbackOptions {
	core: Core;
	host: HostInfo;
	screens: Screens;
	newId(): string;
	log: Log;
	port: number;
	/** ms between heartbeats on the event stream. */
	heartbeatMs?: number;
}

export interface LoopbackServer {
	readonly origin: string;
	readonly newLink: () => string;
	close(): Promise<void>;
}

type Answer = (response: ServerResponse) => void;
type Headers = Readonly<Record<string, string>>;

const notStored = { 'cache-control': 'no-store' };
const callsFinishWithin = 5_000;

/** @throws what `listen` throws, for example EADDRINUSE */
export async function serveLoopback(options: LoopbackOptions): Promise<LoopbackServer> {
	const { core, host, screens, log, heartbeatMs = 15_000 } = options;
	const links = createLinks(() => options.newId());
	const streams = new Set<() => void>();

	const unfinished = new Set<Promise<void>>();

	const server = createServer((request, response) => {
		const finished = new Promise<void>((resolve) => response.on('close', resolve));
		unfinished.add(finished);
		void finished.then(() => unfinished.delete(finished));
		void respond(request, response);
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(options.port, '127.0.0.1', resolve);
	});
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('No port was given.');
	const { port } = address;
	// DNS rebinding: a foreign site whose name resolves to 127.0.0.1 sends its own name as host.
	const hosts = new Set([`127.0.0.1:${String(port)}`, `localhost:${String(port)}`]);
	// Cookies ignore ports: without the number, two programs on one PC would overwrite each other's.
	const cookieName = `stillroom-${String(port)}`;

	async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
		try {
			const answer = await answerTo(request);
			answer(response);
		} catch (error) {
			// The browser closed the connection, so there is nobody to answer.
			if (request.socket.destroyed) return;
			log.error('A request failed', { path: request.url?.split('?')[0], error });
			if (response.headersSent) response.destroy();
			else reply(500, fail('internal', 'The program failed to answer.'))(response);
		}
	}

	async function answerTo(request: IncomingMessage): Promise<Answer> {
		if (!hosts.has(request.headers.host ?? '')) return refuse(421, 'Not this host.');
		const [path = '', query = ''] = (request.url ?? '').split('?', 2);
		if (!path.startsWith('/')) return refuse(400, 'Not a path.');
		if (!comesFromUs(request, path)) return refuse(403, 'Not from a page of ours.');

		const session = links.session(readCookie(request, cookieName) ?? '');
		const token = path === '/' ? new URLSearchParams(query).get('token') : null;
		if (token !== null) return enter(token, session);
		if (session === null) return refuseStranger(path);

		if (path.startsWith('/call/')) {
			return answerCall(request, path.slice('/call/'.length), session);
		}
		if (request.method !== 'GET') return refuse(405, 'Only GET here.', { allow: 'GET' });
		if (path === '/host') return sendJson(200, host);
		if (path === '/events') return openStream;
		const { status, headers, body } = await screens(path);
		return send(status, headers, body);
	}

	/** Exchanges a link's token for a session, and redirects to remove it from the address. */
	function enter(token: string, session: Session | null): Answer {
		const entered = links.redeem(token);
		if (entered === null && session === null) return refuseStranger('/');
		const headers = { ...pageHeaders, ...notStored, location: '/' };
		if (entered === null) return send(303, headers, '');
		const cookie = `${cookieName}=${entered.cookie}; HttpOnly; SameSite=Strict; Path=/`;
		return send(303, { ...headers, 'set-cookie': cookie }, '');
	}

	async function answerCall(
		request: IncomingMessage,
		name: string,
		{ connection }: Session,
	): Promise<Answer> {
		if (request.method !== 'POST') return refuseCall(405, 'A call is a POST.', { allow: 'POST' });
		// A foreign form can POST, but not with this content type and not without its own origin.
		if (request.headers.origin === undefined)
			return refuseCall(403, 'A call names the page it comes from.');
		if (!/^application\/json *(;|$)/i.test(request.headers['content-type'] ?? ''))
			return refuseCall(415, 'A call is application/json.');

		const body = await readJsonBody(request);
		if (!body.ok) {
			return body.why === 'too-large'
				? refuseCall(413, 'A call is at most 1 MiB.')
				: refuseCall(400, 'The body is not JSON.');
		}
		const { input, person } = callBody.parse(body.value);
		const answered = await core.callUnchecked(name, input, { connection, person });
		return reply(answered.ok ? 200 : (statusOf[answered.code] ?? 200), answered);
	}

	function openStream(response: ServerResponse): void {
		const end = streamEvents(core, response, heartbeatMs);
		streams.add(end);
		response.on('close', () => streams.delete(end));
	}

	return {
		origin: `http://127.0.0.1:${String(port)}`,
		newLink: () => `http://127.0.0.1:${String(port)}/?token=${links.make()}`,
		async close() {
			const closed = new Promise<void>((resolve) => server.close(() => resolve()));
			for (const end of streams) end();
			const late = setTimeout(() => server.closeAllConnections(), callsFinishWithin);
			await Promise.all(unfinished);
			clearTimeout(late);
			// Only idle keep-alive connections are left.
			server.closeAllConnections();
			await closed;
		},
	};
}

/** By `Origin` or `Sec-Fetch-Site`. Only the start page may be opened from another site, through a link. */
function comesFromUs(request: IncomingMessage, path: string): boolean {
	const { origin, host = '' } = request.headers;
	if (origin !== undefined && origin !== `http://${host}`) return false;
	const site = request.headers['sec-fetch-site'];
	return path === '/' || site === undefined || site === 'same-origin' || site === 'none';
}

function readCookie(request: IncomingMessage, name: string): string | null {
	for (const pair of (request.headers.cookie ?? '').split(';')) {
		const [key, value] = pair.trim().split('=', 2);
		if (key === name) return value ?? null;
	}
	return null;
}

/** Failures that a plain HTTP client should see as a status; all others are results of a successful request. */
const statusOf: Partial<Record<FailureCode, number>> = {
	'unknown-call': 404,
	'invalid-input': 400,
	internal: 500,
};

function refuseStranger(path: string): Answer {
	if (path.startsWith('/call/')) {
		const why =
			'This page was opened by a Stillroom that has ended. Open it again with a new link.';
		return reply(401, fail('not-possible-now', why));
	}
	if (path !== '/') return refuse(401, 'Open Stillroom with the link it printed.');
	const headers = { ...pageHeaders, ...notStored, 'content-type': 'text/html; charset=utf-8' };
	return send(401, headers, refusedPage);
}

function refuse(status: number, why: string, more: Headers = {}): Answer {
	const type = 'text/plain; charset=utf-8';
	return send(status, { ...pageHeaders, ...notStored, 'content-type': type, ...more }, `${why}\n`);
}

const refuseCall = (status: number, why: string, more: Headers = {}): Answer =>
	reply(status, fail('invalid-input', why), more);

const reply = (status: number, answered: Reply<unknown>, more: Headers = {}): Answer =>
	sendJson(status, answered, more);

function sendJson(status: number, value: unknown, more: Headers = {}): Answer {
	const type = 'application/json';
	const headers = { ...pageHeaders, ...notStored, 'content-type': type, ...more };
	return send(status, headers, JSON.stringify(value));
}

const send =
	(status: number, headers: Headers, body: string | Buffer): Answer =>
	(response) => {
		response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
		response.end(body);
	};
