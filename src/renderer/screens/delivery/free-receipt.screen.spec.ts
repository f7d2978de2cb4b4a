import { beforeEach, expect, it } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { caller } from '../../../../test/support/kitchen.ts';
import { receivedLists } from '../../../../test/support/returns.ts';
import { openDelivery } from '../../../../test/support/receiving-screen.ts';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';
import { fail } from '../../../shared/bridge/reply.ts';

const option = { id: 'N-1', itemId: '3', supplierId: 'P-1', uomId: 3, price: '9' };
const kitchen = eachKitchen({ lists: { 'purchaseOption.list': [option] } });
beforeEach(() => {
	kitchen.service.there = false;
});
const begin = () =>
	kitchen.call('delivery.begin', { locationId: 'L-1', supplierId: 'P-1', intentId: 'intent-0001' })
		.documentId;
const openNew = (answers: Answers = {}, settings = {}) =>
	openScreen('/deliveries/new', { kitchen, answers, settings });

it('asks who supplied goods without an order, and goes on with their sheet', async () => {
	const screen = await openNew();
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Receive without an order
		For goods that came without an order. The order is created when you receive them.
		Supplier
		{Supplier: } [Show the list]"
	`);
	await screen.keys('dairy');
	await screen.settle();
	expect(screen.page.getAllByRole('option').map((each) => screen.shown(each))).toEqual([
		'Riverside Dairy',
	]);
	await screen.keys('{Enter}');
	await screen.settle();
	expect(screen.asked('delivery.begin')).toMatchObject([{ locationId: 'L-1', supplierId: 'P-1' }]);
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Receive from Riverside Dairy
		[Sheet to fill in] [Receive]
		Ordered afterwards
		These goods have no order. One is created, submitted and approved with the receipt.
		[Discard]
		Invoice number {Invoice number: }
		Invoice date {Invoice date: }
		Printed total {Printed total: } EUR
		Lines, without tax: €0.00
		[Add photos] Photos stay on this PC and appear on the printed document.
		{Find a line or add an item: } [Show the list]
		No items yet. Search for an item or scan it."
	`);
});

it('says why goods cannot be received, below their supplier, and stays where a person went', async () => {
	const late = Promise.withResolvers<undefined>();
	let isLate = true;
	const screen = await openNew({
		'delivery.begin': async (asked) => {
			if (!isLate) return fail('not-possible-now', 'no');
			await late.promise;
			return kitchen.calls['delivery.begin'](asked, caller);
		},
	});
	await screen.keys('dairy');
	await screen.keys('{Enter}');
	await screen.go('/waste');
	isLate = false;
	late.resolve(undefined);
	await screen.settle();
	expect(screen.app.route.path).toBe('/waste');
	await screen.go('/deliveries/new');
	await screen.keys('dairy');
	await screen.keys('{Enter}');
	expect(screen.shown()).toContain('This is not possible now.');
	await screen.keys('dairy');
	await screen.keys('{Enter}');
	expect(screen.asked('delivery.begin')).toHaveLength(3);
});

it('adds what came, at the prices of the supplier, and sums it without tax', async () => {
	const screen = await openDelivery(kitchen, {}, begin());
	expect(screen.focus()).toBe('Find a line or add an item');
	await screen.keys('cream');
	await screen.settle();
	await screen.keys('{Enter}');
	await screen.settle();
	await screen.keys('2{Enter}');
	// Two cases at 9.00.
	expect(screen.above()).toContain('Lines, without tax: €18.00');
	expect(screen.shown(screen.page.getByRole('grid'))).toMatchInlineSnapshot(`
		"Item | Expected | Case | Each / weight | Price | Received | Difference | Reason | Next step |
		Cream DA-3 | 0each | {Case, Cream: 2} | {Each / weight, Cream: } | {Price, Cream: } | 24each | +24 | Not ordered | [Remove Cream] |"
	`);
	expect(screen.box('Price, Cream').placeholder).toBe('9.00 / case');
	// Below the last line is the box for another item.
	await screen.keys('{Enter}');
	expect(screen.focus()).toBe('Find a line or add an item');
	await screen.click('Receive');
	expect(screen.focus()).toBe('Invoice number');
});

it('is discarded, or says why not', async () => {
	let refuses = true;
	const documentId = begin();
	const { calls } = kitchen;
	const screen = await openDelivery(
		kitchen,
		{
			'delivery.discard': (asked) =>
				refuses ? fail('not-possible-now', 'no') : calls['delivery.discard'](asked, caller),
		},
		documentId,
	);
	await screen.type('Printed total', 'x');
	await screen.click('Discard');
	expect(screen.notices()).toEqual(['This is not possible now.']);
	expect(localStorage).toHaveLength(1);
	refuses = false;
	await screen.click('Discard');
	expect(screen.asked('delivery.discard').at(-1)).toEqual({ documentId });
	expect(screen.app.route.path).toBe('/deliveries');
	expect(kitchen.call('delivery.list', { locationId: 'L-1' }).deliveries).toEqual([]);
	expect(localStorage).toHaveLength(0);
});

it('can only be read after it was discarded in another window', async () => {
	const documentId = begin();
	const screen = await openDelivery(kitchen, {}, documentId);
	kitchen.call('delivery.discard', { documentId });
	await screen.settle();
	expect(screen.above().split('\n').slice(0, 4)).toEqual([
		'Discarded in another window',
		'Nothing was sent. You can still read your entries here, but you can no longer change or submit them.',
		'# Receive from Riverside Dairy',
		'[Sheet to fill in] [Receive]',
	]);
	expect(screen.box('Invoice number').closest('fieldset')?.disabled).toBe(true);
});

it('says what becomes of an order that somebody else approves', async () => {
	const documentId = begin();
	const delivery = kitchen.call('delivery.get', { documentId });
	const screen = await openDelivery(
		kitchen,
		{ 'delivery.get': { ...delivery, needsApproval: true } },
		documentId,
	);
	expect(screen.above().split('\n').slice(2, 5)).toEqual([
		'Ordered afterwards',
		'These goods have no order. One is created and submitted with the receipt, which is sent once someone else approves the order.',
		'[Discard]',
	]);
	screen.core.answer('delivery.get', () => ({
		ok: true,
		value: {
			...delivery,
			needsApproval: true,
			isOpen: false,
			orderId: 'service:purchaseOrder:O-1',
		},
	}));
	kitchen.service.there = true;
	await kitchen.shows(receivedLists);
	await screen.go('/deliveries');
	await screen.go(`/deliveries/${documentId}`);
	expect(screen.shown()).toContain('The receipt is sent once someone else approves this order.');
	expect(screen.shown()).toContain('# Purchase order PO-7');
});
