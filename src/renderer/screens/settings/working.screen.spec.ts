import { expect, it } from 'vitest';
import { openStockedKitchen } from '../../../../test/support/kitchen.ts';
import { openSettings } from '../../../../test/support/settings-page.ts';
import { defaultCountingRules } from '../../../shared/bridge/counting-rules.ts';
import { fail } from '../../../shared/bridge/reply.ts';

type Opening = NonNullable<Parameters<typeof openSettings>[0]>;

const open = async (opening: Opening = {}) =>
	openSettings({ kitchen: await openStockedKitchen(), ...opening });

it('sets a choice back that could not be saved, and says why', async () => {
	const screen = await open({ answers: { 'settings.set': () => fail('disk-full', 'no') } });
	const shown = screen.shown();
	await screen.click('Sound when scanning', 'switch');
	await screen.click(/^Require a reason/, 'switch');
	await screen.click(/^Let approvals/, 'switch');
	await screen.click('Dark', 'radio');
	await screen.choose('Text size', '150%');
	expect(screen.asked('settings.set')).toHaveLength(5);
	expect(screen.notices()).toContain(
		'The disk of this PC is full. Nothing can be saved until you free some space.',
	);
	expect(screen.shown()).toBe(shown);
});

it('finds a setting as its name is typed', async () => {
	const screen = await open({ can: ['print'] });
	expect(screen.card('Barcode scanner')).toContain('[Print the set-up page]');
	await screen.keys('tolerance');
	expect(screen.shown(document.querySelector('[role=listbox]'))).toMatchInlineSnapshot(`
		"Counts: tolerance and reasons
		Base units tolerance for All items Counts: tolerance and reasons
		% of the book tolerance for All items Counts: tolerance and reasons
		Money tolerance for All items Counts: tolerance and reasons
		Require a reason for each line outside tolerance Counts: tolerance and reasons"
	`);
});

it('sets limits of a variance, for all items and for a category', async () => {
	const screen = await open();
	const limits = () => screen.card('Counts: tolerance and reasons').split('\n').slice(3, 7);
	await screen.fill('Base units tolerance for All items', '2.5');
	await screen.fill('Money tolerance for All items', '');
	await screen.choose('Add a category', 'Dairy');
	await screen.fill('% of the book tolerance for Dairy', 'ten');
	expect(limits()).toEqual([
		'All items | {Base units tolerance for All items: 2.5} | {% of the book tolerance for All items: 5} | {Money tolerance for All items: } | |',
		'Dairy | {Base units tolerance for Dairy: 2.5} | {% of the book tolerance for Dairy: ten} | {Money tolerance for Dairy: } | [Remove Dairy] |',
		'Enter zero or more, or leave it empty.',
		'### Reasons for variances',
	]);
	await screen.fill('% of the book tolerance for Dairy', '10');
	expect(screen.app.settings.counting.tolerances).toEqual({
		all: { money: null, percent: '5', quantity: '2.5' },
		byCategory: { Dairy: { money: null, percent: '10', quantity: '2.5' } },
	});
	expect(limits()).toEqual([
		'All items | {Base units tolerance for All items: 2.5} | {% of the book tolerance for All items: 5} | {Money tolerance for All items: } | |',
		'Dairy | {Base units tolerance for Dairy: 2.5} | {% of the book tolerance for Dairy: 10} | {Money tolerance for Dairy: } | [Remove Dairy] |',
		'### Reasons for variances',
		'Offered in the review of a count. Use your staff’s own words.',
	]);
	await screen.click('Remove Dairy');
	expect(screen.app.settings.counting.tolerances.byCategory).toEqual({});
});

it('keeps reasons in the words of the staff', async () => {
	const screen = await open({
		settings: { counting: { ...defaultCountingRules, reasons: ['Spilled', 'Lost'] } },
	});
	const { counting } = screen.app.settings;
	await screen.fill('Reason 1', ' Spilt ');
	await screen.click('Add a reason');
	await screen.keys('Not ours{Tab}');
	await screen.click('Remove Lost');
	await screen.click(/^Require a reason/, 'switch');
	expect(screen.asked('settings.set').map((set) => set.counting)).toEqual([
		{ ...counting, reasons: ['Spilt', 'Lost'] },
		{ ...counting, reasons: ['Spilt', 'Lost', 'Not ours'] },
		{ ...counting, reasons: ['Spilt', 'Not ours'] },
		{ ...counting, reasons: ['Spilt', 'Not ours'], reasonNeeded: true },
	]);
});

it('maps words for waste to reasons, in the order of their keys', async () => {
	const screen = await open();
	for (const words of ['Dropped', 'Too old']) {
		await screen.click('Add label');
		await screen.keys(`${words}{Tab}`);
		await screen.user.selectOptions(document.activeElement!, 'Spoiled');
		await screen.settle();
	}
	await screen.click('Move Too old up');
	const kept = (...words: string[]) => ({
		locationId: 'L-1',
		labels: words.map((each) => ({ words: each, reasonId: 'R-1' })),
	});
	expect(screen.asked('waste.saveLabels').slice(0, 2)).toEqual([kept(), kept('Dropped')]);
	expect(screen.asked('waste.saveLabels').at(-1)).toEqual(kept('Too old', 'Dropped'));
	expect(screen.card('Waste reasons in your own words')).toMatchInlineSnapshot(`
		"## Waste reasons in your own words
		The words your staff use at Harbour Kitchen. Each stands for a reason of the service. The first nine have the keys 1 to 9.
		1 {Label 1: Too old} {Reason for label 1: Spoiled} [Move Too old up, off] [Remove Too old]
		2 {Label 2: Dropped} {Reason for label 2: Spoiled} [Move Dropped up] [Remove Dropped]
		[Add label]"
	`);
	await screen.click('Move Too old up');
	screen.answers['waste.saveLabels'] = () => fail('internal', 'no');
	await screen.click('Remove Dropped');
	expect(screen.asked('waste.saveLabels').at(-1)).toEqual(kept('Too old'));
	expect(screen.notices()).toEqual([
		'This is already the first one.',
		'Something went wrong in Stillroom. Your saved work is safe.',
	]);
});

it('sets up the scanner, prints a sheet with test codes, and shows a code it read', async () => {
	const screen = await open({ can: ['print'] });
	await screen.click('Sound when scanning', 'switch');
	await screen.scan('036000291452');
	expect(screen.shown()).toContain('Scanned 036000291452. The scanner works.');
	await screen.fill('Prefix before a code optional', '%');
	await screen.click('None', 'radio');
	expect(screen.app.settings.scanner).toEqual({ prefix: '%', suffix: 'none', sound: false });
	await screen.click('Print the set-up page');
	expect(screen.shown(document.querySelector('.printed'))).toMatchInlineSnapshot(`
		"# Set up a barcode scanner
		How : Set these in the scanner with the set-up barcodes in its manual, which differ from maker to maker. Then open Settings in Stillroom and scan the barcodes below.
		Setting in the scanner | Value |
		Interface | Keyboard (USB HID, keyboard wedge) |
		Keyboard layout | The layout of this PC, or US if only digits are scanned |
		Prefix | % |
		Suffix | None. Enter is more reliable. |
		Delay between characters | None, or the shortest. Up to 120 milliseconds is recognised. |
		Code types | EAN-8, EAN-13, UPC-A, ITF-14, with the check digit |
		Test barcode 2000000000015
		Test barcode 20000004"
	`);
});

it('keeps who works here, the staff and the look', async () => {
	const screen = await open();
	await screen.fill('Who works here', ' Sam ');
	await screen.fill('Names of the staff', 'Sam\n Noor{Enter}{Enter}Sam');
	await screen.choose('Location', 'Garden Room');
	await screen.choose('Text size', '125%');
	await screen.choose('Region format', 'American English');
	for (const name of ['Dark', 'High', 'Touch', '10 s']) await screen.click(name, 'radio');
	await screen.click(/^Let approvals/, 'switch');
	await screen.click(/^Waste must be approved/, 'switch');
	await screen.click('العربية', 'radio');
	const { lang, dir, dataset, style } = document.documentElement;
	expect({ lang, dir, ...dataset, scale: style.getPropertyValue('--text-scale') }).toEqual({
		lang: 'ar',
		dir: 'rtl',
		theme: 'dark',
		contrast: 'more',
		density: 'touch',
		scale: '1.25',
	});
	expect(screen.asked('settings.set')).toEqual([
		{ person: 'Sam' },
		{ staff: ['Sam', 'Noor'] },
		{ locationId: 'L-2' },
		{ textSize: 125 },
		{ locale: 'en-US' },
		{ theme: 'dark' },
		{ contrast: 'more' },
		{ density: 'touch' },
		{ undoSeconds: 10 },
		{ approvalsWait: true },
		{ anotherApproves: ['wastage'] },
		{ language: 'ar', locale: 'ar-SA', localeOf: { en: 'en-US' } },
	]);
});
