// The window stays on our page: no other address, no other window, no webview, no permission.
// https://www.electronjs.org/docs/latest/tutorial/security, items 5, 13 and 14
import type { App, Session } from 'electron';
import { isOurs } from './protocol.ts';

/** Holds for every page of the program, also one that is opened in a way not thought of. */
export function lockNavigation(app: Pick<App, 'on'>, openOutside: (address: string) => void): void {
	app.on('web-contents-created', (_created, contents) => {
		contents.on('will-navigate', (event) => {
			if (!isOurs(event.url)) event.preventDefault();
		});
		// Our own addresses never redirect.
		contents.on('will-redirect', (event) => event.preventDefault());
		contents.on('will-attach-webview', (event) => event.preventDefault());
		contents.setWindowOpenHandler(({ url }) => {
			openOutside(url);
			return { action: 'deny' };
		});
	});
}

/** Asked for and looked up: camera, location, notifications, devices and the rest are all refused. */
export function denyPermissions(
	session: Pick<
		Session,
		'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
	>,
): void {
	session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
	session.setPermissionCheckHandler(() => false);
	session.setDevicePermissionHandler(() => false);
}
