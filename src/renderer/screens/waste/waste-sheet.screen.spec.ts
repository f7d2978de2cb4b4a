import { expect, it } from 'vitest';
import { wasteAt, wasteLine, wasteToSave, written } from '../../../../test/support/documents.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { openScreen } from '../../../../test/support/screen.ts';
import { add, below, openWasteKitchen, savedIn } from '../../../../test/support/waste-page.ts';
import { fail } from '../../../shared/bridge/reply.ts';

const kitchen = eachKitchen(openWasteKitchen);
type Opening = Omit<Parameters<typeof openScreen>[1], 'kitchen'>;
const open = (path = '/waste/new', more: Opening = {}) => openScreen(path, { kitchen, ...more });
const saved = () => savedIn(kitchen);

it('logs waste by keys alone and submits it', async () => {
	const screen = await open();
	expect(screen.shown()).toContain(
		'Reason: Alt and 1 Spoiled2 Dropped <Your own words #/settings>',
	);
	await add(screen, 'milk');
	await screen.keys('2{Enter}');
	await screen.keys('2{Enter}');
	await add(screen, 'butter');
	await screen.keys('5{Enter}');
	expect(below(screen)).toMatchInlineSnapshot(`
		"{Add an item: } [Show the list]
		Item | Case | Each / weight | Amount | Reason | Note | Cost, EUR | Remove |
		Whole milk DA-1 | {Case, Whole milk: } | {Each / weight, Whole milk: 2} | 2each | {Reason for Whole milk: Dropped} | {Note on Whole milk: } | 1.00 | [Remove Whole milk] |
		Butter DA-2 | {Case, Butter: } | {Each / weight, Butter: 5} | 5each | {Reason for Butter: Dropped} | {Note on Butter: } | 2.50 | [Remove Butter] |
		Total 3.50"
	`);
	expect(saved()).toEqual(['Whole milk, 2 of 1, Dropped', 'Butter, 5 of 1, Dropped']);
	// The line just added, while the search for the next one has the focus.
	await screen.keys('{Alt>}1{/Alt}');
	expect(saved()).toEqual(['Whole milk, 2 of 1, Dropped', 'Butter, 5 of 1, Spoiled']);
	await screen.user.dblClick(screen.page.getByRole('button', { name: 'Submit' }));
	await screen.settle();
	expect(screen.notices()).toEqual(['Saved. Will be sent when online.']);
	expect(screen.app.route.path).toBe('/waste');
	await kitchen.send();
	expect(written(kitchen)).toEqual(['wastage.create', 'wastage.submit']);
});

it('adds the chosen item even if the answer to an earlier search comes last', async () => {
	const earlier = Promise.withResolvers<null>();
	const screen = await open('/waste/new', {
		answers: { 'item.search': async ({ text }) => (text === 'b' ? earlier.promise : null) },
	});
	const box = screen.page.getByRole('combobox', { name: 'Add an item' });
	await screen.user.type(box, 'b');
	await screen.user.clear(box);
	await screen.user.type(box, 'milk');
	await screen.settle();
	earlier.resolve(null);
	await screen.settle();
	await screen.keys('{Enter}');
	expect(saved()).toEqual(['Whole milk']);
});

it('goes to what is missing before it submits', async () => {
	const screen = await open();
	await screen.click('Submit');
	expect(below(screen)).toMatchInlineSnapshot(`
		"{Add an item, wrong: } [Show the list]
		Add at least one line.
		Fix 1 problem before you submit
		[Next problem]
		No lines yet. Search for an item above and press Enter."
	`);
	expect(document.activeElement).toBe(screen.page.getByRole('combobox', { name: 'Add an item' }));
	await add(screen, 'milk');
	await screen.click('Submit');
	expect(document.activeElement?.getAttribute('aria-label')).toBe('Each / weight, Whole milk');
	expect(below(screen)).toMatchInlineSnapshot(`
		"{Add an item: } [Show the list]
		Fix 2 problems before you submit
		Whole milk · Each / weight: This is required.
		[Next problem]
		Item | Case | Each / weight | Amount | Reason | Note | Cost, EUR | Remove |
		Whole milk DA-1 | {Case, Whole milk: } | {Each / weight, Whole milk, wrong: } This is required. | This is required. | {Reason for Whole milk, wrong: Choose a reason} | {Note on Whole milk: } | – | [Remove Whole milk] |
		Total 0.00"
	`);
	await screen.click('Next problem');
	expect(document.activeElement?.getAttribute('aria-label')).toBe('Each / weight, Whole milk');
	await screen.keys('4');
	await screen.keys('{F8}');
	expect(document.activeElement?.getAttribute('aria-label')).toBe('Reason for Whole milk');
	expect(below(screen)).toMatchInlineSnapshot(`
		"{Add an item: } [Show the list]
		Fix 1 problem before you submit
		Whole milk · Reason: This is required.
		[Next problem]
		Item | Case | Each / weight | Amount | Reason | Note | Cost, EUR | Remove |
		Whole milk DA-1 | {Case, Whole milk: } | {Each / weight, Whole milk: 4} | 4each | {Reason for Whole milk, wrong: Choose a reason} | {Note on Whole milk: } | 2.00 | [Remove Whole milk] |
		Total 2.00"
	`);
	await screen.keys('{Alt>}1{/Alt}');
	expect(saved()).toEqual(['Whole milk, 4 of 1, Spoiled']);
});

it('undoes, redoes and removes, and discards what is left', async () => {
	kitchen.call(
		'wastage.save',
		wasteToSave([wasteLine({ note: 'Fridge off' }), wasteLine({ lineId: 'line-2', itemId: '2' })]),
	);
	const { documentId } = wasteAt(kitchen)[0]!;
	const screen = await open(`/waste/${documentId}`);
	await screen.keys('{Control>}z{/Control}');
	await screen.keys('{Control>}y{/Control}');
	expect(screen.notices()).toEqual(['Nothing to undo.', 'Nothing to redo.']);
	await screen.click('Remove Whole milk');
	expect(saved()).toEqual(['Butter, 2 of 1, Spoiled']);
	expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove Butter');
	await screen.keys('{Control>}z{/Control}');
	expect(saved()).toEqual(['Whole milk, 2 of 1, Spoiled, Fridge off', 'Butter, 2 of 1, Spoiled']);
	await screen.keys('{Control>}{Shift>}z{/Shift}{/Control}');
	await screen.click('Remove Butter');
	expect(below(screen)).toMatchInlineSnapshot(`
		"{Add an item: } [Show the list]
		No lines yet. Search for an item above and press Enter."
	`);
	await screen.click('Discard');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Discard this draft?
		Nothing was sent. The draft and its lines are deleted.
		[Cancel] [Discard]"
	`);
	await screen.confirm('Discard');
	expect(screen.notices().at(-1)).toMatchInlineSnapshot(`"Draft discarded."`);
	expect(screen.app.route.path).toBe('/waste');
	expect(wasteAt(kitchen)).toEqual([]);
});

it('keeps what was typed while it cannot be saved, and saves it again', async () => {
	let full = true;
	const screen = await open('/waste/new', {
		answers: {
			'wastage.save': (draft) =>
				full && draft.lines.some(({ boxes }) => boxes.length > 0) ? fail('disk-full', 'no') : null,
		},
	});
	await add(screen, 'milk');
	await screen.keys('7{Enter}');
	expect(screen.shown()).toContain('Business day Fri 20 Nov · Not saved');
	expect(below(screen)).toMatchInlineSnapshot(`
		"{Add an item: } [Show the list]
		Not saved
		The disk of this PC is full. Nothing can be saved until you free some space.
		[Save again]
		Item | Case | Each / weight | Amount | Reason | Note | Cost, EUR | Remove |
		Whole milk DA-1 | {Case, Whole milk: } | {Each / weight, Whole milk, wrong: 7} Not saved: The disk of this PC is full. Nothing can be saved until you free some space. | 7each | {Reason for Whole milk: Choose a reason} | {Note on Whole milk: } | 3.50 | [Remove Whole milk] |
		The disk of this PC is full. Nothing can be saved until you free some space.
		Total 3.50"
	`);
	expect(saved()).toEqual(['Whole milk']);
	full = false;
	await screen.click('Save again');
	expect(saved()).toEqual(['Whole milk, 7 of 1']);
	expect(screen.shown()).toContain('Saved');
});

it('lets a person choose between two windows', async () => {
	kitchen.call('wastage.save', wasteToSave());
	const { documentId } = wasteAt(kitchen)[0]!;
	const elsewhere = (revision: number, typed: string) =>
		kitchen.call(
			'wastage.save',
			wasteToSave([wasteLine({ boxes: [{ unitId: '1', typed }] })], { documentId, revision }),
		);
	let late = false;
	const screen = await open(`/waste/${documentId}`, {
		answers: {
			'wastage.get': () => (late ? fail('disk-full', 'no') : null),
		},
	});
	const note = async (text: string) => {
		await screen.user.type(screen.page.getByRole('textbox', { name: /Note/ }), text);
		await screen.keys('{Tab}');
	};
	kitchen.listeners.clear();
	elsewhere(1, '8');
	await note('Mine');
	expect(below(screen)).toMatchInlineSnapshot(`
		"{Add an item: } [Show the list]
		Not saved
		This draft was changed in another window. Your text is still here.
		[Load the saved version] [Keep this version]
		Item | Case | Each / weight | Amount | Reason | Note | Cost, EUR | Remove |
		Whole milk DA-1 | {Case, Whole milk: } | {Each / weight, Whole milk: 2} | 2each | {Reason for Whole milk: Spoiled} | {Note on Whole milk: Mine} | 1.00 | [Remove Whole milk] |
		Total 1.00"
	`);
	late = true;
	await screen.click('Load the saved version');
	expect(screen.notices()).toEqual([
		'The disk of this PC is full. Nothing can be saved until you free some space.',
	]);
	late = false;
	await screen.click('Load the saved version');
	expect(below(screen)).toMatchInlineSnapshot(`
		"{Add an item: } [Show the list]
		Item | Case | Each / weight | Amount | Reason | Note | Cost, EUR | Remove |
		Whole milk DA-1 | {Case, Whole milk: } | {Each / weight, Whole milk: 8} | 8each | {Reason for Whole milk: Spoiled} | {Note on Whole milk: } | 4.00 | [Remove Whole milk] |
		Total 4.00"
	`);
	elsewhere(2, '9');
	await note('Mine again');
	await screen.click('Keep this version');
	expect(saved()).toEqual(['Whole milk, 8 of 1, Spoiled, Mine again']);
});
