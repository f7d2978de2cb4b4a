// A record that something depends on is made inactive, deleted or replaced.
import { expect, it } from 'vitest';
import { eachKitchen } from '../../../test/support/each-kitchen.ts';
import { wasteToSave } from '../../../test/support/documents.ts';
import { openScreen, type Answers } from '../../../test/support/screen.ts';
import { fail } from '../../shared/bridge/reply.ts';

const diskFull = 'The disk of this PC is full. Nothing can be saved until you free some space.';

const options = [
	{
		id: 'O-1',
		itemId: '1',
		supplierId: 'P-1',
		uomId: 3,
		price: '6',
		isDefault: true,
		supplierItemCode: 'RD-1',
	},
	{ id: 'O-2', itemId: '1', supplierId: 'P-2', uomId: 1, price: '0.55', supplierItemCode: 'HF-1' },
	{ id: 'O-3', itemId: '1', supplierId: 'P-2', uomId: 3, price: '6.5', supplierItemCode: 'HF-2' },
];
const kitchen = eachKitchen({
	lists: {
		'supplier.list': [
			{ id: 'P-1', name: 'Riverside Dairy' },
			{ id: 'P-2', name: 'Hill Farm' },
		],
		'purchaseOption.list': options,
	},
});
async function open(path: string, answers: Answers = {}) {
	const screen = await openScreen(path, { kitchen, answers });
	return {
		...screen,
		async deactivate() {
			await screen.click('Active', 'checkbox');
			await screen.click('Save');
		},
	};
}

it('tells what still uses an item, and offers what to do with its stock', async () => {
	kitchen.call('wastage.save', wasteToSave());
	kitchen.call('waste.saveTemplate', {
		templateId: null,
		locationId: 'L-1',
		name: 'Morning',
		lines: [
			{ itemId: '1', boxes: [{ unitId: '1', typed: '1' }], reasonId: null, label: '', note: '' },
		],
	});
	const plan = {
		scope: { kind: 'items' as const, itemIds: ['1'] },
		blind: false,
		together: 'ask' as const,
	};
	kitchen.call('stocktake.open', {
		locationId: 'L-1',
		name: 'Friday',
		plan,
		intentId: crypto.randomUUID(),
	});
	const screen = await open('/inventoryItem/1');
	const dialog = () => screen.dialog().replaceAll(/\/[\d]{8}-[-\d]+/g, '/…');
	await screen.deactivate();
	expect(dialog()).toMatchInlineSnapshot(`
		"Deactivate Whole milk?
		It can no longer be chosen. Where it is used, nothing changes.
		These still use it. Change them first, or go on and leave them as they are:
		<Purchase options: 3 #/purchaseOption?itemId=1&active=all>
		[Replace everywhere]
		Stock at Harbour Kitchen: 60 each [Enter as waste, Harbour Kitchen] [Transfer, Harbour Kitchen] [Count, Harbour Kitchen]
		<Waste Draft #/waste/…>
		<Open count: Friday #/counts/…>
		Waste template: Morning
		Open documents and counts to change them there. Order templates are changed at the service.
		As far as this PC knows, as of 9:00
		{In the templates of this PC, use instead: } [Show the list]
		[Replace in templates, off]
		[Cancel] [Deactivate]"
	`);
	await screen.confirm('Replace in templates');
	await screen.pick(/In the templates/, 'butter');
	await screen.confirm('Replace in templates');
	expect(screen.notices()).toEqual(['Choose another record first.', '1 template was changed']);
	expect(dialog()).toContain('Deactivate Whole milk?');
	expect(dialog()).not.toContain('Waste template');
	await screen.confirm('Replace everywhere');
	expect(dialog()).toMatchInlineSnapshot(`
		"Replace Whole milk everywhere
		[Close]
		The other record takes its place wherever it is used on this PC. You see each use before anything is sent, and can leave some out.
		{Use instead: } [Show the list]
		[Preview, off]"
	`);
	await screen.confirm('Preview');
	const instead = screen.page.getByRole('combobox', { name: /Use instead/ });
	await screen.user.type(instead, 'milk');
	await screen.settle();
	expect(screen.page.queryByRole('option', { name: /Whole milk/ })).toBeNull();
	await screen.user.clear(instead);
	await screen.user.type(instead, 'butter');
	await screen.settle();
	await screen.keys('{Enter}');
	await screen.confirm('Preview');
	await kitchen.clock.pass(100);
	await screen.settle();
	expect(screen.asked('import.propose')).toEqual([
		{ source: 'replace', type: 'inventoryItem', id: '1', by: '2' },
	]);
	expect(screen.app.route.path).toMatch(/^\/imports\/preview\//);
});

it.each([
	['Enter as waste', 'waste', '{Each / weight, Whole milk: 60} | 60each'],
	['Transfer', 'transfers', '60each | {Case, Whole milk: } | {Each / weight, Whole milk: 60}'],
	['Count', 'counts', '2 places: uncounted'],
])('empties the stock of an item: %s', async (act, area, line) => {
	const screen = await open('/inventoryItem/1');
	await screen.click('Delete');
	await screen.click(`${act}, Harbour Kitchen`);
	expect(screen.app.route.path.split('/')[1]).toBe(area);
	expect(screen.shown()).toContain(line);
});

it.each([
	['Enter as waste', 'wastage.save'],
	['Transfer', 'transferOut.save'],
	['Count', 'stocktake.open'],
] as const)('says why the stock cannot be emptied: %s', async (act, call) => {
	const screen = await open('/inventoryItem/1', { [call]: () => fail('disk-full', 'no') });
	await screen.click('Delete');
	await screen.click(`${act}, Harbour Kitchen`);
	expect(screen.notices()).toEqual([diskFull]);
	expect(screen.app.route.path).toBe('/inventoryItem/1');
});

it('asks which option becomes the default', async () => {
	const screen = await open('/purchaseOption/O-1');
	await screen.deactivate();
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Deactivate RD-1?
		It can no longer be chosen. Where it is used, nothing changes.
		It is the item’s default. Choose which option becomes the default:
		Hill Farm HF-1 [Make it the default]
		Hill Farm HF-2 [Make it the default]
		[Cancel] [Deactivate]"
	`);
	await screen.user.click(screen.page.getAllByRole('button', { name: 'Make it the default' })[0]!);
	await screen.settle();
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Deactivate RD-1?
		It can no longer be chosen. Where it is used, nothing changes.
		It is the item’s default. Choose which option becomes the default:
		Hill Farm HF-1 Becomes the default
		Hill Farm HF-2 [Make it the default, off]
		[Cancel] [Deactivate]"
	`);
	await screen.confirm('Deactivate');
	await kitchen.send();
	expect(
		kitchen.service.writes.map(({ name, body }) => [
			name,
			body['id'],
			body['isDefault'],
			body['isActive'],
		]),
	).toEqual([
		['purchaseOption.update', 'O-2', true, undefined],
		['purchaseOption.update', 'O-1', true, false],
	]);
});

it('says that the last option of an item has no successor', async () => {
	await kitchen.shows({ 'purchaseOption.list': options.slice(0, 1) });
	const screen = await open('/purchaseOption/O-1');
	await screen.click('Delete');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Delete RD-1?
		The service deletes it at once. This cannot be undone, and is never resent automatically.
		It is the item’s default, and the item has no other active option: nothing would suggest a supplier for it.
		[Cancel] [Delete]"
	`);
});

it('says why another option could not become the default', async () => {
	let kept = false;
	const screen = await open('/purchaseOption/O-1', {
		'record.save': (asked) => (kept && asked.step === 'keep' ? null : fail('disk-full', 'no')),
	});
	await screen.click('Delete');
	for (kept of [false, true]) {
		await screen.user.click(
			screen.page.getAllByRole('button', { name: 'Make it the default' })[0]!,
		);
		await screen.settle();
	}
	expect(screen.notices()).toEqual(Array(2).fill(diskFull));
});

it('says why nothing could be replaced, and asks for another record first', async () => {
	const no = () => fail('disk-full', 'no');
	kitchen.call('waste.saveTemplate', {
		templateId: null,
		locationId: 'L-1',
		name: 'Morning',
		lines: [{ itemId: '1', boxes: [], reasonId: null, label: '', note: '' }],
	});
	const screen = await open('/inventoryItem/1', {
		'import.propose': no,
		'record.putInTemplates': no,
	});
	const choose = async (name: RegExp) => {
		await screen.pick(name, 'cream');
	};
	await screen.deactivate();
	await choose(/In the templates/);
	await screen.confirm('Replace in templates');
	await screen.confirm('Replace everywhere');
	await choose(/Use instead/);
	await screen.confirm('Preview');
	expect(screen.notices()).toEqual(Array(2).fill(diskFull));
	await screen.keys('{Escape}');
	expect(screen.dialog()).toBe('');
});
