import { expect, it } from 'vitest';
import { openSettings } from '../../../test/support/settings-page.ts';
import type { DesktopState, UpdateState } from '../../shared/bridge/desktop.ts';
import type {
	MenuCommand,
	OfferedFile,
	OpenedFile,
	SaveOutcome,
} from '../../shared/bridge/host-parts.ts';
import { fail } from '../../shared/bridge/reply.ts';

type Opening = NonNullable<Parameters<typeof openSettings>[0]>;

const idle: UpdateState = {
	stage: 'idle',
	offBecause: null,
	version: '1.4.0',
	percent: 42,
	checkedAt: null,
	failure: 'No such host.',
	onClose: false,
	asksAdministrator: false,
	waitsFor: null,
};
const stateOf = (
	updates: Partial<UpdateState>,
	startsWithSystem: boolean | null = null,
): DesktopState => ({
	updates: { ...idle, ...updates },
	startsWithSystem,
});

async function open(opening: Opening = {}) {
	const screen = await openSettings({
		can: ['auto-update'],
		...opening,
		answers: { 'desktop.state': stateOf({}), ...opening.answers },
	});
	const changed = async (updates: Partial<UpdateState>) => {
		await screen.tell('desktop.changed', stateOf(updates));
		return screen.card('Updates').split('\n').slice(1);
	};
	return { ...screen, changed };
}

it('says in each stage what happens with an update', async () => {
	const screen = await open();
	expect(screen.card('Updates')).toMatchInlineSnapshot(`
		"## Updates
		[Check for updates]
		Stillroom is up to date."
	`);
	await screen.click('Check for updates');
	expect(screen.asked('desktop.checkForUpdates')).toEqual([{}]);
	const stages: Partial<UpdateState>[] = [
		{ stage: 'off' },
		{ stage: 'off', offBecause: 'policy' },
		{ stage: 'checking', checkedAt: Date.UTC(2026, 10, 19, 7) },
		{ stage: 'downloading' },
		{ stage: 'ready', asksAdministrator: true },
		{ stage: 'ready', onClose: true },
		{ stage: 'waiting', waitsFor: 'counting' },
		{ stage: 'waiting', onClose: true },
		{ stage: 'installing' },
		{ stage: 'failed' },
	];
	const said = [];
	for (const stage of stages) {
		said.push((await screen.changed(stage)).join(' / '));
		const progress = screen.page.queryByRole('progressbar');
		expect(progress?.getAttribute('value') ?? null).toBe(
			stage.stage === 'downloading' ? '42' : null,
		);
	}
	expect(said).toEqual([
		'This package cannot update itself. Install a new version the way you installed this one.',
		'Your administrator has turned updates off.',
		'Last checked Thu 19 Nov, 7:00 / [Check for updates, off] / Checking for updates…',
		'Downloading Stillroom 1.4.0…',
		'Stillroom 1.4.0 is ready to install. / The system asks for an administrator during the installation. / [Install now] [Install when I close Stillroom]',
		'Stillroom 1.4.0 is ready. It is installed when you close Stillroom. / [Install now] [Do not install when I close Stillroom]',
		'The update starts when nobody else has a count open. / [Install when I close Stillroom]',
		'The update starts once the service has answered for the documents being sent. / [Install when I close Stillroom]',
		'Installing the update…',
		'[Check for updates] / The update failed. Stillroom will try again later. / Reason: No such host.',
	]);
});

it('installs when the person wants it', async () => {
	const screen = await open({ answers: { 'desktop.install': {} } });
	await screen.changed({ stage: 'ready' });
	expect(screen.shown(document.querySelector('header'))).toContain('Update ready');
	await screen.click('Install now');
	await screen.click('Install when I close Stillroom');
	await screen.changed({ stage: 'ready', onClose: true });
	screen.answers['desktop.install'] = () => fail('not-possible-now', 'no');
	await screen.click('Do not install when I close Stillroom');
	const note = () => screen.page.queryByRole('link', { name: 'Update ready' });
	await screen.changed({ stage: 'waiting' });
	expect(note()).not.toBeNull();
	await screen.changed({ stage: 'downloading' });
	expect(note()).toBeNull();
	expect(screen.asked('desktop.install')).toEqual([
		{ when: 'now' },
		{ when: 'on-close' },
		{ when: 'later' },
	]);
	expect(screen.notices()).toEqual(['This is not possible now.']);
});

it('starts with the PC, unless it cannot', async () => {
	const screen = await open({
		answers: {
			'desktop.state': stateOf({}, false),
			'desktop.startWithSystem': () => fail('not-possible-now', 'no'),
		},
	});
	await screen.click('Start Stillroom when I sign in to this PC', 'switch');
	expect(screen.asked('desktop.startWithSystem')).toEqual([{ on: true }]);
	expect(screen.notices()).toEqual(['This is not possible now.']);
	const starts = () => screen.card('Updates').split('\n').at(-1);
	expect(starts()).toMatchInlineSnapshot(
		`"{Start Stillroom when I sign in to this PC: no} Start Stillroom when I sign in to this PC"`,
	);
	screen.answers['desktop.startWithSystem'] = {};
	screen.answers['desktop.state'] = stateOf({}, true);
	await screen.click('Start Stillroom when I sign in to this PC', 'switch');
	expect(starts()).toContain('{Start Stillroom when I sign in to this PC: yes}');
});

it('shows what an administrator decided', async () => {
	const policy = {
		problem: 'updates: Invalid option',
		source: '/etc/stillroom/policy.json',
		settings: {
			updates: 'on',
			updateFeed: 'https://updates.example',
			serviceUrl: 'https://service.example',
			language: 'ar',
			clientCertificate: 'CN=kitchen',
		},
	} as const;
	const screen = await open({ host: { host: { kind: 'electron', can: [], policy } } });
	expect(screen.card('Policy of this PC')).toMatchInlineSnapshot(`
		"## Policy of this PC
		Your administrator decided these settings. You cannot change them here.
		The policy cannot be read, so Stillroom installs no updates. updates: Invalid option
		Updates : On Update address : https://updates.example Service : https://service.example Language : العربية Client certificate : CN=kitchen Read from : /etc/stillroom/policy.json"
	`);
	expect(screen.card('Language and appearance').split('\n').slice(1, 3)).toEqual([
		'LanguageEnglish Set by your administrator',
		'Theme',
	]);
});

it('shows a report for support before it is saved', async () => {
	let outcome: SaveOutcome;
	const saved: OfferedFile[] = [];
	const screen = await open({
		host: {
			saveFile: async (file) => {
				saved.push(file);
				return outcome;
			},
		},
	});
	await screen.click('Report for support…');
	expect(screen.notices()).toEqual(['This is not possible now.']);
	screen.answers['support.report'] = { name: 'report.txt', text: 'Stillroom 1.4.0' };
	await screen.click('Report for support…');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Report for support
		[Close]
		This is everything in the file. Passwords and secrets are left out. Read it before you give it to anyone.
		Stillroom 1.4.0
		[Cancel] [Save report]"
	`);
	for (outcome of [{ kind: 'cancelled' }, { kind: 'failed', why: 'full' }] as const) {
		await screen.click('Save report');
		expect(screen.dialog()).not.toBe('');
	}
	outcome = { kind: 'saved', name: 'report.txt' };
	await screen.click('Save report');
	const { name, bytes } = saved.at(-1)!;
	expect([name, new TextDecoder().decode(bytes)]).toEqual(['report.txt', 'Stillroom 1.4.0']);
	expect(screen.dialog()).toBe('');
});

it('goes where the menu and a link lead, and saves the open box before the PC sleeps', async () => {
	let commands: readonly MenuCommand[] = [];
	let file: OpenedFile | null = null;
	const screen = await open({
		host: {
			setMenu: async (_, given) => void (commands = given),
			takeOpenedFile: async () => file,
		},
	});
	expect(commands.slice(0, 3)).toEqual([
		{
			accelerator: 'CommandOrControl+K',
			id: 'find',
			label: 'Find a document, item, screen or action',
		},
		{ accelerator: null, id: '/counts', label: 'Counts' },
		{ accelerator: null, id: '/waste', label: 'Waste' },
	]);
	const box = screen.page.getByLabelText('Who works here');
	await screen.user.clear(box);
	await screen.user.type(box, 'Sam');
	await screen.tell('desktop.saveNow', {});
	expect(screen.app.settings.person).toBe('Sam');
	expect(document.activeElement).toBe(box);
	await screen.tell('desktop.chosen', { id: '/waste' });
	expect(screen.app.route.path).toBe('/waste');
	await screen.tell('desktop.chosen', { id: 'find' });
	expect(screen.dialog()).not.toBe('');
	await screen.keys('{Escape}');
	file = { name: 'work.json', text: '{}' };
	await screen.tell('desktop.opened', { path: '/outbox' });
	expect([screen.app.route.path, screen.app.opened.file?.name]).toEqual(['/outbox', 'work.json']);
	await screen.tell('desktop.chosen', { id: 'theme' });
});

it('takes a work file that is dropped on it, and no other file', async () => {
	const screen = await open({
		answers: { 'rescue.state': { copies: [], copyProblem: null, dataFolder: '', records: [] } },
	});
	const drop = async (type: string, name: string, kind = 'Files') => {
		const event = new Event(type, { bubbles: true, cancelable: true });
		Object.assign(event, { dataTransfer: { types: [kind], files: [new File(['{}'], name)] } });
		window.dispatchEvent(event);
		await screen.settle();
		return event.defaultPrevented;
	};
	expect(await drop('dragover', 'work.json')).toBe(true);
	expect(await drop('dragover', 'work.json', 'text/plain')).toBe(false);
	await drop('drop', 'photo.png');
	expect(screen.notices()).toEqual(['photo.png is not a work file from another PC.']);
	await drop('drop', 'work.JSON');
	await screen.settle();
	expect(screen.asked('rescue.giveFile')).toEqual([{ file: 'work.JSON', first: true, text: '{}' }]);
	expect(screen.app.route.path).toBe('/settings/rescue');
});
