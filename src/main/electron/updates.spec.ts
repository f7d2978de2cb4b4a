// The states of an update, with a made-up updater. test/update-rehearsal.spec.ts has the real one.
import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { only } from '../../../test/support/fake-electron.ts';
import { silentLog } from '../../../test/support/ports.ts';
import type { Policy } from '../../shared/bridge/policy.ts';
import type { Installation } from './installation.ts';
import { menuTemplate, ProgramMenu } from './menu.ts';
import { Updates, type Updater } from './updates.ts';

const feed = 'https://updates.test/stillroom/';
const nsis: Installation = { kind: 'nsis', asksAdministrator: false, feed };
const policyOf = (settings: Policy['settings'], problem: string | null = null): Policy => ({
	source: '/etc/stillroom/policy.json',
	problem,
	settings,
});

async function open({
	installation = nsis,
	policy = null,
	isPackaged = true,
}: { installation?: Installation; policy?: Policy | null; isPackaged?: boolean } = {}) {
	const events = new EventEmitter();
	const seen: unknown[] = [];
	const later: (() => void)[] = [];
	const work = { sending: false, counting: false };
	let staged = (): void => undefined;
	const updater = Object.assign(only<Updater>({}), {
		on: events.on.bind(events),
		autoInstallOnAppQuit: true,
		setFeedURL: (options: unknown) => void seen.push(options),
		checkForUpdates: async () => {
			seen.push('check');
			throw new Error('offline');
		},
		quitAndInstall: (...how: unknown[]) => void seen.push(['install', ...how]),
	});
	const updates = new Updates({
		installation,
		policy,
		isPackaged,
		loadUpdater: async () => updater,
		onStaged: (call) => (staged = call),
		underWay: async () => work,
		quit: () => void seen.push('quit'),
		clock: {
			now: () => 1_000,
			monotonic: () => 0,
			after: (_ms, call) => {
				later.push(call);
				return () => undefined;
			},
		},
		log: silentLog,
	});
	await updates.begin();
	const ready = () => {
		events.emit('update-available', { version: '2.0.0' });
		events.emit('update-downloaded', { version: '2.0.0' });
	};
	return { updates, updater, events, seen, later, work, ready, staged: () => staged() };
}

it('installs only after the stop, and only a downloaded update', async () => {
	const { updates, updater, ready, seen } = await open();
	expect(updater.autoInstallOnAppQuit).toBe(false);
	expect(updates.installAfterStop()).toBe('quit');
	ready();
	expect(updates.state()).toMatchObject({ stage: 'ready', version: '2.0.0', onClose: true });
	expect(seen).not.toContainEqual(['install', true, false]);
	expect(updates.installAfterStop()).toBe('quits-itself');
	expect(seen).toContainEqual(['install', true, false]);
});

it('checks again later, even after a failed check', async () => {
	const { seen, later } = await open();
	expect(seen).toEqual(['check']);
	later[0]?.();
	expect(seen).toEqual(['check', 'check']);
});

it('waits for work that is being sent, then restarts the program with the update', async () => {
	const { updates, ready, work, seen, later } = await open();
	ready();
	work.sending = true;
	expect(updates.install('now')).toBe(true);
	await expect.poll(() => updates.state().waitsFor).toBe('sending');
	expect(seen).not.toContain('quit');
	work.sending = false;
	work.counting = true;
	later.at(-1)?.();
	await expect.poll(() => updates.state().waitsFor).toBe('counting');
	work.counting = false;
	later.at(-1)?.();
	await expect.poll(() => seen).toContain('quit');
	expect(updates.installAfterStop()).toBe('quits-itself');
	expect(seen).toContainEqual(['install', true, true]);
});

it('stops waiting if the person chooses to install it on closing', async () => {
	const { updates, ready, work, seen, later } = await open();
	ready();
	work.sending = true;
	updates.install('now');
	await expect.poll(() => updates.state().stage).toBe('waiting');
	updates.install('on-close');
	work.sending = false;
	later.at(-1)?.();
	await expect.poll(() => updates.state()).toMatchObject({ stage: 'ready', waitsFor: null });
	expect(seen).not.toContain('quit');
});

it('installs nothing while the user signs out or the PC shuts down', async () => {
	const { updates, ready } = await open();
	ready();
	updates.leave();
	expect(updates.installAfterStop()).toBe('quit');
});

it('does not ask for an administrator on every closing, only when the person chose it', async () => {
	const { updates, ready } = await open({ installation: { ...nsis, asksAdministrator: true } });
	ready();
	expect(updates.state().onClose).toBe(false);
	expect(updates.installAfterStop()).toBe('quit');
	updates.install('on-close');
	expect(updates.installAfterStop()).toBe('quits-itself');
});

it('starts the program again if the installation that a person chose has failed', async () => {
	const { updates, updater, events, ready } = await open();
	ready();
	updater.quitAndInstall = () => void events.emit('error', new Error('dpkg failed'));
	updates.install('now');
	await expect.poll(() => updates.state().stage).toBe('installing');
	expect(updates.installAfterStop()).toBe('restart');
	expect(updates.state()).toMatchObject({ stage: 'failed', failure: 'dpkg failed' });
});

it('is ready on macOS only when Squirrel has prepared it, and leaves the quitting to Squirrel', async () => {
	const { updates, updater, ready, staged, seen } = await open({
		installation: { kind: 'mac', asksAdministrator: false, feed },
	});
	expect(updater.autoInstallOnAppQuit).toBe(true);
	ready();
	expect(updates.state().stage).toBe('downloading');
	expect(updates.install('now')).toBe(false);
	staged();
	expect(updates.state().stage).toBe('ready');
	expect(updates.installAfterStop()).toBe('quit');
	updates.install('now');
	await expect.poll(() => seen).toContain('quit');
	expect(updates.installAfterStop()).toBe('quits-itself');
});

it('keeps a downloaded update ready whatever a later check says', async () => {
	const { updates, events, ready } = await open();
	ready();
	events.emit('error', new Error('offline'));
	expect(updates.state()).toMatchObject({ stage: 'ready', failure: null });
});

it('takes the feed of the policy instead of the packaged one', async () => {
	const own = 'https://it.test/feed/';
	const { seen } = await open({ policy: policyOf({ updateFeed: own }) });
	expect(seen[0]).toEqual({ provider: 'generic', url: own });
});

it.each([
	['policy', { policy: policyOf({ updates: 'off' }) }],
	['policy-unreadable', { policy: policyOf({}, 'not JSON') }],
	['unpacked', { isPackaged: false }],
	['package', { installation: { ...nsis, kind: 'none' as const } }],
	['no-feed', { installation: { ...nsis, feed: null } }],
])('is off and says why: %s', async (offBecause, surroundings) => {
	const { updates, seen } = await open(surroundings);
	expect(updates.state()).toMatchObject({ stage: 'off', offBecause });
	expect(seen).toEqual([]);
});

it('the menu has the same entries in both languages, and the commands of the palette', () => {
	const commands = [{ id: '/outbox', label: 'Outbox', accelerator: 'CommandOrControl+K' }];
	const chosen: string[] = [];
	const menu = (language: 'en' | 'ar') =>
		menuTemplate(language, { title: 'Go', commands }, (id) => chosen.push(id));
	const roles = (language: 'en' | 'ar') =>
		menu(language).map(({ label, submenu }) => ({
			named: label !== '',
			roles: Array.isArray(submenu)
				? submenu.map(({ role, type, label }) => [role, type, label !== ''])
				: [],
		}));
	expect(roles('ar')).toEqual(roles('en'));
	expect(JSON.stringify(menu('ar'))).toContain('لصق');
	const go = menu('en').find(({ label }) => label === 'Go')?.submenu;
	if (!Array.isArray(go)) throw new Error('The commands are missing.');
	expect(go[0]).toMatchObject({ label: 'Outbox', registerAccelerator: false });
	go[0]?.click?.(only({}), undefined, only({}));
	expect(chosen).toEqual(['/outbox']);
});

it('rebuilds the menu only when something in it changes', () => {
	let built = 0;
	const menu = new ProgramMenu(
		{ buildFromTemplate: () => only({}), setApplicationMenu: () => void (built += 1) },
		() => undefined,
	);
	menu.setLanguage('en');
	menu.setLanguage('en');
	menu.setCommands('Go', []);
	menu.setLanguage('ar');
	expect(built).toBe(3);
});
