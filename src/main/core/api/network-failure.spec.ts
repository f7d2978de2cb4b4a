import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { networkFailure } from './network-failure.ts';

let server: Server | null = null;
const open = new Set<Socket>();

const close = async (): Promise<void> => {
	for (const socket of open) socket.destroy();
	const closing = server;
	server = null;
	if (closing !== null) await new Promise((resolve) => closing.close(resolve));
};
afterEach(close);

async function listen(onRequest: (socket: Socket) => void): Promise<string> {
	const listening = createServer((socket) => {
		open.add(socket);
		socket.on('error', () => undefined);
		socket.on('data', () => onRequest(socket));
	});
	server = listening;
	await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
	return String((listening.address() as AddressInfo).port);
}

const failureOf = async (url: string) =>
	networkFailure(await fetch(url, { method: 'POST', body: '{}' }).catch((error: unknown) => error));

test('a port without a listener is surely not sent', async () => {
	const port = await listen(() => undefined);
	await close();
	expect(await failureOf(`http://127.0.0.1:${port}`)).toMatchObject({
		unsent: true,
		code: 'ECONNREFUSED',
	});
	// A name has two addresses here; the error reports both.
	expect(await failureOf(`http://localhost:${port}`)).toMatchObject({ unsent: true });
});

test('an unknown host name is surely not sent', async () => {
	expect(await failureOf('http://service.invalid')).toMatchObject({ unsent: true });
});

test('a service without TLS is surely not sent', async () => {
	const port = await listen((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
	expect(await failureOf(`https://127.0.0.1:${port}`)).toMatchObject({ unsent: true });
});

test.each([
	['is reset', (socket: Socket) => void socket.resetAndDestroy()],
	['ends', (socket: Socket) => void socket.end()],
])('a connection that %s after the request may have delivered it', async (_how, act) => {
	const port = await listen(act);
	expect(await failureOf(`http://127.0.0.1:${port}`)).toMatchObject({ unsent: false });
});

describe('the network goes away', () => {
	const failing = (facts: object): TypeError =>
		new TypeError('fetch failed', { cause: Object.assign(new Error('away'), facts) });

	test.each(['EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH', 'EHOSTDOWN', 'ETIMEDOUT', 'EADDRNOTAVAIL'])(
		'%s is not sent while connecting, and unknown on an open connection',
		(code) => {
			expect(networkFailure(failing({ code, syscall: 'connect' })).unsent).toBe(true);
			for (const syscall of ['read', 'write', 'writev', 'shutdown']) {
				expect(networkFailure(failing({ code, syscall })).unsent).toBe(false);
			}
			expect(networkFailure(failing({ code })).unsent).toBe(false);
		},
	);

	test('several addresses are unknown if one may have received the request', () => {
		const away = (syscall: string) =>
			Object.assign(new Error('away'), { code: 'ENETUNREACH', syscall });
		const tried = (...calls: string[]) =>
			new TypeError('fetch failed', { cause: new AggregateError(calls.map(away)) });
		expect(networkFailure(tried('connect', 'connect')).unsent).toBe(true);
		expect(networkFailure(tried('connect', 'read')).unsent).toBe(false);
		expect(networkFailure(tried()).unsent).toBe(false);
	});

	test.each(['EPROTO', 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'UND_ERR_SOCKET'])(
		'%s, which may come in the middle, is unknown',
		(code) => {
			expect(networkFailure(failing({ code, syscall: 'write' })).unsent).toBe(false);
			expect(networkFailure(failing({ code })).unsent).toBe(false);
		},
	);
});
