import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { openCountedGoods } from '../../../test/support/counted-goods.ts';
import { enterBox, openCount } from '../../../test/support/counting.ts';
import { openScreen, type Answers } from '../../../test/support/screen.ts';
import type { AppState, Settings } from '../../shared/bridge/app.ts';
import { fail } from '../../shared/bridge/reply.ts';
import { someState } from '../../../test/support/test-core.ts';

afterEach(() => localStorage.clear());

const at = Date.UTC(2026, 10, 20, 8, 45);
const online = { ...someState.network, state: 'online' as const, lastAnswerAt: at };
const offline = { ...someState.network, state: 'offline' as const, reason: 'It does not answer.' };
const practice = {
	accountId: 'account-1',
	name: 'Practice',
	serviceUrl: 'http://127.0.0.1',
	clientId: 'kit',
	practice: true,
};
const open = async (
	state: Partial<AppState> = {},
	settings: Partial<Settings> = {},
	answers: Answers = {},
) => {
	const kitchen = await openCountedGoods();
	const screen = await openScreen('/counts', { kitchen, state, settings, answers });
	return { ...screen, kitchen, bar: () => screen.shown(document.querySelector('header')) };
};

it('says how the network and the outbox stand, and leads there', async () => {
	const screen = await open();
	const states: Partial<AppState>[] = [
		{},
		{ network: { ...online, lastAnswerAt: null } },
		{ network: online },
		{ network: online, outbox: { waiting: 2, needYou: 0 } },
		{ network: offline },
		{ network: offline, outbox: { waiting: 3, needYou: 0 } },
		{ network: offline, outbox: { waiting: 3, needYou: 1 } },
		{ diskFull: true },
		{ diskFull: true, outbox: { waiting: 3, needYou: 0 } },
		{ diskFull: true, outbox: { waiting: 3, needYou: 2 } },
		{ practiceOutdated: true, session: 'secret-needed', account: practice },
		{ practiceOutdated: true, session: 'secret-needed' },
		{ session: 'secret-needed' },
		{ network: online, session: 'secret-needed', outbox: { waiting: 3, needYou: 2 } },
		{ network: offline, diskFull: true, outbox: { waiting: 3, needYou: 2 } },
		{ network: offline, diskFull: true },
	];
	const begun = screen.app.state;
	const pills = [];
	for (const [order, state] of states.entries()) {
		await screen.tell('app.changed', { ...begun, ...state, order: order + 2 });
		const pill = document.querySelector<HTMLAnchorElement>('header a');
		const tone = pill?.querySelector('.pill')?.classList[1] ?? '';
		if (pill !== null)
			pills.push(`${pill.textContent.trim()} ${pill.hash} ${tone} ${pill.title}`.trim());
	}
	expect(pills).toEqual([
		'Connecting #/outbox tone-plain',
		'Online #/outbox tone-thyme',
		'Online, as of 8:45 #/outbox tone-thyme',
		'Sending, 2 waiting #/outbox tone-amber',
		'Offline #/outbox tone-amber It does not answer.',
		'Offline, 3 waiting #/outbox tone-amber It does not answer.',
		'Offline · 1 needs attention #/outbox tone-rust It does not answer.',
		'Disk full #/outbox tone-rust',
		'Disk full, 3 waiting #/outbox tone-rust',
		'Disk full · 2 need attention #/outbox tone-rust',
		'Practice data is outdated #/settings tone-rust',
		'Client secret needed #/settings?show=settings.connection tone-rust',
		'Client secret needed #/settings?show=settings.connection tone-rust',
		'2 need attention #/outbox tone-rust',
		'Disk full · 2 need attention #/outbox tone-rust It does not answer.',
		'Disk full #/outbox tone-rust It does not answer.',
	]);
});

it('asks the service at once when the system says that the network came or went', async () => {
	const screen = await open({ network: online });
	for (const event of ['offline', 'online']) window.dispatchEvent(new Event(event));
	expect(screen.asked('network.check')).toHaveLength(2);
});

it('has more contrast if the system asks for it', async () => {
	const matchMedia = vi.spyOn(window, 'matchMedia');
	onTestFinished(() => matchMedia.mockRestore());
	const never = window.matchMedia('not all');
	matchMedia.mockImplementation((query) => ({
		...never,
		matches: query.includes('more'),
		addEventListener: () => undefined,
		removeEventListener: () => undefined,
	}));
	await open();
	expect(document.documentElement.dataset['contrast']).toBe('more');
});

it('changes the location', async () => {
	const screen = await open({}, { locationId: null });
	await screen.click('Garden Room');
	expect(screen.bar()).toMatchInlineSnapshot(`
		"Stillroom
		[Garden Room Business day Fri 20 Nov Change location] [Find a document, item, screen or action Ctrl K] <Connecting. Open outbox #/outbox> [NO Noor works here. Change who works here]"
	`);
	await screen.click(/Garden Room/);
	expect(screen.menu()).toBe('[Garden Room, on] [Harbour Kitchen]');
	await screen.click('Harbour Kitchen', 'menuitem');
	expect(screen.asked('settings.set')).toEqual([{ locationId: 'L-2' }, { locationId: 'L-1' }]);
});

it('changes the person: one of the staff, or another name', async () => {
	const screen = await open({}, { staff: ['Noor', 'Samir Kaya'] });
	await screen.click(/Noor/);
	expect(screen.menu()).toMatchInlineSnapshot(`"[Noor, on] [Samir Kaya] [Someone else…]"`);
	await screen.click('Samir Kaya', 'menuitem');
	expect(screen.bar()).toMatchInlineSnapshot(`
		"Stillroom
		[Harbour Kitchen Business day Fri 20 Nov Change location] [Find a document, item, screen or action Ctrl K] <Connecting. Open outbox #/outbox> [SK Samir Kaya works here. Change who works here]"
	`);
	await screen.fromMenu(/Samir Kaya/, 'Someone else…');
	const confirm = () => screen.user.click(screen.page.getAllByRole('button').at(-1)!);
	await confirm();
	await screen.settle();
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Who works here?
		The name is recorded with everything entered in this window. Other windows keep theirs.
		Who works here {Who works here, wrong: }
		This is required.
		[Cancel] [Work here]"
	`);
	await screen.user.type(screen.page.getByRole('textbox', { name: 'Who works here' }), ' Mara ');
	await confirm();
	await screen.settle();
	expect(screen.asked('settings.set').at(-1)).toEqual({ person: 'Mara' });
});

it('finds items with their stock and past counts, documents, screens and actions', async () => {
	const screen = await open();
	for (const typed of ['40', '41']) {
		const stocktakeId = openCount(screen.kitchen, {}, { name: `Milk ${typed}` });
		enterBox(screen.kitchen, stocktakeId, 1, typed);
		screen.kitchen.call('stocktake.submit', { stocktakeId, intentId: crypto.randomUUID() });
	}
	await screen.keys('{Control>}k{/Control}');
	await screen.keys('milk');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Find a document, item, screen or action
		{Find a document, item, screen or action, open: milk}
		Whole milk DA-1 60 each
		Milk 40 20 Nov 2026
		Milk 41 20 Nov 2026
		3 results"
	`);
	const inHand = () =>
		screen.page.getAllByRole('option', { selected: true }).map(({ id }) => id.split('-').at(-1));
	expect(inHand()).toEqual(['0']);
	await screen.keys('{ArrowDown}');
	expect(inHand()).toEqual(['1']);
	await screen.keys('{ArrowUp}{ArrowUp}');
	expect(inHand()).toEqual(['2']);
	await screen.keys('{ArrowDown}{Enter}');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Find a document, item, screen or action
		{Find a document, item, screen or action, open: milk}
		### Whole milk DA-1
		Total : 60each Dry store : 48eachFreezer : 12each
		as of 9:00
		[Follow it through 2 past counts Enter]"
	`);
	await screen.keys('{Enter}');
	expect(screen.app.route.path).toBe('/counts/item/1');
	await screen.keys('{Control>}k{/Control}');
	await screen.keys('dark{Enter}');
	expect(screen.asked('settings.set')).toEqual([{ theme: 'dark' }]);
	await screen.keys('{Control>}k{/Control}');
	await screen.keys('outbox');
	await screen.click(/^Outbox/, 'option');
	expect(screen.app.route.path).toBe('/outbox');
});

it('shows stock with the decimals of its unit', async () => {
	const screen = await open();
	await screen.keys('{Control>}k{/Control}');
	await screen.keys('flour');
	expect(screen.dialog()).toContain('Flour DA-4 60 kg');
	await screen.keys('{Enter}');
	expect(screen.dialog()).toContain('Total : 60kg Dry store : 60kg');
});

it.each([
	['old', Date.UTC(2026, 10, 20, 8, 45), 'as of 8:45 (15 minutes ago) [Refresh]'],
	['never fetched', null, 'not downloaded yet [Refresh]'],
])('offers to fetch stock that is %s', async (_how, asOf, says) => {
	const stock = { total: '60', asOf, areas: [{ areaId: 'A-1', onHand: '48' }] };
	const screen = await open({}, {}, { 'stock.ofItem': stock as never });
	await screen.keys('{Control>}k{/Control}');
	await screen.keys('milk');
	await screen.keys('{Enter}');
	expect(screen.dialog().split('\n').at(-1)).toBe(says);
	await screen.click('Refresh');
	expect(screen.asked('sync.pull')).toEqual([{ lists: ['stock'] }]);
	expect(screen.notices()).toEqual(['This is not possible now.']);
});

it('has no stock of an item without a location', async () => {
	const screen = await open({}, { locationId: null });
	await screen.keys('{Control>}k{/Control}');
	await screen.keys('milk');
	await screen.keys('{Enter}');
	expect(screen.dialog().split('\n').at(-1)).toBe('No location chosen');
	expect(screen.asked('stock.ofItem')).toEqual([]);
});

it('takes stock of ten minutes ago as it is', async () => {
	const stock = { total: '60', asOf: Date.UTC(2026, 10, 20, 8, 50), areas: [] };
	const screen = await open({}, {}, { 'stock.ofItem': stock as never });
	await screen.keys('{Control>}k{/Control}');
	await screen.keys('milk');
	await screen.keys('{Enter}');
	expect(screen.dialog().split('\n').at(-1)).toBe('as of 8:50');
});

it('searches the service for what this PC does not have, and closes when a result is opened', async () => {
	const offered = {
		itemId: '9',
		name: 'Oat milk',
		code: 'OM',
		type: 'inventoryItem',
		isHere: true,
	};
	const screen = await open(
		{},
		{},
		{
			'lookup.offered': { found: [offered], isPart: false } as never,
		},
	);
	await screen.keys('{Control>}k{/Control}');
	await screen.keys(' oat {Enter}');
	expect(screen.asked('lookup.offered')).toEqual([{ by: 'genericItem', search: 'oat' }]);
	await screen.click('Oat milk', 'link');
	expect([screen.dialog(), screen.app.route.path]).toEqual(['', '/inventoryItem/9']);
	await screen.keys('{Control>}k{/Control}oat');
	expect(screen.dialog()).toContain('[Ask the service');
	expect(screen.asked('lookup.offered')).toHaveLength(1);
});

it('takes over the work of another account of this PC', async () => {
	let reply = fail('not-possible-now', 'no') as never;
	const screen = await open(
		{
			elsewhere: [
				{
					accountId: 'b',
					name: 'Old Group',
					clientId: 'kit',
					practice: false,
					documents: 2,
					drafts: 1,
					counts: 0,
				},
				{
					accountId: 'c',
					name: 'Practice',
					clientId: 'p',
					practice: true,
					documents: 0,
					drafts: 0,
					counts: 3,
				},
			] as never,
		},
		{},
		{ 'session.takeOver': () => reply },
	);
	await screen.go('/outbox');
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Outbox
		Everything you enter is sent to the service in order, automatically. Nothing is removed from this list without your decision.
		<Save or move #/settings/rescue> [How it works] [Send now, off]
		{Needs attention 0: no} Needs attention0 {Waiting 0: no} Waiting0 {Done 0: no} Done0 {All 0: yes} All0
		{Search: } {Type: All types} {Entered on: }
		Work on this PC is waiting for Old Group (kit): 2 documents to send and 1 draft. To continue it, connect with that account again.
		[Continue here]
		Work on this PC is waiting for Practice service: 3 open counts. To continue it, connect with that account again.
		## The outbox is empty
		Everything you submit appears here and is sent automatically."
	`);
	await screen.click('Continue here');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Is it the same service?
		Do this only if the service of Old Group (kit) has a new address or gave you a new client ID. The current account then continues the work. Stillroom checks the service before it sends anything. If it cannot find a document that may have been sent before, it asks you.
		[Cancel] [Continue here]"
	`);
	await screen.confirm('Continue here');
	expect(screen.notices()).toEqual(['This is not possible now.']);
	reply = { ok: true, value: {} } as never;
	await screen.confirm('Continue here');
	expect(screen.asked('session.takeOver').at(-1)).toEqual({ accountId: 'b' });
	expect(screen.notices().at(-1)).toMatchInlineSnapshot(`"The work continues here."`);
});

it('shows the keys of the screen, and skips to it', async () => {
	const screen = await open();
	await screen.keys('{F1}');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Keys
		[Close]
		### Counts
		Alt N : Start a new oneAlt R : Repeat a count: the one in this row, or the latest one
		### Lists
		Enter : Open, or go to the next lineEsc : Go back: restore the box, clear the selection, close↑↓PgUpPgDnHomeEnd : MoveSpace : Select a rowCtrl A : Select all rows
		### Everywhere
		Ctrl K : Search screens, actions, items and documents?F1 : Show the keys of this screenAlt ← : Back to the previous pageAlt → : Forward againAlt Z : Undo the last document before it is sent"
	`);
	await screen.keys('{Escape}');
	await screen.click(/^Skip/, 'link');
	expect(document.activeElement?.id).toBe('page');
});
