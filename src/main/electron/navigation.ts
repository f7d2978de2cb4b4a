// The window stays on our page: no other address, no other window, no webview, no permission.
// https://www.electronjs.org/docs/latest/tutorial/security, items 5, 13 and 14
import type { App, Session } from 'electron';
import { isOurs } from './protocol.ts';

/** Applies to every page of the program, however it was opened. */
export function lockNavigation(app: Pick<App, 'on'>, openOutside: (address: string) => void): void {
	app.on('web-contents-created', (_created, contents) => {
		contents.on('will-navigate', (event) => {
			if (!isOurs(event.url)) event.preventDefault();
		});
		contents.on('will-redirect', (event) => event.preventDefault());
		contents.on('will-attach-webview', (event) => event.preventDefault());
		contents.setWindowOpenHandler(({ url }) => {
			openOutside(url);
			return { action: 'deny' };
		});
	});
}

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
