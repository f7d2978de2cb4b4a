import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { only } from '../../../test/support/fake-electron.ts';
import { silentLog } from '../../../test/support/test-host.ts';
import { menuTemplate } from './menu.ts';
import { readUpdateFeed, startUpdates } from './updates.ts';

type Updater = Parameters<typeof startUpdates>[0];

describe('the policy', () => {
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'stillroom-policy-'));
	});
	afterEach(() => rmSync(folder, { recursive: true }));

	const read = (text: string | null) => {
		const file = join(folder, 'policy.json');
		if (text !== null) writeFileSync(file, text);
		return readUpdateFeed(file, silentLog);
	};

	it('allows no updates unless it names their source', () => {
		expect(read(null)).toBeNull();
		expect(read('{}')).toBeNull();
		expect(read('{"updateFeed":null}')).toBeNull();
	});

	it('names an https folder', () => {
		const feed = 'https://updates.stillroom.example/stable';
		expect(read(JSON.stringify({ updateFeed: feed }))).toBe(feed);
	});

	it.each(['{"updateFeed":"http://stillroom.example/"}', '{"updateFeeds":null}', 'broken', '[]'])(
		'allows nothing if it is invalid: %s',
		(text) => {
			expect(read(text)).toBeNull();
		},
	);
});

describe('updates', () => {
	function start() {
		const events = new EventEmitter();
		const later: (() => void)[] = [];
		const seen = { looked: 0, installed: 0 };
		const updater = Object.assign(only<Updater>({}), {
			on: events.on.bind(events),
			autoDownload: false,
			autoInstallOnAppQuit: true,
			setFeedURL: () => undefined,
			checkForUpdates: async () => {
				seen.looked += 1;
				throw new Error('offline');
			},
			quitAndInstall: () => void (seen.installed += 1),
		});
		const clock = {
			now: () => 0,
			monotonic: () => 0,
			after: (_ms: number, call: () => void) => {
				later.push(call);
				return () => undefined;
			},
		};
		const updates = startUpdates(updater, 'https://updates.stillroom.example/', {
			clock,
			log: silentLog,
		});
		return { updates, updater, events, later, seen };
	}

	it('are not installed before the core has stopped, and only on request', () => {
		const { updates, updater, events, seen } = start();
		expect(updater.autoInstallOnAppQuit).toBe(false);
		expect(updates.install()).toBe(false);
		events.emit('update-downloaded', { version: '2.0.0' });
		expect(seen.installed).toBe(0);
		expect(updates.install()).toBe(true);
		expect(seen.installed).toBe(1);
	});

	it('are checked for again later, even after a failed check', () => {
		const { later, seen } = start();
		expect(seen.looked).toBe(1);
		later[0]?.();
		expect(seen.looked).toBe(2);
		expect(later).toHaveLength(2);
	});
});

it('the menu has the same entries in both languages', () => {
	const roles = (language: 'en' | 'ar') =>
		menuTemplate(language).map(({ label, submenu }) => ({
			named: label !== '',
			roles: Array.isArray(submenu)
				? submenu.map(({ role, type, label }) => [role, type, label !== ''])
				: [],
		}));
	expect(roles('ar')).toEqual(roles('en'));
	expect(JSON.stringify(menuTemplate('ar'))).toContain('لصق');
});
