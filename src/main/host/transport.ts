// Sends requests. Reads may reuse connections. Each write opens its own: if a reused connection dies after the service
// read the request, a client may resend it by itself.
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import type { Network } from '../core/ports.ts';
import { openWaysOut, type ProxyRule, type WaysOut } from './proxy.ts';

/** ms to connect. The core limits the whole request with its signal. */
const connectTimeout = 10_000;
/** ms to keep an idle connection; many servers close theirs after 5 s. */
const keptFor = 4_000;

export interface Transport extends Network {
	close(): Promise<void>;
}

/**
 * Redirects are returned as responses, and nothing is sent twice. @param clientCertificate PEM with the certificate and
 * its key
 */
export function openTransport(
	proxyRule: ProxyRule | null = null,
	clientCertificate: string | null = null,
): Transport {
	// The core times the whole request, so undici's own timeouts are off.
	const identity =
		clientCertificate === null ? {} : { cert: clientCertificate, key: clientCertificate };
	const common = {
		connect: { timeout: connectTimeout, ...identity },
		headersTimeout: 0,
		bodyTimeout: 0,
	};
	const reads = openWaysOut(
		{ ...common, keepAliveTimeout: keptFor, keepAliveMaxTimeout: keptFor },
		proxyRule,
	);
	// For undici, pipelining 0 means `connection: close` on every request.
	const writes = openWaysOut({ ...common, pipelining: 0 }, proxyRule);
	return {
		read: (request) => send(request, reads),
		write: (request) => send(request, writes),
		async close() {
			await Promise.all([reads.destroy(), writes.destroy()]);
		},
	};
}

/** Keeps requests alive until answered: fetch holds their signals weakly, and a collected signal aborts nothing. */
const underWay = new Set<Request>();

async function send(request: Request, ways: WaysOut): Promise<Response> {
	if (request.url.startsWith('https:')) trustTheSystem();
	underWay.add(request);
	try {
		return await fetch(request, through(await ways.to(request.url)));
	} finally {
		underWay.delete(request);
	}
}

let systemTrusted = false;

/** Also trusts the system's certificates: an office may inspect its traffic with its own certificate authority. */
function trustTheSystem(): void {
	if (systemTrusted) return;
	systemTrusted = true;
	setDefaultCACertificates([
		...new Set([...getCACertificates('default'), ...getCACertificates('system')]),
	]);
}

/** The two undici types differ slightly; test/contract/write-transport.spec.ts proves that they work together. */
function through(dispatcher: Dispatcher): RequestInit {
	const init: RequestInit = { redirect: 'manual' };
	return Object.assign(init, { dispatcher });
}
