// Undo and input on the ordering pages, while another window changes the same rows or another location is chosen.
import { beforeEach, expect, it } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { stockRecord } from '../../../../test/support/kitchen.ts';
import { losesAnswers } from '../../../../test/support/lost-answers.ts';
import { openOrderingKitchen, orderingAt } from '../../../../test/support/ordering-desk.ts';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';

const kitchen = eachKitchen(openOrderingKitchen);
const { save, deliversOn } = orderingAt(() => kitchen);
beforeEach(() => {
	save(
		'par',
		{ itemId: '1', par: '10', unitId: 'case' },
		{ itemId: '2', par: '10', minimum: '3', unitId: 'case' },
	);
	deliversOn('1', '4');
});

const undo = '{Control>}z{/Control}';
const tables = '/ordering/tables/par';
const suggested = '/ordering/S-1';

async function open(path: string, answers: Answers = {}) {
	const screen = await openScreen(path, { kitchen, answers });
	const box = (name: string) => screen.page.getByRole<HTMLInputElement>('textbox', { name });
	return {
		...screen,
		box,
		async type(name: string, typed: string) {
			await screen.user.clear(box(name));
			await screen.keys(`${typed}{Enter}`);
		},
		async chooseLocation(locationId: string) {
			await screen.app.change({ locationId });
			await screen.settle();
		},
	};
}

const butterAt = (locationId: string) =>
	kitchen
		.call('ordering.list', { locationId, table: 'par' })
		.rows.find(({ cells }) => cells['itemId'] === '2')?.cells;

const day = '2026-11-23';
const order = (quantity: string) =>
	kitchen.call('ordering.type', {
		locationId: 'L-1',
		supplierId: 'S-1',
		deliveryDate: day,
		itemId: '2',
		quantity,
	});
const ordered = () =>
	kitchen
		.call('ordering.suggestion', { locationId: 'L-1', supplierId: 'S-1', deliveryDate: day })
		.lines.find(({ item }) => item.itemId === '2')?.typed;

const notUndone = ['Not undone, because it was changed in the meantime: Butter.'];

it('undoes only what was typed here, and nothing that another window changed on the row', async () => {
	const screen = await open(tables);
	save('par', { itemId: '2', multiple: '6' });
	await screen.type('Par level, Butter', '12');
	await screen.keys(undo);
	expect(butterAt('L-1')).toMatchObject({ par: '10', multiple: '6' });
});

it('undoes no cell that another window changed, which this page had not read yet', async () => {
	const screen = await open(tables);
	await screen.type('Par level, Butter', '12');
	save('par', { itemId: '2', par: '9' });
	await screen.keys(undo);
	expect(screen.notices()).toEqual(notUndone);
	expect(screen.box('Par level, Butter').value).toBe('9');
	expect(butterAt('L-1')).toMatchObject({ par: '9' });
});

it('undoes no cell that another window changed after an entry that never arrived', async () => {
	const answers = losesAnswers(() => kitchen, 'ordering.save', 'ordering.list');
	const screen = await open(tables, answers.of);
	answers.lost = 'before';
	await screen.type('Par level, Butter', '12');
	save('par', { itemId: '2', par: '9' });
	answers.lost = null;
	screen.reconnect();
	await screen.settle();
	screen.box('Par level, Whole milk').focus();
	await screen.keys(undo);
	expect(screen.notices().at(-1)).toBe('Nothing to undo.');
	expect(butterAt('L-1')).toMatchObject({ par: '9' });
});

it('undoes no quantity that another window changed, which this page had not read yet', async () => {
	const screen = await open(suggested);
	await screen.type('Order, Butter', '3');
	order('9');
	await screen.keys(undo);
	expect(screen.notices()).toEqual(notUndone);
	expect(screen.box('Order, Butter').value).toBe('9');
	expect(ordered()).toBe('9');
});

it('undoes no quantity that another window changed after one that never arrived', async () => {
	const answers = losesAnswers(() => kitchen, 'ordering.type', 'ordering.suggestion');
	const screen = await open(suggested, answers.of);
	answers.lost = 'before';
	await screen.type('Order, Butter', '3');
	order('9');
	answers.lost = null;
	screen.reconnect();
	await screen.settle();
	screen.box('Order, Whole milk').focus();
	await screen.keys(undo);
	expect(screen.notices().at(-1)).toBe('Nothing to undo.');
	expect(ordered()).toBe('9');
});

it.each([
	['par level', tables, 'Par level, Butter', ['ordering.save', 'ordering.list']],
	['quantity', suggested, 'Order, Butter', ['ordering.type', 'ordering.suggestion']],
] as const)(
	'keeps the later text of a %s that was saved although its answer was lost',
	async (_, path, name, calls) => {
		const answers = losesAnswers(() => kitchen, ...calls);
		const screen = await open(path, answers.of);
		answers.lost = 'after';
		await screen.type(name, '12');
		await screen.type(name, 'many');
		answers.lost = null;
		screen.reconnect();
		await screen.settle();
		expect(screen.box(name).value).toBe('many');
	},
);

it.each([
	['par level', tables, 'Par level, Butter', ['ordering.save', 'ordering.list']],
	['quantity', suggested, 'Order, Butter', ['ordering.type', 'ordering.suggestion']],
] as const)(
	'undoes a %s once that was typed again after a lost answer',
	async (_, path, name, calls) => {
		const answers = losesAnswers(() => kitchen, ...calls);
		const screen = await open(path, answers.of);
		const { value } = screen.box(name);
		answers.lost = 'after';
		await screen.type(name, '12');
		answers.lost = null;
		await screen.type(name, '12');
		await screen.type(name, '14');
		await screen.keys(undo);
		expect(screen.box(name).value).toBe('12');
		await screen.keys(undo);
		expect(screen.box(name).value).toBe(value);
	},
);

it('keeps a line that was emptied and undone in sight', async () => {
	save('par', { itemId: '2', par: '', minimum: '' });
	order('3');
	const screen = await open(suggested);
	await screen.type('Order, Butter', '');
	await screen.keys(undo);
	expect(screen.box('Order, Butter').value).toBe('3');
	await screen.type('Order, Butter', '');
	await screen.type('Order, Whole milk', '8');
	await screen.keys(undo);
	expect(screen.box('Order, Butter').value).toBe('');
});

it('undoes nothing, and keeps no refused text, from another location', async () => {
	await kitchen.shows({
		'inventoryItem.currentStock': [
			stockRecord('A-1', '2', '4', 1),
			stockRecord('A-3', '2', '4', 1, 'L-2'),
		],
	});
	kitchen.call('ordering.save', {
		locationId: 'L-2',
		table: 'par',
		locale: 'en-GB',
		rows: [{ itemId: '2', par: '12' }],
	});
	const screen = await open(tables);
	await screen.type('Par level, Butter', '12');
	await screen.type('Minimum stock, Butter', 'many');
	await screen.chooseLocation('L-2');
	expect(screen.box('Minimum stock, Butter').value).toBe('');
	screen.box('Par level, Butter').focus();
	await screen.keys(undo);
	expect(screen.notices()).toEqual(['Nothing to undo.']);
	expect(butterAt('L-2')).toMatchObject({ par: '12' });
	await screen.chooseLocation('L-1');
	expect(screen.box('Minimum stock, Butter').value).toBe('many');
	await screen.type('Minimum stock, Butter', '1');
});

it('saves a pasted table at the location for which its changes were shown', async () => {
	const screen = await open(tables);
	await screen.click('Paste or import');
	await screen.user.click(screen.box('Copied cells'));
	await screen.user.paste('Code\tPar level\nDA-2\t6');
	await screen.click('Show the changes');
	await screen.chooseLocation('L-2');
	await screen.click('Save 1 row');
	expect(butterAt('L-1')).toMatchObject({ par: '6' });
	expect(butterAt('L-2')).toBeUndefined();
});

it('suggests the order of another location once that is chosen', async () => {
	const screen = await open(suggested);
	await screen.type('Order, Butter', '3');
	await screen.chooseLocation('L-2');
	expect(screen.asked('ordering.suggestion').at(-1)).toMatchObject({ locationId: 'L-2' });
	expect(screen.page.queryByRole('textbox', { name: 'Order, Butter' })).toBeNull();
	await screen.chooseLocation('L-1');
	expect(screen.box('Order, Butter').value).toBe('3');
	await screen.click('Create order');
	expect(screen.asked('ordering.order')).toMatchObject([{ locationId: 'L-1' }]);
});
