import { expect, it } from 'vitest';
import {
	wasteAt,
	wasteLine,
	wasteRecord,
	wasteToSave,
} from '../../../../test/support/documents.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { openScreen } from '../../../../test/support/screen.ts';
import { add, below, openWasteKitchen, savedIn } from '../../../../test/support/waste-page.ts';
import { fail } from '../../../shared/bridge/reply.ts';

const kitchen = eachKitchen(openWasteKitchen);
type Opening = Omit<Parameters<typeof openScreen>[1], 'kitchen'>;
const open = (path = '/waste/new', more: Opening = {}) => openScreen(path, { kitchen, ...more });
const saved = () => savedIn(kitchen);

it('breaks a dish down into what it is made of', async () => {
	await kitchen.shows({
		'prepItem.list': [
			{
				id: 'prep-1',
				name: 'Custard',
				code: 'PREP-1',
				type: { id: 1, name: 'Kept' },
				baseUomId: 5,
				units: [
					{ uomId: 5, name: 'litre', conversionFactor: '1', decimals: 3 },
					{ uomId: 6, name: 'jug', conversionFactor: '2', decimals: 3 },
				],
				yield: '2',
				ingredients: [
					{ itemId: '1', uomId: 3, quantity: '1' },
					{ itemId: '2', uomId: 1, quantity: '0.4' },
					{ itemId: '3', uomId: 1, quantity: '0.001' },
					{ itemId: 'gone', uomId: 1, quantity: '1' },
				],
			},
		],
		'menuItem.list': [{ id: 'dish-1', name: 'Cream tea', code: 'M-1', ingredients: [] }],
	});
	const screen = await open();
	await add(screen, 'tea');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Cream tea
		[Close]
		A dish is logged as its ingredients.
		Portions {Portions: 1}
		If this dish was sold, the sale already took its ingredients off stock. Log it only if it was made and not sold.
		Left out, because the quantity is unknown: Cream tea
		Ingredients | Quantity | Cost, EUR |
		Its recipe is not known here. |
		Total | – |
		[Cancel] [Add these lines, off]"
	`);
	await screen.keys('{Escape}');
	await add(screen, 'custard');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Custard
		[Close]
		A preparation is logged as its ingredients.
		Quantity {Quantity: 1}
		Unit {Unit: litre}
		If this batch was entered as production, its ingredients were already taken off stock. Log it only if it was not.
		Left out, because the quantity is unknown: gone
		Ingredients | Quantity | Cost, EUR |
		Whole milk | 0.5case | 3.00 |
		Butter | ≈ 0.017case | 0.10 |
		Cream | 0.001 each: too little to log | 0.00 |
		Total | 3.10 |
		[Cancel] [Add these lines]"
	`);
	await screen.choose('Unit', 'jug');
	expect(screen.dialog()).toContain('Butter | ≈ 0.033case | 0.20 |');
	expect(screen.dialog()).toContain('Total | 6.20 |');
	await screen.choose('Unit', 'litre');
	await screen.click('Add these lines');
	expect(below(screen)).toMatchInlineSnapshot(`
		"{Add an item: } [Show the list]
		Some ingredients of 1 litre × Custard are left out
		Cream 0.001 each. This is too little for the units in which these items are logged.
		[Close]
		Item | Case | Each / weight | Amount | Reason | Note | Cost, EUR | Remove |
		Whole milk DA-1 | {Case, Whole milk: 0.5} | {Each / weight, Whole milk: } | 6each | {Reason for Whole milk: Choose a reason} | {Note on Whole milk: 1 litre × Custard} | 3.00 | [Remove Whole milk] |
		Butter DA-2 | {Case, Butter: 0.017} | {Each / weight, Butter: } | 0.204each | {Reason for Butter: Choose a reason} | {Note on Butter: 1 litre × Custard} | 0.10 | [Remove Butter] |
		Total 3.10"
	`);
	expect(saved()).toEqual([
		'Whole milk, 0.5 of 3, 1 litre × Custard',
		'Butter, 0.017 of 3, 1 litre × Custard',
	]);
	await screen.click('Close');
	expect(screen.shown()).not.toContain('Cream');
});

it('adds the lines of a dish once they are known, if Enter came before', async () => {
	await kitchen.shows({
		'menuItem.list': [
			{
				id: 'dish-1',
				name: 'Scone',
				code: 'M-1',
				ingredients: [{ itemId: '2', uomId: 1, quantity: '3' }],
			},
		],
	});
	let answer: () => void = () => undefined;
	const asked = new Promise<void>((resolve) => (answer = resolve));
	const screen = await open('/waste/new', {
		answers: {
			'recipe.explode': async () => {
				await asked;
				return null;
			},
		},
	});
	await add(screen, 'scone');
	await screen.fill('Portions', '4');
	await screen.confirm('Add these lines');
	expect(saved()).toEqual([]);
	expect(screen.page.getByRole('button', { name: 'Add these lines', busy: true })).toBeTruthy();
	answer();
	await screen.settle();
	expect(screen.dialog()).toBe('');
	expect(saved()).toEqual(['Butter, 12 of 1, 4 × Scone']);
});

it('says why a dish could not be broken down', async () => {
	await kitchen.shows({ 'menuItem.list': [{ id: 'dish-1', name: 'Scone', ingredients: [] }] });
	const screen = await open('/waste/new', {
		answers: { 'recipe.explode': () => fail('disk-full', 'no') },
	});
	await add(screen, 'scone');
	expect(screen.notices()).toHaveLength(1);
	expect(screen.dialog()).toContain('[Add these lines, off]');
});

it('keeps lines as a template, and uses, renames, replaces and removes it', async () => {
	kitchen.call(
		'wastage.save',
		wasteToSave([wasteLine({ note: 'Fridge off' }), wasteLine({ lineId: 'line-2', itemId: '2' })]),
	);
	const { documentId } = wasteAt(kitchen)[0]!;
	const screen = await open(`/waste/${documentId}`);
	await screen.keys('{F4}');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Templates
		[Close]
		Lines you log often. Kept on this PC for this location.
		No templates yet.
		Save these lines as {Save these lines as: }
		[Save template]"
	`);
	await screen.confirm('Save template');
	expect(screen.dialog()).toContain('Enter a name first.');
	await screen.user.type(screen.page.getByLabelText('Save these lines as'), 'Morning');
	await screen.confirm('Save template');
	await screen.user.type(screen.page.getByLabelText('Save these lines as'), 'morning');
	await screen.confirm('Save template');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Templates
		[Close]
		Lines you log often. Kept on this PC for this location.
		[Morning (2 lines)] {Name of Morning: Morning} [Replace with these lines] [Remove Morning]
		Save these lines as {Save these lines as, wrong: morning}
		Another template has this name.
		[Save template]"
	`);
	await screen.confirm(/^Morning/);
	expect(saved()).toEqual([
		'Whole milk, 2 of 1, Spoiled, Fridge off',
		'Butter, 2 of 1, Spoiled',
		'Whole milk, 2 of 1, Spoiled, Fridge off',
		'Butter, 2 of 1, Spoiled',
	]);
	await screen.click('Templates');
	await screen.confirm('Replace with these lines');
	await screen.user.type(screen.page.getByLabelText('Name of Morning'), ' shift{Tab}');
	await screen.settle();
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Templates
		[Close]
		Lines you log often. Kept on this PC for this location.
		[Morning shift (4 lines)] {Name of Morning shift: Morning shift} [Replace with these lines] [Remove Morning shift]
		Save these lines as {Save these lines as: }
		[Save template]"
	`);
	await screen.confirm(/Remove/);
	expect(screen.dialog()).toContain('No templates yet.');
});

it('offers what is often wasted and what was logged twice', async () => {
	await kitchen.shows({ 'wastage.list': [wasteRecord({ status: 'Submitted' })] });
	kitchen.call('wastage.save', wasteToSave([wasteLine()]));
	const screen = await open();
	expect(below(screen)).toMatchInlineSnapshot(`
		"{Add an item: } [Show the list]
		Common here [Whole milk]
		No lines yet. Search for an item above and press Enter."
	`);
	await screen.click('Whole milk');
	await screen.keys('2{Enter}');
	await screen.keys('1');
	await screen.keys('{Enter}');
	expect(below(screen).replace(/waste\/[-\d]+/, 'waste/…')).toMatchInlineSnapshot(`
		"{Add an item: } [Show the list]
		Common here [Whole milk]
		Item | Case | Each / weight | Amount | Reason | Note | Cost, EUR | Remove |
		Whole milk DA-1 <Already logged: Draft #/waste/…> | {Case, Whole milk: } | {Each / weight, Whole milk: 2} | 2each | {Reason for Whole milk: Spoiled} | {Note on Whole milk: } | 1.00 | [Remove Whole milk] |
		Total 1.00"
	`);
});

it('goes to the first line of a template that has no number yet', async () => {
	const line = (itemId: string, typed: string) => {
		const boxes = typed === '' ? [] : [{ unitId: '1', typed }];
		return { itemId, boxes, reasonId: null, label: '', note: '' };
	};
	const lines = [line('1', '2'), line('2', ''), line('3', '')];
	const template = { templateId: null, locationId: 'L-1', name: 'Morning', lines };
	kitchen.call('waste.saveTemplate', template);
	const screen = await open();
	await screen.keys('{F4}');
	await screen.confirm(/^Morning/);
	expect(document.activeElement?.getAttribute('aria-label')).toBe('Each / weight, Butter');
});

it('says why a template could not be renamed or removed', async () => {
	let code: 'invalid-input' | 'disk-full' = 'invalid-input';
	const no = () => fail(code, 'no');
	const lines = [{ itemId: '1', boxes: [], reasonId: null, label: '', note: '' }];
	for (const name of ['Evening', 'Morning'])
		kitchen.call('waste.saveTemplate', { templateId: null, locationId: 'L-1', name, lines });
	const [, template] = kitchen.call('waste.templates', { locationId: 'L-1' }).templates;
	const screen = await open('/waste/new', {
		answers: { 'waste.saveTemplate': no, 'waste.removeTemplate': no },
	});
	await screen.keys('{F4}');
	await screen.user.type(screen.page.getByLabelText('Name of Morning'), ' shift{Tab}');
	await screen.settle();
	expect(screen.page.getByRole('alert').textContent).toBe('Another template has this name.');
	code = 'disk-full';
	await screen.user.type(screen.page.getByLabelText('Name of Morning'), 's{Tab}');
	await screen.settle();
	await screen.confirm('Remove Morning');
	expect(screen.notices()).toEqual([
		'The disk of this PC is full. Nothing can be saved until you free some space.',
		'The disk of this PC is full. Nothing can be saved until you free some space.',
	]);
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Templates
		[Close]
		Lines you log often. Kept on this PC for this location.
		[Evening (1 line)] {Name of Evening: Evening} [Remove Evening]
		[Morning (1 line)] {Name of Morning: Morning shifts} [Remove Morning]"
	`);
	expect(screen.asked('waste.removeTemplate')).toEqual([{ templateId: template?.templateId }]);
});
