// What people use every day around the window: links and files from outside, the badge, the start with the system, the
// dictionary, and how the program was installed.
import { EventEmitter } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type {
	App,
	ContextMenuParams,
	LoginItemSettings,
	MenuItemConstructorOptions,
	Session,
} from 'electron';
import { describe, expect, it } from 'vitest';
import { freshFolder } from '../../../test/support/fresh-folder.ts';
import { only } from '../../../test/support/fake-electron.ts';
import { silentLog } from '../../../test/support/ports.ts';
import { hostFacts } from '../host/host-facts.ts';
import { createBadge } from './badge.ts';
import { findInstallation } from './installation.ts';
import { Outside, pathOfLink } from './outside.ts';
import { checkSpelling, offerSuggestions } from './spelling.ts';
import { startWithSystem } from './start-with-system.ts';

const folder = freshFolder();

describe('a link', () => {
	it.each([
		['stillroom://count/42', '/counts/42'],
		['stillroom://waste/W-7_b', '/waste/W-7_b'],
		['stillroom://transfer', '/transfers'],
		['stillroom://outbox/', '/outbox'],
		['stillroom://settings', '/settings'],
	])('%s leads to %s', (link, path) => {
		expect(pathOfLink(link)).toBe(path);
	});

	it.each([
		'stillroom://count/../settings/rescue',
		'stillroom://count/1/review',
		'stillroom://constructor/1',
		'https://count/42',
		'stillroom:',
		'',
	])('%s leads nowhere', (link) => {
		expect(pathOfLink(link)).toBeNull();
	});
});

describe('from outside', () => {
	function open() {
		const events = new EventEmitter();
		const shown: string[] = [];
		const app = only<App>({ on: events.on.bind(events) } as Partial<App>);
		const outside = new Outside({ app, log: silentLog, show: (path) => shown.push(path) });
		return { outside, events, shown };
	}

	it('a link starts the program at its screen, and a second start shows it there', () => {
		const { outside, shown } = open();
		expect(outside.first(['stillroom', 'stillroom://outbox'], folder())).toBe('/outbox');
		expect(outside.first(['stillroom', '--data', 'x'], folder())).toBeNull();
		outside.again(['stillroom', 'stillroom://count/1'], folder());
		outside.again(['stillroom'], folder());
		expect(shown).toEqual(['/counts/1']);
	});

	it('a work file is opened on the rescue page, once', () => {
		const { outside, shown } = open();
		writeFileSync(folder('work.json'), '{}');
		outside.again(['stillroom', 'work.json'], folder());
		expect(shown).toEqual(['/settings/rescue']);
		expect(outside.takeFile()).toEqual({ name: 'work.json', text: '{}' });
		expect(outside.takeFile()).toBeNull();
		outside.again(['stillroom', 'missing.json'], folder());
		expect(shown).toHaveLength(1);
	});

	it('macOS tells by events', () => {
		const { events, shown } = open();
		let prevented = 0;
		const event = { preventDefault: () => void (prevented += 1) };
		writeFileSync(folder('work.json'), '{}');
		events.emit('open-url', event, 'stillroom://waste');
		events.emit('open-file', event, folder('work.json'));
		expect(shown).toEqual(['/waste', '/settings/rescue']);
		expect(prevented).toBe(2);
	});
});

it('the badge counts what needs attention; Windows shows a dot with its meaning', () => {
	const did: unknown[] = [];
	const make = (platform: NodeJS.Platform) =>
		createBadge({
			app: { setBadgeCount: (count) => did.push(count) > 0 },
			window: {
				isDestroyed: () => false,
				setOverlayIcon: (image, words) => void did.push([image !== null, words]),
			},
			images: { createFromDataURL: () => only({}) },
			platform,
		});
	const linux = make('linux');
	linux(0, 'x');
	linux(3, 'x');
	linux(3, 'x');
	linux(0, 'x');
	expect(did.splice(0)).toEqual([3, 0]);
	const windows = make('win32');
	windows(2, 'need attention');
	windows(0, 'need attention');
	expect(did).toEqual([
		[true, 'need attention'],
		[false, 'need attention'],
	]);
});

describe('the start with the system', () => {
	const app = only<App>({});

	it('is a file of the autostart folder on Linux', () => {
		const made = startWithSystem({
			app,
			platform: 'linux' as const,
			configFolder: folder(),
			execPath: '/opt/100% Stillroom/stillroom',
		});
		expect(made.isOn()).toBe(false);
		made.set(true);
		expect(made.isOn()).toBe(true);
		expect(readFileSync(folder('autostart/stillroom.desktop'), 'utf8')).toContain(
			'Exec="/opt/100%% Stillroom/stillroom"',
		);
		made.set(false);
		expect(existsSync(folder('autostart/stillroom.desktop'))).toBe(false);
	});

	it('is a login item elsewhere', () => {
		let openAtLogin = false;
		const made = startWithSystem({
			app: {
				getLoginItemSettings: () => only<LoginItemSettings>({ openAtLogin }),
				setLoginItemSettings: (wanted) => void (openAtLogin = wanted.openAtLogin ?? false),
			},
			platform: 'win32' as const,
			configFolder: folder(),
			execPath: 'stillroom.exe',
		});
		made.set(true);
		expect(made.isOn()).toBe(true);
	});
});

describe('spell checking', () => {
	function check(platform: NodeJS.Platform, feed: string | null) {
		const did: unknown[] = [];
		const session = only<Session>({
			setSpellCheckerEnabled: (on) => void did.push(on),
			setSpellCheckerDictionaryDownloadURL: (url) => void did.push(url),
			setSpellCheckerLanguages: (languages) => void did.push(languages),
			availableSpellCheckerLanguages: ['de', 'en-GB', 'en-US'],
		});
		const follow = checkSpelling(session, { platform, feed });
		return { did, follow };
	}

	it('takes its dictionaries from the update feed, never from a public server', () => {
		const { did, follow } = check('win32', 'https://it.test/feed');
		for (const locale of ['en-GB', 'en-IE', 'de-AT', 'ar-AE']) follow(locale);
		expect(did).toEqual([
			true,
			'https://it.test/feed/dictionaries/',
			['en-GB'],
			['en-GB'],
			['de'],
			[],
		]);
		expect(check('linux', null).did).toEqual([false]);
	});

	it('is left to macOS there', () => {
		expect(check('darwin', null).did).toEqual([]);
	});

	it('offers its suggestions in the menu of a text box', () => {
		const events = new EventEmitter();
		const did: string[] = [];
		let shown: MenuItemConstructorOptions[] = [];
		const contents = {
			on: events.on.bind(events),
			replaceMisspelling: (word: string) => void did.push(word),
			session: {
				addWordToSpellCheckerDictionary(word: string) {
					did.push(`learn ${word}`);
					return true;
				},
			},
		};
		type Menu = Parameters<typeof offerSuggestions>[1];
		type BuiltMenu = ReturnType<Menu['buildFromTemplate']>;
		const menu: Menu = {
			buildFromTemplate(template) {
				shown = template.filter((item): item is MenuItemConstructorOptions => 'label' in item);
				return only<BuiltMenu>({ popup: () => undefined });
			},
		};
		offerSuggestions(
			contents as unknown as Parameters<typeof offerSuggestions>[0],
			menu,
			() => 'en',
		);
		const open = (params: Partial<ContextMenuParams>) => events.emit('context-menu', {}, params);
		open({ isEditable: false });
		expect(shown).toEqual([]);
		open({ isEditable: true, misspelledWord: 'brokn', dictionarySuggestions: ['broken'] });
		for (const { click } of shown) click?.(only({}), undefined, only({}));
		expect(did).toEqual(['broken', 'learn brokn']);
		expect(shown.map(({ label }) => label)).toContain('Paste');
	});
});

describe('the installation', () => {
	const find = (more: Partial<Parameters<typeof findInstallation>[0]>) =>
		findInstallation({
			platform: 'linux' as const,
			resources: folder(),
			appImage: undefined,
			execPath: folder('stillroom'),
			...more,
		});

	it('is known by its package', () => {
		expect(find({}).kind).toBe('none');
		expect(find({ appImage: folder('a.AppImage') }).kind).toBe('appimage');
		expect(find({ platform: 'darwin' }).kind).toBe('mac');
		writeFileSync(folder('package-type'), 'deb\n');
		expect(find({})).toMatchObject({ kind: 'deb', asksAdministrator: true });
	});

	it('needs an administrator where the user may not write', () => {
		expect(find({ platform: 'win32' }).asksAdministrator).toBe(false);
		const place = folder('programs');
		mkdirSync(place);
		chmodSync(place, 0o500);
		// Root may write everywhere.
		const asks = process.getuid?.() !== 0 && process.platform !== 'win32';
		expect(find({ platform: 'win32', execPath: join(place, 'x.exe') }).asksAdministrator).toBe(
			asks,
		);
		expect(find({ platform: 'win32', execPath: '/nowhere/x.exe' }).asksAdministrator).toBe(true);
	});

	it('has a feed only if somebody owns its address', () => {
		const feed = (text: string) => {
			writeFileSync(folder('app-update.yml'), text);
			return find({}).feed;
		};
		expect(find({}).feed).toBeNull();
		expect(feed('provider: generic\nurl: https://updates.stillroom.example/\n')).toBeNull();
		expect(feed('provider: generic\nurl: https://it.test/feed/\n')).toBe('https://it.test/feed/');
	});
});

it('a support report has facts and the end of the log, and the sizes of files but not their content', () => {
	mkdirSync(folder('logs'));
	writeFileSync(folder('logs', 'stillroom.log'), `${'x'.repeat(100_000)}\nlast line\n`);
	writeFileSync(folder('stillroom.db'), 'confidential');
	writeFileSync(folder('secrets.json'), '{"account":"c2VjcmV0"}');
	const { facts, logTail } = hostFacts({ dataFolder: folder(), policy: null });
	const told = JSON.stringify(facts());
	expect(told).toContain('["File stillroom.db","12 bytes"]');
	expect(told).not.toMatch(/confidential|c2VjcmV0/);
	expect(logTail()).toMatch(/last line\n$/);
	expect(logTail().length).toBeLessThan(70_000);
});
