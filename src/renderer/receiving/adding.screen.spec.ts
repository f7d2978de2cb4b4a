import { beforeEach, expect, it } from 'vitest';
import { eachKitchen } from '../../../test/support/each-kitchen.ts';
import { itemRecord } from '../../../test/support/kitchen.ts';
import {
	documentId,
	milk,
	openReceivingKitchen,
	option,
	orderOfTwo,
	receivingDesk,
} from '../../../test/support/receiving-desk.ts';
import { openDelivery } from '../../../test/support/receiving-screen.ts';
import { fail } from '../../shared/bridge/reply.ts';

const kitchen = eachKitchen(openReceivingKitchen);
const { enter } = receivingDesk(() => kitchen);
beforeEach(async () => {
	kitchen.service.there = true;
	await kitchen.shows({
		'purchaseOption.list': [
			{ ...option('N-1', 'P-1', '2', 1, '2'), supplierItemCode: 'BUT-9' },
			{ ...option('N-2', 'P-1', '3', 3, '9'), supplierItemCode: 'CR-12' },
		],
	});
});
const find = 'Find a line or add an item';

it('finds a line by the code of its supplier', async () => {
	const screen = await openDelivery(kitchen);
	expect(screen.lines()).toContain('Butter DA-2 · BUT-9');
	const box = screen.page.getByRole('combobox', { name: find });
	await screen.user.type(box, 'but');
	await screen.settle();
	expect(screen.page.getAllByRole('option').map((each) => screen.shown(each))).toEqual([
		'Butter BUT-9',
	]);
	await screen.keys('{Enter}');
	expect(screen.focus()).toBe('Case, Butter');
});

it('adds an item that nobody ordered, as an extra or instead of another', async () => {
	enter('l-1', '24');
	const screen = await openDelivery(kitchen);
	const seek = async () => {
		await screen.user.type(screen.page.getByRole('combobox', { name: find }), 'cream');
		await screen.settle();
		expect(screen.page.getAllByRole('option').map((each) => screen.shown(each))).toEqual([
			'Cream DA-3 · 7.5 each · not on this order',
		]);
		await screen.keys('{Enter}');
	};
	await seek();
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Cream is not on this order
		It is received on an order of its own, with the same supplier and invoice.
		Receive it as {Receive it as: Extra item}
		[Cancel] [Add]"
	`);
	const as = screen.page.getByRole('combobox', { name: 'Receive it as' });
	expect([...as.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
		'Extra item',
		'Instead of Butter',
		'Instead of Whole milk',
	]);
	await screen.user.selectOptions(as, 'Instead of Butter');
	await screen.settle();
	expect(screen.dialog()).toContain('{Do not wait for Butter: yes}');
	await screen.confirm('Add');
	expect(screen.asked('delivery.add')).toMatchObject([
		{
			documentId,
			itemId: '3',
			unitId: null,
			instead: { lineId: 'l-2', closes: true, reason: 'Substituted' },
		},
	]);
	expect(screen.lines()).toMatchInlineSnapshot(`
		"Item | Expected | Case | Each / weight | Price | Received | Difference | Reason | Next step |
		Whole milk DA-1 | 24each | {Case, Whole milk: } | {Each / weight, Whole milk: 24} | {Price, Whole milk: } | 24each | 0 | | |
		Butter DA-2 · BUT-9 | 10each | {Case, Butter: } | {Each / weight, Butter: 0} | {Price, Butter: } | 0each | −10 | [Substituted] | [Close short] |
		Cream DA-3 · CR-12 | 0each | {Case, Cream: } | {Each / weight, Cream: } | {Price, Cream: } | | | Instead of Butter | [Remove Cream] |"
	`);
	expect(screen.focus()).toBe('Case, Cream');
	await screen.click('Remove Cream');
	expect(screen.asked('delivery.remove')).toHaveLength(1);
	expect(screen.lines()).not.toContain('Cream');
	await seek();
	await screen.choose('Receive it as', 'Instead of Whole milk');
	// It came: nothing is left to wait for.
	expect(screen.dialog()).not.toContain('Do not wait');
	await screen.choose('Receive it as', 'Extra item');
	await screen.confirm('Add');
	expect(screen.asked('delivery.add').at(-1)).toMatchObject({ instead: null });
	expect(screen.lines()).toContain('Not ordered');
});

it('keeps the question open when an item cannot be added', async () => {
	const screen = await openDelivery(kitchen, {
		'delivery.add': () => fail('not-possible-now', 'no'),
	});
	await screen.user.type(screen.page.getByRole('combobox', { name: find }), 'cream');
	await screen.settle();
	await screen.keys('{Enter}');
	await screen.confirm('Add');
	expect(screen.notices()).toEqual(['This is not possible now.']);
	expect(screen.dialog()).toContain('Cream is not on this order');
	await screen.confirm('Cancel');
	expect(screen.dialog()).toBe('');
});

it('goes to the line of a scanned barcode, or of a code of the supplier', async () => {
	const screen = await openDelivery(kitchen);
	await screen.scan('BUT-9');
	expect(screen.focus()).toBe('Case, Butter');
	await screen.scan('036000291452');
	expect(screen.focus()).toBe('Each / weight, Whole milk');
});

it('goes from the filled line of a scanned item to its blank one', async () => {
	await kitchen.shows({
		'purchaseOrder.list': [orderOfTwo({ items: [milk, { ...milk, id: 'l-3' }] })],
	});
	enter('l-1', '24');
	const screen = await openDelivery(kitchen);
	await screen.scan('036000291452');
	await screen.keys('5{Enter}');
	expect(screen.asked('delivery.enter')).toMatchObject([{ lineId: 'l-3', typed: '5' }]);
});

it('keeps an unknown code until a person says what it is', async () => {
	const screen = await openDelivery(kitchen);
	await screen.scan('4006381333931');
	const codes = () =>
		screen.shown(screen.page.getByRole('group', { name: 'Unrecognised barcodes' }));
	expect(codes()).toMatchInlineSnapshot(
		`
		"Unrecognised barcodes
		4006381333931 × 1 [Choose item of 4006381333931] [Remove 4006381333931]"
	`,
	);
	await screen.click(/^Choose item/);
	await screen.keys('{Escape}');
	expect(codes()).toMatchInlineSnapshot(
		`
		"Unrecognised barcodes
		4006381333931 × 1 [Choose item of 4006381333931] [Remove 4006381333931]"
	`,
	);
	await screen.click(/^Choose item/);
	await screen.keys('but');
	await screen.settle();
	await screen.keys('{Enter}');
	expect(screen.focus()).toBe('Case, Butter');
	expect(screen.shown()).not.toContain('4006381333931');
});

it('gives unknown codes to a line, and to an item that is added only once a person says how', async () => {
	const [ofLine, ofCream] = ['4006381333931', '5901234123457'];
	for (const code of [ofLine, ofLine, ofCream]) kitchen.call('scan.keep', { documentId, code });
	const screen = await openDelivery(kitchen);
	expect(screen.above()).toContain(`${ofLine} × 2`);
	const choose = async (code: string, words: string) => {
		await screen.click(`Choose item of ${code}`);
		await screen.keys(words);
		await screen.keys('{Enter}');
	};
	const codes = () => kitchen.call('scan.list', { documentId }).codes.map(({ code }) => code);
	await choose(ofLine, 'DA-2');
	expect(screen.focus()).toBe('Case, Butter');
	expect(codes()).toEqual([ofCream]);
	await choose(ofCream, 'cream');
	expect(screen.dialog()).toContain('Cream is not on this order');
	await screen.keys('{Escape}');
	expect(screen.dialog()).toBe('');
	expect(codes()).toEqual([ofCream]);
	await choose(ofCream, 'cream');
	await screen.confirm('Add');
	expect(screen.focus()).toBe('Case, Cream');
	expect(codes()).toEqual([]);
});

it('goes on in the unit of a scanned code, when its item is added', async () => {
	const barcodes = [{ barcode: '4006381333931', uomId: 1 }];
	await kitchen.shows({
		'inventoryItem.list': [
			itemRecord('1', 'Whole milk'),
			itemRecord('2', 'Butter'),
			itemRecord('3', 'Cream', { barcodes }),
		],
	});
	const screen = await openDelivery(kitchen);
	await screen.scan('4006381333931');
	await screen.confirm('Add');
	expect(screen.focus()).toBe('Each / weight, Cream');
});
