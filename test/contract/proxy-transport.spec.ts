// Requests from a PC behind a proxy, with a local proxy and service.
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { networkFailure } from '../../src/main/core/api/network-failure.ts';
import { proxyOf, type ProxyRule } from '../../src/main/host/proxy.ts';
import { openTransport } from '../../src/main/host/transport.ts';

const toClose: (() => Promise<void>)[] = [];
afterEach(async () => {
	for (const close of toClose.splice(0).reverse()) await close();
});

async function listen(server: Server): Promise<number> {
	const sockets = new Set<Socket>();
	server.on('connection', (socket) => sockets.add(socket));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	toClose.push(
		() =>
			new Promise((resolve) => {
				server.close(() => resolve());
				for (const socket of sockets) socket.destroy();
			}),
	);
	return (server.address() as AddressInfo).port; // It listens on a port, not on a pipe.
}

/** A service only the proxy knows, as `stock.example`, and the requests each received. */
async function startOffice({ refuses = false } = {}) {
	const bodies: string[] = [];
	const tunnels: string[] = [];
	const service = await listen(
		createServer((request, response) => {
			let body = '';
			request.on('data', (part: Buffer) => (body += part.toString()));
			request.on('end', () => {
				bodies.push(body);
				response.end('{}');
			});
		}),
	);
	const proxy = createServer();
	proxy.on('connect', (request, socket: Socket) => {
		tunnels.push(request.url ?? '');
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
	const transportBy = (rule: ProxyRule) => {
		const transport = openTransport(rule);
		toClose.push(() => transport.close());
		return transport;
	};
	return { bodies, tunnels, port, servicePort: service, transportBy };
}

const post = (url: string, body: string) => new Request(url, { method: 'POST', body });

it("uses the system's proxy, with one tunnel per write", async () => {
	const office = await startOffice();
	const transport = office.transportBy(async () => `PROXY 127.0.0.1:${office.port}; DIRECT`);
	for (const body of ['a', 'b', 'c']) {
		await (await transport.write(post('http://stock.example/', body))).text();
	}
	expect(office.bodies).toEqual(['a', 'b', 'c']);
	expect(office.tunnels).toEqual(Array(3).fill('stock.example:80'));
});

it('reports nothing sent if the proxy blocks', async () => {
	const office = await startOffice({ refuses: true });
	const transport = office.transportBy(async () => `PROXY 127.0.0.1:${office.port}`);
	const failure: unknown = await transport
		.write(post('http://stock.example/', 'x'))
		.catch((error: unknown) => error);
	expect(networkFailure(failure)).toMatchObject({ unsent: true, code: 'proxy-refused' });
	expect(office.bodies).toEqual([]);
});

it('reaches a local service without consulting rules', async () => {
	const office = await startOffice();
	const transport = office.transportBy(() => Promise.reject(new Error('It was asked.')));
	await (await transport.write(post(`http://127.0.0.1:${office.servicePort}/`, 'near'))).text();
	expect(office.bodies).toEqual(['near']);
	expect(office.tunnels).toEqual([]);
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
