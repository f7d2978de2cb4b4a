import { expect, it } from 'vitest';
import { openCountedGoods } from '../../../../test/support/counted-goods.ts';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';
import { refusedUnderWay } from '../../../../test/support/under-way.ts';
import { countPlan } from '../../../shared/bridge/count-plan.ts';
import { fail } from '../../../shared/bridge/reply.ts';

const milkRun = countPlan.parse({
	scope: { kind: 'items', itemIds: ['1', '3'] },
	guided: true,
	blind: true,
	blanks: 'zero',
	order: 'service',
	together: 'sum',
	counters: ['Noor', 'Samir'],
	recount: 'another',
	approval: 'another',
	approver: 'Mara',
});

const open = async (
	path = '',
	opening: { answers?: Answers; person?: string; asOf?: null } = {},
) => {
	const kitchen = await openCountedGoods();
	const { templateId } = kitchen.call('countTemplate.save', {
		locationId: 'L-1',
		templateId: null,
		name: 'Milk run',
		plan: milkRun,
	});
	const screen = await openScreen(`/counts/new${path.replace('T', templateId)}`, {
		kitchen,
		answers: opening.answers ?? {},
		state: {
			sync: {
				...kitchen.sync.state(),
				asOf: opening.asOf === null ? null : Date.UTC(2026, 10, 20, 8, 40),
			},
		},
		settings: {
			person: opening.person ?? 'Noor',
			scanner: { prefix: '', suffix: 'enter', sound: false },
		},
	});
	return {
		...screen,
		templateId,
		/** What is counted, below the kinds to choose from. */
		what: () =>
			screen
				.shown(screen.page.getByRole('region', { name: 'Items' }))
				.split('\n')
				.slice(2)
				.join('\n'),
	};
};

it('begins with all areas, and its name follows what is counted', async () => {
	const screen = await open();
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# New count
		Harbour Kitchen · stock as of Fri 20 Nov, 8:40
		Name {Name: Count of 20 November}
		## Items
		{Areas: yes} Areas {Categories: no} Categories {Classes: no} Classes {Items: no} Items {Due items: no} Due items
		Areas
		{All areas: yes} All areas
		{Dry store: yes} Dry store 3 items
		{Freezer: yes} Freezer 2 items
		5 lines, 4 items, 2 areas
		## Method
		Expected quantities
		{Show Each line shows its expected quantity and variance.: yes} Show Each line shows its expected quantity and variance. {Hide (blind count) Counters don’t see expected quantities. They appear in the review.: no} Hide (blind count) Counters don’t see expected quantities. They appear in the review.
		Order {Order: Walking order set here}
		Uncounted items {Uncounted items: Leave unchanged}
		{Guided Moves from line to line in walking order, and on to the next area.: no} Guided Moves from line to line in walking order, and on to the next area.
		## People
		Countersoptional {Counters optional: }
		Separate names with commas. Leave empty for anyone.
		If two people count the same line {If two people count the same line: Ask the first time}
		Recount {Recount: By anyone, with a warning if the same person recounts}
		Approval {Approval: Not required}
		[Save as template] [Cancel] [Start counting Ctrl Enter]"
	`);
	await screen.click('Freezer', 'checkbox');
	expect(screen.what()).toMatchInlineSnapshot(`
		"Areas
		{All areas: no} All areas
		{Dry store: yes} Dry store 3 items
		{Freezer: no} Freezer 2 items
		3 lines, 3 items, 1 area"
	`);
	await screen.click(/^Start counting/);
	expect(screen.asked('stocktake.open')).toMatchObject([
		{
			locationId: 'L-1',
			name: 'Count of 20 November: Dry store',
			plan: countPlan.parse({ scope: { kind: 'areas', areaIds: ['A-1'] } }),
			templateId: null,
		},
	]);
	expect(screen.app.route.path).toMatch(/^\/counts\/[^n]/);
});

it('counts categories, and one alone with a key', async () => {
	const screen = await open();
	await screen.click('Categories', 'radio');
	expect(screen.what()).toMatchInlineSnapshot(`
		"Categories
		{All categories: no} All categories
		{Baking: no} Baking 1 item
		{Dairy: no} Dairy 3 items
		Choose at least one category."
	`);
	await screen.click(/^Start counting/);
	expect(screen.notices()).toEqual(['Choose at least one category.']);
	expect(screen.asked('stocktake.open')).toEqual([]);
	expect(document.activeElement).toBe(screen.page.getByRole('checkbox', { name: /^All/ }));
	await screen.click('All categories', 'checkbox');
	await screen.click('Baking', 'checkbox');
	expect(screen.what()).toMatchInlineSnapshot(`
		"Categories
		{All categories: no} All categories
		{Baking: no} Baking 1 item
		{Dairy: yes} Dairy 3 items
		4 lines, 3 items, 2 areas"
	`);
	await screen.click('Baking', 'checkbox');
	await screen.keys('{Alt>}o{/Alt}');
	expect(screen.page.getByRole('textbox', { name: 'Name' })).toHaveProperty(
		'value',
		'Count of 20 November: Baking',
	);
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.asked('stocktake.open').map(({ plan }) => plan.scope)).toEqual([
		{ kind: 'categories', categories: ['Baking'] },
	]);
});

it('counts classes, or what is due', async () => {
	const screen = await open();
	await screen.click('Classes', 'radio');
	await screen.click('Dry goods', 'checkbox');
	expect(screen.what()).toMatchInlineSnapshot(`
		"Classes
		{All classes: no} All classes
		{Dry goods: yes} Dry goods 1 item
		{Food: no} Food 3 items
		1 line, 1 item, 1 area"
	`);
	expect(screen.asked('countPlan.preview').at(-1)?.scope).toEqual({
		kind: 'classes',
		classes: ['Dry goods'],
	});
	await screen.click('Due items', 'radio');
	await screen.choose('Counting frequency', 'Weekly');
	expect(screen.what()).toMatchInlineSnapshot(`
		"Counting frequency {Counting frequency: Weekly: 1 item due}
		1 line, 1 item, 1 area"
	`);
	await screen.go('/counts/new/due/Daily');
	expect(screen.what()).toMatchInlineSnapshot(`
		"Counting frequency {Counting frequency: Daily: 1 item due}
		2 lines, 1 item, 2 areas"
	`);
});

it('counts items that are found or scanned, and says when a code is unknown', async () => {
	const screen = await open();
	await screen.scan('036000291452');
	expect(screen.what()).toMatchInlineSnapshot(`
		"Add an item
		{Add an item: } [Show the list]
		Type its name or code, or scan it.
		Whole milk [Remove Whole milk]
		2 lines, 1 item, 2 areas"
	`);
	await screen.user.click(screen.page.getByRole('combobox', { name: 'Add an item' }));
	await screen.keys('crea');
	await screen.keys('{Enter}');
	await screen.scan('96385074');
	await screen.scan('036000291452');
	expect(screen.notices()).toEqual(['Barcode 96385074 not recognised.']);
	expect(screen.what()).toMatchInlineSnapshot(`
		"Add an item
		{Add an item, open: } [Show the list]
		Type its name or code, or scan it.
		Whole milk [Remove Whole milk]
		Cream [Remove Cream]
		3 lines, 2 items, 2 areas"
	`);
	await screen.click('Remove Whole milk');
	await screen.click(/^Start counting/);
	expect(screen.asked('stocktake.open').map(({ plan }) => plan.scope)).toEqual([
		{ kind: 'items', itemIds: ['3'] },
	]);
});

it('opens a template with all its rules, and can change it', async () => {
	const screen = await open('/template/T');
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Count from a template
		Harbour Kitchen · stock as of Fri 20 Nov, 8:40
		Name {Name: Milk run}
		## Items
		{Areas: no} Areas {Categories: no} Categories {Classes: no} Classes {Items: yes} Items {Due items: no} Due items
		Add an item
		{Add an item: } [Show the list]
		Type its name or code, or scan it.
		Whole milk [Remove Whole milk]
		Cream [Remove Cream]
		3 lines, 2 items, 2 areas
		## Method
		Expected quantities
		{Show Each line shows its expected quantity and variance.: no} Show Each line shows its expected quantity and variance. {Hide (blind count) Counters don’t see expected quantities. They appear in the review.: yes} Hide (blind count) Counters don’t see expected quantities. They appear in the review.
		Order {Order: Order of the service}
		Uncounted items {Uncounted items: Count as zero}
		{Guided Moves from line to line in walking order, and on to the next area.: yes} Guided Moves from line to line in walking order, and on to the next area.
		## People
		Countersoptional {Counters optional: Noor, Samir}
		Separate names with commas. Leave empty for anyone.
		If two people count the same line {If two people count the same line: Add the counts}
		Recount {Recount: Only by another person}
		Approval {Approval: By someone who did not count}
		Approveroptional {Approver optional: Mara}
		[Delete template] [Save template] [Cancel] [Start counting Ctrl Enter]"
	`);
	await screen.click('Remove Cream');
	await screen.user.clear(screen.page.getByRole('textbox', { name: /^Counters/ }));
	await screen.click('Save template');
	expect(screen.notices()).toEqual(['Template Milk run saved.']);
	expect(screen.asked('countTemplate.save')).toEqual([
		{
			locationId: 'L-1',
			name: 'Milk run',
			plan: { ...milkRun, scope: { kind: 'items', itemIds: ['1'] }, counters: [] },
			templateId: screen.templateId,
		},
	]);
	await screen.click(/^Start counting/);
	expect(screen.asked('stocktake.open').map(({ name, templateId }) => [name, templateId])).toEqual([
		['Milk run, 20 November', screen.templateId],
	]);
});

it('names the template that was saved after the person left', async () => {
	const answer = Promise.withResolvers<null>();
	const screen = await open('', { answers: { 'countTemplate.save': () => answer.promise } });
	await screen.click('Save as template');
	await screen.go('/outbox');
	answer.resolve(null);
	await screen.settle();
	expect(screen.notices()).toEqual(['Template Count of 20 November saved.']);
});

it('deletes a template', async () => {
	const screen = await open('/template/T');
	await screen.click('Delete template');
	expect(screen.asked('countTemplate.remove')).toEqual([{ templateId: screen.templateId }]);
	expect(screen.app.route.path).toBe('/counts');
});

it('says why a template was not saved, deleted or counted', async () => {
	const no = () => fail('not-found', 'It is gone.');
	const screen = await open('/template/T', {
		answers: { 'countTemplate.save': no, 'countTemplate.remove': no, 'stocktake.open': no },
	});
	const said = [];
	for (const name of ['Save template', 'Delete template', /^Start counting/]) {
		await screen.click(name);
		said.push(screen.shown().split('\n').at(2));
	}
	expect(said).toEqual(Array(3).fill('This no longer exists.'));
});

it.each([
	[
		'before the first pull',
		null,
		'The items in these areas are not downloaded yet. They come with the first download.',
	],
	[
		'where nothing is kept',
		undefined,
		'There is nothing to count here: the service lists no stock for this selection at this location.',
	],
])('says why nothing can be counted %s', async (_when, asOf, says) => {
	const answers: Answers = {};
	const screen = await open('', { ...(asOf === null ? { asOf } : {}), answers });
	await refusedUnderWay({ ...screen, answers }, 'stocktake.open', /^Start counting/, says);
	expect(screen.shown().split('\n')[2]).toBe(says);
});

it('asks who counts at a PC without a person', async () => {
	const screen = await open('', { person: '' });
	await screen.user.type(screen.page.getByRole('textbox', { name: /^Who works here/ }), ' Samir ');
	await screen.click(/^Start counting/);
	expect(screen.asked('settings.set')).toEqual([{ person: 'Samir' }]);
	expect(screen.asked('stocktake.open')).toHaveLength(1);
});
