// The screens in the window come from app://stillroom/, never from file://, with the headers that the browser gets too.
import type { CustomScheme, Protocol } from 'electron';
import type { Screens } from '../host/screens.ts';

const scheme = 'app';
const host = 'stillroom';
export const homePage = `${scheme}://${host}/`;

/** Registered before the program is ready: an origin of its own, treated like https, with fetch. */
export const screensScheme: CustomScheme = {
	scheme,
	privileges: { standard: true, secure: true, supportFetchAPI: true },
};

/** True for an address below app://stillroom/; parsed, because text comparisons of addresses are got around. */
export function isOurs(address: string): boolean {
	const url = URL.parse(address);
	return url !== null && url.protocol === `${scheme}:` && url.host === host;
}

export function serveScreens(protocol: Pick<Protocol, 'handle'>, screens: Screens): void {
	protocol.handle(scheme, async (request) => {
		if (!isOurs(request.url) || request.method !== 'GET') {
			return new Response('Not found', { status: 404 });
		}
		const { status, headers, body } = await screens(new URL(request.url).pathname);
		return new Response(new Uint8Array(body), { status, headers });
	});
}
