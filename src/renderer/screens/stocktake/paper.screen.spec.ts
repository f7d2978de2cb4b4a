import { expect, it } from 'vitest';
import { openCountScreen } from '../../../../test/support/count-screen.ts';

const open = async (opening: Parameters<typeof openCountScreen>[1] = {}) => {
	const screen = await openCountScreen('/counts/ID', {
		typed: { 1: '40', 3: '58.5' },
		can: ['print', 'save-file'],
		before: (kitchen, stocktakeId) =>
			kitchen.call('stocktake.note', { stocktakeId, lineNo: 3, note: 'Torn sack', by: '' }),
		...opening,
	});
	await screen.more('Count sheets on paper…');
	return screen;
};

it('prints a blank sheet for handwriting, or one with the counts so far', async () => {
	const screen = await open();
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Count sheets on paper
		[Close]
		5 lines in walking order, numbered for entry
		Shows
		{Blank Empty boxes, and space for items that are not listed.: yes} Blank Empty boxes, and space for items that are not listed. {Counted so far Includes the quantities entered so far, without expected quantities.: no} Counted so far Includes the quantities entered so far, without expected quantities. {Counted so far and expected Includes the book quantity of each line.: no} Counted so far and expected Includes the book quantity of each line.
		Areas {Areas: All areas}
		{Only uncounted lines: no} Only uncounted lines
		[Save as CSV] [Save for Excel (XLSX)] [Print…]"
	`);
	await screen.confirm('Print…');
	expect(screen.words(document.querySelector('.printed'))).toMatchInlineSnapshot(`
		"# Count sheet: Friday
		Business day : 20 Nov 2026
		Opened : Fri 20 Nov, 10:00, Noor
		Shows : blank
		Dry store Counted byDate, timeChecked by |
		No. | Shelf | Item | Code | Case | Each / weight | Note |
		1 | A | Whole milk | DA-1 | case | each | |
		2 | A | Butter | DA-2 | case | each | |
		3 | B | Flour | DA-4 | sack | kg | Torn sack |
		| | | | | | |
		| | | | | | |
		| | | | | | |
		Freezer Counted byDate, timeChecked by |
		No. | Shelf | Item | Code | Case | Each / weight | Note |
		4 | A | Whole milk | DA-1 | case | each | |
		5 | A | Cream | DA-3 | case | each | |
		| | | | | | |
		| | | | | | |
		| | | | | | |"
	`);
	await screen.confirm('Cancel');
	const read = screen.asked('stocktake.sheet').length;
	await screen.more('Count sheets on paper…');
	expect(screen.asked('stocktake.sheet').length).toBe(read + 1);
	await screen.confirm(/^Counted so far and expected/, 'radio');
	await screen.choose('Areas', 'A-1');
	await screen.confirm('Print…');
	expect(screen.words(document.querySelector('.printed'))).toMatchInlineSnapshot(`
		"# Count sheet: Friday
		Business day : 20 Nov 2026
		Opened : Fri 20 Nov, 10:00, Noor
		Shows : counted so far and expected
		Entries until : Fri 20 Nov, 10:00
		Book as of : Fri 20 Nov, 10:00
		Dry store Counted byDate, timeChecked by |
		No. | Shelf | Item | Code | Case | Each / weight | Expected | Note |
		1 | A | Whole milk | DA-1 | case | 40each | 48 | |
		2 | A | Butter | DA-2 | case | each | 24 | |
		3 | B | Flour | DA-4 | sack | 58.5kg | 60.0004 | Torn sack |"
	`);
});

it('saves the sheet as a file, of uncounted lines alone if asked for', async () => {
	const screen = await open();
	await screen.confirm(/^Counted so far Includes/, 'radio');
	await screen.confirm(/CSV/);
	expect(new TextDecoder().decode(screen.saved[0]?.bytes)).toMatchInlineSnapshot(`
		"No.,Area,Shelf,Item,Code,Case,Unit: Case,Each / weight,Unit: Each / weight,State,Note
		1,Dry store,A,Whole milk,DA-1,,case,40,each,counted,
		2,Dry store,A,Butter,DA-2,,case,,each,uncounted,
		3,Dry store,B,Flour,DA-4,,sack,58.5,kg,counted,Torn sack
		4,Freezer,A,Whole milk,DA-1,,case,,each,uncounted,
		5,Freezer,A,Cream,DA-3,,case,,each,uncounted,
		"
	`);
	await screen.more('Count sheets on paper…');
	await screen.confirm('Only uncounted lines', 'checkbox');
	await screen.choose('Areas', 'A-2');
	await screen.confirm(/^Counted so far and expected/, 'radio');
	await screen.confirm(/CSV/);
	expect(new TextDecoder().decode(screen.saved[1]?.bytes)).toMatchInlineSnapshot(`
		"No.,Area,Shelf,Item,Code,Case,Unit: Case,Each / weight,Unit: Each / weight,Expected,State,Note
		4,Freezer,A,Whole milk,DA-1,,case,,each,12,uncounted,
		5,Freezer,A,Cream,DA-3,,case,,each,7.5,uncounted,
		"
	`);
	expect(screen.notices()).toEqual([
		'count sheet Harbour Kitchen Friday 2026-11-20.csv is in this browser’s downloads.',
		'count sheet Harbour Kitchen Friday 2026-11-20.csv is in this browser’s downloads.',
	]);
});

it('offers no expected quantities of a blind count', async () => {
	const screen = await open({ plan: { blind: true } });
	expect(screen.dialog().split('\n')[4]).toMatchInlineSnapshot(
		`"{Blank Empty boxes, and space for items that are not listed.: yes} Blank Empty boxes, and space for items that are not listed. {Counted so far Includes the quantities entered so far, without expected quantities.: no} Counted so far Includes the quantities entered so far, without expected quantities. {Counted so far and expected This is a blind count: counters don’t see expected quantities., off: no} Counted so far and expected This is a blind count: counters don’t see expected quantities."`,
	);
});
