import { expect, it, vi } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { typedInvoice } from '../../../../test/support/invoice.ts';
import { heardOn } from '../../../../test/support/heard.ts';
import {
	documentId,
	milk,
	butter,
	openReceivingKitchen,
	orderOfTwo,
	receivingDesk,
} from '../../../../test/support/receiving-desk.ts';
import { openDelivery } from '../../../../test/support/receiving-screen.ts';
import { typeAsScanner } from '../../../../test/support/screen-acts.ts';
import { fail } from '../../../shared/bridge/reply.ts';
import { holdKeysUntil } from '../../ui/held-keys.ts';

const kitchen = eachKitchen(openReceivingKitchen);
const { enter, explain, settle, price, invoice, receive } = receivingDesk(() => kitchen);
const taxes = [{ taxId: 1, rate: '10', taxableAmount: '0', taxAmount: '0' }];
const asked = { documentId, locale: 'en-GB' };

it('leaves a person who went on after the printed total where they are', async () => {
	const saved = Promise.withResolvers<null>();
	const screen = await openDelivery(kitchen, { 'delivery.invoice': () => saved.promise });
	await screen.user.click(screen.box('Printed total'));
	await screen.keys('99{Tab}{Tab}');
	const there = screen.focus();
	saved.resolve(null);
	await screen.settle();
	expect(screen.shown()).toContain('The difference is');
	expect(screen.focus()).toBe(there);
});

it('keeps a text of the invoice that was refused when the page is left, until it is saved', async () => {
	const screen = await openDelivery(kitchen);
	await screen.type('Printed total', 'x');
	await screen.go('/deliveries');
	await screen.go(`/deliveries/${encodeURIComponent(documentId)}`);
	expect(screen.shown()).toContain('{Printed total, wrong: x}');
	await screen.type('Printed total', '36');
	await screen.go('/deliveries');
	await screen.go(`/deliveries/${encodeURIComponent(documentId)}`);
	expect(screen.box('Printed total').value).toBe('36');
	expect(localStorage).toHaveLength(0);
});

it('compares the printed total with the lines and their tax, and asks what differs', async () => {
	kitchen.service.there = true;
	// The milk bears ten percent.
	await kitchen.shows({
		'purchaseOrder.list': [
			orderOfTwo({ taxes, items: [{ ...milk, taxId: 1, totalAmount: '13.2' }, butter] }),
		],
	});
	enter('l-1', '2', '3');
	enter('l-2', '10');
	const screen = await openDelivery(kitchen);
	const strip = () => screen.shown(screen.page.getByRole('group', { name: 'Invoice' }));
	expect(heardOn(screen.page.getByRole('group', { name: 'Invoice' }))).toEqual([
		'input autocomplete=off maxlength=60',
		'input autocomplete=off maxlength=40',
		'input autocomplete=off inputmode=decimal maxlength=64',
		'begins at input Case, Whole milk',
	]);
	await screen.type('Invoice number', 'INV-7');
	await screen.type('Invoice date', '19/11');
	expect(screen.asked('delivery.invoice')).toMatchObject([
		{ ...asked, invoice: typedInvoice('INV-7') },
		{ ...asked, invoice: typedInvoice('INV-7', { day: '2026-11-19' }) },
	]);
	// 2 × 6 and 10% of it, and 10 × 2.
	expect(strip()).toContain('Lines, with the order’s tax: €33.20');
	const said = [];
	for (const total of ['33.20', '33.21', '36.20']) {
		await screen.type('Printed total', total);
		said.push(strip().split('\n').slice(3));
	}
	expect(said).toEqual([
		['Lines, with the order’s tax: €33.20 The printed total agrees.'],
		['Lines, with the order’s tax: €33.20 Rounding: €0.01'],
		[
			'Lines, with the order’s tax: €33.20 Difference: €3.00',
			'The difference is {The difference is: Choose}',
		],
	]);
	expect(screen.focus()).toBe('The difference is');
	invoice('INV-7', { total: '36.20' });
	await screen.click('Receive');
	expect(strip()).toContain('Choose what the difference is.');
	expect(screen.focus()).toBe('The difference is');
	await screen.choose('The difference is', 'Freight');
	expect(screen.asked('delivery.invoice').at(-1)?.invoice).toMatchObject({
		total: '36.20',
		differenceIs: 'freight',
	});
	await screen.type('Printed total', 'x');
	expect(strip()).toContain('{Printed total, wrong: x}');
});

it.each(['Invoice number', 'Printed total'])(
	'keeps what is being typed as %s when a quantity is saved meanwhile',
	async (name) => {
		const screen = await openDelivery(kitchen);
		const box = screen.page.getByRole<HTMLInputElement>('textbox', { name });
		await screen.user.type(box, '77');
		enter('l-1', '2', '3');
		await screen.tell('documents.changed', { area: 'delivery' });
		expect(screen.shown()).toContain('Whole milk');
		expect(box.value).toBe('77');
		await screen.user.tab();
		await screen.settle();
		expect(screen.asked('delivery.invoice')).toHaveLength(1);
		expect(box.value).toBe('77');
	},
);

it('saves an invoice number that was typed before its box was there, when a quantity is saved meanwhile', async () => {
	const screen = await openDelivery(kitchen);
	const box = screen.page.getByRole<HTMLInputElement>('textbox', { name: 'Invoice number' });
	const arriving = Promise.withResolvers<boolean>();
	void holdKeysUntil(arriving.promise);
	typeAsScanner(['7', '7', 'ArrowRight']);
	box.focus();
	arriving.resolve(true);
	await vi.waitFor(() => expect(box.value).toBe('77'));
	enter('l-1', '2', '3');
	await screen.tell('documents.changed', { area: 'delivery' });
	expect(box.value).toBe('77');
	await screen.user.tab();
	await screen.settle();
	expect(screen.asked('delivery.invoice')).toMatchObject([{ invoice: { number: '77' } }]);
	expect(box.value).toBe('77');
});

it('keeps a refused printed total when a quantity is saved', async () => {
	const screen = await openDelivery(kitchen);
	const box = screen.page.getByRole<HTMLInputElement>('textbox', { name: 'Printed total' });
	await screen.user.type(box, 'x');
	await screen.user.tab();
	await screen.settle();
	enter('l-1', '2', '3');
	await screen.tell('documents.changed', { area: 'delivery' });
	expect(box.value).toBe('x');
	await screen.type('Invoice number', '77');
	await screen.user.tab();
	await screen.settle();
	expect(screen.shown()).toContain('{Printed total, wrong: x}');
	await screen.type('Printed total', '9');
	await screen.user.tab();
	await screen.settle();
	expect(screen.shown()).toContain('{Printed total: 9}');
});

it.each([
	['Invoice number', '77', { number: '77' }],
	['Invoice date', '19 Nov 2026', { day: '2026-11-19' }],
])('shows a refusal at %s, and saves it again with the receipt', async (name, text, saved) => {
	let full = true;
	enter('l-1', '2', '3');
	enter('l-2', '10');
	const screen = await openDelivery(kitchen, {
		'delivery.invoice': () => (full ? fail('disk-full', 'no') : null),
	});
	await screen.user.type(screen.box(name), text);
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.shown()).toContain(`{${name}, wrong: ${text}}\nThe disk of this PC is full.`);
	expect(screen.shown()).toContain('{Printed total: }');
	expect([screen.focus(), screen.asked('delivery.receive')]).toEqual([name, []]);
	full = false;
	await screen.keys('{Control>}{Enter}{/Control}');
	const asked = screen.asked('delivery.invoice');
	expect(asked).toMatchObject([{ invoice: saved }, { invoice: saved }]);
	expect(screen.shown()).not.toContain(`{${name}, wrong`);
});

it('receives nothing without the printed total that somebody typed', async () => {
	enter('l-1', '2', '3');
	enter('l-2', '10');
	invoice('INV-7');
	const screen = await openDelivery(kitchen);
	await screen.user.type(screen.box('Printed total'), 'x');
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.asked('delivery.invoice')).toMatchObject([{ invoice: { total: 'x' } }]);
	expect(screen.asked('delivery.receive')).toEqual([]);
	expect(screen.focus()).toBe('Printed total');
	await screen.user.clear(screen.box('Printed total'));
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.asked('delivery.receive')).toHaveLength(1);
});

it('after Esc, shows the total that was saved elsewhere in the meantime', async () => {
	const screen = await openDelivery(kitchen);
	const box = screen.page.getByRole<HTMLInputElement>('textbox', { name: 'Printed total' });
	await screen.user.type(box, '7');
	kitchen.call('delivery.invoice', {
		documentId,
		locale: 'en-GB',
		invoice: typedInvoice('', { total: '9' }),
	});
	await screen.tell('documents.changed', { area: 'delivery' });
	await screen.keys('{Escape}');
	await screen.user.tab();
	await screen.settle();
	expect(box.value).toBe('9');
});

it('says that nothing can be received where nothing came', async () => {
	for (const line of ['l-1', 'l-2']) {
		enter(line, '0');
		explain(line);
	}
	invoice('INV-7');
	const screen = await openDelivery(kitchen);
	await screen.click('Receive');
	expect(screen.notices()).toEqual([
		'Nothing was received. Enter what arrived, or leave the order for later.',
	]);
	expect(screen.asked('delivery.receive')).toEqual([]);
});

it('asks for the number of the invoice, and whether one that came before is another', async () => {
	enter('l-1', '1', '3');
	explain('l-1');
	enter('l-2', '10');
	invoice('INV-7');
	receive();
	enter('l-1', '1', '3');
	const screen = await openDelivery(kitchen);

	await screen.click('Receive');
	expect(screen.shown()).toContain('Enter the number of the invoice or delivery note.');
	expect(screen.focus()).toBe('Invoice number');
	expect(screen.notices()).toEqual([]);
	await screen.type('Invoice number', 'INV-7');
	expect(screen.above()).toMatchInlineSnapshot(`
		"# Receive from Riverside Dairy
		PO-7 · due 20 Nov 2026
		[Sheet to fill in] [Receive]
		1 receipt of this order waits in the outbox. The quantities below exclude it.
		<Open outbox #/outbox/service%3ApurchaseOrder%3AO-1>
		A receipt cannot be changed at the service. To correct a quantity or send goods back, return them to the supplier.
		<Return goods… #/returns/new/service%3ApurchaseOrder%3AO-1>
		Invoice number {Invoice number: INV-7}
		Invoice date {Invoice date: }
		Printed total {Printed total: } EUR
		Lines, with the order’s tax: €6.00
		Invoice INV-7 was received before
		If these are the same goods, leave this page. If other goods came with the same number, say so.
		[Other goods with this number]
		[Add photos] Photos stay on this PC and appear on the printed document."
	`);
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.focus()).toBe('Other goods with this number');
	await screen.keys('{Enter}');
	expect(screen.asked('delivery.invoice').at(-1)?.invoice).toMatchObject({ isAnother: true });
	expect(screen.shown()).not.toContain('was received before');
});

it('prints the sheet to fill in', async () => {
	kitchen.service.there = true;
	await kitchen.shows({
		'purchaseOrder.list': [
			orderOfTwo({
				items: [
					{ ...milk, quantityReceived: '0.5' },
					{ ...butter, price: undefined },
				],
			}),
		],
	});
	enter('l-1', '1', '3');
	explain('l-1', 'Torn');
	invoice('INV-7');
	const screen = await openDelivery(kitchen);
	expect(await screen.paper('Sheet to fill in')).toMatchInlineSnapshot(`
		"# Receive from Riverside Dairy
		Document : PO-7
		Invoice number : INV-7
		Due : 20 Nov 2026
		Code | Item | Unit | Ordered | Received earlier | Expected | Case | Each / weight | Weight | Price | Reason |
		DA-1 | Whole milk | each | 24 | 6 | 18 | 1 | | | 6.00 / case | Torn |
		DA-2 | Butter | each | 10 | 0 | 10 | | | | | |
		Received byName, date and signature"
	`);
	expect(screen.app.printing.report).toMatchObject({
		fileName: 'delivery Riverside Dairy PO-7',
		location: 'Harbour Kitchen',
		day: '18 Nov 2026',
		timeZone: 'Europe/Berlin',
		pictures: [],
		wide: true,
	});
});

async function receiveTwice(): Promise<void> {
	enter('l-1', '1', '3');
	explain('l-1', 'Torn');
	enter('l-2', '11');
	explain('l-2', 'Too many');
	settle('l-2', 'keep-free');
	price('l-2', '2.15');
	invoice('INV-1', { total: '30.50', differenceIs: 'freight', day: '2026-11-19' });
	receive();
	enter('l-1', '3');
	explain('l-1', 'Late');
	settle('l-1', 'close-short');
	invoice('INV-1');
	invoice('INV-1', { isAnother: true, total: '1.50' });
	receive();
	await kitchen.send();
}

it('shows what was received, and prints each receipt as it was entered', async () => {
	await receiveTwice();
	const screen = await openDelivery(kitchen);
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Purchase order PO-7, Riverside Dairy
		Business day 18 Nov 2026 · Due: Fri 20 Nov Waiting to be sent
		[Print or export] [All purchase orders]
		Received by Noor, Fri 20 Nov, 9:00 (not confirmed yet)
		Received by Noor, Fri 20 Nov, 9:00 (not confirmed yet)
		This document is in the outbox and will be sent automatically. To change it, undo it there first.
		<Open outbox #/outbox/service%3ApurchaseOrder%3AO-1>
		Invoice INV-1
		Invoice INV-1
		[Print receipt]
		A receipt cannot be changed at the service. To correct a quantity or send goods back, return them to the supplier.
		<Return goods… #/returns/new/service%3ApurchaseOrder%3AO-1>
		Item | Quantity | Amount | Received | Closed short | Price | Note | Cost, EUR |
		Whole milk DA-1 | 2case | 24each | 1.25 | 0.75 | €6.00 | | 12.00 |
		Butter DA-2 | 10each | 10each | 11 | | €2.00 | | 20.00 |
		Total | 32.00 |"
	`);
	expect(await screen.paper('Print receipt')).toMatchInlineSnapshot(`
		"# Received from Riverside Dairy
		Document : PO-7
		Invoice INV-1 : 19 Nov 2026 · printed total €30.50 · difference €3.00: Freight · Noor
		Invoice INV-1 (2) : printed total €1.50 · Noor
		## Invoice INV-1
		Code | Item | Unit | Expected | Received | Price | With tax, EUR | Reason | Next step |
		DA-1 | Whole milk | case | 2 | 1 | 6.00 | 6.00 | Torn | Wait for the rest |
		DA-2 | Butter | each | 10 | 11 | 2.15 | 21.50 | Too many | Keep, free of charge |
		Total | | | | | | 27.50 | | |
		## Invoice INV-1 (2)
		Code | Item | Unit | Expected | Received | Price | With tax, EUR | Reason | Next step |
		DA-1 | Whole milk | case | 1 | 0.25 | 6.00 | 1.50 | Late | Close short |
		Total | | | | | | 1.50 | | |
		Received byName, date and signature"
	`);
	expect(screen.app.printing.report).toMatchObject({
		fileName: 'receipt Riverside Dairy PO-7',
		location: 'Harbour Kitchen',
		day: '20 Nov 2026',
		timeZone: 'Europe/Berlin',
	});
});

it('prints a part of a case as its pieces, also the last one with a free piece', async () => {
	const items = [{ ...milk, quantity: '1' }];
	kitchen.service.there = true;
	await kitchen.shows({ 'purchaseOrder.list': [orderOfTwo({ items })] });
	kitchen.service.there = false;
	for (const typed of ['4', '4', '5']) {
		enter('l-1', typed);
		explain('l-1', 'Torn');
		if (typed === '5') settle('l-1', 'keep-free');
		const number = `INV-${String(kitchen.outbox.stepsOf('purchaseOrder', documentId).length)}`;
		invoice(number);
		receive();
	}
	const screen = await openDelivery(kitchen);
	const paper = await screen.paper('Print receipt');
	expect(paper.split('\n').filter((line) => line.startsWith('DA-1'))).toEqual([
		'DA-1 | Whole milk | case | 1 | 4 each | 6.00 | 2.00 | Torn | Wait for the rest |',
		'DA-1 | Whole milk | case | 8 each | 4 each | 6.00 | 2.00 | Torn | Wait for the rest |',
		'DA-1 | Whole milk | case | 4 each | 5 each | 6.00 | 2.00 | Torn | Keep, free of charge |',
	]);
});

it('says why receipts cannot be printed', async () => {
	await receiveTwice();
	const screen = await openDelivery(kitchen, {
		'delivery.receipts': () => fail('not-possible-now', 'no'),
	});
	expect(await screen.paper('Print receipt')).toBe('');
	expect(screen.notices()).toEqual(['This is not possible now.']);
});

it('has a heading when it could not be loaded', async () => {
	const screen = await openDelivery(kitchen, {
		'delivery.get': () => fail('not-possible-now', 'no'),
	});
	expect(screen.shown().split('\n').slice(0, 2)).toEqual([
		'# Deliveries',
		'This could not be loaded',
	]);
});
