import { expect, it } from 'vitest';
import { openStockedKitchen } from '../../../test/support/kitchen.ts';
import { openScreen } from '../../../test/support/screen.ts';

type Opening = Omit<Parameters<typeof openScreen>[1], 'kitchen'>;
const suppliers = [
	{
		id: 'P-1',
		name: 'Riverside Dairy',
		code: 'RD',
		email: 'milk@riverside.example',
		paymentDays: 30,
	},
	{ id: 'P-2', name: 'Hill Farm', code: 'HF', phone: '+353 1 555 0100', paymentDays: 14 },
	{ id: 'P-3', name: 'Old Mill', code: 'OM', isActive: false },
];
const options = [
	{
		id: 'O-1',
		itemId: '1',
		supplierId: 'P-1',
		uomId: 3,
		price: '6',
		supplierItemCode: 'RD-1',
		isDefault: true,
	},
	{ id: 'O-2', itemId: '1', supplierId: 'P-2', uomId: 1, price: '0.55' },
	{
		id: 'O-3',
		itemId: '2',
		supplierId: 'P-2',
		uomId: 1,
		price: '0.7',
		supplierItemCode: 'HF-2',
		isActive: false,
	},
];
async function open(path = '/supplier', more: Opening = {}, lists: object = {}) {
	const kitchen = await openStockedKitchen({
		lists: { 'supplier.list': suppliers, 'purchaseOption.list': options, ...lists },
	});
	const screen = await openScreen(path, { kitchen, ...more });
	const lines = () => screen.shown().split('\n');
	return {
		...screen,
		kitchen,
		below: () => lines().slice(3).join('\n'),
		rows: () => lines().filter((line) => line.startsWith('{Select')),
	};
}

it('lists records by a column, with what waits and what the service has', async () => {
	const screen = await open('/supplier', { answers: { 'lookup.count': { count: 4 } } });
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Suppliers
		2 suppliers · as of 9:00 · the service has 4
		[Import] [Sheet] [Views] [New supplier]
		{Search: } {Active: Active}
		Selected | [Code] | [Name] | [Email] | [Phone] | [Payment days] | [Active] | State |
		{Select: no} | HF | Hill Farm | – | +353 1 555 0100 | 14 | Active | |
		{Select: no} | RD | Riverside Dairy | milk@riverside.example | – | 30 | Active | |"
	`);
	await screen.choose('Active', 'Active and inactive');
	await screen.click('Payment days');
	expect(screen.rows()).toEqual([
		'{Select: no} | HF | Hill Farm | – | +353 1 555 0100 | 14 | Active | |',
		'{Select: no} | RD | Riverside Dairy | milk@riverside.example | – | 30 | Active | |',
		'{Select: no} | OM | Old Mill | – | – | – | Inactive | |',
	]);
	expect(screen.app.route.query).toEqual({ active: 'all', sort: 'paymentDays' });
	await screen.click('Payment days');
	expect(screen.asked('record.list').at(-1)).toEqual({
		from: 0,
		limit: 100,
		order: { by: 'paymentDays', descending: true },
		search: '',
		type: 'supplier',
		where: {},
	});
	await screen.keys('/');
	await screen.keys('hill');
	await screen.keys('{ArrowDown}{Enter}');
	expect(screen.shown().split('\n').slice(3, 9)).toEqual([
		'{Search: hill} {Active: Active and inactive} [Clear filters]',
		'[Name] | State |',
		'Hill Farm | |',
		'## Hill Farm',
		'[Back to the list]',
		'Basics',
	]);
	expect(screen.app.route.path).toBe('/supplier/P-2');
	await screen.keys('{Escape}');
	expect(screen.rows()).toHaveLength(1);
	await screen.click('Clear filters');
	expect(screen.rows()).toHaveLength(2);
	await screen.keys('{Alt>}n{/Alt}');
	expect(screen.app.route.path).toMatch(/^\/supplier\/new\/.+/);
});

it('filters by what records refer to, by a choice and by yes or no', async () => {
	const screen = await open('/purchaseOption');
	await screen.pick('Supplier', 'hill');
	await screen.pick('Item', 'milk');
	expect(screen.below()).toMatchInlineSnapshot(`
		"{Search: } {Active: Active}
		{Item: Whole milk} [Show the list]
		[Clear]
		{Supplier: Hill Farm} [Show the list]
		[Clear]
		{Default: Default: any} [Clear filters]
		Selected | [Item] | [Supplier] | [Supplier’s code] | [Price] | [Default] | [Active] | State |
		{Select: no} | Whole milk | Hill Farm | Whole milk · Hill Farm | 0.55 | – | Active | |"
	`);
	expect(screen.app.route.query).toEqual({ itemId: '1', supplierId: 'P-2' });
	await screen.user.click(screen.page.getAllByRole('button', { name: 'Clear' })[0]!);
	await screen.settle();
	await screen.choose('Default', 'Yes');
	expect(screen.below()).toMatchInlineSnapshot(`
		"{Search: } {Active: Active}
		{Item: } [Show the list]
		{Supplier: Hill Farm} [Show the list]
		[Clear]
		{Default: Yes} [Clear filters]
		## No matching records
		Try a shorter search or clear the filters."
	`);
	await screen.go('/purchaseOption?supplierId=P-1');
	expect(screen.below()).toMatchInlineSnapshot(`
		"{Search: } {Active: Active}
		{Item: } [Show the list]
		{Supplier: Riverside Dairy} [Show the list]
		[Clear]
		{Default: Default: any} [Clear filters]
		Selected | [Item] | [Supplier] | [Supplier’s code] | [Price] | [Default] | [Active] | State |
		{Select: no} | Whole milk | Riverside Dairy | RD-1 | 6.00 | Yes | Active | |"
	`);
});

it('goes to the form, the uses and the history of the current record by keys', async () => {
	const screen = await open();
	await screen.keys('u');
	expect(document.activeElement?.textContent).toBe('Where used');
	await screen.keys('h');
	expect(document.activeElement?.textContent).toBe('History');
	await screen.keys('e');
	expect(document.activeElement).toBe(screen.page.getByRole('textbox', { name: /^Name/ }));
	await screen.go('/supplier');
	await screen.keys('i');
	expect(screen.app.route.path).toBe('/imports/new');
});

it.each([
	[null, 'The service does not have this record.'],
	[
		{
			itemId: '9',
			name: 'Oat milk',
			code: 'OM',
			kind: 'Inventory item',
			type: 'inventoryItem' as const,
			isHere: false,
		},
		'Oat milk OM',
	],
])('says what an item that is not here is at the service', async (item, words) => {
	const screen = await open('/inventoryItem/9', { answers: { 'lookup.item': { item } } });
	expect(screen.shown()).toContain(words);
	await screen.click('Back to the list');
	expect(screen.app.route.path).toBe('/inventoryItem');
});

it('says why a record cannot be opened', async () => {
	const screen = await open('/supplier/P-9');
	expect(screen.shown()).toContain('This no longer exists.');
});

it('offers no new record where a list is only read', async () => {
	const admin = { id: 'AD-1', name: 'Office', email: 'office@business.example' };
	const screen = await open('/admin', {}, { 'admin.list': [admin] });
	expect(screen.shown()).toContain('office@business.example');
	await screen.keys('{Enter}');
	expect(screen.shown()).toContain('The service shows no way to change this.');
	expect(screen.page.queryByRole('button', { name: /^New / })).toBeNull();
});

it('keeps its rows in order, and the one in hand, wherever it is scrolled', async () => {
	const many = Array.from({ length: 90 }, (_, at) => ({ id: `P-${at}`, name: `Farm ${at + 10}` }));
	const screen = await open('/supplier', {}, { 'supplier.list': many });
	const inHand = () => document.activeElement?.getAttribute('aria-rowindex');
	await screen.keys('{End}');
	expect(inHand()).toBe('91');
	const viewport = screen.page.getByRole('grid').parentElement!;
	for (const top of [600, 0, 1_500]) {
		viewport.scrollTop = top;
		viewport.dispatchEvent(new Event('scroll'));
		await screen.settle();
		expect(inHand()).toBe('91');
	}
	await screen.keys('{PageUp}{Home}');
	expect(inHand()).toBe('2');
});
