// Chooses a proxy for each address: the system's rule, and a dispatcher per proxy.
import { env as environment } from 'node:process';
import { Agent, EnvHttpProxyAgent, ProxyAgent, type Dispatcher } from 'undici';

/**
 * As in a proxy script: `DIRECT`, or `PROXY host:port; DIRECT`. Only the first entry is used: a write must not be
 * retried over another route.
 */
export type ProxyRule = (url: string) => Promise<string>;

export interface WaysOut {
	to(url: string): Promise<Dispatcher>;
	destroy(): Promise<void>;
}

/** @param rule null to use the environment (`HTTPS_PROXY`, `NO_PROXY`) */
export function openWaysOut(options: Agent.Options, rule: ProxyRule | null): WaysOut {
	const direct = new Agent(options);
	const fromEnvironment = rule === null ? new EnvHttpProxyAgent(options) : null;
	const proxies = new Map<string, ProxyAgent>();

	const through = (uri: string): ProxyAgent => {
		const known = proxies.get(uri);
		if (known) return known;
		const token = signInFor(uri, environment);
		const made = new ProxyAgent({
			...options,
			uri,
			requestTls: options.connect,
			...(token === null ? {} : { token }),
		} as ProxyAgent.Options);
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

/**
 * The system does not give away the sign-in of its proxy, so it comes from the same proxy in the environment:
 * `HTTPS_PROXY=http://user:password@host:port`. Basic only, because undici has neither NTLM nor Kerberos.
 */
export function signInFor(
	proxy: string,
	env: Readonly<Record<string, string | undefined>>,
): string | null {
	const host = URL.parse(proxy)?.host;
	for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']) {
		const url = URL.parse(env[name] ?? '');
		if (url === null || url.host !== host || url.username === '') continue;
		const signIn = [url.username, url.password].map(decodeURIComponent).join(':');
		return `Basic ${Buffer.from(signIn).toString('base64')}`;
	}
	return null;
}

/** The practice service runs on this PC; never use a proxy for it. */
const isThisPc = (url: string): boolean =>
	['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

/** The first entry as a URL; null for a direct connection. `HTTPS` is a proxy reached over TLS. */
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
