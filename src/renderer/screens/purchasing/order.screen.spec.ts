import { beforeEach, expect, it, vi } from 'vitest';
import { approvalRules } from '../../../../test/support/approvals.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import {
	butter,
	documentId,
	milk,
	orderOfTwo,
	receivingDesk,
} from '../../../../test/support/receiving-desk.ts';
import { opensAnew } from '../../../../test/support/opens-anew.ts';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';
import { fail, type Failure } from '../../../shared/bridge/reply.ts';

const about = { documentId };
const kitchen = eachKitchen({
	lists: {
		'purchaseOrder.list': [orderOfTwo()],
		'supplier.list': [
			{ id: 'P-1', name: 'Riverside Dairy', email: 'orders@riverside.example', phone: '01 555' },
			{ id: 'P-2', name: 'Green Fields' },
		],
	},
});
beforeEach(() => {
	kitchen.clock.setWallClock(Date.UTC(2026, 10, 20, 9));
});
const shows = (more: object, ...came: string[]) =>
	kitchen.shows({ 'purchaseOrder.list': [orderOfTwo(more, ...came)] });
const send = () => kitchen.call('purchasing.send', { ...about, how: 'email' });

async function open(answers: Answers = {}) {
	const screen = await openScreen(`/orders/${encodeURIComponent(documentId)}`, {
		kitchen,
		answers: { 'access.read': approvalRules, ...answers },
		can: ['print'],
	});
	/** Between the head and the lines. */
	const notes = () => screen.shown().split('\nItem | Quantity')[0]!.split('\n').slice(3);
	return { ...screen, notes };
}

it('shows an approved order that its supplier does not have', async () => {
	const screen = await open();
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Purchase order PO-7, Riverside Dairy
		Business day 18 Nov 2026 · Due: Fri 20 Nov Approved, not sent
		[Print or export] [All purchase orders] [Cancel order] [Close order] [Edit]
		Approved, but not sent to the supplier yet. Kept on this PC. Other PCs do not see it.
		[Send to supplier…] [Close lines short…]
		Item | Quantity | Amount | Received | Closed short | Price | Note | Cost, EUR |
		Whole milk DA-1 | 2case | 24each | 0 | | €6.00 | | 12.00 |
		Butter DA-2 | 10each | 10each | 0 | | €2.00 | | 20.00 |
		Total | 32.00 |"
	`);
});

it.each([
	['of 32', { status: 'submitted' }, 'Chef and Owner or Buyer'],
	['of 12', { status: 'submitted', items: [milk] }, 'Chef'],
])('says who approves an order: %s', async (_case, more, said) => {
	await shows(more);
	const screen = await open();
	expect(screen.notes()).toEqual([`To be approved by ${said} (rules as of Fri 20 Nov, 8:30).`]);
});

it.each([
	['without a rule', { ...approvalRules, matrices: [] }, 'No approval rule covers it.'],
	[
		'before its roles came',
		{ ...approvalRules, roles: [] },
		'To be approved by chef and owner or buyer (rules as of Fri 20 Nov, 8:30).',
	],
])('says who approves an order %s', async (_case, rules, said) => {
	await shows({ status: 'submitted' });
	const screen = await open({ 'access.read': rules });
	expect(screen.notes()[0]).toBe(said);
});

it('gives the order to its supplier, and notes how', async () => {
	const screen = await open();
	await screen.click('Send to supplier…');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Send order PO-7 to Riverside Dairy
		[Close]
		Stillroom does not send it. Print it, or copy the text into an e-mail. Then mark it as sent.
		To: orders@riverside.example · 01 555
		Text {Text: Purchase order PO-7 Deliver to: Harbour Kitchen Delivery on: 20 Nov 2026 2 case Whole milk, at €6.00 10 each Butter, at €2.00}
		How it was sent {How it was sent: E-mail}
		[Copy text] [Print…] [Mark as sent]"
	`);
	const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce();
	await screen.click('Copy text');
	expect(write.mock.calls[0]?.[0]).toBe(
		screen.page.getByRole<HTMLTextAreaElement>('textbox').value,
	);
	write.mockRejectedValueOnce(new Error('no'));
	await screen.click('Copy text');
	const box = screen.page.getByRole<HTMLTextAreaElement>('textbox');
	expect([box.selectionStart, box.selectionEnd]).toEqual([0, box.value.length]);
	write.mockRestore();
	await screen.click('Print…');
	expect(screen.shown(document.querySelector('.printed'))).toMatchInlineSnapshot(`
		"# Purchase order PO-7
		Supplier : Riverside Dairy
		Location : Harbour Kitchen
		Due : 20 Nov 2026
		Item | Quantity | Unit | Price | Note |
		Whole milk | 2 | case | 6.00 | |
		Butter | 10 | each | 2.00 | |"
	`);
	expect(screen.app.printing.report).toMatchObject({
		fileName: 'Purchase order Riverside Dairy PO-7',
		location: 'Harbour Kitchen',
		day: '20 Nov 2026',
	});
	screen.app.printing.close();
	await screen.settle();
	await screen.click('Mark as sent');
	expect(screen.asked('purchasing.send')).toEqual([{ ...about, how: 'print' }]);
	expect(screen.notices()).toEqual([
		'Text copied.',
		'The text could not be copied. It is selected, so you can copy it yourself.',
		'Marked as sent.',
	]);
	expect(screen.notes()).toEqual([
		'Sent to the supplier on paper on Fri 20 Nov, 9:00, by Noor. Kept on this PC. Other PCs do not see it. [Not sent after all] [Close lines short…]',
	]);
	await screen.click('Not sent after all');
	expect(screen.asked('purchasing.takeBack')).toEqual([about]);
	expect(screen.notes()[0]).toContain('Approved, but not sent');
});

it('does not load an order again once its page was left', async () => {
	send();
	const answer = Promise.withResolvers<Failure>();
	const screen = await open({ 'purchasing.takeBack': () => answer.promise });
	await screen.click('Not sent after all');
	await screen.go('/waste');
	answer.resolve(fail('unreachable', ''));
	const asked = screen.asked('purchasing.ofOrder').length;
	await screen.settle();
	expect(screen.asked('purchasing.ofOrder')).toHaveLength(asked);
});

it('says why an order was not marked as sent', async () => {
	const supplier = { id: 'P-1', name: 'Riverside Dairy', phone: '01 555' };
	await kitchen.shows({ 'supplier.list': [supplier] });
	const screen = await open({ 'purchasing.send': () => fail('not-possible-now', 'no') });
	await screen.click('Send to supplier…');
	expect(screen.dialog()).toContain('To: 01 555\n');
	expect(screen.dialog()).toContain('{How it was sent: On paper}');
	await screen.click('Mark as sent');
	expect(screen.dialog()).toContain('This is not possible now.');
});

it('shows how a fully received order was sent, and what was received on this PC', async () => {
	send();
	receivingDesk(() => kitchen).receiveShort();
	await kitchen.send();
	await shows({ status: 'received' }, '2', '10');
	const screen = await open();
	expect(screen.notes().join()).toContain(
		'Sent to the supplier by e-mail on Fri 20 Nov, 9:00, by Noor.',
	);
	expect(screen.notes().join()).not.toContain('Not sent after all');
	expect(screen.notes().join()).toContain('Invoice INV-1');
});

it('shows what changed since the supplier got it', async () => {
	send();
	await shows({
		deliveryDate: '2026-11-21',
		items: [
			{ ...milk, quantity: '3' },
			{ id: 'l-3', itemId: '3', uomId: 1, quantity: '4', price: '1.10', quantityReceived: '0' },
		],
	});
	const screen = await open();
	expect(screen.notes()).toEqual([
		'Changed since Noor sent it by e-mail on Fri 20 Nov, 9:00. The supplier does not have these changes:',
		'The delivery day changed.',
		'Item | Sent | Now |',
		'Whole milk | 2 case at €6.00 | 3 case at €6.00 |',
		'Cream | not ordered before | 4 each at €1.10 |',
		'Butter | 10 each at €2.00 | no longer ordered |',
		'Kept on this PC. Other PCs do not see it.',
		'[Send again…] [Close lines short…]',
	]);
	await screen.click('Send again…');
	const { value } = screen.page.getByRole<HTMLTextAreaElement>('textbox');
	expect(value).toContain('Changed purchase order PO-7. It replaces the one of Fri 20 Nov, 9:00.');
	expect(value).toContain('No longer ordered: Butter');
});

it('says what has to be approved again, and marks that it was', async () => {
	const order = kitchen.call('purchasing.ofOrder', about);
	const again = { ...order, again: ['supplier', 'total'] as const, approveAgainPercent: '12.5' };
	let marked = () => fail('not-possible-now', 'no');
	const screen = await open({
		'purchasing.ofOrder': again as never,
		'purchasing.markApproved': () => marked(),
	});
	expect(screen.notes()).toEqual([
		'Needs approval again',
		'Changed since it was last approved: another supplier and the total is more than 12.5% above the approved one. The service still shows it as approved. Have it approved, and mark it here. To be approved by Chef and Owner or Buyer (rules as of Fri 20 Nov, 8:30). The mark is kept on this PC. Other PCs do not see it.',
		'[Mark as approved]',
		'Not sent to the supplier yet. Kept on this PC. Other PCs do not see it.',
		'[Send to supplier…, off] [Close lines short…]',
	]);
	await screen.click('Mark as approved');
	expect(screen.notices()).toEqual(['This is not possible now.']);
	marked = () => ({ ok: true, value: order }) as never;
	await screen.click('Mark as approved');
	expect(screen.asked('purchasing.markApproved').at(-1)).toEqual(about);
	expect(screen.notices().at(-1)).toMatchInlineSnapshot(`"Marked as approved."`);
	expect(screen.notes()[0]).toContain('Approved, but not sent');
});

it('closes a line short with a reason, and expects it again', async () => {
	await shows({ status: 'partly-received' }, '0.5', '0');
	const screen = await open();
	await opensAnew(screen, 'Close lines short…');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Close lines short
		[Close]
		The rest of a line that is closed short is no longer expected. The service is told when the order is closed. Kept on this PC. Other PCs do not see it.
		Line {Line: Choose a line.}
		Reason {Reason: }
		[Close short]"
	`);
	const line = screen.page.getByRole('combobox', { name: /^Line/ });
	expect([...line.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
		'Choose a line.',
		'Whole milk: 1.5 case',
		'Butter: 10 each',
	]);
	await screen.click('Close short');
	expect(screen.dialog()).toContain('Choose a line');
	await screen.user.selectOptions(line, 'Whole milk: 1.5 case');
	await screen.user.type(screen.page.getByRole('textbox', { name: /^Reason/ }), 'Out of stock');
	await screen.click('Close short');
	expect(screen.asked('purchasing.closeLine')).toEqual([
		{ ...about, lineId: 'l-1', reason: 'Out of stock' },
	]);
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Close lines short
		[Close]
		The rest of a line that is closed short is no longer expected. The service is told when the order is closed. Kept on this PC. Other PCs do not see it.
		Line {Line: Choose a line.}
		Reason {Reason: }
		Whole milk: Closed short by Noor on Fri 20 Nov, 9:00: Out of stock [Reopen]
		[Close short]"
	`);
	await screen.click('Reopen');
	expect(screen.asked('purchasing.reopenLine')).toEqual([{ ...about, lineId: 'l-1' }]);
	expect(screen.notices()).toEqual([
		'Whole milk is closed short.',
		'Whole milk is expected again.',
	]);
	expect(screen.dialog()).not.toContain('Closed short');
});

it('keeps the reason when a line could not be closed', async () => {
	const screen = await open({ 'purchasing.closeLine': () => fail('not-possible-now', 'no') });
	await screen.click('Close lines short…');
	await screen.choose(/^Line/, 'Butter: 10 each');
	await screen.user.type(screen.page.getByRole('textbox', { name: /^Reason/ }), 'Gone');
	await screen.click('Close short');
	expect(screen.dialog()).toContain('This is not possible now.');
	expect(screen.dialog()).toContain('{Reason: Gone}');
});

it('closes an order at the service when nothing more is expected', async () => {
	await shows({ status: 'partly-received' }, '2', '4');
	kitchen.call('purchasing.closeLine', { ...about, lineId: 'l-2', reason: 'Gone' });
	let refuses = true;
	const screen = await open({
		'purchaseOrder.close': () => (refuses ? fail('not-possible-now', 'no') : null),
	});
	expect(screen.notes()).toEqual([
		'Everything was received or closed short. The service still waits for the rest.',
		'[Close order]',
		'[Close lines short…]',
	]);
	await screen.click('Close lines short…');
	expect(screen.dialog()).toContain('No line is open.');
	await screen.click('Close');
	const inNote = screen.page.getAllByRole('button', { name: 'Close order' }).at(-1)!;
	await screen.user.click(inNote);
	await screen.settle();
	refuses = false;
	await screen.user.click(inNote);
	await screen.settle();
	await kitchen.send();
	expect(kitchen.service.writes.map(({ name }) => name)).toEqual(['purchaseOrder.close']);
	expect(screen.notices()).toEqual([
		'This is not possible now.',
		'Saved. Will be sent when online.',
	]);
});

it('names the pieces of a part of a case that was received', async () => {
	await shows({}, '1.333333');
	const screen = await open();
	expect(screen.shown()).toContain('Whole milk DA-1 | 2case | 24each | 16each | | €6.00 |');
	expect(await screen.paper()).toContain('DA-1 | Whole milk | 2 | case | 16 each | 6.00 |');
});

it('names the discount of a line, on screen and on paper', async () => {
	await shows({ items: [{ ...milk, discount: '2.5' }, butter] });
	const screen = await open();
	// Two cases at 6.00 less 2.50.
	expect(screen.shown()).toContain('Whole milk DA-1 less €2.50 |');
	const paper = await screen.paper();
	expect(paper).toContain('| Discount, EUR | Cost, EUR |');
	expect(paper).toContain('| 2.50 | 9.50 |');
});

it('shows what a changed order costs and who approves it with the discount of its lines', async () => {
	await shows({ items: [{ ...milk, discount: '2.5' }, butter] });
	const screen = await open();
	await screen.click('Edit');
	await screen.settle();
	const sheet = () => {
		const said = screen.shown().split('\n');
		return [said.find((each) => each.startsWith('To be')), ...said.slice(-3)];
	};
	// 2 × 6 − 2.50 and 10 × 2; the owner or the buyer are needed from 30 on.
	expect(sheet()).toEqual([
		'To be approved by Chef (rules as of Fri 20 Nov, 8:30).',
		expect.stringMatching(/^Whole milk DA-1 less €2.50 .* 9\.50 \| \[Remove Whole milk\]/),
		expect.stringContaining(' | 20.00 | [Remove Butter] |'),
		'Total 29.50',
	]);
	await screen.user.clear(screen.page.getByRole('textbox', { name: 'Case, Whole milk' }));
	await screen.keys('3{Enter}');
	// 3 × 6 − 2.50: a saved change keeps the discount.
	expect(sheet()).toEqual([
		'To be approved by Chef and Owner or Buyer (rules as of Fri 20 Nov, 8:30).',
		expect.stringContaining(' | 15.50 | [Remove Whole milk] |'),
		expect.stringContaining(' | 20.00 | [Remove Butter] |'),
		'Total 35.50',
	]);
});

it('says while an order is changed what has to be approved again, and what its supplier does not have', async () => {
	send();
	const screen = await open();
	await screen.click('Edit');
	await screen.settle();
	await screen.user.clear(screen.page.getByRole('textbox', { name: 'Case, Whole milk' }));
	await screen.keys('4{Enter}');
	// 4 × 6 and 10 × 2 are 44: 37.5% more than 32.
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Edit PO-7
		Harbour Kitchen, Wed 18 Nov · Saved at 9:00
		[Discard changes] [Submit]
		Supplier {Supplier: Riverside Dairy}
		Dueoptional {Due optional: 20 Nov 2026}
		Descriptionoptional {Description optional: }
		Add an item
		{Add an item: } [Show the list]
		To be approved by Chef and Owner or Buyer (rules as of Fri 20 Nov, 8:30).
		After this change the order needs approval again: the total is more than 5% above the approved one. It is submitted again.
		The supplier was sent this order by e-mail on Fri 20 Nov, 9:00. Your changes so far:
		Item | Sent | Now |
		Whole milk | 2 case at €6.00 | 4 case at €6.00 |
		Item | Case | Each / weight | Amount | Price | Note | Cost, EUR | Remove |
		Whole milk DA-1 | {Case, Whole milk: 4} | {Each / weight, Whole milk: } | 48each | {Price of Whole milk: 6.00} | {Note on Whole milk: } | 24.00 | [Remove Whole milk] |
		Butter DA-2 | {Case, Butter: } | {Each / weight, Butter: 10} | 10each | {Price of Butter: 2.00} | {Note on Butter: } | 20.00 | [Remove Butter] |
		Total 44.00"
	`);
	screen.page.getByRole('textbox', { name: 'Price of Whole milk' }).focus();
	await screen.keys('{Enter}');
	expect(document.activeElement).toBe(
		screen.page.getByRole('textbox', { name: 'Each / weight, Butter' }),
	);
});

it('submits no order while a price cannot be read', async () => {
	const screen = await open();
	await screen.click('Edit');
	await screen.settle();
	const price = screen.page.getByRole('textbox', { name: 'Price of Butter' });
	await screen.fill('Price of Butter', '1.2.3');
	screen.page.getByRole('textbox', { name: 'Price of Whole milk' }).focus();
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.asked('purchaseOrder.submit')).toEqual([]);
	expect(screen.notices()).toEqual(['This entry is not saved yet. Fix or clear it first.']);
	expect(document.activeElement).toBe(price);
	await screen.fill('Price of Butter', '1.25');
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.asked('purchaseOrder.submit')).toHaveLength(1);
});
