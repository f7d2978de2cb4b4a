// What the browser host refuses. Requests are raw: a browser or fetch would clean them up.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { succeed } from '../../src/shared/bridge/reply.ts';
import type { LoopbackServer } from '../../src/main/loopback/server.ts';
import { connectBridge, type BridgeClient } from '../support/bridge-client.ts';
import { createTestCore, someState, type TestCore } from '../support/test-core.ts';
import { silentLog } from '../support/ports.ts';
import { startTestHost } from '../support/test-host.ts';

interface Sent {
	method?: string;
	path: string;
	headers?: Record<string, string | null>;
	body?: string;
}

interface Received {
	status: number;
	headers: string;
	body: string;
}

let core: TestCore;
let server: LoopbackServer;
let client: BridgeClient;
let authority: string;

beforeAll(async () => {
	core = createTestCore();
	core.answer('app.state', () => succeed(someState));
	server = await startTestHost({ core });
	client = await connectBridge(server.newLink());
	authority = new URL(server.origin).host;
});
afterAll(async () => {
	await client.close();
	await server.close();
});

/** Another host of its own, with a browser at it. */
async function startHost(more: Omit<Parameters<typeof startTestHost>[0], 'core'> = {}) {
	const core = createTestCore();
	const server = await startTestHost({ core, ...more });
	const client = await connectBridge(server.newLink());
	const close = async () => {
		await client.close();
		await server.close();
	};
	return { core, server, client, close };
}

/** Sends one request exactly as given; `null` omits a usual header. */
function send({ method = 'GET', path, headers = {}, body = '' }: Sent): Promise<Received> {
	const all: Record<string, string | null> = {
		host: authority,
		cookie: client.cookie,
		connection: 'close',
		...headers,
	};
	const lines = Object.entries(all).flatMap(([name, value]) =>
		value === null ? [] : [`${name}: ${value}`],
	);
	const head = [`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
	return new Promise((resolve, reject) => {
		const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
		let text = '';
		socket.setEncoding('utf8');
		socket.on('data', (part: string) => (text += part));
		socket.on('error', reject);
		socket.on('close', () => {
			const [headers = '', ...rest] = text.split('\r\n\r\n');
			resolve({
				status: Number(/^HTTP\/1\.1 (\d+)/.exec(headers)?.[1]),
				headers,
				body: rest.join('\r\n\r\n'),
			});
		});
		socket.write(head + body);
	});
}

/** A valid call, except for the given part. */
const call = (
	{ headers = {}, body = '{"input":{}}', ...rest }: Partial<Sent> = {},
	name = 'app.state',
): Promise<Received> =>
	send({
		method: 'POST',
		path: `/call/${name}`,
		headers: {
			origin: server.origin,
			'content-type': 'application/json',
			'content-length': String(Buffer.byteLength(body)),
			...headers,
		},
		body,
		...rest,
	});

const calls = () => core.callers.length;

describe('call', () => {
	it('is answered if everything about it is right', async () => {
		const before = calls();
		expect(await call()).toMatchObject({ status: 200, body: JSON.stringify(succeed(someState)) });
		expect(calls()).toBe(before + 1);
	});

	const refused: [what: string, sent: Partial<Sent>, status: number][] = [
		['without a cookie', { headers: { cookie: null } }, 401],
		['with a cookie of another program', { headers: { cookie: 'stillroom-1=abc' } }, 401],
		['with a made-up session', { headers: { cookie: 'COOKIE' } }, 401],
		['for another host name', { headers: { host: 'stillroom.example:80' } }, 421],
		['without a host name', { headers: { host: '' } }, 421],
		['from another origin', { headers: { origin: 'https://stillroom.example' } }, 403],
		['from another port of this PC', { headers: { origin: 'http://127.0.0.1:1' } }, 403],
		['from the origin `null`', { headers: { origin: 'null' } }, 403],
		['without an origin', { headers: { origin: null } }, 403],
		[
			'from another site, by the word of the browser',
			{ headers: { 'sec-fetch-site': 'cross-site' } },
			403,
		],
		[
			'from another port, by the word of the browser',
			{ headers: { 'sec-fetch-site': 'same-site' } },
			403,
		],
		['as a form', { headers: { 'content-type': 'text/plain' } }, 415],
		['without a content type', { headers: { 'content-type': null } }, 415],
		['with a body that is no JSON', { body: '{"input":' }, 400],
		['by GET', { method: 'GET' }, 405],
		['by OPTIONS, as before a request of another site', { method: 'OPTIONS' }, 405],
	];
	it.each(refused)('is refused %s, before it reaches the core', async (_what, sent, status) => {
		const before = calls();
		if (sent.headers?.['cookie'] === 'COOKIE') {
			const cookie = client.cookie.replace(/=.*/, `=${'A'.repeat(43)}`);
			sent = { ...sent, headers: { cookie } };
		}
		const answer = await call(sent);
		expect(answer.status).toBe(status);
		expect(answer.headers).not.toMatch(/access-control/i);
		expect(calls()).toBe(before);
	});

	it.each([
		['that says how long it is', true],
		['that comes in chunks', false],
	])('is refused with a body over 1 MiB %s', async (_what, told) => {
		const before = calls();
		const body = JSON.stringify({ input: 'x'.repeat(1024 * 1024) });
		const answer = told
			? await call({ body })
			: await call({
					headers: { 'content-length': null, 'transfer-encoding': 'chunked' },
					body: `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
				});
		expect(answer.status).toBe(413);
		expect(JSON.parse(answer.body)).toMatchObject({ ok: false, code: 'invalid-input' });
		expect(calls()).toBe(before);
	});

	it('is answered 404, as a reply, if not in the contract', async () => {
		const answer = await call({}, 'nothing.here');
		expect(answer.status).toBe(404);
		expect(JSON.parse(answer.body)).toMatchObject({ ok: false, code: 'unknown-call' });
	});

	it('is answered 400, with the problems, if its schema refuses the input', async () => {
		const answer = await call({ body: '{"input":{"theme":"pink"}}' }, 'settings.set');
		expect(answer.status).toBe(400);
		expect(JSON.parse(answer.body)).toMatchObject({ details: [{ path: 'theme' }] });
	});
});

describe('events and other paths', () => {
	it.each(['/events', '/host', '/assets/index-a1.js'])(
		"%s is refused without a cookie, and to another site's page",
		async (path) => {
			const before = core.listening;
			const statusWith = async (headers: Sent['headers'] & object) =>
				(await send({ path, headers })).status;
			expect(await statusWith({ cookie: null })).toBe(401);
			expect(await statusWith({ 'sec-fetch-site': 'cross-site' })).toBe(403);
			expect(await statusWith({ host: 'stillroom.example' })).toBe(421);
			expect(core.listening).toBe(before);
		},
	);

	it.each([
		'/../secret.js',
		'/assets/../../secret.js',
		'/%2e%2e/secret.js',
		'/..%2fsecret.js',
		'/%252e%252e/secret.js',
		'/..\\secret.js',
		'/assets/..%5c..%5csecret.js',
		'//secret.js',
		'/.hidden.js',
		'/assets/index-a1.js%00.html',
		'/assets',
		'/%',
	])('%s reaches no file', async (path) => {
		const answer = await send({ path });
		expect(answer.status).toBe(404);
		expect(answer.body).toBe('Not found');
	});

	it('a URL with a host in it is not a path', async () => {
		expect(await send({ path: `http://${authority}/host` })).toMatchObject({ status: 400 });
	});

	it('every answer carries the security headers', async () => {
		const answers = [
			await send({ path: '/' }),
			await send({ path: '/assets/index-a1.js' }),
			await send({ path: '/nothing.js' }),
			await send({ path: '/', headers: { cookie: null } }),
			await call(),
		];
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 401, 200]);
		for (const { headers } of answers) {
			expect(headers).toContain("content-security-policy: default-src 'none'; script-src 'self'");
			expect(headers).not.toContain('unsafe');
			expect(headers).toContain("frame-ancestors 'none'");
			expect(headers).toContain('x-content-type-options: nosniff');
			expect(headers).toContain('referrer-policy: no-referrer');
			expect(headers).toContain('cross-origin-opener-policy: same-origin');
			expect(headers).toContain('cross-origin-resource-policy: same-origin');
		}
	});
});

describe('link', () => {
	const enter = (link: string, cookie: string | null = null) =>
		send({ path: link.slice(server.origin.length), headers: { cookie } });

	it('works once: it becomes a cookie that scripts cannot read, and leaves the URL', async () => {
		const link = server.newLink();
		const first = await enter(link);
		expect(first.status).toBe(303);
		expect(first.headers).toMatch(/^location: \/\r?$/m);
		expect(first.headers).toMatch(
			/^set-cookie: stillroom-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/\r?$/m,
		);

		const second = await enter(link);
		expect(second.status).toBe(401);
		expect(second.headers).not.toContain('set-cookie');
		expect(second.body).toContain('press Enter in the terminal where Stillroom runs');
		expect(second.body).toContain('dir="rtl"');
	});

	it('leads to the page when reused by a signed-in browser', async () => {
		const link = server.newLink();
		const first = await enter(link);
		const cookie = /^set-cookie: ([^;]+)/m.exec(first.headers)?.[1] ?? '';
		expect(await enter(link, cookie)).toMatchObject({ status: 303 });
	});

	it('gives a second browser its own connection', async () => {
		const second = await connectBridge(server.newLink());
		await client.call('app.state', {});
		await second.call('app.state', {});
		const [one, other] = core.callers.slice(-2);
		expect(one?.connection).not.toBe(other?.connection);
		await second.close();
	});

	it('is refused with a made-up token', async () => {
		expect(await enter(`${server.origin}/?token=${'A'.repeat(43)}`)).toMatchObject({ status: 401 });
		expect(await enter(`${server.origin}/?token=`)).toMatchObject({ status: 401 });
	});
});

describe('stopping', () => {
	it('ends the event streams, sends nothing that happens meanwhile, and unsubscribes from the core', async () => {
		const { core, server, client } = await startHost();
		await expect.poll(() => core.listening).toBe(1);
		const closed = server.close();
		expect(core.listening).toBe(0);
		await closed;
		await client.ended;
	});

	it('finishes a running call first', async () => {
		const { core, server, client } = await startHost();
		const begun = Promise.withResolvers<null>();
		const answered = Promise.withResolvers<ReturnType<typeof succeed>>();
		core.answer('app.state', () => {
			begun.resolve(null);
			return answered.promise;
		});
		const reply = client.call('app.state', {});
		await begun.promise;
		const closed = server.close();
		answered.resolve(succeed(someState));
		expect(await reply).toEqual(succeed(someState));
		await closed;
	});

	it('sends no events to a browser that left', async () => {
		const { core, server, client } = await startHost();
		await client.close();
		await expect.poll(() => core.listening).toBe(0);
		await server.close();
	});
});

it('tolerates a page that hangs up during a call', async () => {
	const errors: string[] = [];
	const log = { ...silentLog, error: (message: string) => errors.push(message) };
	const { core, server, client, close } = await startHost({ log });
	core.answer('app.state', () => succeed(someState));
	const { host, port } = new URL(server.origin);
	const head = [
		'POST /call/app.state HTTP/1.1',
		`host: ${host}`,
		`origin: ${server.origin}`,
		`cookie: ${client.cookie}`,
		'content-type: application/json',
		'content-length: 1000',
		'',
		'{"input":',
	].join('\r\n');
	for (const end of ['destroy', 'resetAndDestroy'] as const) {
		const socket = connect(Number(port), '127.0.0.1');
		await new Promise<void>((resolve) => socket.write(head, () => resolve()));
		await client.call('app.state', {});
		socket[end]();
		await new Promise((resolve) => socket.once('close', resolve));
	}
	await close();
	expect(errors).toEqual([]);
});

it('the event stream sends keepalives', async () => {
	const { server, client, close } = await startHost({ heartbeatMs: 5 });
	const stream = await fetch(`${server.origin}/events`, { headers: { cookie: client.cookie } });
	let text = '';
	for await (const part of stream.body!.pipeThrough(new TextDecoderStream())) {
		text += part;
		if ((text.match(/^: still here$/gm) ?? []).length >= 3) break;
	}
	expect(text).toMatch(/^retry: 1000\n\n: still here\n\n/);
	await close();
});
