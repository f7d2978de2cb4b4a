// How many keys the long tasks of a day take. A chord is one key.
import { expect, it, onTestFinished } from 'vitest';
import { openCountedGoods } from '../../../test/support/counted-goods.ts';
import { arrival } from '../../../test/support/documents.ts';
import { itemRecord, openStockedKitchen, stockRecord } from '../../../test/support/kitchen.ts';
import { openOrderingKitchen, orderingAt, sold } from '../../../test/support/ordering-desk.ts';
import { milk, orderOfTwo } from '../../../test/support/receiving-desk.ts';
import { openScreen } from '../../../test/support/screen.ts';
import { savedIn } from '../../../test/support/waste-page.ts';

const many = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1));
const items = (count: number) => many(count).map((id) => itemRecord(id, `Item ${id}`));

/** Counts keys as a person does. */
function countKeys(): () => number {
	let keys = 0;
	const modifiers = new Set(['Control', 'Shift', 'Alt', 'Meta']);
	const count = ({ key }: KeyboardEvent) => {
		if (!modifiers.has(key)) keys += 1;
	};
	window.addEventListener('keydown', count, true);
	onTestFinished(() => window.removeEventListener('keydown', count, true));
	return () => keys;
}

const boxes = () => [...document.querySelectorAll<HTMLInputElement>('[role=grid] input')];
const focused = () => document.activeElement?.getAttribute('aria-label');

it('checks and changes a suggested order of 45 lines with at most 40 keys', async () => {
	const ids = many(45);
	const kitchen = await openOrderingKitchen({
		'inventoryItem.list': items(45),
		'purchaseOption.list': ids.map((id) => sold(id, id, '3.5')),
	});
	const { save, deliversOn } = orderingAt(() => kitchen);
	save('par', ...ids.map((itemId) => ({ itemId, par: '9000' })));
	deliversOn('1', '4');
	kitchen.service.there = false;
	const screen = await openScreen('/ordering', { kitchen });
	const keys = countKeys();
	await screen.keys('{Enter}');
	expect(screen.shown()).toContain('# Harbour Dairy');
	expect(document.activeElement).toBe(boxes()[0]);
	const typed = ['7', '8', '12', '3', '250'];
	await screen.keys(typed.join('{ArrowDown>3/}'));
	await screen.keys('{Enter}{PageDown}{PageDown}{Alt>}ww{/Alt}');
	expect(keys()).toBeLessThanOrEqual(40);
	const { lines } = kitchen.call('ordering.suggestion', {
		locationId: 'L-1',
		supplierId: 'S-1',
		deliveryDate: null,
	});
	expect(lines).toHaveLength(45);
	expect(lines.flatMap((line) => line.typed ?? [])).toEqual(typed);
});

it('receives a delivery with six differences with at most 60 keys', async () => {
	const kitchen = await openStockedKitchen({
		lists: {
			'inventoryItem.list': items(12),
			'supplier.list': [{ id: 'P-1', name: 'Riverside Dairy' }],
			'purchaseOrder.list': [
				orderOfTwo({
					items: many(12).map((id) => ({ ...milk, id: `l-${id}`, itemId: id, quantity: '4' })),
				}),
			],
		},
	});
	kitchen.clock.setWallClock(Date.UTC(2026, 10, 20, 9));
	const screen = await openScreen('/deliveries/service:purchaseOrder:O-1', { kitchen });
	expect(document.activeElement).toBe(boxes()[0]);
	const keys = countKeys();
	await screen.keys('{Alt>}s{/Alt}');
	expect(screen.notices()).toEqual(['12 blank lines filled with the quantities ordered.']);
	for (let line = 0; line < 6; line += 1) {
		// Typing replaces the filled quantity. Each line has boxes for cases, singles and the price.
		await screen.keys(line === 0 ? '3{Tab}' : '{Enter}3{Tab}');
		await screen.keys('{Tab}{Tab}{Enter}');
		expect(document.activeElement?.textContent).toContain('Not in the delivery');
		await screen.keys('{Enter}{Home}');
	}
	expect(screen.page.getAllByRole('button', { name: 'Not in the delivery' })).toHaveLength(6);
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(document.activeElement).toBe(screen.page.getByRole('textbox', { name: 'Invoice number' }));
	await screen.keys('4711{Control>}{Enter}{/Control}');
	expect(screen.app.route.path).toBe('/deliveries');
	expect(keys()).toBeLessThanOrEqual(60);
});

it('logs three waste entries with at most 40 keys', async () => {
	const kitchen = await openStockedKitchen({
		lists: {
			'inventoryItem.list': items(3),
			'wasteReason.list': [{ id: 'R-1', name: 'Spoiled' }],
		},
	});
	const screen = await openScreen('/waste', { kitchen });
	const keys = countKeys();
	await screen.keys('{Control>}k{/Control}');
	await screen.keys('log');
	await screen.keys('{Enter}');
	for (const id of many(3)) {
		expect(document.activeElement).toBe(screen.page.getByRole('combobox', { name: 'Add an item' }));
		await screen.keys(`DA-${id}`);
		await screen.keys('{Enter}');
		// The next lines take the reason of the line above.
		await screen.keys(id === '1' ? '2{Alt>}1{/Alt}{Enter}' : '2{Enter}');
	}
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.notices()).toEqual(['Saved. Will be sent when online.']);
	expect(keys()).toBeLessThanOrEqual(40);
	expect(savedIn(kitchen)).toEqual(many(3).map((id) => `Item ${id}, 2 of 1, Spoiled`));
});

it('receives a transfer with a shortage with at most 20 keys', async () => {
	const lines = many(8).map((id) => ({ id: `l-${id}`, itemId: id, quantity: '4' }));
	const kitchen = await openStockedKitchen({
		lists: {
			'inventoryItem.list': items(8),
			'transferIn.list': [arrival({ items: lines })],
		},
	});
	const screen = await openScreen('/transfers', { kitchen });
	const keys = countKeys();
	await screen.keys('{Control>}k{/Control}');
	await screen.keys('rec');
	await screen.keys('{Enter}');
	expect(document.activeElement).toBe(boxes()[0]);
	await screen.keys('0{Enter}{Alt>}s{/Alt}');
	await screen.keys('{F8}');
	await screen.keys('{Enter}');
	await screen.keys('{Enter}');
	expect(screen.page.getAllByRole('button', { name: 'Not in the delivery' })).toHaveLength(1);
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.notices()).toEqual([
		'7 blank lines filled with the quantities sent.',
		'Saved. Will be sent when online.',
	]);
	expect(keys()).toBeLessThanOrEqual(20);
});

it('pastes, reviews and sends thirty prices with at most 25 keys', async () => {
	const ids = many(30);
	const kitchen = await openOrderingKitchen({
		'inventoryItem.list': items(30),
		'purchaseOption.list': ids.map((id) => sold(id, id, '3.5')),
	});
	const screen = await openScreen('/purchaseOption', { kitchen });
	const keys = countKeys();
	await screen.keys('g');
	await screen.keys('{Tab}');
	expect(focused()).toMatch(/^Price,/);
	await screen.user.paste(ids.map((id) => `1${id}.50`).join('\n'));
	await screen.settle();
	expect(screen.shown()).toContain('[Review 30 changes]');
	await screen.keys('{Control>}{Enter}{/Control}');
	await kitchen.clock.pass(100);
	await screen.settle();
	expect(screen.shown()).toContain('[Send 30 records');
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.asked('import.send')).toHaveLength(1);
	// Pasting is one key that the page does not see here.
	expect(keys() + 1).toBeLessThanOrEqual(25);
});

it('counts one area with few keys, and another like it with one', async () => {
	const kitchen = await openCountedGoods({
		lists: {
			'inventoryItem.list': items(20),
			'inventoryItem.currentStock': many(20).map((id, at) => stockRecord('A-1', id, '12', at)),
		},
	});
	kitchen.call('wastage.save', {
		documentId: null,
		revision: 0,
		locationId: 'L-1',
		description: 'Tray dropped',
		locale: 'en-GB',
		lines: [],
	});
	const screen = await openScreen('/counts', { kitchen });
	const keys = countKeys();
	let before = 0;
	const taken = () => {
		const since = keys() - before;
		before += since;
		return since;
	};
	await screen.keys('{Alt>}n{/Alt}');
	await screen.keys('{Tab}{Alt>}o{/Alt}');
	expect(screen.page.getByRole('textbox', { name: 'Name' })).toHaveProperty(
		'value',
		'Count of 20 November: Dry store',
	);
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.shown()).toContain('# Count of 20 November: Dry store');
	expect(document.activeElement).toBe(boxes()[0]);
	expect(taken(), 'a new count').toBeLessThanOrEqual(6);

	expect(focused()).toContain('line 1,');
	await screen.keys('12{Enter}'.repeat(15));
	expect(focused()).toContain('line 16,');
	expect(screen.shown()).toContain('5 left');
	expect(taken(), 'fifteen lines').toBeLessThanOrEqual(67);

	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.shown()).toContain('[Acknowledge 1 open document first]');
	for (let step = 0; step < 3; step += 1) await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.dialog()).toContain('Submit “Count of 20 November: Dry store”?');
	await screen.keys('{Enter}');
	expect(screen.asked('stocktake.submit')).toHaveLength(1);
	expect(taken(), 'from the review to the submit').toBeLessThanOrEqual(30);

	await screen.go('/counts');
	await screen.keys('{Alt>}r{/Alt}');
	expect(screen.shown()).toContain('# Count of 20 November: Dry store (2)');
	expect(document.activeElement).toBe(boxes()[0]);
	expect(taken(), 'the same count again').toBe(1);
});
