import { expect, it } from 'vitest';
import { openStockedKitchen } from '../../../../test/support/kitchen.ts';
import {
	arrival,
	departure,
	shortLines,
	transferToSave,
	written,
} from '../../../../test/support/documents.ts';
import { openScreen } from '../../../../test/support/screen.ts';
import { fail } from '../../../shared/bridge/reply.ts';

type Opening = Omit<Parameters<typeof openScreen>[1], 'kitchen'> & {
	lists?: Record<string, object[]>;
};
async function open(path = '/transfers', { lists = {}, ...more }: Opening = {}) {
	const kitchen = await openStockedKitchen({ lists });
	return { ...(await openScreen(path, { kitchen, ...more })), kitchen };
}
type Screen = Awaited<ReturnType<typeof open>>;
const below = ({ shown }: Screen) => shown().split('\n').slice(3).join('\n');
const many = {
	'transferIn.list': [
		arrival(),
		arrival({
			id: 'T-2',
			number: 'TRI-8',
			status: 'Submitted',
			sentDate: undefined,
			date: '2026-11-20T08:00:00Z',
		}),
		arrival({ id: 'T-3', number: 'TRI-9', status: 'Received', items: shortLines }),
	],
	'transferOut.list': [departure()],
};

it('lists what is open by direction, or everything', async () => {
	const screen = await open('/transfers', { lists: many });
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Transfers
		Transfers to and from Harbour Kitchen · as of 9:00
		<Report #/transfers/report> <Request stock #/transfers/new/request> <New transfer #/transfers/new>
		{Open: yes} Open {All: no} All
		{Search transfers: } {Other location: Any location} {Issues: Any issue} {Dates: Any date}
		Number | Other location | State | Issues | Waiting on | Sent | In transit | Lines | Value |
		In transit to us 1 transfer · €15.00 in transit |
		<TRI-7 #/transfers/service%3AtransferIn%3AT-1> | Garden Room | In transit | | Us | Thu 19 Nov, 11:00 | 22 hours ago | 2 | €15.00 |
		Requested by us 1 transfer |
		<TRI-8 #/transfers/service%3AtransferIn%3AT-2> | Garden Room | Submitted | | Approver | | | 2 | €15.00 |
		Sent by us 1 transfer · €15.00 in transit |
		<TRO-5 #/transfers/service%3AtransferOut%3AT-5> | Garden Room | In transit | | Us | Thu 19 Nov, 11:00 | 22 hours ago | 2 | €15.00 |"
	`);
	await screen.click('All', 'radio');
	expect(screen.shown().split('\n').slice(-2)).toMatchInlineSnapshot(`
		[
		  "Received or rejected 1 transfer |",
		  "<TRI-9 #/transfers/service%3AtransferIn%3AT-3> | Garden Room | Received | Short | Nobody | Thu 19 Nov, 11:00 | | 2 | €15.00 |",
		]
	`);
	await screen.user.selectOptions(screen.page.getByLabelText('Issues'), 'Short');
	await screen.settle();
	expect(screen.asked('transfer.list').at(-1)?.filter).toMatchInlineSnapshot(`
		{
		  "from": null,
		  "otherLocationId": null,
		  "show": "all",
		  "tag": "short",
		  "text": "",
		  "to": null,
		}
	`);
	await screen.go('/transfers');
	await screen.keys('{ArrowDown}{Enter}');
	expect(screen.app.route.path).toBe('/transfers/service%3AtransferIn%3AT-2');
	await screen.go('/transfers');
	await screen.keys('{Alt>}n{/Alt}');
	expect(screen.app.route.path).toBe('/transfers/new');
});

it('says that there is none, none open, or none that fits', async () => {
	const screen = await open('/transfers');
	expect(below(screen)).toMatchInlineSnapshot(`
		"{Open: yes} Open {All: no} All
		{Search transfers: } {Issues: Any issue} {Dates: Any date}
		## No open transfers
		Transfers to and from this location appear here.
		<New transfer #/transfers/new>"
	`);
	await screen.click('All', 'radio');
	expect(below(screen)).toMatchInlineSnapshot(`
		"{Open: no} Open {All: yes} All
		{Search transfers: } {Issues: Any issue} {Dates: Any date}
		## No transfers yet
		Transfers to and from this location appear here.
		<New transfer #/transfers/new>"
	`);
	await screen.go('/transfers?text=ham');
	expect(below(screen)).toMatchInlineSnapshot(`
		"{Open: yes} Open {All: no} All
		{Search transfers: ham} {Issues: Any issue} {Dates: Any date} [Clear filters]
		## No matching transfers
		Remove a filter to see more."
	`);
});

it('says why the list could not be loaded', async () => {
	const screen = await open('/transfers', {
		answers: { 'transfer.list': () => fail('disk-full', 'no') },
	});
	expect(below(screen)).toMatchInlineSnapshot(`
		"{Open: yes} Open {All: no} All
		{Search transfers: } {Issues: Any issue} {Dates: Any date}
		## This could not be loaded
		The disk of this PC is full. Nothing can be saved until you free some space."
	`);
});

it.each(['', '/new', '/report'])('asks for a location first: %s', async (page) => {
	const screen = await open(`/transfers${page}`, { settings: { locationId: null } });
	expect(screen.shown()).toContain('Choose a location first');
	await screen.click('Garden Room');
	expect(screen.app.settings.locationId).toBe('L-2');
	if (page === '/report') expect(screen.shown()).toContain('{From: 24 Oct 2026}');
});

it('sends goods to another location', async () => {
	const screen = await open('/transfers/new');
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# New transfer
		From Harbour Kitchen · Saved as a draft once you add a line
		[Discard] [Send]
		Send to {Send to: Choose a location}
		Note for the other locationoptional {Note for the other location optional: }
		Add an item
		{Add an item: } [Show the list]
		No lines yet. Search for an item above and press Enter."
	`);
	await screen.click('Send');
	expect(below(screen)).toMatchInlineSnapshot(`
		"Send to {Send to, wrong: Choose a location}
		This is required.
		Note for the other locationoptional {Note for the other location optional: }
		Add an item
		{Add an item, wrong: } [Show the list]
		Add at least one line.
		Fix 2 problems before you submit
		[Next problem]
		No lines yet. Search for an item above and press Enter."
	`);
	await screen.user.selectOptions(
		screen.page.getByRole('combobox', { name: /^Send to/ }),
		'Garden Room',
	);
	await screen.user.click(screen.page.getByRole('combobox', { name: 'Add an item' }));
	await screen.user.keyboard('milk');
	await screen.settle();
	await screen.keys('{Enter}');
	await screen.keys('4{Enter}');
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# New transfer
		From Harbour Kitchen · Saved at 9:00
		[Print or export] [Discard] [Send]
		Send to {Send to: Garden Room}
		Note for the other locationoptional {Note for the other location optional: }
		Add an item
		{Add an item: } [Show the list]
		Item | On hand here | Case | Each / weight | Amount | Note | Value, EUR | Remove |
		Whole milk DA-1 | 60each | {Case, Whole milk: } | {Each / weight, Whole milk: 4} | 4each | {Note on Whole milk: } | 2.00 | [Remove Whole milk] |
		Total 2.00"
	`);
	await screen.user.click(screen.page.getByRole('combobox', { name: 'Add an item' }));
	await screen.user.keyboard('milk');
	await screen.settle();
	await screen.keys('{Enter}');
	expect(screen.notices()).toEqual(['Whole milk is already on the list.']);
	expect(document.activeElement?.getAttribute('aria-label')).toBe('Each / weight, Whole milk');
	await screen.click('Print or export');
	await screen.click(/CSV/, 'menuitem');
	expect(new TextDecoder().decode(screen.saved[0]?.bytes)).toMatchInlineSnapshot(`
		"Code,Item,Unit,Requested,Note,"Value, EUR"
		DA-1,Whole milk,each,4,,2
		Total,,,,,2
		"
	`);
	await screen.keys('{Control>}{Enter}{/Control}');
	await screen.kitchen.send();
	expect(written(screen.kitchen)).toEqual(['transferOut.create', 'transferOut.submit']);
});

it('says that a draft was discarded in another window', async () => {
	const kitchen = await openStockedKitchen();
	const { documentId } = kitchen.call('transferOut.save', transferToSave());
	const screen = await openScreen(`/transfers/${documentId}`, { kitchen });
	kitchen.call('transferOut.discard', { documentId });
	await screen.settle();
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# New transfer
		From Harbour Kitchen · Not saved
		[All transfers]
		Send to {Send to: Garden Room}
		Note for the other locationoptional {Note for the other location optional: }
		Add an item
		{Add an item: } [Show the list]
		Discarded in another window
		Nothing was sent. You can still read your entries here, but you can no longer change or submit them.
		Item | On hand here | Case | Each / weight | Amount | Note | Value, EUR | Remove |
		Whole milk DA-1 | 60each | {Case, Whole milk: 2} | {Each / weight, Whole milk: } | 24each | {Note on Whole milk: } | 12.00 | [Remove Whole milk] |
		Total 12.00"
	`);
	await screen.click('All transfers');
	expect(screen.app.route.path).toBe('/transfers');
});

it('says why the note of a draft cannot be made', async () => {
	const screen = await open('/transfers/new/request', {
		answers: { 'transfer.get': () => fail('disk-full', 'no') },
	});
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Request stock
		For Harbour Kitchen · Saved as a draft once you add a line
		[Discard] [Request]
		Request from {Request from: Choose a location}
		Note for the other locationoptional {Note for the other location optional: }
		Add an item
		{Add an item: } [Show the list]
		No lines yet. Search for an item above and press Enter."
	`);
	await screen.user.selectOptions(
		screen.page.getByRole('combobox', { name: /^Request from/ }),
		'Garden Room',
	);
	await screen.settle();
	await screen.click('Print or export');
	await screen.click(/CSV/, 'menuitem');
	expect(screen.notices()).toHaveLength(1);
	expect(screen.saved).toEqual([]);
});
