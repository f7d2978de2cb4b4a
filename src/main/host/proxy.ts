// The way out through a proxy: what the system says of an address, and a dispatcher for each way it names.
import { Agent, EnvHttpProxyAgent, ProxyAgent, type Dispatcher } from 'undici';

/**
 * The system's rule for an address, in the words of a proxy script: `DIRECT`, or `PROXY host:port; DIRECT`, with the
 * ways in the order in which they are to be tried (only the first is used: a write is never tried a second way by
 * itself).
 */
export type ProxyRule = (url: string) => Promise<string>;

export interface WaysOut {
	/** The dispatcher for a request to this address. */
	to(url: string): Promise<Dispatcher>;
	destroy(): Promise<void>;
}

/**
 * @param options of each connection, to a proxy or without one.
 * @param rule null where the system has no word on it: then the environment says (`HTTPS_PROXY`, `NO_PROXY`).
 */
export function openWaysOut(options: Agent.Options, rule: ProxyRule | null): WaysOut {
	const direct = new Agent(options);
	const fromEnvironment = rule === null ? new EnvHttpProxyAgent(options) : null;
	const proxies = new Map<string, ProxyAgent>();

	const through = (uri: string): ProxyAgent => {
		const known = proxies.get(uri);
		if (known) return known;
		const made = new ProxyAgent({ ...options, uri });
		proxies.set(uri, made);
		return made;
	};

	return {
		async to(url) {
			if (isThisPc(url)) return direct;
			if (rule === null) return fromEnvironment ?? direct;
			const uri = proxyOf(await rule(url));
			return uri === null ? direct : through(uri);
		},
		async destroy() {
			await Promise.all([direct, ...proxies.values()].map((each) => each.destroy()));
			await fromEnvironment?.destroy();
		},
	};
}

/** The practice service and the like: no proxy has business there, whatever the rule says. */
const isThisPc = (url: string): boolean =>
	['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

/** The first way of a rule as an address, null for none; `HTTPS` is a proxy that is itself spoken to over TLS. */
export function proxyOf(rule: string): string | null {
	const [kind = '', address] = (rule.split(';')[0] ?? '').trim().split(/\s+/);
	const scheme = schemes.get(kind.toUpperCase());
	return scheme === undefined || address === undefined ? null : `${scheme}://${address}`;
}

const schemes = new Map([
	['PROXY', 'http'],
	['HTTP', 'http'],
	['HTTPS', 'https'],
	['SOCKS5', 'socks5'],
]);
