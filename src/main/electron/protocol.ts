// Serves the screens to the window from app://stillroom/, with the same headers as the browser host.
import type { CustomScheme, Protocol } from 'electron';
import type { Screens } from '../host/screens.ts';

const scheme = 'app';
const host = 'stillroom';
export const homePage = `${scheme}://${host}/`;

/** Register before Electron is ready. Gives the screens their own origin, treated like https, with fetch. */
export const screensScheme: CustomScheme = {
	scheme,
	privileges: { standard: true, secure: true, supportFetchAPI: true },
};

/** True for addresses below app://stillroom/. Parsed, because string comparisons of URLs can be bypassed. */
export function isOurs(address: string): boolean {
	const url = URL.parse(address);
	return url !== null && url.protocol === `${scheme}:` && url.host === host;
}

/** @param own answers the host's own pages; null for any other path */
export function serveScreens(
	protocol: Pick<Protocol, 'handle'>,
	screens: Screens,
	own: (path: string) => Response | null = () => null,
): void {
	protocol.handle(scheme, async (request) => {
		if (!isOurs(request.url) || request.method !== 'GET') {
			return new Response('Not found', { status: 404 });
		}
		const path = new URL(request.url).pathname;
		const answer = own(path);
		if (answer !== null) return answer;
		const { status, headers, body } = await screens(path);
		return new Response(new Uint8Array(body), { status, headers });
	});
}
