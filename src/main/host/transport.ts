// How requests leave this PC. Reads may use kept connections; each write has one of its own, because a kept one that
// dies after the service read the request can make a client send the request twice by itself.
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import type { Network } from '../core/ports.ts';
import { openWaysOut, type ProxyRule, type WaysOut } from './proxy.ts';

/** ms to open a connection; how long an answer may take is the core's to say, with the request's signal. */
const connectTimeout = 10_000;
/** ms a connection is kept for the next read: less than the 5 s after which many servers hang up by themselves. */
const keptFor = 4_000;

export interface Transport extends Network {
	/** Hangs up; requests on their way end with an error. */
	close(): Promise<void>;
}

/**
 * Requests over Node's own fetch. Redirects are handed back as answers, and nothing is sent twice.
 *
 * @param proxyRule what the system says of proxies; without it the environment's variables do.
 */
export function openTransport(proxyRule: ProxyRule | null = null): Transport {
	// The core times each request as a whole, so undici's own time-outs for head and body stay out of it.
	const common = { connect: { timeout: connectTimeout }, headersTimeout: 0, bodyTimeout: 0 };
	const reads = openWaysOut(
		{ ...common, keepAliveTimeout: keptFor, keepAliveMaxTimeout: keptFor },
		proxyRule,
	);
	// Pipelining 0 is undici's word for `connection: close` on every request.
	const writes = openWaysOut({ ...common, pipelining: 0 }, proxyRule);
	return {
		read: (request) => send(request, reads),
		write: (request) => send(request, writes),
		async close() {
			await Promise.all([reads.destroy(), writes.destroy()]);
		},
	};
}

/** Held until they are answered: fetch knows a request's signal only weakly, and one that was collected ends nothing. */
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

/** Certificates that this PC trusts count as well: an office may look into its traffic with one of its own. */
function trustTheSystem(): void {
	if (systemTrusted) return;
	systemTrusted = true;
	setDefaultCACertificates([
		...new Set([...getCACertificates('default'), ...getCACertificates('system')]),
	]);
}

/**
 * The types of Node's own undici are a little older than the package's, so they are joined without being compared;
 * test/contract/write-transport.spec.ts proves that the two work together.
 */
function through(dispatcher: Dispatcher): RequestInit {
	const init: RequestInit = { redirect: 'manual' };
	return Object.assign(init, { dispatcher });
}
