import { expect, it } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { openOrderingKitchen, orderingAt, sold } from '../../../../test/support/ordering-desk.ts';
import { losesAnswers } from '../../../../test/support/lost-answers.ts';
import { opensAnew } from '../../../../test/support/opens-anew.ts';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';
import { fail, succeed } from '../../../shared/bridge/reply.ts';
import type { OrderingTableName } from '../../../shared/ordering/tables.ts';
import { problemMessage } from './ordering-words.ts';

const kitchen = eachKitchen(openOrderingKitchen);
const { save } = orderingAt(() => kitchen);

async function open(table: OrderingTableName, answers: Answers = {}, settings = {}) {
	const screen = await openScreen(`/ordering/tables/${table}`, {
		kitchen,
		answers,
		settings,
		can: ['print'],
	});
	return {
		...screen,
		lines: () => screen.shown(screen.page.getByRole('grid')),
		box: (name: string | RegExp) => screen.page.getByRole<HTMLInputElement>('textbox', { name }),
		async type(name: string, typed: string) {
			await screen.user.clear(screen.page.getByRole('textbox', { name }));
			await screen.keys(`${typed}{Enter}`);
		},
	};
}

it('keeps par levels as they are typed, in words of the item', async () => {
	save('par', { itemId: '1', par: '10', unitId: 'case' });
	const screen = await open('par');
	await screen.type('Par level, Butter', '2.5');
	await screen.type('Minimum stock, Butter', '3');
	expect(screen.lines()).toContain('The minimum stock is above the par level.');
	await screen.keys('{F8}1{Enter}');
	await screen.type('Unit, Butter', 'case');
	expect(screen.lines()).toMatchInlineSnapshot(`
		"Item | Par level | Minimum stock | Unit | Order in multiples of |
		Butter DA-2 | {Par level, Butter: 2.5} | {Minimum stock, Butter: 1} | {Unit, Butter: case} | {Order in multiples of, Butter: } |
		Cream DA-3 | {Par level, Cream: } | {Minimum stock, Cream: } | {Unit, Cream: } | {Order in multiples of, Cream: } |
		Whole milk DA-1 | {Par level, Whole milk: 10} | {Minimum stock, Whole milk: } | {Unit, Whole milk: case} | {Order in multiples of, Whole milk: } |"
	`);
	expect(screen.foot()).toContain('2 rows filled in');
	await screen.search('milk');
	expect(screen.lines()).not.toContain('Butter');
	expect(await screen.paper()).toMatchInlineSnapshot(`
		"# Par levels
		Code | Item | Par level | Minimum stock | Unit | Order in multiples of |
		DA-2 | Butter | 2.5 | 1 | case | |
		DA-1 | Whole milk | 10 | | case | |"
	`);
});

it('saves the open box when the page is left', async () => {
	const screen = await open('par');
	screen.box('Par level, Butter').focus();
	await screen.keys('7');
	await screen.go('/ordering/tables/days');
	await screen.go('/ordering/tables/par');
	expect(screen.box('Par level, Butter').value).toBe('7');
});

it('shows both boxes of a row when the answer about the first comes late', async () => {
	const late = Promise.withResolvers<null>();
	const answers = [late.promise];
	const screen = await open('par', {
		'ordering.save': async (rows) => {
			const saved = kitchen.call('ordering.save', rows);
			await answers.shift();
			return succeed(saved);
		},
	});
	await screen.type('Par level, Butter', '9');
	await screen.type('Minimum stock, Butter', '3');
	late.resolve(null);
	await screen.settle();
	expect(screen.lines()).toContain('{Par level, Butter: 9} | {Minimum stock, Butter: 3}');
});

const undo = '{Control>}z{/Control}';
const redo = '{Control>}{Shift>}z{/Shift}{/Control}';

it('undoes and redoes what was typed, at its box', async () => {
	save('par', { itemId: '1', par: '10', unitId: 'case' });
	const screen = await open('par');
	const rows = () => kitchen.call('ordering.list', { locationId: 'L-1', table: 'par' }).rows;
	const kept = () =>
		rows().map(({ names, cells }) => [
			names['name'] ?? names['itemId'],
			cells['par'],
			cells['unitId'],
		]);
	const begun = kept();
	await screen.keys(undo);
	expect(screen.notices()).toEqual(['Nothing to undo.']);
	await screen.type('Par level, Butter', '2.5');
	await screen.type('Unit, Butter', 'case');
	await screen.type('Par level, Whole milk', '12');
	const typed = kept();
	await screen.keys(undo);
	expect(document.activeElement).toBe(screen.box('Par level, Whole milk'));
	await screen.keys(undo);
	expect(document.activeElement).toBe(screen.box('Unit, Butter'));
	expect(screen.lines()).toContain(
		'{Par level, Butter: 2.5} | {Minimum stock, Butter: } | {Unit, Butter: each}',
	);
	await screen.keys(undo);
	expect(kept()).toEqual(begun);
	await screen.keys(redo.repeat(3));
	expect(kept()).toEqual(typed);
});

it('leaves a cell that was changed elsewhere since', async () => {
	const screen = await open('par');
	await screen.type('Par level, Butter', '2.5');
	save('par', { itemId: '2', par: '4' });
	screen.reconnect();
	await screen.settle();
	await screen.keys(undo);
	expect(screen.notices()).toEqual(['Not undone, because it was changed in the meantime: Butter.']);
	expect(screen.box('Par level, Butter').value).toBe('4');
});

it('undoes nothing before a pasted table', async () => {
	const screen = await open('par');
	await screen.type('Par level, Butter', '2.5');
	await screen.click('Paste or import');
	await screen.user.click(screen.box('Copied cells'));
	await screen.user.paste('Code\tPar level\nDA-2\t6');
	await screen.click('Show the changes');
	await screen.click('Save 1 row');
	await screen.keys(undo);
	expect(screen.notices().at(-1)).toBe('Nothing to undo.');
	expect(screen.box('Par level, Butter').value).toBe('6');
});

it('undoes an entry that was saved although its answer was lost, and none that was not', async () => {
	const answers = losesAnswers(() => kitchen, 'ordering.save');
	const screen = await open('par', answers.of);
	await screen.type('Par level, Butter', '2.5');
	answers.lost = 'after';
	await screen.type('Unit, Butter', 'case');
	answers.lost = null;
	expect(screen.lines()).not.toContain('Not saved');
	await screen.keys(undo);
	expect(screen.box('Unit, Butter').value).toBe('each');
	answers.lost = 'before';
	await screen.type('Minimum stock, Butter', '1');
	answers.lost = null;
	expect(screen.lines()).toContain('Not saved');
	screen.box('Par level, Butter').focus();
	await screen.keys(undo);
	expect(screen.box('Par level, Butter').value).toBe('');
	await screen.type('Minimum stock, Butter', '');
	expect(screen.lines()).not.toContain('Not saved');
});

it('adds a delivery day with the days that templates tell, and asks for what is missing', async () => {
	await kitchen.shows({
		'requisitionTemplate.list': [
			{
				id: 'T-1',
				templateName: 'Basics',
				items: [{ itemId: '1', qty: '4', uom: 3, daysToDeliver: 2 }],
			},
		],
		'purchaseOption.list': [sold('1', '1', '6.50', { isDefault: true })],
	});
	const screen = await open('delivery');
	expect(screen.shown().split('\n').slice(3)).toEqual([
		'{Par levels: no} Par levels {Delivery days: yes} Delivery days {Minimum orders: no} Minimum orders {Standing orders: no} Standing orders',
		'{Search: }',
		'{Supplier: Supplier} {Weekday: Monday} [Add, off]',
		'## Nothing here yet',
		'Choose a supplier and a weekday above, and add the delivery day.',
	]);
	document.querySelector<HTMLFormElement>('main form')!.requestSubmit();
	await screen.settle();
	expect(screen.asked('ordering.check')).toEqual([]);
	await screen.choose('Supplier', 'Harbour Dairy');
	await screen.choose('Weekday', 'Thursday');
	await screen.click('Add');
	expect(screen.lines()).toMatchInlineSnapshot(`
		"Supplier | Weekday | Days ahead | Order by |
		Harbour Dairy | Thursday | {Days ahead, Harbour Dairy Thursday: 2} | {Order by, Harbour Dairy Thursday, wrong: } Fill in this box too: until then the row has no effect. |"
	`);
	expect(document.activeElement).toBe(screen.box(/^Days ahead/));
	await screen.type('Order by, Harbour Dairy Thursday', '2 pm');
	expect(screen.lines()).toMatchInlineSnapshot(`
		"Supplier | Weekday | Days ahead | Order by |
		Harbour Dairy | Thursday | {Days ahead, Harbour Dairy Thursday: 2} | {Order by, Harbour Dairy Thursday: 14:00} |"
	`);
	await screen.keys(undo.repeat(2));
	expect(screen.box(/^Days ahead/).value + screen.box(/^Order by/).value).toBe('');
	await screen.keys(redo.repeat(2));
	expect([screen.box(/^Days ahead/).value, screen.box(/^Order by/).value]).toEqual(['2', '14:00']);
	await screen.type('Days ahead, Harbour Dairy Thursday', '61');
	expect(screen.lines()).toContain('At most 60 days.');
	await screen.type('Days ahead, Harbour Dairy Thursday', '1');
	expect(await screen.paper()).toMatchInlineSnapshot(`
		"# Delivery days
		Supplier | Weekday | Days ahead | Order by |
		Harbour Dairy | Thursday | 1 | 14:00 |"
	`);
});

it('adds a standing order', async () => {
	const screen = await open('standing');
	await screen.choose('Supplier', 'Green Fields');
	await screen.user.type(screen.page.getByRole('combobox', { name: 'Item' }), 'cream');
	await screen.settle();
	expect(screen.asked('item.search').at(-1)).toMatchObject({ text: 'cream', locationId: 'L-1' });
	expect(screen.page.getByRole('option', { name: /^Cream/ }).textContent).toMatch(/Cream\s*DA-3/);
	await screen.keys('{Enter}');
	await screen.click('Add');
	await screen.keys('3{Enter}');
	expect(screen.lines()).toMatchInlineSnapshot(`
		"Supplier | Weekday | Item | Quantity | Unit |
		Green Fields | Monday | Cream DA-3 | {Quantity, Green Fields Monday Cream: 3} | {Unit, Green Fields Monday Cream: each} |"
	`);
	expect(await screen.paper()).toMatchInlineSnapshot(`
		"# Standing orders
		Supplier | Weekday | Code | Item | Quantity | Unit |
		Green Fields | Monday | DA-3 | Cream | 3 | each |"
	`);
});

it('reads the rounding of a supplier in words', async () => {
	const screen = await open('terms');
	await screen.type('Rounding, Harbour Dairy', 'rounded to');
	await screen.type('Minimum amount, Harbour Dairy', '150.5');
	await screen.type('Rounding, Green Fields', 'sideways');
	expect(screen.lines()).toMatchInlineSnapshot(`
		"Supplier | Minimum amount | Minimum units | Rounding |
		Green Fields | {Minimum amount, Green Fields: } | {Minimum units, Green Fields: } | {Rounding, Green Fields, wrong: sideways} Not saved: Enter up, nearest or down. |
		Harbour Dairy | {Minimum amount, Harbour Dairy: 150.5} | {Minimum units, Harbour Dairy: } | {Rounding, Harbour Dairy: rounded to the nearest} |"
	`);
	await screen.type('Rounding, Green Fields', '');
	expect(await screen.paper()).toMatchInlineSnapshot(`
		"# Minimum orders
		Supplier | Minimum amount | Minimum units | Rounding |
		Harbour Dairy | 150.5 | | rounded to the nearest |"
	`);
});

it.each([
	['no template', '', 'There are no requisition templates for this location.'],
	[
		'fixed quantities',
		'fixed',
		'The service profile says that templates have fixed quantities, which are not par levels.',
	],
] as const)('takes nothing from templates: %s', async (_case, given, said) => {
	if (given === 'fixed') kitchen.useProfile({ ordering: { templateQuantity: 'fixed' } });
	const screen = await open('par');
	await screen.click('Take from templates');
	expect(screen.notices()).toEqual([said]);
});

it('takes par levels from templates after showing them', async () => {
	await kitchen.shows({
		'requisitionTemplate.list': [
			{ id: 'T-1', templateName: 'Basics', items: [{ itemId: '1', qty: '4', uom: 3 }] },
		],
	});
	const screen = await open('par');
	await screen.click('Take from templates');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Paste or import a table
		[Close]
		Copy the cells from a spreadsheet, or choose a CSV file. Nothing is saved until you have seen the changes.
		1 row changes, 0 stay as they are, none has a problem.
		Line | Change |
		Whole milk | Par level: – → 4 Unit: – → case |
		[Save 1 row]"
	`);
	await screen.click('Save 1 row');
	expect(screen.notices()).toEqual(['1 row saved.']);
	expect(screen.lines()).toContain('{Par level, Whole milk: 4}');
});

const pasted = 'Code\tPar level\nDA-1\t6\nDA-2\t3\nDA-9\t2\nDA-3\tmany';

it('pastes a table after showing what changes and what is wrong', async () => {
	save('par', { itemId: '1', par: '10', unitId: 'case' }, { itemId: '2', par: '3' });
	const screen = await open('par');
	await screen.click('Paste or import');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Paste or import a table
		[Close]
		Copy the cells from a spreadsheet, or choose a CSV file. Nothing is saved until you have seen the changes.
		Copied cells {Copied cells: }
		Columns in this order, or with these headings: Code, Item, Par level, Minimum stock, Unit and Order in multiples of.
		{Choose a CSV file: }
		[Choose a CSV file] [Show the changes, off]"
	`);
	await screen.user.type(screen.box('Copied cells'), ' ');
	expect(screen.dialog()).toContain('[Show the changes, off]');
	await screen.user.clear(screen.box('Copied cells'));
	await screen.user.paste(pasted);
	await screen.click('Show the changes');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Paste or import a table
		[Close]
		Copy the cells from a spreadsheet, or choose a CSV file. Nothing is saved until you have seen the changes.
		1 row changes, 1 stays as it is, 2 have a problem.
		Rows with a problem are left out.
		Line | Change |
		DA-9 | Item: No item has this code or name. |
		Cream | Par level: This is not a number. Enter one, such as 12, or a sum, such as 3*12+4. |
		Whole milk | Par level: 10 → 6 |
		[Back] [Save 1 row]"
	`);
	await screen.click('Back');
	expect(screen.box('Copied cells').value).toBe(pasted);
	await screen.click('Show the changes');
	await screen.click('Save 1 row');
	expect(screen.lines()).toContain('{Par level, Whole milk: 6}');
	expect(screen.dialog()).toBe('');
	await screen.click('Paste or import');
	expect(screen.dialog()).toContain('{Copied cells: }');
});

it.each([
	['commas between its cells have points in its numbers', 'Code,Par level\nDA-1,2.5'],
	['tabs has numbers as the region writes them', 'Code\tPar level\nDA-1\t2,5'],
])('reads what is pasted: %s', async (_how, text) => {
	const screen = await open('par', {}, { locale: 'de-DE' });
	await opensAnew(screen, 'Paste or import');
	await screen.user.click(screen.box('Copied cells'));
	await screen.user.paste(text);
	await screen.click('Show the changes');
	expect(screen.dialog()).toContain('Par level: – → 2,5');
});

it('reads a table from a file, and says why it is not kept', async () => {
	const screen = await open('par', { 'ordering.save': () => fail('not-possible-now', 'no') });
	await screen.click('Paste or import');
	await screen.giveFiles('Choose a CSV file', new File([pasted.replaceAll('\t', ',')], 'pars.csv'));
	expect(screen.dialog()).toContain('2 rows change');
	await screen.click('Save 2 rows');
	expect(screen.notices()).toEqual(['This is not possible now.']);
	expect(screen.dialog()).toContain('2 rows change');
});

it.each([
	['a table', { 'ordering.list': () => fail('internal', 'no') }, null],
	['what would change', { 'ordering.check': () => fail('internal', 'no') }, 'paste'],
	['templates', { 'ordering.start': () => fail('internal', 'no') }, 'templates'],
] as const)('says why %s cannot be read', async (_case, answers, how) => {
	const screen = await open('par', answers);
	if (how === 'templates') await screen.click('Take from templates');
	if (how === 'paste') {
		await screen.click('Paste or import');
		await screen.user.click(screen.box('Copied cells'));
		await screen.user.paste(pasted);
		await screen.click('Show the changes');
	}
	expect(screen.notices()).toEqual(['Something went wrong in Stillroom. Your saved work is safe.']);
});

it.each([
	[{ code: 'too-many-places' }, 'entry.too-many-places'],
	[{ code: 'ambiguous' }, 'entry.ambiguous'],
	[{ code: 'ambiguous', readings: ['1.5', '15'] }, 'entry.ambiguousOf'],
	[{ code: 'negative' }, 'entry.negative'],
	[{ code: 'above-par' }, 'ordering.problem-above-par'],
	[{ code: 'of-a-newer-stillroom' }, 'entry.not-a-number'],
])('words the problem %o', (problem, key) => {
	expect(
		problemMessage({ field: 'par', ...problem } as Parameters<typeof problemMessage>[0]).key,
	).toBe(key);
});
