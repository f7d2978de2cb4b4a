import { beforeEach, expect, it } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { documentId, orderOfTwo, receivingDesk } from '../../../../test/support/receiving-desk.ts';
import {
	receiptOfIt,
	receivedLists,
	returnedOrder,
	returningAt,
} from '../../../../test/support/returns.ts';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';
import { fail } from '../../../shared/bridge/reply.ts';

const { begin, send, get } = returningAt(() => kitchen);
const { enter, explain, invoice, receive } = receivingDesk(() => kitchen);
const kitchen = eachKitchen({
	lists: {
		...receivedLists,
		'supplier.list': [
			{ id: 'P-1', name: 'Riverside Dairy' },
			{ id: 'P-2', name: 'Green Fields' },
		],
	},
});
beforeEach(() => {
	kitchen.clock.setWallClock(Date.UTC(2026, 10, 20, 9));
});

async function open(path: string, answers: Answers = {}, settings = {}) {
	const screen = await openScreen(path, { kitchen, answers, settings });
	await screen.settle();
	return {
		...screen,
		lines: () => screen.shown(screen.page.getByRole('grid')),
		list: (name: string) => screen.page.getByRole<HTMLSelectElement>('combobox', { name }),
	};
}
const openDraft = (lineIds = ['l-1'], answers: Answers = {}) =>
	open(`/returns/${begin(lineIds)}`, answers);

it('lists the receipts that goods came with, of one supplier or of all', async () => {
	send('l-2', '10');
	await kitchen.shows({
		'purchaseOrder.list': [
			returnedOrder(),
			returnedOrder({ id: 'O-2', number: 'PO-8', supplierId: 'P-2' }),
		],
		'purchaseOrder.receivings': [
			receiptOfIt(),
			receiptOfIt({
				id: 'G-2',
				number: '',
				purchaseOrderId: 'O-2',
				supplierId: 'P-2',
				invoiceNumber: '',
				totalAmount: '41.75',
				date: '2026-11-18',
			}),
		],
	});
	const screen = await open('/returns/new');
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# New return
		Choose the receipt that the goods came with · as of 9:00
		Supplier {Supplier: Any supplier}
		Receipt | Supplier | Purchase order | Invoice | Received on | Returnable | Total |
		GRN-3 | Riverside Dairy | PO-7 | INV-1 | Thu 19 Nov | 1 of 2 lines | €33.20 |
		G-2 | Green Fields | PO-8 | – | Wed 18 Nov | 2 of 2 lines | €41.75 |"
	`);
	await screen.user.selectOptions(screen.list('Supplier'), 'Green Fields');
	await screen.settle();
	expect(screen.shown()).not.toContain('PO-7');
	expect(screen.asked('return.receipts').at(-1)).toMatchObject({
		supplierId: 'P-2',
		documentId: null,
	});
});

it('shows a return that waits in the unit of its price', async () => {
	const screen = await open(`/returns/${send('l-1', '8')}`);
	// 6.60 is the price of a case of twelve.
	expect(screen.shown()).toContain('0.666666case | 8each |');
});

it('shows what can still go back of a receipt, and begins a return of what is ticked', async () => {
	send('l-2', '10');
	send('l-1', '5');
	const screen = await open('/returns/new');
	await screen.keys('{Enter}');
	// 24 less 5; of ten butter nothing is left.
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Choose lines to return
		Riverside Dairy · invoice INV-1 · received on Thu 19 Nov
		[Other receipt] [Create return, off]
		Item | Received | Returned | Returnable | Price |
		{Whole milk DA-1: no} Whole milk DA-1 | 24each | 5each | 19each | 6.60 case |
		{Butter DA-2 Nothing on this line is left to return., off: no} Butter DA-2 Nothing on this line is left to return. | 10each | 10each | 0each | 2.00 each |"
	`);
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.asked('return.begin')).toEqual([]);
	await screen.click(/^Whole milk/, 'checkbox');
	await screen.click(/^Whole milk/, 'checkbox');
	await screen.click(/^Whole milk/, 'checkbox');
	expect(screen.foot()).toContain('1 line');
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.asked('return.begin')).toMatchObject([
		{
			locationId: 'L-1',
			orderId: 'O-1',
			receivingId: 'G-1',
			receiptDraftId: null,
			lineIds: ['l-1'],
		},
	]);
	await screen.settle();
	expect(screen.shown()).toContain('# Return draft');
});

it('goes back to the receipts, and says why a return was not begun', async () => {
	const screen = await open(`/returns/new/${encodeURIComponent(documentId)}`, {
		'return.begin': () => fail('not-possible-now', 'no'),
	});
	// Of one order, its supplier is known.
	expect(screen.shown()).not.toContain('{Supplier');
	expect(screen.asked('return.receipts')[0]).toMatchObject({ supplierId: null, documentId });
	await screen.keys('{Enter}');
	await screen.click(/^Butter/, 'checkbox');
	await screen.click('Create return');
	expect(screen.notices()).toEqual(['This is not possible now.']);
	expect(screen.shown()).toContain('{Butter DA-2: yes}');
	await screen.click('Other receipt');
	expect(screen.shown()).toContain('GRN-3');
});

it('shows a receipt without a number while it waits', async () => {
	await kitchen.shows({ 'purchaseOrder.list': [orderOfTwo()], 'purchaseOrder.receivings': [] });
	kitchen.service.there = false;
	enter('l-1', '1', '3');
	explain('l-1');
	enter('l-2', '10');
	invoice('INV-9');
	receive();
	const screen = await open(`/returns/new/${encodeURIComponent(documentId)}`);
	expect(screen.shown().split('\n').slice(-1)).toEqual([
		'No number yet | Riverside Dairy | PO-7 | INV-9 | Fri 20 Nov | 2 of 2 lines | – |',
	]);
	await screen.keys('{Enter}');
	await screen.settle();
	await screen.click(/^Whole milk/, 'checkbox');
	await screen.click('Create return');
	await screen.settle();
	expect(screen.shown()).toContain('This waits until the receipt appears at the service.');
});

it('writes how much goes back, in which condition and why', async () => {
	const screen = await openDraft();
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Return draft
		Harbour Kitchen, Fri 20 Nov · Saved at 9:00
		[Discard] [Submit]
		Reasonoptional {Reason optional: }
		Descriptionoptional {Description optional: }
		Add an item
		{Add an item: } [Show the list]
		Also on this receipt [Butter]
		Condition 1 Unopened2 Opened3 Damaged4 Spoiled Reason 1 Damaged on arrival2 Wrong item3 More than ordered4 Expired or short-dated5 Poor quality6 Too warm on arrival7 Receiving error
		Returnable quantities are from the service, as of Fri 20 Nov, 9:00, less returns waiting on this PC.
		Item | Returnable | Case | Each / weight | Amount | Condition | Reason | Cost, EUR | Remove |
		Whole milk DA-1 | 24each | {Case, Whole milk: } | {Each / weight, Whole milk: } | | {Condition of Whole milk: Choose} | {Reason to return Whole milk: Choose} | – | [Remove Whole milk] |
		Total 0.00"
	`);
	await screen.user.click(screen.page.getByRole('textbox', { name: 'Each / weight, Whole milk' }));
	await screen.keys('5');
	await screen.keys('{Alt>}{2}{/Alt}');
	expect(screen.list('Condition of Whole milk').value).toBe('Opened');
	screen.list('Reason to return Whole milk').focus();
	await screen.keys('5');
	expect(screen.list('Reason to return Whole milk').value).toBe('Poor quality');
	await screen.keys('{Control>}{1}{/Control}{Alt>}{9}{/Alt}');
	// Five of twelve at 6.60 a case are 2.75.
	expect(screen.lines()).toMatchInlineSnapshot(`
		"Item | Returnable | Case | Each / weight | Amount | Condition | Reason | Cost, EUR | Remove |
		Whole milk DA-1 | 24each | {Case, Whole milk: } | {Each / weight, Whole milk: 5} | 5each | {Condition of Whole milk: Opened} | {Reason to return Whole milk: Poor quality} | 2.75 | [Remove Whole milk] |"
	`);
	await screen.click('Butter');
	expect(screen.lines()).toContain('Butter DA-2 | 10each');
	expect(screen.shown()).not.toContain('Also on this receipt');
	screen.list('Reason to return Whole milk').focus();
	await screen.keys('{ArrowDown}');
	expect(document.activeElement).toBe(screen.list('Reason to return Whole milk'));
	await screen.keys('{Enter}');
	expect(document.activeElement).not.toBe(screen.list('Reason to return Whole milk'));
	await screen.click('Remove Whole milk');
	expect(screen.shown()).toContain('Also on this receipt [Whole milk]');
});

it('asks for a condition and a reason, and for no more than came', async () => {
	const screen = await openDraft();
	await screen.user.click(screen.page.getByRole('textbox', { name: 'Each / weight, Whole milk' }));
	await screen.keys('25{Enter}');
	await screen.click('Submit');
	expect(screen.shown().split('\n').slice(9)).toEqual([
		'Returnable quantities are from the service, as of Fri 20 Nov, 9:00, less returns waiting on this PC.',
		'Fix 3 problems before you submit',
		'Whole milk · Condition: This is required.',
		'[Next problem]',
		'Item | Returnable | Case | Each / weight | Amount | Condition | Reason | Cost, EUR | Remove |',
		'Whole milk DA-1 | 24each | {Case, Whole milk: } | {Each / weight, Whole milk: 25} | 25each | {Condition of Whole milk, wrong: Choose} | {Reason to return Whole milk, wrong: Choose} | 13.75 | [Remove Whole milk] |',
		'Total 13.75',
	]);
	await screen.user.selectOptions(screen.list('Condition of Whole milk'), 'Spoiled');
	await screen.settle();
	expect(screen.lines()).toContain('{Condition of Whole milk: Spoiled}');
	screen.list('Reason to return Whole milk').focus();
	await screen.keys('5');
	await screen.click('Submit');
	expect(document.body.textContent).toContain('More than can be returned on this line.');
});

it('keeps words of others for a condition, and says how it knows what is left', async () => {
	const draft = begin(['l-1']);
	const { lines, ...head } = get(draft);
	kitchen.call('returnOrder.save', {
		...head,
		lines: lines.map((line) => ({ ...line, itemId: line.item.itemId, itemCondition: 'Dented' })),
		locale: 'en-GB',
	});
	const eligible = { lines: [], others: [], waits: null, orderId: 'O-1', isAnswer: false };
	const screen = await open(`/returns/${draft}`, {
		'return.eligible': { ...eligible, asOf: null },
	});
	expect(
		[...screen.list('Condition of Whole milk').options].map(({ textContent }) => textContent),
	).toEqual(['Choose', 'Dented', 'Unopened', 'Opened', 'Damaged', 'Spoiled']);
	expect(screen.shown()).toContain('No receipts have been downloaded yet.');
	screen.core.answer('return.eligible', () => ({
		ok: true,
		value: { ...eligible, asOf: Date.UTC(2026, 10, 20, 8) },
	}));
	await screen.tell('documents.changed', { area: 'returnOrder' });
	expect(screen.shown()).toContain(
		'calculated from the receipts, orders and returns on this PC, as of Fri 20 Nov, 8:00.',
	);
});
