import { expect, it } from 'vitest';
import { openStockedKitchen } from '../../../../test/support/kitchen.ts';
import { arrival, departure, shortLines, written } from '../../../../test/support/documents.ts';
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
	expect(screen.shown().split('\n').slice(-2)).toEqual([
		'Received or rejected 1 transfer |',
		'<TRI-9 #/transfers/service%3AtransferIn%3AT-3> | Garden Room | Received | Short | Nobody | Thu 19 Nov, 11:00 | | 2 | €15.00 |',
	]);
	await screen.choose('Issues', 'Short');
	expect(screen.asked('transfer.list').at(-1)?.filter).toEqual({
		from: null,
		otherLocationId: null,
		show: 'all',
		tag: 'short',
		text: '',
		to: null,
	});
	await screen.go('/transfers');
	await screen.keys('{ArrowDown}{Enter}');
	expect(screen.app.route.path).toBe('/transfers/service%3AtransferIn%3AT-2');
	await screen.go('/transfers');
	await screen.keys('{Alt>}n{/Alt}');
	expect(screen.app.route.path).toBe('/transfers/new');
});

it('sends goods to another location', async () => {
	const screen = await open('/transfers/new');
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
	await screen.choose(/^Send to/, 'Garden Room');
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
	await screen.fromMenu('Print or export', /CSV/);
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
	await screen.choose(/^Request from/, 'Garden Room');
	await screen.fromMenu('Print or export', /CSV/);
	expect(screen.notices()).toHaveLength(1);
	expect(screen.saved).toEqual([]);
});
