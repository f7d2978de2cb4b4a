import { beforeEach, expect, it } from 'vitest';
import { arrival, departure } from '../../../test/support/documents.ts';
import { itemRecord, openStockedKitchen, type Kitchen } from '../../../test/support/kitchen.ts';
import {
	butter,
	documentId,
	milk,
	openReceivingKitchen,
	option,
	orderOfTwo,
	receivingDesk,
} from '../../../test/support/receiving-desk.ts';
import { openDelivery } from '../../../test/support/receiving-screen.ts';
import { openScreen, type Answers } from '../../../test/support/screen.ts';
import { fail } from '../../shared/bridge/reply.ts';

let kitchen: Kitchen;
const { enter, explain, settle, price, invoice } = receivingDesk(() => kitchen);
beforeEach(async () => {
	kitchen = await openReceivingKitchen();
});

const saved = () => kitchen.call('delivery.get', { documentId });
/** What is entered on a line. */
const entered = (at = 0) => {
	const { item, entry, weighed } = saved().lines[at]!;
	const boxes = entry!.boxes.map(({ unitId, typed }) => `${typed} of ${unitId}`);
	const { reason, settlement, price: billed } = entry!;
	const weight = weighed === null ? [] : [weighed.typed, weighed.isOdd ? 'odd' : ''];
	const rest = [billed, reason, settlement === 'none' ? '' : settlement, ...weight];
	return [item.name, ...boxes, ...rest.filter((each) => each !== '')].join(', ');
};
const all = () => saved().lines.map((_, at) => entered(at));

const open = (answers: Answers = {}) => openDelivery(kitchen, answers);

it('has nothing to undo before the first entry', async () => {
	enter('l-1', '5');
	const screen = await open();
	await screen.undo();
	await screen.keys('{Control>}y{/Control}');
	expect(screen.notices()).toEqual(['Nothing to undo.', 'Nothing to redo.']);
	expect(all()).toEqual(['Whole milk, 5 of 1', 'Butter']);
});

it('undoes one entry at a time, at its box, and redoes it', async () => {
	enter('l-1', '2', '3');
	const screen = await open();
	await screen.type('Case, Whole milk', '1');
	await screen.type('Price, Whole milk', '6.90');
	await screen.type('Each / weight, Butter', '3');
	await screen.undo();
	expect(screen.focus()).toBe('Each / weight, Butter');
	expect(all()).toEqual(['Whole milk, 1 of 3, 6.90', 'Butter']);
	await screen.undo();
	expect(screen.focus()).toBe('Price, Whole milk');
	await screen.undo();
	expect(screen.focus()).toBe('Case, Whole milk');
	expect(all()).toEqual(['Whole milk, 2 of 3', 'Butter']);
	await screen.undo();
	expect(screen.notices()).toEqual(['Nothing to undo.']);
	for (let step = 0; step < 3; step++) await screen.redo();
	expect(screen.focus()).toBe('Each / weight, Butter');
	expect(all()).toEqual(['Whole milk, 1 of 3, 6.90', 'Butter, 3 of 1']);
	expect(screen.lines()).toContain('{Each / weight, Butter: 3}');
});

it('takes the notice of filled lines back with them', async () => {
	const screen = await open();
	await screen.click('Receive all as ordered');
	expect(screen.notices()).toEqual(['2 blank lines filled with the quantities ordered.']);
	await screen.undo();
	expect(screen.notices()).toEqual([]);
});

it('first restores a box that is being typed in, or was refused', async () => {
	const screen = await open();
	await screen.type('Case, Whole milk', '1');
	screen.box('Case, Whole milk').focus();
	await screen.keys('5');
	await screen.undo();
	expect(screen.box('Case, Whole milk').value).toBe('1');
	await screen.type('Case, Whole milk', 'x');
	screen.box('Case, Whole milk').focus();
	await screen.undo();
	expect(screen.lines()).not.toContain('Not saved');
	expect(all()[0]).toBe('Whole milk, 1 of 3');
	await screen.undo();
	expect(all()[0]).toBe('Whole milk');
});

it('undoes the entry that is still on its way, and nothing if it is refused', async () => {
	const screen = await open();
	await screen.type('Case, Whole milk', '1');
	await screen.type('Each / weight, Butter', '3{Enter}{Control>}z{/Control}');
	expect(all()).toEqual(['Whole milk, 1 of 3', 'Butter']);
	screen.box('Each / weight, Butter').focus();
	await screen.keys('x{ArrowUp}{Control>}z{/Control}');
	expect(all()).toEqual(['Whole milk, 1 of 3', 'Butter']);
	screen.box('Each / weight, Butter').focus();
	await screen.undo();
	expect(screen.box('Each / weight, Butter').value).toBe('');
});

it('brings back the reason and the next step that a quantity cleared', async () => {
	enter('l-1', '1', '3');
	explain('l-1');
	settle('l-1', 'close-short');
	const screen = await open();
	await screen.type('Case, Whole milk', '2');
	expect(all()[0]).toBe('Whole milk, 2 of 3');
	await screen.undo();
	expect(all()[0]).toBe('Whole milk, 1 of 3, Not in the delivery, close-short');
	await screen.redo();
	expect(all()[0]).toBe('Whole milk, 2 of 3');
});

it('undoes a reason and a next step', async () => {
	enter('l-1', '1', '3');
	const screen = await open();
	screen.box('Case, Whole milk').focus();
	await screen.keys('{Alt>}{2}{/Alt}');
	await screen.fromMenu('Wait for the rest', 'Order elsewhere');
	expect(all()[0]).toBe('Whole milk, 1 of 3, Damaged, order-elsewhere');
	await screen.undo();
	expect(all()[0]).toBe('Whole milk, 1 of 3, Damaged');
	await screen.undo();
	expect(screen.focus()).toBe('Choose a reason');
	expect(all()[0]).toBe('Whole milk, 1 of 3');
	await screen.redo();
	await screen.redo();
	expect(all()[0]).toBe('Whole milk, 1 of 3, Damaged, order-elsewhere');
});

it('undoes the next step of a surplus, and of a rest that nobody entered', async () => {
	kitchen.service.there = true;
	await kitchen.shows({ 'purchaseOrder.list': [orderOfTwo({}, '1')] });
	enter('l-2', '11');
	const screen = await open();
	await screen.fromMenu('Keep, as billed', 'Send back');
	await screen.fromMenu('Wait for the rest', 'Close short');
	expect(all()).toEqual(['Whole milk, 0 of 1, close-short', 'Butter, 11 of 1, send-back']);
	await screen.undo();
	expect(all()).toEqual(['Whole milk', 'Butter, 11 of 1, send-back']);
	await screen.undo();
	expect(all()).toEqual(['Whole milk', 'Butter, 11 of 1']);
	enter('l-1', '1');
	expect(all()[0]).toBe('Whole milk, 1 of 1');
});

it.each([
	['Receive all as ordered', false, ['Whole milk, 2 of 3, 7', 'Butter, 10 of 1', 'Cream, 4 of 1']],
	['Confirm 2 blanks as zero', true, ['Whole milk, 0 of 1, 7', 'Butter, 0 of 1', 'Cream, 4 of 1']],
])('empties the lines again that were filled by %s', async (button, isAsked, filled) => {
	kitchen.service.there = true;
	const cream = { ...butter, id: 'l-3', itemId: '3' };
	await kitchen.shows({ 'purchaseOrder.list': [orderOfTwo({ items: [milk, butter, cream] })] });
	price('l-1', '7');
	enter('l-3', '4');
	const screen = await open();
	await screen.click(button);
	if (isAsked) await screen.confirm(button);
	expect(all()).toEqual(filled);
	await screen.undo();
	expect(screen.focus()).toMatch(/Whole milk$/);
	expect(all()).toEqual(['Whole milk, 7', 'Butter', 'Cream, 4 of 1']);
	await screen.redo();
	expect(all()).toEqual(filled);
	// However many lines they filled: the host takes no request above 1 MiB.
	const entries = screen.asked(isAsked ? 'delivery.confirmBlanksAsZero' : 'delivery.enterAllAsDue');
	const turned = { documentId, entryId: entries[0]?.entryId };
	expect(screen.asked('delivery.turn')).toEqual([
		{ ...turned, which: 'undo' },
		{ ...turned, which: 'redo' },
	]);
});

it('removes an added line, and brings a removed one back with its entries', async () => {
	kitchen.service.there = true;
	await kitchen.shows({ 'purchaseOption.list': [option('N-2', 'P-1', '3', 3, '9')] });
	const screen = await open();
	await screen.pick('Find a line or add an item', 'cream');
	await screen.choose('Receive it as', 'Instead of Butter');
	await screen.confirm('Add');
	await screen.keys('4');
	await screen.type('Price, Cream', '8');
	const added = ['Whole milk', 'Butter, 0 of 1, Substituted, close-short', 'Cream, 4 of 3, 8'];
	expect(all()).toEqual(added);
	await screen.click('Remove Cream');
	await screen.undo();
	expect(all()).toEqual(added);
	expect(screen.focus()).toMatch(/Cream$/);
	expect(screen.lines()).toContain('Instead of Butter');
	await screen.undo();
	await screen.undo();
	expect(all()[2]).toBe('Cream');
	await screen.undo();
	expect(all()).toEqual(['Whole milk', 'Butter']);
	for (let step = 0; step < 3; step++) await screen.redo();
	expect(all()).toEqual(added);
	await screen.redo();
	expect(all()).toEqual(added.slice(0, 2));
});

it('undoes a weight, and that it was confirmed', async () => {
	kitchen.service.there = true;
	const duck = itemRecord('4', 'Duck', {
		baseUomId: 7,
		units: [
			{ uomId: 7, name: 'kg', type: 'weight', conversionFactor: '1', decimals: 3 },
			{ uomId: 8, name: 'duck', type: 'each', conversionFactor: '2.5', decimals: 0 },
		],
		transactionUnits: [{ transaction: 'Catch-weight', uomId: 7 }],
	});
	const line = {
		id: 'l-1',
		itemId: '4',
		uomId: 8,
		quantity: '4',
		price: '3',
		quantityReceived: '0',
	};
	await kitchen.shows({
		'inventoryItem.list': [duck],
		'purchaseOrder.list': [orderOfTwo({ items: [line] })],
	});
	const screen = await open();
	await screen.type(/^Each/, '4');
	await screen.type(/^Weight/, '19');
	await screen.click('Weight is right');
	await screen.type(/^Each/, '3');
	expect(all()).toEqual(['Duck, 3 of 8, 19, odd']);
	await screen.undo();
	expect(all()).toEqual(['Duck, 4 of 8, 19']);
	await screen.undo();
	expect(all()).toEqual(['Duck, 4 of 8, 19, odd']);
	await screen.undo();
	expect(all()).toEqual(['Duck, 4 of 8']);
	expect(screen.focus()).toBe('Weight, Duck');
});

it('undoes the fields of the invoice, but not while one is being typed', async () => {
	const screen = await open();
	await screen.type('Invoice number', 'INV-7');
	await screen.type('Printed total', '36');
	await screen.user.selectOptions(
		screen.page.getByRole('combobox', { name: 'The difference is' }),
		'Freight',
	);
	await screen.settle();
	const now = () => {
		const { number, total, differenceIs } = saved().invoice;
		return [number, total, differenceIs];
	};
	expect(now()).toEqual(['INV-7', '36', 'freight']);
	await screen.user.type(screen.box('Invoice number'), '8');
	await screen.undo();
	expect(now()).toEqual(['INV-7', '36', 'freight']);
	await screen.keys('{Backspace}');
	await screen.undo();
	expect(now()).toEqual(['INV-7', '36', '']);
	await screen.undo();
	expect(screen.focus()).toBe('Printed total');
	await screen.undo();
	expect(screen.focus()).toBe('Invoice number');
	expect(now()).toEqual(['', '', '']);
	await screen.redo();
	expect(screen.box('Invoice number').value).toBe('INV-7');
});

it('keeps a field of the invoice undone when another one is chosen meanwhile', async () => {
	const underway = Promise.withResolvers<null>();
	const screen = await open({ 'delivery.turn': () => underway.promise });
	await screen.type('Printed total', '36');
	await screen.type('Invoice number', 'INV-7');
	await screen.undo();
	await screen.user.selectOptions(
		screen.page.getByRole('combobox', { name: 'The difference is' }),
		'Freight',
	);
	underway.resolve(null);
	await screen.settle();
	expect(saved().invoice).toMatchObject({ number: '', total: '36', differenceIs: 'freight' });
});

it('leaves a value that was changed elsewhere since, and says so', async () => {
	const screen = await open();
	await screen.type('Case, Whole milk', '1');
	await screen.click('Receive all as ordered');
	enter('l-2', '4');
	price('l-1', '7');
	await screen.undo();
	expect(screen.notices().at(-1)).toBe(
		'Not undone, because it was changed in the meantime: Butter.',
	);
	expect(all()).toEqual(['Whole milk, 1 of 3, 7', 'Butter, 4 of 1']);
	// Somebody else changed the price of this line, but not its quantity.
	await screen.undo();
	expect(all()).toEqual(['Whole milk, 7', 'Butter, 4 of 1']);
	enter('l-1', '3');
	await screen.redo();
	expect(all()).toEqual(['Whole milk, 3 of 1, 1 of 3, 7', 'Butter, 4 of 1']);
	enter('l-1', '2', '3');
	await screen.undo();
	expect(screen.notices().at(-1)).toBe(
		'Not undone, because it was changed in the meantime: Whole milk.',
	);
	expect(all()).toEqual(['Whole milk, 3 of 1, 2 of 3, 7', 'Butter, 4 of 1']);
});

it('names a line that was removed elsewhere since', async () => {
	const screen = await open();
	await screen.pick('Find a line or add an item', 'cream');
	await screen.choose('Receive it as', 'Extra item');
	await screen.confirm('Add');
	await screen.keys('4{Enter}');
	const [, , cream] = saved().lines;
	kitchen.call('delivery.remove', { documentId, lineId: cream!.lineId });
	screen.reconnect();
	await screen.settle();
	await screen.undo();
	expect(screen.notices()).toEqual(['Not undone, because it was changed in the meantime: Cream.']);
});

it('undoes no more than the entry when another field came from elsewhere unseen', async () => {
	const screen = await open();
	enter('l-1', '6');
	price('l-1', '7');
	invoice('INV-1');
	await screen.type('Case, Whole milk', '1');
	expect(all()[0]).toBe('Whole milk, 6 of 1, 1 of 3, 7');
	await screen.undo();
	expect(all()[0]).toBe('Whole milk, 6 of 1, 7');
	expect(saved().invoice.number).toBe('INV-1');
});

it('says why it could not undo, and undoes the same entry later', async () => {
	let full = false;
	const screen = await open({
		'delivery.turn': () => (full ? fail('disk-full', 'no') : null),
	});
	await screen.type('Each / weight, Butter', '3');
	full = true;
	await screen.undo();
	expect(screen.notices()).toEqual([
		'The disk of this PC is full. Nothing can be saved until you free some space.',
	]);
	expect(all()[1]).toBe('Butter, 3 of 1');
	full = false;
	await screen.undo();
	expect(all()[1]).toBe('Butter');
});

it('undoes entries after the page was left, but not once they were received', async () => {
	const screen = await open();
	const path = screen.app.route.path;
	await screen.type('Case, Whole milk', '1');
	await screen.go('/deliveries');
	await screen.go(path);
	await screen.undo();
	expect(all()[0]).toBe('Whole milk');
	enter('l-1', '12');
	explain('l-1');
	await screen.type('Each / weight, Butter', '10');
	await screen.type('Invoice number', 'INV-7');
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.asked('delivery.receive')).toHaveLength(1);
	await screen.go(path);
	await screen.undo();
	expect(screen.notices().at(-1)).toBe('Nothing to undo.');
	expect(all()[0]).toBe('Whole milk');
});

it('undoes the entry that was on its way when the page was left', async () => {
	const underway = Promise.withResolvers<null>();
	const screen = await open({
		'delivery.enter': ({ lineId }) => (lineId === 'l-2' ? underway.promise : null),
	});
	const path = screen.app.route.path;
	await screen.type('Case, Whole milk', '1');
	await screen.type('Each / weight, Butter', '3');
	await screen.go('/deliveries');
	await screen.go(path);
	await screen.undo();
	underway.resolve(null);
	await screen.settle();
	expect(all()).toEqual(['Whole milk, 1 of 3', 'Butter']);
	await screen.redo();
	expect(all()).toEqual(['Whole milk, 1 of 3', 'Butter, 3 of 1']);
});

it.each([
	['transferIn', arrival()],
	['transferOut', departure({ id: 'T-1', status: 'Finalized', sentDate: undefined })],
])('undoes on the sheet of a transfer: %s', async (kind, record) => {
	kitchen = await openStockedKitchen({ lists: { [`${kind}.list`]: [record] } });
	const id = `service:${kind}:T-1`;
	const screen = await openScreen(`/transfers/${encodeURIComponent(id)}`, { kitchen });
	const boxes = () =>
		kitchen.call('transfer.get', { documentId: id }).lines.map(({ entry }) => entry?.boxes.length);
	screen.page.getByRole('textbox', { name: 'Case, Whole milk' }).focus();
	await screen.keys('1{Enter}2{Enter}');
	expect(boxes()).toEqual([1, 1]);
	await screen.keys('{Control>}z{/Control}');
	expect(boxes()).toEqual([1, 0]);
	await screen.keys('{Control>}z{/Control}');
	expect(boxes()).toEqual([0, 0]);
	expect(document.activeElement?.getAttribute('aria-label')).toBe('Case, Whole milk');
	await screen.keys('{Control>}z{/Control}');
	expect(screen.notices()).toEqual(['Nothing to undo.']);
});
