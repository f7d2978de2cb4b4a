import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { networkFailure } from './network-failure.ts';

const failureOf = async (url: string) =>
	networkFailure(await fetch(url, { method: 'POST', body: '{}' }).catch((error: unknown) => error));

/** A service that answers anything so; closed at once if it does not. */
async function portOf(answer: string | null): Promise<[port: string, close: () => Promise<void>]> {
	const server = createServer((socket) => {
		socket.on('error', () => undefined);
		socket.on('data', () => socket.end(answer ?? ''));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
	const { port } = server.address() as AddressInfo; // It listens on a port, not on a pipe.
	if (answer === null) await close();
	return [String(port), close];
}

test('a port without a listener is surely not sent, on both addresses of a name', async () => {
	const [port] = await portOf(null);
	const refused = { unsent: true, code: 'ECONNREFUSED' };
	expect(await failureOf(`http://127.0.0.1:${port}`)).toMatchObject(refused);
	expect(await failureOf(`http://localhost:${port}`)).toMatchObject({ unsent: true });
});

test('an unknown host name is surely not sent', async () => {
	expect(await failureOf('http://service.invalid')).toMatchObject({ unsent: true });
});

test('a service without TLS is surely not sent', async () => {
	const [port, close] = await portOf('HTTP/1.1 400 Bad Request\r\n\r\n');
	expect(await failureOf(`https://127.0.0.1:${port}`)).toMatchObject({ unsent: true });
	await close();
});

describe('the network goes away', () => {
	const away = (facts: object) => Object.assign(new Error('away'), facts);
	const isUnsent = (cause: Error) => networkFailure(new TypeError('failed', { cause })).unsent;

	test.each(['EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH', 'EHOSTDOWN', 'ETIMEDOUT', 'EADDRNOTAVAIL'])(
		'%s is not sent while connecting, and unknown on an open connection',
		(code) => {
			expect(isUnsent(away({ code, syscall: 'connect' }))).toBe(true);
			for (const syscall of ['read', 'write', 'writev', 'shutdown', undefined]) {
				expect(isUnsent(away({ code, syscall }))).toBe(false);
			}
		},
	);

	test.each([
		[['connect', 'connect'], true],
		[['connect', 'read'], false],
		[[], false],
	])('several addresses (%s) are unknown if one may have received the request', (calls, unsent) => {
		const failed = calls.map((syscall) => away({ code: 'ENETUNREACH', syscall }));
		expect(isUnsent(new AggregateError(failed))).toBe(unsent);
	});

	test.each(['EPROTO', 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'UND_ERR_SOCKET'])(
		'%s, which may come in the middle, is unknown',
		(code) => {
			expect(isUnsent(away({ code, syscall: 'write' }))).toBe(false);
			expect(isUnsent(away({ code }))).toBe(false);
		},
	);
});
