// Editors of fields that are more than a box: units, recipes, groups, days, and several records.
import { expect, it } from 'vitest';
import { enterBox, openCount } from '../../../test/support/counting.ts';
import { eachKitchen } from '../../../test/support/each-kitchen.ts';
import { caller, itemRecord, valueOf } from '../../../test/support/kitchen.ts';
import { openScreen, type Answers } from '../../../test/support/screen.ts';

const kitchen = eachKitchen({
	lists: {
		'purchaseOption.list': [
			{
				id: 'O-1',
				itemId: '1',
				supplierId: 'P-1',
				uomId: 3,
				price: '6',
				distributer: { id: 'D-1', name: 'North' },
			},
		],
		'currency.list': [{ id: 'C-1', code: 'EUR', name: 'Euro' }],
		'diningOption.list': [
			{ id: 'DO-1', name: 'Eat in' },
			{ id: 'DO-2', name: 'Take away' },
		],
		'modifier.list': [
			{ id: 'MO-1', name: 'Extra butter', impactType: { id: 1, name: 'adds' }, ingredients: [] },
		],
		'prepItem.list': [
			{
				id: 'PR-1',
				name: 'Custard',
				code: 'CU',
				baseUomId: 5,
				type: { id: 1, name: 'kept in stock' },
				units: [{ uomId: 5, name: 'litre', type: 'volume', conversionFactor: '1', decimals: 2 }],
				ingredients: [{ itemId: '1', uomId: 3, quantity: '2' }],
			},
		],
		'menuItem.list': [
			{
				id: 'M-1',
				name: 'Scone',
				code: 'SC',
				diningOptionIds: ['DO-1'],
				ingredients: [{ itemId: '2', uomId: 1, quantity: '3' }],
			},
		],
	},
});
async function open(path: string, answers: Answers = {}) {
	const screen = await openScreen(path, { kitchen, answers });
	const lines = () => screen.shown().split('\n');
	return {
		...screen,
		/** From one line of the form to before another. */
		part(from: string, to: string) {
			const all = lines();
			const at = all.findIndex((line) => line.startsWith(from));
			return all
				.slice(
					at,
					all.findIndex((line, index) => index > at && line.startsWith(to)),
				)
				.join('\n');
		},
		fill: (name: string | RegExp, text: string) => screen.fill(name, `${text}{Tab}`),
	};
}
/** What is kept of the open draft. */
const kept = (screen: Awaited<ReturnType<typeof open>>) => {
	const last = screen.asked('record.save').at(-1);
	return last?.step === 'keep' ? last.changes.map(({ at, to }) => [at, to]) : last;
};

it('warns of another factor, tells what uses the unit, and adds a new unit instead', async () => {
	const stocktakeId = openCount(kitchen, {}, { name: 'March' });
	const line = kitchen
		.call('stocktake.sheet', { stocktakeId })
		.lines.find(({ itemId }) => itemId === '1')!;
	enterBox(kitchen, stocktakeId, line.lineNo, '2', { unitId: '3' });
	enterBox(kitchen, stocktakeId, line.lineNo, '6');
	kitchen.call('stocktake.submit', { stocktakeId, intentId: 'intent-units' });
	const screen = await open('/inventoryItem/1');
	await screen.fill('Units: 3, Base units', '10');
	expect(screen.part('### Units', '### Usual')).toMatchInlineSnapshot(`
		"### Units
		Unit of the service | Name | Kind | Base units | Decimal places | |
		Units: 3, Unit of the service {Units: 3, Unit of the service: case (no. 3)} | Units: 3, Name {Units: 3, Name: case} | Units: 3, Kind {Units: 3, Kind: case} | Units: 3, Base units {Units: 3, Base units, wrong: 10} each It was 12. Old counts and documents in this unit would mean another amount: add a new unit instead. | Units: 3, Decimal places {Units: 3, Decimal places: 3} | [Remove Units: 3] |
		Units: 1, Unit of the service {Units: 1, Unit of the service: each (no. 1)} | Units: 1, Name {Units: 1, Name: each} | Units: 1, Kind {Units: 1, Kind: each} | Units: 1, Base units {Units: 1, Base units: 1} each | Units: 1, Decimal places {Units: 1, Decimal places: 0} | [Remove Units: 1] |
		[Add unit]
		1 case = 10 each
		Still in case:
		<Purchase options: 1 #/purchaseOption?itemId=1&active=all>
		<Preparations: 1 #/prepItem?ingredients%2FitemId=1&active=all>
		As far as this PC knows, as of 9:00
		The last count with this unit (20 Nov 2026, Harbour Kitchen) found 2 case, with 42 base units expected: about 21 each. You entered 10, which is more than a fifth off.
		[Keep case as it was and add a new unit]
		A unit in use keeps its factor. For another pack size, add a unit and remove the old one when nothing uses it."
	`);
	await screen.fill('Units: 3, Base units', '20');
	expect(screen.shown()).toContain('about 21 each. You entered 20.');
	await screen.fill('Units: 3, Base units', '10');
	await screen.click(/^Keep case/);
	expect(screen.notices()).toEqual(['Choose the service’s unit for the new line.']);
	expect(screen.part('### Units', '### Usual')).toMatchInlineSnapshot(`
		"### Units
		Unit of the service | Name | Kind | Base units | Decimal places | |
		Units: 3, Unit of the service {Units: 3, Unit of the service: case (no. 3)} | Units: 3, Name {Units: 3, Name: case} | Units: 3, Kind {Units: 3, Kind: case} | Units: 3, Base units {Units: 3, Base units: 12} each | Units: 3, Decimal places {Units: 3, Decimal places: 3} | [Remove Units: 3] |
		Units: 1, Unit of the service {Units: 1, Unit of the service: each (no. 1)} | Units: 1, Name {Units: 1, Name: each} | Units: 1, Kind {Units: 1, Kind: each} | Units: 1, Base units {Units: 1, Base units: 1} each | Units: 1, Decimal places {Units: 1, Decimal places: 0} | [Remove Units: 1] |
		Units: , Unit of the service {Units: , Unit of the service: Choose a unit} | Units: , Name {Units: , Name: case 10} | Units: , Kind {Units: , Kind: case} | Units: , Base units {Units: , Base units: 10} each | Units: , Decimal places {Units: , Decimal places: 3} | [Remove Units:] |
		[Add unit]
		1 case = 12 each
		A unit in use keeps its factor. For another pack size, add a unit and remove the old one when nothing uses it."
	`);
	expect(kept(screen)).toEqual([
		[
			'units/',
			{ conversionFactor: '10', decimals: 3, name: 'case 10', type: 'case', uomId: undefined },
		],
	]);
});

it('adds a unit by its name, or by another number', async () => {
	await kitchen.shows({
		'inventoryItem.list': [
			itemRecord('1', 'Whole milk'),
			itemRecord('2', 'Butter', {
				units: [
					{ uomId: 1, name: 'each', type: 'each', conversionFactor: '1', decimals: 0 },
					{ uomId: 8, name: 'tray', type: 'pack', conversionFactor: '6', decimals: 0 },
					{ uomId: 9, name: 'box', type: 'pack', conversionFactor: '8', decimals: 0 },
				],
			}),
			itemRecord('3', 'Cream', {
				units: [
					{ uomId: 1, name: 'each', type: 'each', conversionFactor: '1', decimals: 0 },
					{ uomId: 9, name: 'carton', type: 'pack', conversionFactor: '8', decimals: 0 },
				],
			}),
		],
	});
	const screen = await open('/inventoryItem/1');
	await screen.click('Add unit');
	await screen.choose(/^Units: , Unit/, 'tray (no. 8)');
	expect(screen.part('### Units', '1 case')).toMatchInlineSnapshot(`
		"### Units
		Unit of the service | Name | Kind | Base units | Decimal places | |
		Units: 3, Unit of the service {Units: 3, Unit of the service: case (no. 3)} | Units: 3, Name {Units: 3, Name: case} | Units: 3, Kind {Units: 3, Kind: case} | Units: 3, Base units {Units: 3, Base units: 12} each | Units: 3, Decimal places {Units: 3, Decimal places: 3} | [Remove Units: 3] |
		Units: 1, Unit of the service {Units: 1, Unit of the service: each (no. 1)} | Units: 1, Name {Units: 1, Name: each} | Units: 1, Kind {Units: 1, Kind: each} | Units: 1, Base units {Units: 1, Base units: 1} each | Units: 1, Decimal places {Units: 1, Decimal places: 0} | [Remove Units: 1] |
		Units: 8, Unit of the service {Units: 8, Unit of the service: tray (no. 8)} | Units: 8, Name {Units: 8, Name: tray} | Units: 8, Kind {Units: 8, Kind: pack} | Units: 8, Base units {Units: 8, Base units: } each | Units: 8, Decimal places {Units: 8, Decimal places: } | [Remove Units: 8] |
		[Add unit]"
	`);
	expect(kept(screen)).toEqual([['units/8', { name: 'tray', type: 'pack', uomId: 8 }]]);
	await screen.click('Add unit');
	await screen.choose(/^Units: , Unit/, 'box and carton (no. 9)');
	expect(kept(screen)).toContainEqual(['units/9', { type: 'pack', uomId: 9 }]);
	await screen.click('Remove Units: 9');
	await screen.click('Add unit');
	await screen.choose(/^Units: , Unit/, 'Another number');
	await screen.fill(/^Units: , Unit/, '12');
	await screen.fill(/^Units: 12, Name/, 'box');
	await screen.click('Remove Units: 8');
	expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove Units: 12');
	expect(kept(screen)).toEqual([['units/12', { name: 'box', uomId: 12 }]]);
});

it('says what a dish costs while its recipe is typed', async () => {
	const screen = await open('/menuItem/M-1');
	const cost = () => screen.part('[Add ingredient]', '{Find more');
	expect(screen.part('Recipe', 'Sold as')).toMatchInlineSnapshot(`
		"Recipe
		### Ingredients
		Item | Unit | Quantity | Note | |
		Ingredients: Butter each, Item {Ingredients: Butter each, Item: Butter} [Show the list] | Ingredients: Butter each, Unit {Ingredients: Butter each, Unit: each} | Ingredients: Butter each, Quantity {Ingredients: Butter each, Quantity: 3} each | Ingredients: Butter each, Note {Ingredients: Butter each, Note: } | [Remove Ingredients: Butter each] |
		[Add ingredient]
		Cost: €1.50
		Butter: €1.50
		{Find more ingredients at the service: }
		[Ask the service, off]"
	`);
	await screen.fill(/Quantity$/, '5');
	expect(cost()).toMatchInlineSnapshot(`
		"[Add ingredient]
		Cost: €2.50
		Butter: €2.50"
	`);
	await screen.click('Add ingredient');
	await screen.pick(/^Ingredients: , Item/, 'custard');
	await screen.choose(/^Ingredients: .*Custard.*, Unit/, 'litre');
	await screen.fill(/^Ingredients: .*Custard.*, Quantity/, '2');
	expect(cost()).toMatchInlineSnapshot(`
		"[Add ingredient]
		The cost is unknown. Custard has no yield.
		Butter: €2.50
		Custard: unknown"
	`);
	expect(kept(screen)).toEqual([
		['ingredients/2,1/quantity', '5'],
		['ingredients/PR-1,5', { itemId: 'PR-1', quantity: '2', uomId: 5 }],
	]);
	await screen.click('Remove Ingredients: Butter each');
	expect(screen.part('### Ingredients', 'Sold as')).toMatchInlineSnapshot(`
		"### Ingredients
		Item | Unit | Quantity | Note | |
		Ingredients: Custard litre, Item {Ingredients: Custard litre, Item: Custard} [Show the list] | Ingredients: Custard litre, Unit {Ingredients: Custard litre, Unit: litre} | Ingredients: Custard litre, Quantity {Ingredients: Custard litre, Quantity: 2} litre | Ingredients: Custard litre, Note {Ingredients: Custard litre, Note: } | [Remove Ingredients: Custard litre] |
		[Add ingredient]
		The cost is unknown. Custard has no yield.
		Custard: unknown
		{Find more ingredients at the service: }
		[Ask the service, off]"
	`);
});

it('says what a batch and its base unit cost', async () => {
	const screen = await open('/prepItem/PR-1');
	const cost = () => screen.part('[Add ingredient]', '{Find more');
	expect(cost()).toMatchInlineSnapshot(`
		"[Add ingredient]
		Cost: €12.00 per batch. Enter the yield to see the cost per base unit.
		Whole milk: €12.00"
	`);
	await screen.fill(/^Yield/, '4');
	expect(cost()).toMatchInlineSnapshot(`
		"[Add ingredient]
		Cost: €12.00 per batch, €3.00 per base unit
		Whole milk: €12.00"
	`);
	// A millilitre costs less than the smallest coin.
	await screen.fill(/^Yield/, '6000');
	expect(cost()).toContain('Cost: €12.00 per batch, €0.002 per base unit');
});

it('adds and removes records of a list of records', async () => {
	const screen = await open('/menuItem/M-1');
	await screen.pick(/^Dining options ?optional/, 'take');
	expect(kept(screen)).toEqual([['diningOptionIds/DO-2', true]]);
	expect(screen.part('Dining optionso', 'Modifier')).toMatchInlineSnapshot(`
		"Dining optionsoptional
		Eat in [Remove Eat in]
		Take away [Remove Take away]
		{Dining options optional: } [Show the list]"
	`);
	await screen.click(/Remove Eat in/);
	expect(kept(screen)).toEqual([
		['diningOptionIds/DO-2', true],
		['diningOptionIds/DO-1', null],
	]);
});

it('edits a price of a day, and who distributes', async () => {
	const screen = await open('/purchaseOption/O-1');
	await screen.click('Add price');
	expect(screen.part('### Prices', 'Delivery')).toMatchInlineSnapshot(`
		"### Prices by day
		Price | Currency | From | |
		Prices by day: , Price {Prices by day: , Price: } | Prices by day: , Currency {Prices by day: , Currency: } [Show the list] | Prices by day: , From {Prices by day: , From: } | [Remove Prices by day:] |
		[Add price]"
	`);
	await screen.fill(/From/, '31/13/2026');
	expect(screen.part('### Prices', 'Delivery')).toMatchInlineSnapshot(`
		"### Prices by day
		Price | Currency | From | |
		Prices by day: , Price {Prices by day: , Price: } | Prices by day: , Currency {Prices by day: , Currency: } [Show the list] | Prices by day: , From {Prices by day: , From, wrong: 31/13/2026} This is not a date. | [Remove Prices by day:] |
		[Add price]"
	`);
	await screen.fill(/From/, '1/12/2026');
	await screen.fill(/, Price/, '6.25');
	await screen.pick(/Currency/, 'eur');
	await screen.fill(/^Identifier/, 'D-2');
	await screen.choose('Unit', 'each');
	expect(kept(screen)).toEqual([
		['uomId', 1],
		[
			'prices/2026-12-01T00:00:00Z,EUR',
			{ currency: 'EUR', fromDate: '2026-12-01T00:00:00Z', price: '6.25' },
		],
		['distributer/id', 'D-2'],
	]);
});

it('chooses a word of the service by its number', async () => {
	const screen = await open('/modifier/MO-1');
	await screen.choose(/^Effect/, 'removes');
	expect(kept(screen)).toEqual([['impactType', { id: 2, name: 'removes' }]]);
	await screen.choose(/^Effect/, '–');
	expect(kept(screen)).toEqual([['impactType', null]]);
});

it('offers a record that waits in the outbox, and says so', async () => {
	const draft = { type: 'supplier', id: null, draftId: crypto.randomUUID() } as const;
	const changes = [{ at: 'name', was: null, to: 'Old Mill' }];
	const keep = { ...draft, revision: 0, step: 'keep', changes, typed: {} } as const;
	valueOf(kitchen.calls['record.save'](keep, caller));
	const send = { ...draft, revision: 1, step: 'send', choices: {}, intentId: 'intent-1' } as const;
	valueOf(kitchen.calls['record.save'](send, caller));
	const screen = await open('/purchaseOption/O-1');
	const boxes = screen.page.getAllByRole('combobox', { name: 'Supplier' });
	await screen.user.clear(boxes.at(-1)!);
	await screen.user.type(boxes.at(-1)!, 'old');
	await screen.settle();
	expect(screen.page.getAllByRole('option').at(-1)?.textContent).toMatch(/Old Mill.*Not sent yet/);
});
