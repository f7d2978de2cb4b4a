import { expect, it } from 'vitest';
import { approvalRules } from '../../../../test/support/approvals.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { openOrderingKitchen, orderingAt, sold } from '../../../../test/support/ordering-desk.ts';
import { losesAnswers } from '../../../../test/support/lost-answers.ts';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';
import { fail } from '../../../shared/bridge/reply.ts';

const kitchen = eachKitchen(openOrderingKitchen);
const { save, deliversOn, useMilk } = orderingAt(() => kitchen);
/** Five cases of milk and one of butter, of ten and of three. */
function fillPars(): void {
	save(
		'par',
		{ itemId: '1', par: '10', unitId: 'case' },
		{ itemId: '2', par: '3', minimum: '2.5', unitId: 'case' },
	);
	deliversOn('1', '4');
}

async function open(answers: Answers = {}) {
	const screen = await openScreen('/ordering/S-1', { kitchen, answers, can: ['print'] });
	return {
		...screen,
		lines: () => screen.shown(screen.page.getByRole('grid')),
		box: (name: string) => screen.page.getByRole<HTMLInputElement>('textbox', { name }),
		why: () => screen.shown(screen.page.getByRole('region', { name: 'How this is worked out' })),
		foot: () => screen.foot().split('\n').at(-1),
	};
}

it('suggests what fills up to the par level, with its arithmetic and what is missing', async () => {
	fillPars();
	save('terms', { supplierId: 'S-1', minimumAmount: '150', minimumQuantity: '12' });
	const screen = await open();
	// 120 less 60 are 5 cases at 6.50; 36 less 24 are 1 at 11.25: 43.75 of 150, and 6 of 12.
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Harbour Dairy
		Suggested order · stock as of 9:00
		[Print or export] [All suppliers] [Create order]
		Delivery {Delivery: 23 Nov 2026}
		The delivery after this one is on Thu 26 Nov. [Show all 2 items] [If this delivery fails]
		€106.25 below the minimum order of this supplier. 6 units below the minimum order of this supplier.
		Item | On hand | Incoming | Suggestion | Order | Unit | Value | Check |
		Butter HD-2 | 24each | – | 1 case rounded up | {Order, Butter: 1} | case | 11.25 | below minimum stock |
		Whole milk HD-1 | 60each | – | 5 case rounded up | {Order, Whole milk: 5} | case | 32.50 | |
		Butter Par level 36 each.Less 24 each: 24 each on hand, 0 each due from suppliers, 0 each from other locations, 0 each promised to others.That is 1 case, rounded up: 1."
	`);
	expect(screen.foot()).toBe('[? shows the keys of each screen] 2 lines · €43.75');
	expect(document.activeElement).toBe(screen.box('Order, Butter'));
	expect(await screen.paper()).toMatchInlineSnapshot(`
		"# Suggested order: Harbour Dairy
		Supplier : Harbour Dairy
		Delivery : 23 Nov 2026
		Supplier’s code | Item | Order | Unit | Price |
		HD-2 | Butter | 1 | case | 11.25 |
		HD-1 | Whole milk | 5 | case | 6.50 |"
	`);
	expect(screen.app.printing.report).toMatchObject({
		fileName: 'Suggested order Harbour Dairy 2026-11-23',
		location: 'Harbour Kitchen',
		day: '20 Nov 2026',
	});
	await screen.keys('{Escape}');
	await screen.click(/^Show all/);
	await screen.user.clear(screen.box('Order, Butter'));
	await screen.keys('0{Enter}');
	expect(screen.lines()).toContain('{Order, Butter: 0}');
	expect(await screen.paper()).not.toContain('Butter');
});

it('undoes and redoes a typed quantity, and goes to its box', async () => {
	fillPars();
	const screen = await open();
	const undo = () => screen.keys('{Control>}z{/Control}');
	const typed = () =>
		[screen.box('Order, Butter'), screen.box('Order, Whole milk')].map(({ value }) => value);
	const begun = typed();
	await undo();
	expect(screen.notices()).toEqual(['Nothing to undo.']);
	await screen.user.clear(screen.box('Order, Butter'));
	await screen.keys('3{Enter}');
	await screen.user.clear(screen.box('Order, Whole milk'));
	await screen.keys('7{Enter}');
	await undo();
	expect(document.activeElement).toBe(screen.box('Order, Whole milk'));
	expect(typed()).toEqual(['3', begun[1]]);
	await undo();
	expect(document.activeElement).toBe(screen.box('Order, Butter'));
	expect(typed()).toEqual(begun);
	await screen.keys('{Control>}y{/Control}');
	expect(typed()).toEqual(['3', begun[1]]);
	expect(screen.asked('ordering.type').map(({ itemId, quantity }) => [itemId, quantity])).toEqual([
		['2', '3'],
		['1', '7'],
		['1', null],
		['2', null],
		['2', '3'],
	]);
});

it('says why it could not undo, and undoes the same quantity later', async () => {
	fillPars();
	let full = false;
	const screen = await open({ 'ordering.type': () => (full ? fail('disk-full', 'no') : null) });
	const { value } = screen.box('Order, Butter');
	await screen.user.clear(screen.box('Order, Butter'));
	await screen.keys('3{Enter}');
	full = true;
	await screen.keys('{Control>}z{/Control}');
	expect(screen.notices()).toEqual([
		'The disk of this PC is full. Nothing can be saved until you free some space.',
	]);
	expect(screen.box('Order, Butter').value).toBe('3');
	full = false;
	await screen.keys('{Control>}z{/Control}');
	expect(screen.box('Order, Butter').value).toBe(value);
});

it('undoes a quantity that was saved although its answer was lost, and none that was not', async () => {
	fillPars();
	const answers = losesAnswers(() => kitchen, 'ordering.type', 'ordering.suggestion');
	const screen = await open(answers.of);
	const undo = () => screen.keys('{Control>}z{/Control}');
	const type = async (name: string, typed: string) => {
		await screen.user.clear(screen.box(name));
		await screen.keys(`${typed}{Enter}`);
	};
	const values = () =>
		[screen.box('Order, Butter'), screen.box('Order, Whole milk')].map(({ value }) => value);
	const [butter, milk] = values();
	await type('Order, Butter', '3');
	answers.lost = 'after';
	await type('Order, Whole milk', '3+4');
	screen.box('Order, Butter').focus();
	await undo();
	expect(values()[0]).toBe('3');
	answers.lost = null;
	await undo();
	expect(values()).toEqual(['3', milk]);
	answers.lost = 'before';
	await type('Order, Whole milk', '8');
	answers.lost = null;
	screen.box('Order, Butter').focus();
	await undo();
	expect(values()[0]).toBe(butter);
});

it('leaves a quantity that was changed elsewhere since', async () => {
	fillPars();
	const screen = await open();
	await screen.user.clear(screen.box('Order, Butter'));
	await screen.keys('3{Enter}');
	const [{ deliveryDate } = { deliveryDate: '' }] = screen.asked('ordering.type');
	const asked = { locationId: 'L-1', supplierId: 'S-1', deliveryDate, itemId: '2' };
	kitchen.call('ordering.type', { ...asked, quantity: '9' });
	screen.reconnect();
	await screen.settle();
	await screen.keys('{Control>}z{/Control}');
	expect(screen.notices()).toEqual(['Not undone, because it was changed in the meantime: Butter.']);
	expect(screen.box('Order, Butter').value).toBe('9');
});

it('takes what a person types, restores the suggestion, and makes an order of it once', async () => {
	fillPars();
	const screen = await open();
	await screen.user.clear(screen.box('Order, Butter'));
	await screen.keys('3{Enter}');
	await screen.user.clear(screen.box('Order, Whole milk'));
	await screen.keys('7{Enter}');
	// 3 × 11.25 and 7 × 6.50.
	expect(screen.foot()).toContain('2 lines · €79.25');
	expect(screen.lines()).toMatchInlineSnapshot(`
		"Item | On hand | Incoming | Suggestion | Order | Unit | Value | Check |
		Butter HD-2 | 24each | – | 1 case rounded up | {Order, Butter: 3} | case | 33.75 | changed below minimum stock |
		Whole milk HD-1 | 60each | – | 5 case rounded up | {Order, Whole milk: 7} | case | 45.50 | changed |"
	`);
	await screen.user.clear(screen.box('Order, Whole milk'));
	await screen.keys('={Enter}');
	expect(screen.asked('ordering.type').map(({ itemId, quantity }) => [itemId, quantity])).toEqual([
		['2', '3'],
		['1', '7'],
		['1', null],
	]);
	await screen.user.clear(screen.box('Order, Whole milk'));
	await screen.keys('x{Enter}');
	expect(screen.lines()).toContain('Not saved: This is not a number.');
	await screen.click('Create order');
	expect(screen.asked('ordering.order')).toEqual([]);
	await screen.user.clear(screen.box('Order, Whole milk'));
	await screen.keys('5{Enter}{Control>}{Enter}{/Control}');
	expect(screen.asked('ordering.order')).toMatchObject([
		{
			locationId: 'L-1',
			supplierId: 'S-1',
			deliveryDate: '2026-11-23',
			lines: [
				{ itemId: '2', unitId: '3', quantity: '3', price: '11.25' },
				{ itemId: '1', unitId: '3', quantity: '5', price: '6.50' },
			],
		},
	]);
	await screen.settle();
	expect(screen.shown()).toContain('# Order draft');
	expect(screen.shown()).toContain('Total 66.25');
	expect(screen.app.route.path).toMatch(/^\/orders\/.+-000/);
});

it('tells the need from the usage, and what is left if the delivery fails', async () => {
	await useMilk();
	deliversOn('1', '4');
	save('par', { itemId: '1', minimum: '6', unitId: 'each' });
	const screen = await open();
	// Five a day for six days, and six to be left, less four: 32 are 2.667 cases.
	expect(screen.why()).toMatchInlineSnapshot(
		`"Whole milk Need 36 each: 70 each used in 14 days (Fri 6 Nov to Fri 20 Nov), to last 6 days and leave 6 each.Less 4 each: 4 each on hand, 0 each due from suppliers, 0 each from other locations, 0 each promised to others.That is 2.667 case, rounded up: 2.667."`,
	);
	await screen.click('If this delivery fails');
	expect(screen.lines()).toMatchInlineSnapshot(`
		"Item | On hand | Incoming | Left if it fails | Suggestion | Order | Unit | Value | Check |
		Whole milk HD-1 | 4each | – | −26each | 2.667 case rounded up | {Order, Whole milk: 2.667} | case | 17.34 | below minimum stockruns out without it |"
	`);
	await screen.click('Show all 2 items');
	expect(screen.lines()).toMatchInlineSnapshot(`
		"Item | On hand | Incoming | Left if it fails | Suggestion | Order | Unit | Value | Check |
		Butter HD-2 | 24each | – | usage not known | No suggestion: no par level, and no two counts to show usage | {Order, Butter: } | case | 0.00 | |
		Whole milk HD-1 | 4each | – | −26each | 2.667 case rounded up | {Order, Whole milk: 2.667} | case | 17.34 | below minimum stockruns out without it |"
	`);
	await screen.keys('{Alt>}a{/Alt}');
	await screen.click('Hide “if it fails”');
	expect(screen.lines()).not.toContain('usage not known');
});

it('raises to a standing order, a multiple and the least quantity', async () => {
	await kitchen.shows({
		'purchaseOption.list': [
			sold('1', '1', '6.50'),
			sold('2', '2', '11.25', { minimumQuantity: '4' }),
			sold('3', '3', '9'),
		],
	});
	fillPars();
	save('par', { itemId: '1', par: '10', unitId: 'case', multiple: '4' });
	save('standing', { supplierId: 'S-1', weekday: '1', itemId: '3', quantity: '2', unitId: 'case' });
	const screen = await open();
	const said = [];
	for (const name of ['Butter', 'Cream', 'Whole milk']) {
		screen.box(`Order, ${name}`).focus();
		await screen.settle();
		said.push(screen.why().split('\n'));
	}
	expect(said).toEqual([
		[
			'Butter Par level 36 each.Less 24 each: 24 each on hand, 0 each due from suppliers, 0 each from other locations, 0 each promised to others.That is 1 case, rounded up: 4.Raised to the smallest quantity of the purchase option.',
		],
		['Cream Standing order: 2 case.'],
		[
			'Whole milk Par level 120 each.Less 60 each: 60 each on hand, 0 each due from suppliers, 0 each from other locations, 0 each promised to others.That is 5 case, rounded up: 8.Raised to a whole multiple.',
		],
	]);
	await screen.user.clear(screen.box('Order, Whole milk'));
	await screen.keys('5{Enter}');
	expect(screen.lines()).toContain('not a whole multiple');
});

it('rounds the arithmetic, but nothing to 0', async () => {
	save('par', { itemId: '1', par: '5.0001', unitId: 'case' });
	const screen = await open();
	expect(screen.why()).toMatchInlineSnapshot(
		`"Whole milk Par level 60.001 each.Less 60 each: 60 each on hand, 0 each due from suppliers, 0 each from other locations, 0 each promised to others.That is 0.0001 case, rounded up: 0.001."`,
	);
});

it('goes through the lines to check', async () => {
	fillPars();
	const screen = await open();
	screen.box('Order, Whole milk').focus();
	await screen.keys('{F8}');
	expect(document.activeElement).toBe(screen.box('Order, Butter'));
	await screen.keys('{F8}');
	expect(document.activeElement).toBe(screen.box('Order, Butter'));
});

it('names the items that are needed next when the order is too small', async () => {
	save('par', { itemId: '1', par: '5', unitId: 'case' }, { itemId: '2', par: '3', unitId: 'case' });
	save('terms', { supplierId: 'S-1', minimumAmount: '50' });
	const screen = await open();
	// Of milk 60 are there, as many as should be.
	expect(screen.shown().split('\n')[5]).toMatchInlineSnapshot(
		`"€38.75 below the minimum order of this supplier. Closest to running low: Whole milk."`,
	);
	expect(screen.shown()).toContain(
		'No delivery days are known for this supplier: <Delivery days #/ordering/tables/delivery>',
	);
});

it('says who approves an order of this amount', async () => {
	fillPars();
	const screen = await open({ 'access.read': approvalRules });
	expect(screen.shown()).toContain(
		'To be approved by Chef and Owner or Buyer (rules as of Fri 20 Nov, 8:30).',
	);
	await screen.user.clear(screen.box('Order, Whole milk'));
	await screen.keys('0{Enter}');
	expect(screen.shown()).toContain('To be approved by Chef (rules as of');
});

it('says what was ordered already, and when', async () => {
	fillPars();
	await kitchen.shows({
		'purchaseOrder.list': [
			{
				id: 'O-1',
				number: 'PO-7',
				locationId: 'L-1',
				supplierId: 'S-1',
				date: '2026-11-20T08:00:00Z',
				deliveryDate: '2026-11-23T09:00:00Z',
				status: 'Approved',
				items: [
					{ id: 'l-1', itemId: '1', uomId: 3, quantity: '3', quantityReceived: '1', price: '6.50' },
				],
			},
		],
	});
	const screen = await open();
	expect(screen.shown().split('\n').slice(1, 7)).toEqual([
		'Suggested order · stock as of 9:00 · last ordered on Fri 20 Nov',
		'[Print or export] [All suppliers] [Create order]',
		'Delivery {Delivery: 23 Nov 2026}',
		'The delivery after this one is on Thu 26 Nov. [Show all 2 items] [If this delivery fails]',
		'Already ordered for this delivery or today: PO-7.',
		'Item | On hand | Incoming | Suggestion | Order | Unit | Value | Check |',
	]);
	expect(screen.lines()).toMatchInlineSnapshot(`
		"Item | On hand | Incoming | Suggestion | Order | Unit | Value | Check |
		Butter HD-2 | 24each | – | 1 case rounded up | {Order, Butter: 1} | case | 11.25 | below minimum stock |
		Whole milk HD-1 | 60each | 24 | 3 case rounded up | {Order, Whole milk: 3} | case | 19.50 | |"
	`);
	for (const [typed, flag] of [
		['6', 'double last order or more'],
		['1', 'half last order or less'],
	] as const) {
		await screen.user.clear(screen.box('Order, Whole milk'));
		await screen.keys(`${typed}{Enter}`);
		expect(screen.lines()).toContain(`changed ${flag} |`);
	}
	expect(screen.why()).toContain(
		'Less 84 each: 60 each on hand, 24 each due from suppliers, 0 each from other locations,',
	);
});

it('has nothing to order, and says so', async () => {
	const screen = await open();
	expect(screen.shown().split('\n').slice(-2)).toEqual([
		'## Nothing to order',
		'All 2 items have enough stock, or no par level.',
	]);
	await screen.click(/^Create order/);
	expect(screen.page.getByRole('button', { name: /^Create order/ }).title).toBe(
		'No quantity is suggested or entered.',
	);
	expect(screen.asked('ordering.order')).toEqual([]);
});

it('asks again for another day, and says why an order was not made', async () => {
	fillPars();
	const screen = await open({ 'ordering.order': () => fail('not-possible-now', 'no') });
	await screen.user.clear(screen.box('Delivery'));
	await screen.keys('26/11/2026{Tab}');
	expect(screen.asked('ordering.suggestion').map(({ deliveryDate }) => deliveryDate)).toEqual([
		null,
		'2026-11-26',
	]);
	await screen.click('Create order');
	expect(screen.notices()).toEqual(['This is not possible now.']);
	expect(screen.app.route.path).toBe('/ordering/S-1');
});

it('leaves a person who went elsewhere before the order was made where they are', async () => {
	fillPars();
	const made = Promise.withResolvers<null>();
	const screen = await open({ 'ordering.order': () => made.promise });
	await screen.click('Create order');
	await screen.go('/waste');
	made.resolve(null);
	await screen.settle();
	expect(screen.asked('ordering.order')).toHaveLength(1);
	expect(screen.app.route.path).toBe('/waste');
});

it('shows the first answer, even if asking again after a reconnect failed before it came', async () => {
	fillPars();
	const first = Promise.withResolvers<null>();
	let asked = 0;
	const screen = await open({
		'ordering.suggestion': () =>
			(asked += 1) === 1 ? first.promise : fail('not-possible-now', 'no'),
	});
	screen.reconnect();
	await screen.settle();
	first.resolve(null);
	await screen.settle();
	expect(screen.notices()).toEqual(['This is not possible now.']);
	expect(screen.lines()).toContain('Whole milk');
});

it('says why nothing can be suggested', async () => {
	const screen = await open({ 'ordering.suggestion': () => fail('not-found', 'no') });
	expect(screen.notices()).toHaveLength(1);
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Suggested order
		[Print or export] [All suppliers] [Create order, off]"
	`);
});
