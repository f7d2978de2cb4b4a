// Several records at once: switched on and off, or one field changed in all.
import { expect, it } from 'vitest';
import { eachKitchen } from '../../../test/support/each-kitchen.ts';
import { caller, valueOf } from '../../../test/support/kitchen.ts';
import { openScreen, type Answers } from '../../../test/support/screen.ts';
import { fail, succeed } from '../../shared/bridge/reply.ts';

const diskFull = 'The disk of this PC is full. Nothing can be saved until you free some space.';
const kitchen = eachKitchen({
	lists: {
		'supplier.list': [
			{ id: 'P-1', name: 'Riverside Dairy', code: 'RD', paymentDays: 30 },
			{ id: 'P-2', name: 'Hill Farm', code: 'HF', paymentDays: 14 },
		],
		'purchaseOption.list': [
			{
				id: 'O-1',
				itemId: '1',
				supplierId: 'P-1',
				uomId: 3,
				price: '6',
				supplierItemCode: 'RD-1',
			},
			{
				id: 'O-2',
				itemId: '2',
				supplierId: 'P-1',
				uomId: 1,
				price: '0.7',
				supplierItemCode: 'RD-2',
			},
		],
	},
});
async function open(path: string, answers: Answers = {}) {
	const screen = await openScreen(path, { kitchen, answers });
	return {
		...screen,
		async all() {
			await screen.keys('{Control>}a{/Control}');
		},
		/** What is offered as a value. */
		options: (label: string) =>
			[...screen.page.getByLabelText(label).querySelectorAll('option')].map((each) =>
				each.textContent.trim(),
			),
	};
}
const proposed = (screen: Awaited<ReturnType<typeof open>>) =>
	screen.asked('import.propose').at(-1);

it('says what still uses each, before several are made inactive', async () => {
	const looked = Promise.withResolvers<null>();
	const screen = await open('/supplier', { 'record.dependents': () => looked.promise });
	await screen.all();
	await screen.click('Deactivate 2');
	// Pressed before the answer: it stays, and shows it.
	await screen.confirm('Deactivate');
	looked.resolve(null);
	await screen.settle();
	expect(screen.asked('record.switch')).toEqual([]);
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Deactivate 2 records?
		They can no longer be chosen, but stay where they are used. The result lists each one.
		These are still used. Open one to replace it where it is used, or leave them as they are:
		### <Riverside Dairy #/supplier/P-1>
		<Purchase options: 2 #/purchaseOption?supplierId=P-1&active=all>
		As far as this PC knows, as of 9:00
		[Cancel] [Deactivate]"
	`);
	await screen.confirm('Deactivate');
	await kitchen.clock.pass(100);
	await screen.settle();
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"2 records were changed
		[Close]
		All were changed.
		Record | Result |
		<Hill Farm #/supplier/P-2> | Saved at the service. |
		<Riverside Dairy #/supplier/P-1> | Saved at the service. |
		[Close]"
	`);
	await screen.keys('{Escape}');
	expect(screen.shown()).not.toContain('selected');
	await kitchen.send();
	expect(kitchen.service.writes).toEqual([
		{ body: { ids: ['P-2', 'P-1'], isActive: false }, name: 'supplier.updateMany', path: {} },
	]);
});

it('shows what uses this selection, and asks no more about the one before', async () => {
	const looked = Promise.withResolvers<null>();
	const screen = await open('/supplier', {
		'record.dependents': ({ id }) => (id === 'P-2' ? looked.promise : null),
	});
	await screen.all();
	await screen.click('Deactivate 2');
	await screen.click('Cancel');
	await screen.user.click(screen.page.getAllByRole('checkbox')[1]!);
	await screen.click('Deactivate 1');
	looked.resolve(null);
	await screen.settle();
	expect(screen.dialog()).not.toContain('Riverside Dairy');
	expect(screen.asked('record.dependents').map(({ id }) => id)).toEqual(['P-2', 'P-2']);
});

it('offers nothing for a draft of a new record', async () => {
	valueOf(
		kitchen.calls['record.save'](
			{
				type: 'supplier',
				id: null,
				draftId: crypto.randomUUID(),
				revision: 0,
				step: 'keep',
				changes: [{ at: 'name', was: null, to: 'Old Mill' }],
				typed: {},
			},
			caller,
		),
	);
	const screen = await open('/supplier');
	await screen.all();
	expect(screen.shown().split('\n').at(-1)).toBe(
		'3 selected [Edit 2] [Deactivate 2] [Clear selection]',
	);
	await screen.click('Clear selection');
	screen.page.getByRole('row', { name: /Old Mill/ }).focus();
	await screen.keys(' ');
	expect(screen.shown().split('\n').at(-1)).toBe('1 selected [Clear selection]');
});

it('keeps those chosen that were not switched, and says why', async () => {
	const records = [
		{ id: 'P-1', state: 'refused' as const, said: 'Has orders' },
		{ id: 'P-2', state: 'applied' as const, said: '' },
	];
	let works = false;
	const screen = await open('/supplier', {
		'record.switch': () => (works ? succeed({ records }) : fail('disk-full', 'no')),
	});
	await screen.all();
	await screen.click('Deactivate 2');
	await screen.confirm('Deactivate');
	expect(screen.notices()).toEqual([diskFull]);
	works = true;
	await screen.confirm('Deactivate');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"1 record was changed
		[Close]
		1 was not changed.
		Record | Result |
		<Riverside Dairy #/supplier/P-1> | The service refused it: Has orders |
		<Hill Farm #/supplier/P-2> | Saved at the service. |
		[Close]"
	`);
	await screen.keys('{Escape}');
	expect(screen.shown()).toContain('1 selected');
	expect(screen.asked('record.switch')[0]).toMatchObject({ type: 'supplier', isActive: false });
});

it('changes one field of all that are chosen', async () => {
	const screen = await open('/purchaseOption', { 'import.propose': () => fail('disk-full', 'no') });
	await screen.all();
	await screen.keys('b');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Change 2 records
		[Close]
		You see what would change before anything is sent.
		Field {Field: Price}
		What to do {What to do: Set to}
		Value {Value: }
		[Preview, off]"
	`);
	expect(screen.options('Field')).toEqual([
		'Item',
		'Supplier',
		'Unit',
		'Price',
		'Distributor: Identifier',
		'Distributor: Name',
		'Supplier’s code',
		'Minimum order',
		'Default',
		'Active',
	]);
	await screen.choose('Field', 'Price');
	await screen.choose('What to do', 'Raise or lower by a percentage');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Change 2 records
		[Close]
		You see what would change before anything is sent.
		Field {Field: Price}
		What to do {What to do: Raise or lower by a percentage}
		Percentage {Percentage: }
		For example 5 to raise, -5 to lower.
		Round to {Round to: 0.01}
		For example 0.05. Leave empty to keep four decimals.
		[Preview, off]"
	`);
	await screen.confirm('Preview');
	await screen.fill('Percentage', '-2.5');
	await screen.confirm('Preview');
	expect(proposed(screen)).toEqual({
		act: 'percent',
		by: '-2.5',
		field: 'price',
		ids: ['O-1', 'O-2'],
		roundTo: '0.01',
		source: 'bulk',
		type: 'purchaseOption',
	});
	await screen.fill('Round to', 'x');
	await screen.confirm('Preview');
	expect(screen.notices()).toEqual([
		'Enter a number first.',
		'The disk of this PC is full. Nothing can be saved until you free some space.',
		'Enter a number first.',
	]);
	await screen.fill('Round to', ' ');
	await screen.keys('{Enter}');
	expect(proposed(screen)).toMatchObject({ by: '-2.5', roundTo: null });
});

it.each([
	['purchaseOption', 'Default', 'No', ['Yes', 'No'], { field: 'isDefault', to: false }],
	[
		'modifier',
		'Effect on the dish',
		'removes',
		['adds', 'removes', 'replaces'],
		{ field: 'impactType', to: { id: 2, name: 'removes' } },
	],
	[
		'approvalMatrix',
		'Documents',
		'Waste',
		expect.arrayContaining(['Purchase orders', 'Waste']),
		{ field: 'documentType', to: 'Wastage' },
	],
])('sets a value of a list: %s', async (type, field, option, options, asked) => {
	await kitchen.shows({
		'modifier.list': [{ id: 'M-1', name: 'Extra' }],
		'approvalMatrix.list': [{ id: 'A-1', name: 'Orders', documentType: 'PurchaseOrder' }],
	});
	const screen = await open(`/${type}`, { 'import.propose': () => fail('disk-full', 'no') });
	await screen.all();
	await screen.click(/^Edit/);
	await screen.choose('Field', field);
	await screen.choose('Value', option);
	await screen.confirm('Preview');
	expect(screen.notices()).toEqual([diskFull]);
	expect(screen.options('Value')).toEqual(options);
	expect(proposed(screen)).toMatchObject({ type, act: 'set', ...asked });
});

it('sets another record, a text, or nothing', async () => {
	const screen = await open('/purchaseOption', { 'import.propose': () => fail('disk-full', 'no') });
	await screen.all();
	await screen.keys('b');
	await screen.choose('Field', 'Supplier');
	await screen.confirm('Preview');
	await screen.pick('Value', 'hill');
	await screen.confirm('Preview');
	expect(proposed(screen)).toMatchObject({ field: 'supplierId', act: 'set', to: 'P-2' });
	await screen.choose('Field', 'Item');
	expect(screen.dialog()).toContain('{Value: }');
	await screen.choose('Field', 'Supplier’s code');
	await screen.fill('Value', 'RD-9');
	await screen.choose('Field', 'Minimum order');
	expect(screen.dialog()).toContain('Value {Value: }');
	await screen.fill('Value', '2,5');
	await screen.confirm('Preview');
	await screen.fill('Value', '2.5');
	await screen.confirm('Preview');
	expect(proposed(screen)).toMatchObject({ field: 'minimumQuantity', act: 'set', to: '2.5' });
	await screen.choose('What to do', 'Clear');
	await screen.confirm('Preview');
	expect(proposed(screen)).toEqual({
		act: 'clear',
		field: 'minimumQuantity',
		ids: ['O-1', 'O-2'],
		roundTo: null,
		source: 'bulk',
		type: 'purchaseOption',
	});
	expect(screen.notices()).toEqual([
		'Enter a value first.',
		'The disk of this PC is full. Nothing can be saved until you free some space.',
		'Enter a value first.',
		'The disk of this PC is full. Nothing can be saved until you free some space.',
		'The disk of this PC is full. Nothing can be saved until you free some space.',
	]);
});
