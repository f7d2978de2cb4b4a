// Writes to a service that misbehaves at socket level.
import { createServer, type Server, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it } from 'vitest';
import { openTransport, type Transport } from '../../src/main/host/transport.ts';

interface RawService {
	url: string;
	/** Every complete request: connection number and body. */
	requests: { connection: number; head: string; body: string }[];
	connections: number;
}

/** Answers on the socket, or destroys it. */
type Behaviour = (socket: Socket, seen: RawService) => void;

const open: { server: Server; sockets: Set<Socket>; transport: Transport }[] = [];
afterEach(async () => {
	for (const { server, sockets, transport } of open.splice(0)) {
		await transport.close();
		for (const socket of sockets) socket.destroy();
		await new Promise((resolve) => server.close(resolve));
	}
});

async function start(behave: Behaviour): Promise<{ service: RawService; transport: Transport }> {
	const service: RawService = { url: '', requests: [], connections: 0 };
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		service.connections += 1;
		const connection = service.connections;
		let text = '';
		socket.setEncoding('utf8');
		socket.on('error', () => undefined);
		socket.on('data', (part: string) => {
			text += part;
			for (;;) {
				const end = text.indexOf('\r\n\r\n');
				if (end < 0) return;
				const head = text.slice(0, end);
				const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
				const rest = text.slice(end + 4);
				if (rest.length < length) return;
				text = rest.slice(length);
				service.requests.push({ connection, head, body: rest.slice(0, length) });
				behave(socket, service);
			}
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('No port was given.');
	service.url = `http://127.0.0.1:${address.port}/`;
	const transport = openTransport();
	open.push({ server, sockets, transport });
	return { service, transport };
}

const ok: Behaviour = (socket) =>
	socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\n{}');

const post = (url: string, body: string) =>
	new Request(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });

it('a write reaches the service exactly once if its kept-alive socket dies after the service read it', async () => {
	const { service, transport } = await start((socket, seen) => {
		if (seen.requests.at(-1)?.body === 'dies') socket.destroy();
		else ok(socket, seen);
	});
	// A write and a read warm up any kept connection.
	await (await transport.write(post(service.url, 'first'))).text();
	await (await transport.read(new Request(service.url))).text();

	await expect(transport.write(post(service.url, 'dies'))).rejects.toThrow();
	await (await transport.write(post(service.url, 'last'))).text();
	expect(service.requests.map(({ body }) => body)).toEqual(['first', '', 'dies', 'last']);
});

it('each write opens its own connection and announces closing it', async () => {
	const { service, transport } = await start(ok);
	for (const body of ['a', 'b', 'c']) await (await transport.write(post(service.url, body))).text();
	await Promise.all(
		['d', 'e', 'f'].map(async (body) => (await transport.write(post(service.url, body))).text()),
	);
	expect(new Set(service.requests.map(({ connection }) => connection)).size).toBe(6);
	for (const { head } of service.requests) expect(head).toMatch(/^connection: close$/im);
});

it('reads reuse connections', async () => {
	const { service, transport } = await start(ok);
	for (let n = 0; n < 20; n += 1) await (await transport.read(new Request(service.url))).text();
	// A read may come before the last connection is back in the pool; then there are two.
	expect(service.connections).toBeLessThan(5);
});

it.each(['read', 'write'] as const)('a redirect is returned and not followed: %s', async (kind) => {
	const { service, transport } = await start((socket) =>
		socket.write('HTTP/1.1 307 Moved\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n'),
	);
	const answer = await transport[kind](post(service.url, 'once'));
	expect(answer.status).toBe(307);
	expect(service.requests).toHaveLength(1);
});

function collectGarbage(): void {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	collect();
}

it("the request's signal aborts it, even after garbage collection", async () => {
	const { service, transport } = await start(() => undefined);
	const toEnd = new AbortController();
	const write = transport.write(
		new Request(service.url, { method: 'POST', body: 'x', signal: toEnd.signal }),
	);
	await expect.poll(() => service.requests.length).toBe(1);
	collectGarbage();
	toEnd.abort(new Error('time is up'));
	await expect(write).rejects.toThrow('time is up');
});
