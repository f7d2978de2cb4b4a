// Networks of larger companies: a proxy with a sign-in, the system's certificates, and a client certificate. Local
// proxies and servers, with certificates made for the test.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createProxy, type IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { signInFor } from '../../src/main/host/proxy.ts';
import { openTransport } from '../../src/main/host/transport.ts';

const folder = mkdtempSync(join(tmpdir(), 'stillroom-network-'));
const at = (name: string) => join(folder, name);
const toClose: (() => Promise<void>)[] = [];

/** An authority, a server for 127.0.0.1 and localhost, and a client, each signed by the authority. */
beforeAll(() => {
	const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
	const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
	openssl(
		...['req', '-x509', ...key, '-days', '2', '-subj', '/CN=Test authority'],
		...['-keyout', at('ca.key'), '-out', at('ca.pem')],
	);
	for (const [name, more] of [
		['server', ['-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost,DNS:stock.example']],
		['client', []],
	] as const) {
		openssl(
			...['req', '-x509', ...key, '-days', '2', '-subj', `/CN=${name}`, ...more],
			...['-CA', at('ca.pem'), '-CAkey', at('ca.key')],
			...['-keyout', at(`${name}.key`), '-out', at(`${name}.pem`)],
		);
	}
}, 60_000);
afterEach(async () => {
	for (const close of toClose.splice(0).reverse()) await close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string): string => readFileSync(at(name), 'utf8');

async function listen(server: Server): Promise<number> {
	const sockets = new Set<Socket>();
	server.on('connection', (socket: Socket) => sockets.add(socket));
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	toClose.push(
		() =>
			new Promise((done) => {
				server.close(() => done());
				for (const socket of sockets) socket.destroy();
			}),
	);
	return (server.address() as AddressInfo).port; // It listens on a port, not on a pipe.
}

/** @param demands whether only clients with a certificate of the authority may connect */
const startService = (demands = false): Promise<number> =>
	listen(
		createServer(
			{
				...{ cert: read('server.pem'), key: read('server.key'), ca: read('ca.pem') },
				...{ requestCert: demands, rejectUnauthorized: demands },
			},
			(_request, response) => response.end('{}'),
		),
	);

function trustTheAuthority(): void {
	const before = getCACertificates('default');
	setDefaultCACertificates([...before, read('ca.pem')]);
	toClose.push(async () => setDefaultCACertificates(before));
}

function open(...given: Parameters<typeof openTransport>) {
	const transport = openTransport(...given);
	toClose.push(() => transport.close());
	return transport;
}

it('signs in to the proxy with the name and password of the environment', async () => {
	// A system's proxy is never used for this PC, so the service has another name that only the proxy knows.
	const service = await listen(createProxy((_request, response) => response.end('{}')));
	const signIns: (string | undefined)[] = [];
	const proxy = createProxy();
	proxy.on('connect', (request: IncomingMessage, socket: Socket) => {
		signIns.push(request.headers['proxy-authorization']);
		const onward = connect(service, '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 Connected\r\n\r\n');
			onward.pipe(socket).pipe(onward);
		});
		for (const each of [onward, socket]) each.on('error', () => undefined);
	});
	const port = await listen(proxy);
	const before = process.env['HTTPS_PROXY'];
	process.env['HTTPS_PROXY'] = `http://noor:p%40ss@127.0.0.1:${String(port)}`;
	try {
		const transport = open(async () => `PROXY 127.0.0.1:${String(port)}`);
		const answer = await transport.write(new Request('http://stock.example/', { method: 'POST' }));
		expect(answer.status).toBe(200);
	} finally {
		if (before === undefined) delete process.env['HTTPS_PROXY'];
		else process.env['HTTPS_PROXY'] = before;
	}
	expect(signIns).toEqual([`Basic ${Buffer.from('noor:p@ss').toString('base64')}`]);
});

it('gives the sign-in to no other proxy', () => {
	const env = { HTTPS_PROXY: 'http://noor:secret@gate.example:3128' };
	expect(signInFor('http://gate.example:3128', env)).toMatch(/^Basic /);
	expect(signInFor('http://other.example:3128', env)).toBeNull();
	expect(signInFor('http://gate.example:3128', {})).toBeNull();
});

it('shows a client certificate to a service that demands one', async () => {
	const port = await startService(true);
	trustTheAuthority();
	const url = `https://localhost:${String(port)}/`;
	const known = open(null, read('client.pem') + read('client.key'));
	expect((await known.write(new Request(url, { method: 'POST' }))).status).toBe(200);
	expect((await known.read(new Request(url))).status).toBe(200);
	const without = open(null, null);
	await expect(without.read(new Request(url))).rejects.toThrow();
});

/** Elsewhere the system's store is no file that a test can name. */
if (process.platform === 'linux')
	it("trusts the system's certificates as well as Node's own", async () => {
		const port = await startService();
		const script = `
			const { openTransport } = await import(${JSON.stringify(resolve('src/main/host/transport.ts'))});
			const transport = openTransport(null);
			const answer = await transport.read(new Request('https://localhost:${String(port)}/'));
			console.log(answer.status);
			await transport.close();`;
		const printed = (certificates: string) =>
			new Promise<string>((done) => {
				const args = ['--input-type=module', '--eval', script];
				const env = { ...process.env, SSL_CERT_FILE: certificates };
				execFile(process.execPath, args, { env }, (_error, stdout) => done(stdout.trim()));
			});
		expect(await printed(at('ca.pem'))).toBe('200');
		expect(await printed(at('client.pem'))).toBe('');
	}, 60_000);
