import { beforeEach, expect, it } from 'vitest';
import { approvalRules } from '../../../../test/support/approvals.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { opensAnew } from '../../../../test/support/opens-anew.ts';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';
import { fail } from '../../../shared/bridge/reply.ts';

const documentId = 'service:purchaseRequest:Q-1';
const request = (more: object = {}) => ({
	id: 'Q-1',
	number: 'PRQ-3',
	locationId: 'L-1',
	date: '2026-11-18T10:00:00Z',
	neededDate: '2026-11-21',
	status: 'approved',
	items: [
		{ id: 'q-1', itemId: '1', uomId: 3, quantity: '2', supplierId: 'P-1' },
		{ id: 'q-2', itemId: '2', uomId: 1, quantity: '15' },
		{ id: 'q-3', itemId: '3', uomId: 1, quantity: '4', supplierId: 'P-1' },
	],
	...more,
});
const kitchen = eachKitchen({
	lists: {
		'purchaseRequest.list': [request()],
		'supplier.list': [
			{ id: 'P-1', name: 'Riverside Dairy' },
			{ id: 'P-2', name: 'Green Fields' },
		],
	},
});
beforeEach(() => {
	kitchen.clock.setWallClock(Date.UTC(2026, 10, 20, 9));
});
const open = (path = `/requests/${encodeURIComponent(documentId)}`, answers: Answers = {}) =>
	openScreen(path, { kitchen, answers: { 'access.read': approvalRules, ...answers } });

it.each(['draft', 'submitted'])('names the approvers of a %s request', async (status) => {
	await kitchen.shows({ 'purchaseRequest.list': [request({ status })] });
	const screen = await open();
	expect(screen.shown()).toContain('To be approved by Chef');
});

it('makes an order for each supplier of the lines that are ticked', async () => {
	const screen = await open();
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Purchase request PRQ-3
		Business day 18 Nov 2026 · Needed by: Sat 21 Nov Approved, not ordered
		[Print or export] [All purchase requests]
		[Order from this request…]
		Item | Quantity | Amount | Supplier | Note | Estimate, EUR |
		Whole milk DA-1 | 2case | 24each | Riverside Dairy | | 12.00 |
		Butter DA-2 | 15each | 15each | | | 7.50 |
		Cream DA-3 | 4each | 4each | Riverside Dairy | | 2.00 |
		Total | 21.50 |"
	`);
	await screen.click('Order from this request…');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Order from request PRQ-3
		[Close]
		Makes a draft for each supplier. Check and submit each one.
		Item | Quantity | Supplier |
		{Whole milk: yes} Whole milk | 2 case | {Supplier of Whole milk: Riverside Dairy} |
		{Butter: yes} Butter | 15 each | {Supplier of Butter: Choose a supplier} |
		{Cream: yes} Cream | 4 each | {Supplier of Cream: Riverside Dairy} |
		[Create 1 draft, off]"
	`);
	await screen.choose('Supplier of Butter', 'Green Fields');
	await screen.click(/^Cream/, 'checkbox');
	expect(screen.dialog().split('\n').slice(-4)).toEqual([
		'{Whole milk: yes} Whole milk | 2 case | {Supplier of Whole milk: Riverside Dairy} |',
		'{Butter: yes} Butter | 15 each | {Supplier of Butter: Green Fields} |',
		'{Cream: no} Cream | 4 each | {Supplier of Cream: Riverside Dairy} |',
		'[Create 2 drafts]',
	]);
	await screen.click('Create 2 drafts');
	expect(screen.asked('purchasing.orderFrom')).toMatchObject([
		{
			documentId,
			lines: [
				{ lineId: 'q-1', supplierId: 'P-1' },
				{ lineId: 'q-2', supplierId: 'P-2' },
			],
		},
	]);
	expect(screen.notices()).toEqual(['2 order drafts created.']);
	expect([screen.app.route.path, screen.app.route.query]).toEqual(['/orders', { state: 'draft' }]);
	await screen.go(`/requests/${encodeURIComponent(documentId)}`);
	expect(screen.shown().replaceAll(/#\/orders\/[^>]+/g, '#')).toContain(
		'Orders made from this request: <Draft for Riverside Dairy #> Draft · <Draft for Green Fields #> Draft',
	);
	await opensAnew(screen, 'Order from this request…');
	expect(screen.dialog().split('\n').slice(-4)).toEqual([
		'{Whole milk already ordered: no} Whole milk already ordered | 2 case | {Supplier of Whole milk: Riverside Dairy} |',
		'{Butter already ordered: no} Butter already ordered | 15 each | {Supplier of Butter: Choose a supplier} |',
		'{Cream: yes} Cream | 4 each | {Supplier of Cream: Riverside Dairy} |',
		'[Create 1 draft]',
	]);
	await screen.click('Create 1 draft');
	expect(screen.app.route.path).toMatch(/^\/orders\/.+-000/);
});

it('asks for lines and their suppliers', async () => {
	const screen = await open();
	await screen.click('Order from this request…');
	const why = () => screen.page.getByRole('button', { name: /^Create/ }).title;
	expect(why()).toBe('Choose a supplier for each chosen line.');
	for (const name of [/^Whole milk/, /^Butter/, /^Cream/]) await screen.click(name, 'checkbox');
	expect(why()).toBe('Choose at least one line.');
	await screen.click(/^Create/);
	expect(screen.asked('purchasing.orderFrom')).toEqual([]);
});

it('says why no order was made, and keeps the choice', async () => {
	const screen = await open(undefined, {
		'purchasing.orderFrom': () => fail('not-possible-now', 'no'),
	});
	await screen.click('Order from this request…');
	await screen.choose('Supplier of Butter', 'Green Fields');
	await screen.click('Create 2 drafts');
	expect(screen.notices()).toEqual(['This is not possible now.']);
	expect(screen.dialog()).toContain('{Supplier of Butter: Green Fields}');
});

it('says who approves a request, and that it is not ordered before', async () => {
	await kitchen.shows({ 'purchaseRequest.list': [request({ status: 'submitted' })] });
	const screen = await open();
	expect(screen.shown().split('\n').slice(3, 5)).toEqual([
		'To be approved by Chef (rules as of Fri 20 Nov, 8:30).',
		'[Order from this request…, off]',
	]);
	expect(screen.page.getByRole('button', { name: /^Order from/ }).title).toBe(
		'You can order from a request once it is approved.',
	);
	await screen.go('/requests/new');
	await screen.settle();
	expect(screen.shown()).toContain('To be approved by Chef (rules as of Fri 20 Nov, 8:30).');
	const line = { lineId: 'line-1', itemId: '1', supplierId: 'P-1', note: '' };
	const draft = kitchen.call('purchaseRequest.save', {
		documentId: null,
		revision: 0,
		locationId: 'L-1',
		neededDate: null,
		description: '',
		locale: 'en-GB',
		lines: [{ ...line, boxes: [{ unitId: '3', typed: '6' }] }],
	});
	await screen.go(`/requests/${draft.documentId}`);
	expect(screen.shown()).toContain('To be approved by Chef and Owner or Buyer');
});
