import { EventEmitter } from 'node:events';
import type {
	App,
	BrowserWindow,
	BrowserWindowConstructorOptions,
	Session,
	WebContents,
} from 'electron';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../test/support/ports.ts';
import { only } from '../../../test/support/fake-electron.ts';
import { denyPermissions, lockNavigation } from './navigation.ts';
import { outsideOpener } from './open-external.ts';
import { homePage, isOurs, serveScreens } from './protocol.ts';
import { bringToFront, openWindow } from './window.ts';

describe('the window', () => {
	const made: BrowserWindowConstructorOptions[] = [];
	const events = new EventEmitter();
	const did: string[] = [];
	class FakeWindow {
		constructor(options: BrowserWindowConstructorOptions) {
			made.push(options);
		}
		once = events.once.bind(events);
		show = () => did.push('show');
		loadURL = async (url: string) => void did.push(url);
	}
	const opened = openWindow(FakeWindow as unknown as new () => BrowserWindow, {
		preload: '/preload.cjs',
		host: { kind: 'electron', can: ['print'] },
	});

	it('isolates its page, and has no preference that is not listed here', () => {
		expect(made[0]?.webPreferences).toEqual({
			preload: '/preload.cjs',
			additionalArguments: [expect.stringContaining('--stillroom-host=')],
			sandbox: true,
			contextIsolation: true,
			nodeIntegration: false,
			webSecurity: true,
			webviewTag: false,
			spellcheck: true,
		});
	});

	it('shows itself only when the page is ready', async () => {
		expect(made[0]?.show).toBe(false);
		expect(did).toEqual([homePage]);
		events.emit('ready-to-show');
		await opened.shown;
		expect(did).toEqual([homePage, 'show']);
	});

	it('comes to the front at a second start, unless it is gone', () => {
		const done: string[] = [];
		const window = (isDestroyed: boolean) =>
			only<BrowserWindow>({
				isDestroyed: () => isDestroyed,
				isMinimized: () => true,
				restore: () => done.push('restore'),
				show: () => done.push('show'),
				focus: () => done.push('focus'),
			});
		bringToFront(window(true));
		expect(done).toEqual([]);
		bringToFront(window(false));
		expect(done).toEqual(['restore', 'show', 'focus']);
	});
});

describe('navigation', () => {
	const app = new EventEmitter();
	const outside: string[] = [];
	lockNavigation(only<App>(app as Partial<App>), (address) => outside.push(address));
	let openHandler: ((details: { url: string }) => { action: string }) | undefined;
	const contents = Object.assign(new EventEmitter(), {
		setWindowOpenHandler: (handler: typeof openHandler) => (openHandler = handler),
	});
	app.emit('web-contents-created', {}, only<WebContents>(contents as Partial<WebContents>));

	const prevented = (name: string, url: string) => {
		let stopped = false;
		contents.emit(name, { url, preventDefault: () => (stopped = true) });
		return stopped;
	};

	it.each([
		'https://stillroom.example/',
		'http://127.0.0.1/',
		'file:///etc/passwd',
		'app://stillroom.example/',
		'app://stillroom@stillroom.example/',
		'javascript:app://stillroom/',
		'data:text/html,app://stillroom/',
		'APP://STILLROOM.example/',
		'',
	])('does not go to %s', (url) => {
		expect(isOurs(url)).toBe(false);
		expect(prevented('will-navigate', url)).toBe(true);
	});

	it('may reload our own page, but not be redirected to it', () => {
		expect(prevented('will-navigate', homePage)).toBe(false);
		expect(prevented('will-redirect', homePage)).toBe(true);
		expect(prevented('will-attach-webview', homePage)).toBe(true);
	});

	it('opens no second window, and passes addresses to the external opener', () => {
		expect(openHandler?.({ url: 'https://stillroom.example/' })).toEqual({ action: 'deny' });
		expect(outside).toEqual(['https://stillroom.example/']);
	});

	it('grants no permission, requested or checked', () => {
		const granted: unknown[] = [];
		const session: Partial<Session> = {
			setPermissionRequestHandler: (handler) =>
				handler?.(only({}), 'media', (grant) => granted.push(grant), only({})),
			setPermissionCheckHandler: (handler) =>
				granted.push(handler?.(null, 'geolocation', '', only({}))),
			setDevicePermissionHandler: (handler) => granted.push(handler?.(only({}))),
		};
		denyPermissions(only<Session>(session));
		expect(granted).toEqual([false, false, false]);
	});
});

describe('the external opener', () => {
	const opened: string[] = [];
	const openOutside = outsideOpener(
		{ openExternal: async (url) => void opened.push(url) },
		silentLog,
	);

	it('opens an https address as parsed', () => {
		openOutside('https://stillroom.example/help?q=1');
		expect(opened.splice(0)).toEqual(['https://stillroom.example/help?q=1']);
	});

	it.each([
		'http://stillroom.example/',
		'file:///etc/passwd',
		'ms-settings:about',
		'javascript:alert(1)',
		'https://person:word@stillroom.example/',
		'app://stillroom/',
		'no address',
	])('does not open %s', (address) => {
		openOutside(address);
		expect(opened).toEqual([]);
	});
});

describe('app://stillroom/', () => {
	type Handler = (request: Request) => Response | Promise<Response>;
	const handlers = new Map<string, Handler>();
	const asked: string[] = [];
	serveScreens(
		{ handle: (scheme, handler) => void handlers.set(scheme, handler) },
		async (path) => {
			asked.push(path);
			return { status: 200, headers: { 'x-from': 'screens' }, body: Buffer.from('page') };
		},
	);
	// Node cannot create a Request with another method for this scheme, so pass only the properties that are read.
	const get = async (url: string, method = 'GET') =>
		handlers.get('app')?.(only<Request>({ url, method }));

	it('serves the screens with their headers', async () => {
		const answer = await get('app://stillroom/assets/a.js?x=1');
		expect(asked).toEqual(['/assets/a.js']);
		expect(answer?.headers.get('x-from')).toBe('screens');
		expect(await answer?.text()).toBe('page');
	});

	it('refuses other hosts and other methods', async () => {
		expect((await get('app://elsewhere/'))?.status).toBe(404);
		expect((await get('app://stillroom/', 'POST'))?.status).toBe(404);
		expect(asked).toHaveLength(1);
	});
});
