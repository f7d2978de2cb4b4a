import { expect, it } from 'vitest';
import { openStockedKitchen } from '../../../test/support/kitchen.ts';
import { openScreen } from '../../../test/support/screen.ts';
import type { Settings } from '../../shared/bridge/app.ts';
import { textOfView } from './record-views.ts';

async function open(path = '/supplier', settings: Partial<Settings> = {}) {
	const kitchen = await openStockedKitchen({
		lists: {
			'supplier.list': [
				{ id: 'P-1', name: 'Riverside Dairy', code: 'RD', paymentDays: 30 },
				{ id: 'P-2', name: 'Hill Farm', code: 'HF', paymentDays: 14 },
			],
		},
	});
	const screen = await openScreen(path, { kitchen, settings });
	return {
		...screen,
		rows: () =>
			screen
				.shown()
				.split('\n')
				.filter((line) => line.startsWith('{Select')),
	};
}

it('keeps a view of a list, its columns, and gives it to others as text', async () => {
	const screen = await open('/supplier?q=hill');
	await screen.keys('v');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Views
		[Close]
		Search, filters, order and columns under a name. Views stay on this PC.
		No saved views yet.
		Save this list as {Save this list as: }
		[Save view, off]
		This view as text {This view as text: Suppliers #/supplier?q=hill}
		Copy it for someone else, who pastes it below.
		Paste a view {Paste a view: }
		[Add view, off]
		Columns
		{Code: yes} Code
		{Name: yes} Name [Move Name up]
		{Email: yes} Email [Move Email up]
		{Phone: yes} Phone [Move Phone up]
		{Payment days: yes} Payment days [Move Payment days up]
		{Active: yes} Active [Move Active up]
		[Close]"
	`);
	await screen.click('Move Email up');
	await screen.click('Email', 'checkbox');
	await screen.click('Phone', 'checkbox');
	await screen.click('Email', 'checkbox');
	expect(screen.rows()[0]).toBe('{Select: no} | HF | Hill Farm | 14 | Active | – | |');
	await screen.confirm('Save view');
	await screen.user.type(screen.page.getByLabelText('Save this list as'), ' Farms ');
	await screen.confirm('Save view');
	expect(screen.notices()).toEqual(['Enter a name first.', 'Farms was saved.']);
	const text = screen.page.getByLabelText<HTMLInputElement>('This view as text').value;
	expect(screen.app.settings.recordViews).toEqual([
		{
			name: 'Farms',
			query: 'q=hill&cols=code%2Cname%2CpaymentDays%2CisActive%2Cemail',
			type: 'supplier',
		},
	]);
	await screen.confirm('Remove Farms');
	expect(screen.app.settings.recordViews).toEqual([]);
	await screen.user.type(screen.page.getByLabelText('Paste a view'), 'x');
	expect(screen.dialog()).toContain('This is not a view of any list in Stillroom.');
	await screen.user.clear(screen.page.getByLabelText('Paste a view'));
	await screen.user.click(screen.page.getByLabelText('Paste a view'));
	await screen.user.paste(text);
	await screen.confirm('Add view');
	await screen.keys('{Escape}');
	await screen.go('/supplier');
	await screen.keys('v');
	await screen.confirm('Farms');
	expect(screen.rows()).toEqual(['{Select: no} | HF | Hill Farm | 14 | Active | – | |']);
	await screen.go('/supplier?cols=email');
	await screen.keys('v');
	expect(screen.dialog()).toContain('{Email, off: yes}');
});

it('says what a pasted view of another list has that is not here', async () => {
	const screen = await open();
	await screen.click('Views');
	await screen.user.click(screen.page.getByLabelText('Paste a view'));
	await screen.user.paste(
		textOfView({
			name: 'Mine',
			type: 'purchaseOption',
			query: 'supplierId=P-9&itemId=1&colour=red',
		}),
	);
	await screen.confirm('Add view');
	expect(screen.notices()).toEqual([
		'Mine was saved. It is a view of another list: Purchase options.',
	]);
	expect(screen.dialog().split('\n').slice(10, -8)).toEqual([
		'This program does not know these parts of the view, and leaves them out: colour.',
		'The view filters by records that are not on this PC, so it may find nothing: Supplier.',
	]);
	await screen.keys('{Escape}');
	await screen.click('Views');
	expect(screen.dialog()).not.toContain('The view filters by');
});

it('finds a view among many', async () => {
	const screen = await open('/supplier', {
		recordViews: ['A', 'B', 'C', 'D', 'E', 'F', 'Farms'].map((name) => {
			return { name, type: 'supplier' as const, query: '' };
		}),
	});
	await screen.click('Views');
	await screen.user.type(screen.page.getByRole('searchbox', { name: 'Find a view' }), 'farm');
	expect(screen.dialog()).toContain('{Find a view: farm}\n[Farms] [Remove Farms]\nSave');
	await screen.user.type(screen.page.getByRole('searchbox', { name: 'Find a view' }), 's of mine');
	expect(screen.dialog()).toContain('No matching views');
	const [, close] = screen.page.getAllByRole('button', { name: 'Close' });
	await screen.user.click(close!);
	await screen.settle();
	expect(screen.dialog()).toBe('');
	await screen.click('Views');
	expect(screen.dialog()).toContain('{Find a view: }');
});
