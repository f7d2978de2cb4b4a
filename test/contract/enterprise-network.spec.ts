// Networks of larger companies: a proxy, also with a sign-in, the system's certificates, and a client certificate.
// Local proxies and servers, with certificates made for the test.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createProxy } from 'node:http';
import { createServer } from 'node:https';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { networkFailure } from '../../src/main/core/api/network-failure.ts';
import { proxyOf, signInFor, type ProxyRule } from '../../src/main/host/proxy.ts';
import { openTransport } from '../../src/main/host/transport.ts';

const folder = mkdtempSync(join(tmpdir(), 'stillroom-network-'));
const at = (name: string) => join(folder, name);
const toClose: (() => Promise<void>)[] = [];

/** An authority, a server for 127.0.0.1 and localhost, and a client, each signed by the authority. */
beforeAll(() => {
	const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
	const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
	openssl(
		'req',
		'-x509',
		...key,
		'-days',
		'2',
		'-subj',
		'/CN=Test authority',
		'-keyout',
		at('ca.key'),
		'-out',
		at('ca.pem'),
	);
	for (const [name, more] of [
		['server', ['-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost,DNS:stock.example']],
		['client', []],
	] as const) {
		openssl(
			'req',
			'-x509',
			...key,
			'-days',
			'2',
			'-subj',
			`/CN=${name}`,
			...more,
			'-CA',
			at('ca.pem'),
			'-CAkey',
			at('ca.key'),
			'-keyout',
			at(`${name}.key`),
			'-out',
			at(`${name}.pem`),
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
				cert: read('server.pem'),
				key: read('server.key'),
				ca: read('ca.pem'),
				requestCert: demands,
				rejectUnauthorized: demands,
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

/** A service that only the proxy knows, as `stock.example`, and what each received. */
async function startOffice({ refuses = false } = {}) {
	const bodies: string[] = [];
	const tunnels: { to: string | undefined; signIn: string | undefined }[] = [];
	const service = await listen(
		createProxy((request, response) => {
			void text(request).then((body) => {
				bodies.push(body);
				response.end('{}');
			});
		}),
	);
	const proxy = createProxy();
	proxy.on('connect', ({ url, headers }, socket: Socket) => {
		tunnels.push({ to: url, signIn: headers['proxy-authorization'] });
		socket.on('error', () => undefined);
		if (refuses) {
			socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
			return;
		}
		const onward = connect(service, '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 Connected\r\n\r\n');
			onward.pipe(socket).pipe(onward);
		});
		onward.on('error', () => socket.destroy());
	});
	const port = await listen(proxy);
	const rule: ProxyRule = async () => `PROXY 127.0.0.1:${port}; DIRECT`;
	return { bodies, tunnels, port, servicePort: service, rule };
}

const post = (url: string, body: string) => new Request(url, { method: 'POST', body });

it("uses the system's proxy, with one tunnel per write", async () => {
	const office = await startOffice();
	const transport = open(office.rule);
	for (const body of ['a', 'b', 'c']) {
		await (await transport.write(post('http://stock.example/', body))).text();
	}
	expect(office.bodies).toEqual(['a', 'b', 'c']);
	expect(office.tunnels.map(({ to }) => to)).toEqual(Array(3).fill('stock.example:80'));
});

it('reports nothing sent if the proxy blocks', async () => {
	const office = await startOffice({ refuses: true });
	const failure: unknown = await open(office.rule)
		.write(post('http://stock.example/', 'x'))
		.catch((error: unknown) => error);
	expect(networkFailure(failure)).toMatchObject({ unsent: true, code: 'proxy-refused' });
	expect(office.bodies).toEqual([]);
});

it('reaches a local service without consulting rules', async () => {
	const office = await startOffice();
	const transport = open(() => Promise.reject(new Error('It was asked.')));
	await (await transport.write(post(`http://127.0.0.1:${office.servicePort}/`, 'near'))).text();
	expect(office).toMatchObject({ bodies: ['near'], tunnels: [] });
});

it.each([
	['DIRECT', null],
	['PROXY gate.example:3128; DIRECT', 'http://gate.example:3128'],
	['HTTPS gate.example:443', 'https://gate.example:443'],
	['SOCKS5 gate.example:1080', 'socks5://gate.example:1080'],
	['', null],
])('reads the rule %j', (rule, address) => {
	expect(proxyOf(rule)).toBe(address);
});

it('signs in to the proxy with the name and password of the environment', async () => {
	const office = await startOffice();
	vi.stubEnv('HTTPS_PROXY', `http://noor:p%40ss@127.0.0.1:${String(office.port)}`);
	const answer = await open(office.rule).write(post('http://stock.example/', ''));
	vi.unstubAllEnvs();
	expect(answer.status).toBe(200);
	const signIn = `Basic ${Buffer.from('noor:p@ss').toString('base64')}`;
	expect(office.tunnels).toEqual([{ to: 'stock.example:80', signIn }]);
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
