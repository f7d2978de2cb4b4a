import { beforeEach, expect, it } from 'vitest';
import { eachKitchen } from '../../../test/support/each-kitchen.ts';
import { caller, itemRecord } from '../../../test/support/kitchen.ts';
import {
	butter,
	documentId,
	milk,
	openReceivingKitchen,
	orderOfTwo,
	receivingDesk,
} from '../../../test/support/receiving-desk.ts';
import { openDelivery } from '../../../test/support/receiving-screen.ts';
import { fail } from '../../shared/bridge/reply.ts';

const kitchen = eachKitchen(openReceivingKitchen);
const { enter, explain, settle, invoice } = receivingDesk(() => kitchen);
beforeEach(() => {
	kitchen.service.there = true;
});
const here = { documentId, locale: 'en-GB' };

it('shows expected quantities, and accepts boxes, prices and differences', async () => {
	const screen = await openDelivery(kitchen);
	expect(screen.focus()).toBe('Case, Whole milk');
	expect(screen.box('Price, Whole milk').placeholder).toBe('6.00 / case');
	await screen.keys('1{Tab}6{Tab}6.90{Enter}');
	await screen.type('Each / weight, Butter', '3');
	expect(screen.asked('delivery.enter')).toMatchObject([
		{ ...here, lineId: 'l-1', unitId: '3', typed: '1' },
		{ ...here, lineId: 'l-1', unitId: '1', typed: '6' },
		{ ...here, lineId: 'l-2', unitId: '1', typed: '3' },
	]);
	expect(screen.asked('delivery.price')).toMatchObject([{ ...here, lineId: 'l-1', typed: '6.90' }]);
	// A case and a half at 6.90, and three at 2.00, are 16.35.
	expect(screen.lines()).toMatchInlineSnapshot(`
		"Item | Expected | Case | Each / weight | Price | Received | Difference | Reason | Next step |
		Whole milk DA-1 Price up | 24each | {Case, Whole milk: 1} | {Each / weight, Whole milk: 6} | {Price, Whole milk: 6.90} | 18each | −6 | [Choose a reason] | [Wait for the rest] |
		Butter DA-2 | 10each | {Case, Butter: } | {Each / weight, Butter: 3} | {Price, Butter: } | 3each | −7 | [Choose a reason] | [Wait for the rest] |"
	`);
	expect(screen.above()).toContain('€16.35');
	expect(screen.foot()).toMatchInlineSnapshot(`
		"Enter next itemTab next unitAlt S all as orderedCtrl Z undoCtrl Enter receiveAlt 1 … 9 reasonF8 next problem
		[? shows the keys of each screen] 2 lines · 2 received · none blank · 2 differ"
	`);
});

it('asks whether a price is per each that fits one piece better than a case', async () => {
	enter('l-1', '2', '3');
	const screen = await openDelivery(kitchen);
	await screen.type('Price, Whole milk', '0.52');
	expect(screen.lines()).toContain('Whole milk DA-1 per each? |');
});

it('receives all as ordered, once, and counts the blank lines it filled', async () => {
	enter('l-1', '1', '3');
	const screen = await openDelivery(kitchen);
	await screen.click('Receive all as ordered');
	expect(screen.notices()).toEqual(['1 blank line filled with the quantity ordered.']);
	expect(screen.lines()).toContain('| 12each | −12 |');
	expect(screen.lines()).toContain('| 10each | 0 |');
});

it('fills only lines that are still blank once the last entry is saved', async () => {
	const saved = Promise.withResolvers<null>();
	const screen = await openDelivery(kitchen, { 'delivery.enter': () => saved.promise });
	await screen.keys('1{Alt>}s{/Alt}');
	expect(screen.asked('delivery.enter')).toHaveLength(1);
	expect(screen.asked('delivery.enterAllAsDue')).toEqual([]);
	saved.resolve(null);
	await screen.settle();
	expect(screen.lines()).toContain('| 12each | −12 |');
	expect(screen.lines()).toContain('| 10each | 0 |');
});

it('names the blank lines before they become zero', async () => {
	enter('l-2', '10');
	const screen = await openDelivery(kitchen);
	await screen.click('Confirm 1 blank as zero');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Nothing received on 1 line?
		These lines are blank. Confirm that nothing was received; each then needs a reason.
		Whole milk DA-1
		[Cancel] [Confirm 1 blank as zero]"
	`);
	await screen.confirm('Confirm 1 blank as zero');
	expect(screen.asked('delivery.confirmBlanksAsZero')).toMatchObject([{ documentId }]);
	expect(screen.lines()).toContain('| 0each | −24 | [Choose a reason] |');
});

it('asks why a quantity differs, by menu, by key, or in own words', async () => {
	enter('l-1', '1', '3');
	const screen = await openDelivery(kitchen);
	await screen.click('Choose a reason');
	expect(screen.menu()).toMatchInlineSnapshot(
		`"[Not in the delivery] [Damaged] [Wrong item] [Too warm] [Expired or spoiled] [The rest comes later] [Substituted] [Other reason]"`,
	);
	await screen.click('Too warm', 'menuitem');
	screen.box('Case, Whole milk').focus();
	await screen.keys('{Alt>}{2}{/Alt}');
	await screen.fromMenu('Damaged', 'Other reason');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Why is the quantity different?
		Whole milk
		Reason {Reason: Damaged}
		It is sent with the line.
		[Cancel] [Save]"
	`);
	await screen.user.clear(screen.page.getByRole('textbox', { name: /^Reason/ }));
	await screen.keys(' ');
	await screen.click('Save');
	expect(screen.dialog()).toContain('Enter a reason first.');
	await screen.keys('Dropped ');
	await screen.click('Save');
	expect(screen.asked('delivery.explain')).toMatchObject([
		{ cause: 'warm', documentId: 'service:purchaseOrder:O-1', lineId: 'l-1', reason: 'Too warm' },
		{ cause: 'damaged', documentId: 'service:purchaseOrder:O-1', lineId: 'l-1', reason: 'Damaged' },
		{ cause: '', documentId: 'service:purchaseOrder:O-1', lineId: 'l-1', reason: 'Dropped' },
	]);
	expect(screen.lines()).toContain('[Dropped]');
});

it.each([
	['short', '12', 'missing', ['Wait for the rest', 'Close short', 'Order elsewhere']],
	[
		'rejected',
		'12',
		'damaged',
		['Wait for the rest', 'Close short', 'Order elsewhere', 'Keep it anyway'],
	],
	['over', '26', 'over', ['Keep, as billed', 'Keep, free of charge', 'Send back']],
] as const)('offers what can become of goods that are %s', async (_how, came, cause, offered) => {
	enter('l-1', came);
	kitchen.call('delivery.explain', { documentId, lineId: 'l-1', reason: 'Torn', cause });
	const screen = await openDelivery(kitchen);
	await screen.click(/^(Wait for the rest|Keep, as billed)$/);
	expect(screen.menu()).toBe(offered.map((entry) => `[${entry}]`).join(' '));
});

it('settles a difference, and says why it could not', async () => {
	enter('l-1', '1', '3');
	const screen = await openDelivery(kitchen);
	await screen.fromMenu('Wait for the rest', 'Order elsewhere');
	expect(screen.asked('delivery.settle')).toMatchObject([
		{ documentId, lineId: 'l-1', settlement: 'order-elsewhere' },
	]);
	expect(screen.lines()).toContain('[Order elsewhere]');
});

it('shows a problem at its box, and goes from one to the next', async () => {
	enter('l-1', '1', '3');
	const screen = await openDelivery(kitchen);
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.above().split('\n').slice(-3)).toEqual([
		'Fix 2 problems before you receive',
		'Whole milk: Enter a reason.',
		'[Next problem]',
	]);
	const places = [screen.focus()];
	for (const key of ['{F8}', '{F8}', '{Shift>}{F8}{/Shift}']) {
		await screen.keys(key);
		places.push(screen.focus());
	}
	const [reason, butter] = ['Choose a reason', 'Each / weight, Butter'];
	expect(places).toEqual([reason, butter, reason, butter]);
	await screen.click('Next problem');
	expect(screen.focus()).toBe(reason);
	expect(screen.asked('delivery.receive')).toEqual([]);
});

it('does not receive while a box is refused', async () => {
	const screen = await openDelivery(kitchen);
	await screen.type('Case, Whole milk', 'x');
	await screen.click('Receive');
	expect(screen.notices()).toEqual(['This entry is not saved yet. Fix or clear it first.']);
	expect(screen.lines()).toContain('Not saved: This is not a number.');
	await screen.type('Case, Whole milk', '2');
	expect(screen.lines()).not.toContain('Not saved');
});

it('receives, and goes back to the list', async () => {
	enter('l-1', '1', '3');
	explain('l-1');
	settle('l-1', 'close-short');
	enter('l-2', '10');
	invoice('INV-1');
	const screen = await openDelivery(kitchen);
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.asked('delivery.receive')).toMatchObject([{ documentId }]);
	expect(screen.notices()).toEqual(['Saved. Will be sent when online.']);
	expect(screen.app.route.path).toBe('/deliveries');
});

it('says why it was not received, and stays', async () => {
	enter('l-1', '2', '3');
	enter('l-2', '10');
	invoice('INV-1');
	const { calls } = kitchen;
	const screen = await openDelivery(kitchen, {
		'delivery.receive': () => fail('incomplete', 'no'),
		'delivery.price': (asked) =>
			asked.typed === '3' ? fail('not-possible-now', 'no') : calls['delivery.price'](asked, caller),
	});
	await screen.type('Price, Butter', '3');
	expect(screen.lines()).toContain(
		'{Price, Butter, wrong: 3} Not saved: This is not possible now.',
	);
	await screen.type('Price, Butter', '2.50');
	await screen.click('Receive');
	expect(screen.notices()).toEqual(['Something is missing.']);
	expect(screen.app.route.path).toContain('/deliveries/service');
});

it('names the unit where no price was ordered, and takes none where nothing can be entered', async () => {
	const document = kitchen.call('delivery.get', { documentId });
	const lines = document.lines.map((line) =>
		line.lineId === 'l-2' ? { ...line, entry: null } : { ...line, orderedPrice: null },
	);
	const screen = await openDelivery(kitchen, { 'delivery.get': { ...document, lines } });
	expect(screen.box('Price, Whole milk').placeholder).toBe('/ case');
	expect(screen.lines()).toContain('{Price, Butter, off: }');
});

it('shows what came earlier beside the rest', async () => {
	const wide = { ...butter, quantityReceived: '4', price: '12345.6789' };
	await kitchen.shows({
		'purchaseOrder.list': [orderOfTwo({ items: [{ ...milk, quantityReceived: '1' }, wide] })],
	});
	const screen = await openDelivery(kitchen);
	expect(screen.lines()).toMatchInlineSnapshot(`
		"Item | Expected | Case | Each / weight | Price | Received | Difference | Reason | Next step |
		Whole milk DA-1 | 12each 12 earlier | {Case, Whole milk: } | {Each / weight, Whole milk: } | {Price, Whole milk: } | | | | [Wait for the rest] |
		Butter DA-2 | 6each 4 earlier | {Case, Butter: } | {Each / weight, Butter: } | {Price, Butter: } | | | | [Wait for the rest] |"
	`);
});

const duck = itemRecord('4', 'Duck', {
	baseUomId: 7,
	units: [
		{ uomId: 7, name: 'kg', type: 'weight', conversionFactor: '1', decimals: 3 },
		{ uomId: 8, name: 'duck', type: 'each', conversionFactor: '2.5', decimals: 0 },
	],
	transactionUnits: [{ transaction: 'Catch-weight', uomId: 7 }],
});

it('asks for the weight of pieces, and to confirm an unusual one', async () => {
	await kitchen.shows({
		'inventoryItem.list': [duck],
		'purchaseOrder.list': [
			orderOfTwo({
				items: [
					{ id: 'l-1', itemId: '4', uomId: 8, quantity: '4', price: '3.20', quantityReceived: '0' },
				],
			}),
		],
	});
	const screen = await openDelivery(kitchen);
	expect(screen.box(/^Weight/).placeholder).toBe('kg');
	expect(screen.box(/^Price/).placeholder).toBe('1.28 / kg');
	await screen.type(/^Each/, '4');
	expect(screen.box(/^Weight/).placeholder).toBe('≈ 10 kg');
	expect(screen.lines()).toMatchInlineSnapshot(`
		"Item | Expected | Each / weight | Weight | Price | Received | Difference | Reason | Next step |
		Duck DA-4 | 4duck | {Each / weight, Duck: 4} | {Weight, Duck: } | {Price, Duck: } | 4duck | 0 | | |"
	`);
	await screen.type(/^Weight/, '19');
	expect(screen.lines()).toMatchInlineSnapshot(`
		"Item | Expected | Each / weight | Weight | Price | Received | Difference | Reason | Next step |
		Duck DA-4 | 4duck | {Each / weight, Duck: 4} | {Weight, Duck: 19} | {Price, Duck: } | 4duck | 0 | [Weight is right] | |"
	`);
	await screen.click('Weight is right');
	expect(screen.asked('delivery.confirmWeight')).toMatchObject([{ documentId, lineId: 'l-1' }]);
	expect(screen.lines()).not.toContain('Weight is right');
});

it('rounds to the decimals of the unit, but leaves no difference as 0', async () => {
	const line = (id: string, quantity: string, quantityReceived = '0') => {
		return { id, itemId: '4', uomId: 7, quantity, quantityReceived, price: '3.20' };
	};
	const { transactionUnits: _, ...flour } = { ...duck, name: 'Flour' };
	await kitchen.shows({
		'inventoryItem.list': [flour],
		'purchaseOrder.list': [
			orderOfTwo({ items: [line('l-1', '10.0004'), line('l-2', '20.0004', '5.0003')] }),
		],
	});
	enter('l-1', '10', '7');
	enter('l-2', '7.5', '7');
	const screen = await openDelivery(kitchen);
	expect(screen.lines()).toMatchInlineSnapshot(`
		"Item | Received earlier | Expected | Each / weight | Other unit 1 | Price | Received | Difference | Reason | Next step |
		Flour DA-4 | 0 | 10.0004kg | {Each / weight, Flour: } | {Other unit 1, Flour: 10} | {Price, Flour: } | 10kg | −0.0004 | [Choose a reason] | [Wait for the rest] |
		Flour DA-4 | 5 | 15kg | {Each / weight, Flour: } | {Other unit 1, Flour: 7.5} | {Price, Flour: } | 7.5kg | −7.5 | [Choose a reason] | [Wait for the rest] |"
	`);
});
