import { expect, it } from 'vitest';
import { openCountScreen } from '../../../../test/support/count-screen.ts';
import { opensAnew } from '../../../../test/support/opens-anew.ts';
import { fail } from '../../../shared/bridge/reply.ts';

const open = (opening: Parameters<typeof openCountScreen>[1] = {}) =>
	openCountScreen('/counts/ID/paper', opening);
const box = () => {
	const at = document.activeElement;
	return at instanceof HTMLInputElement
		? `${at.labels?.[0]?.textContent.trim() ?? ''}: ${at.value}`
		: at?.localName;
};

it('takes the lines of a paper count by number, in order, and says what is wrong', async () => {
	const screen = await open({ typed: { 5: '7' } });
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Enter from paper: Friday
		as Noor · 1 of 5 lines counted
		[Count under another name] <Back to sheet #/counts/ID>
		{First time: yes} First time {Check by a second person: no} Check by a second person
		Type a line number and press Enter, then its quantities.
		{Now: yes} Now {Earlier: no} Earlier
		Compared with the current book quantity. If the sheet was counted earlier, enter when.
		Line number {Line number: }
		Press Enter to continue with line 1."
	`);
	expect(box()).toMatchInlineSnapshot(`"Line number: "`);
	await screen.keys('9{Enter}');
	expect(screen.shown('Line number')).toMatchInlineSnapshot(`
		"Line number {Line number, wrong: 9}
		There is no line 9. The last line is 5.
		Press Enter to continue with line 1."
	`);
	await screen.keys('{Escape}');
	expect(box()).toBe('Line number: ');
	await screen.keys('{Enter}');
	expect(screen.shown('Line number')).toMatchInlineSnapshot(`
		"Line number {Line number: 1}
		Whole milk DA-1 Dry store, A
		case {case: }
		Case
		each {each: }
		Each / weight
		Total uncounted"
	`);
	await screen.keys('1,5{Enter}');
	expect(screen.shown('Line number')).toMatchInlineSnapshot(`
		"Line number {Line number: 1}
		Whole milk DA-1 Dry store, A
		case {case, wrong: 1,5}
		1.5 or 15 – which one?
		Case
		each {each: }
		Each / weight
		Total uncounted"
	`);
	await screen.keys('{Escape}');
	expect(box()).toMatchInlineSnapshot(`"Line number: "`);
	await screen.keys('2{Enter}1{Enter}');
	expect(screen.asked('stocktake.enterMany')).toMatchObject([
		{
			by: '',
			entries: [
				{
					lineNo: 2,
					typed: '1',
					unitId: '3',
				},
			],
			locale: 'en-GB',
		},
	]);
	await screen.keys('{Enter}{Tab}{Enter}');
	expect(screen.shown('Line number')).toMatchInlineSnapshot(`
		"Line number {Line number: }
		Press Enter to continue with line 4.
		## Entered here
		3 | Flour DA-4 | | uncounted | left uncounted |
		2 | Butter DA-2 | 1case | 12each | saved At most half of the expected quantity. Is that right? |"
	`);
});

it('compares a second typing with the first, and takes one of them', async () => {
	const screen = await open({ typed: { 1: '40', 2: '20' } });
	await screen.click('Check by a second person', 'radio');
	screen.page.getByRole('textbox', { name: /^Line/ }).focus();
	await screen.keys('1{Enter}{Tab}400');
	expect(screen.shown('Total')).toBe('Total 400each');
	await screen.keys('{Backspace}{Enter}');
	await screen.keys('2{Enter}{Tab}21{Enter}');
	expect(screen.shown('Line number')).toMatchInlineSnapshot(`
		"Line number {Line number: }
		Press Enter to continue with line 3.
		## 1 line differs
		# | Item | First | Second | Use |
		2 | Butter | 20each Noor | 21each Noor | [Use the first: Butter] [Use the second: Butter] |
		## Entered here
		2 | Butter DA-2 | | 21each | differs |
		1 | Whole milk DA-1 | | 40each | matches |"
	`);
	await screen.click('Use the second: Butter');
	expect(screen.asked('countPaper.settle')).toMatchObject([{ lineNo: 2, stands: 'second' }]);
	expect(screen.notices()).toEqual(['Line 2 now has the second count.']);
});

it('goes to the box of a scanned item', async () => {
	const screen = await open();
	await screen.scan('4006381333931');
	expect(box()).toMatchInlineSnapshot(`"each: "`);
	await screen.scan('5901234123457');
	expect(screen.notices()).toEqual(['Barcode 5901234123457 is on no line of this count.']);
});

it('compares with the book of the time when the paper was counted', async () => {
	const screen = await open();
	await screen.click('Earlier', 'radio');
	expect(screen.shown('{Now')).toMatchInlineSnapshot(`
		"{Now: no} Now {Earlier: yes} Earlier
		{Date counted: 20 Nov 2026}
		Time counted {Time counted: }
		Line number {Line number: }
		Press Enter to continue with line 1."
	`);
	await screen.keys('{Tab}');
	await screen.fill('Time counted', '25:00');
	screen.page.getByRole('textbox', { name: /^Line/ }).focus();
	await screen.keys('{Enter}{Tab}7{Enter}');
	expect(document.activeElement).toBe(screen.page.getByRole('textbox', { name: /time/i }));
	expect(screen.shown('{Now')).toMatchInlineSnapshot(`
		"{Now: no} Now {Earlier: yes} Earlier
		{Date counted: 20 Nov 2026}
		Time counted {Time counted, wrong: 25:00}
		Enter a time, for example 9:00.
		Line number {Line number: 1}
		Whole milk DA-1 Dry store, A
		case {case: }
		Case
		each {each: 7}
		Each / weight
		Total 7each At most half of the expected quantity. Is that right?"
	`);
	await screen.fill('Time counted', '9:01');
	screen.page.getByRole('textbox', { name: /each/i }).focus();
	await screen.keys('{Enter}');
	expect(screen.shown()).toContain('This time is in the future.');
	await screen.fill('Time counted', '8:15');
	await screen.keys('{Enter}');
	await screen.settle();
	expect(screen.asked('countPaper.bookOf').at(-1)).toMatchObject({
		stocktakeId: screen.stocktakeId,
	});
	expect(screen.shown('{Date').split('\n').slice(0, 3)).toEqual([
		'{Date counted: 20 Nov 2026}',
		'Time counted {Time counted: 8:15}',
		'The book quantity at that time is unknown on this PC. These lines are compared with the one at the opening and marked in the review.',
	]);
	await screen.keys('{Enter}');
	expect(screen.asked('stocktake.enterMany').at(-1)).toMatchObject({
		countedAt: new Date(2026, 10, 20, 8, 15).getTime(),
		entries: [{ lineNo: 1, typed: '7', unitId: '1' }],
	});
});

it('says of which time the book of a paper count is', async () => {
	const asOf = Date.UTC(2026, 10, 20, 8);
	const screen = await open({ answers: { 'countPaper.bookOf': { asOf } } });
	await screen.click('Earlier', 'radio');
	await screen.fill('Time counted', '8:15');
	await screen.keys('{Enter}');
	expect(screen.shown()).toContain(
		'Compared with the book quantity at that time, as of Fri 20 Nov, 8:00',
	);
});

it('asks what two counts of a line mean, and says what was refused', async () => {
	const no = () => fail('not-possible-now', 'no');
	const screen = await open({
		typed: { 1: 'Samir:30' },
		answers: { 'countPaper.check': no, 'countPaper.settle': no },
	});
	await screen.keys('1{Enter}{Tab}18{Enter}');
	expect(screen.dialog().split('\n')[0]).toBe('Samir has already counted Whole milk');
	await screen.confirm('Use for this count');
	expect(screen.shown('Line number')).toMatchInlineSnapshot(`
		"Line number {Line number: }
		Press Enter to continue with line 2.
		## Entered here
		1 | Whole milk DA-1 | 18each | 48each | saved |"
	`);
	await screen.click('Check by a second person', 'radio');
	screen.page.getByRole('textbox', { name: /^Line/ }).focus();
	await screen.keys('1{Enter}{Tab}18{Enter}');
	expect(screen.shown('Line number')).toMatchInlineSnapshot(`
		"Line number {Line number: 1}
		Whole milk DA-1 Dry store, A
		case {case, wrong: }
		This is not possible now.
		Case
		each {each: 18}
		Each / weight
		Total 18each
		## Entered here
		1 | Whole milk DA-1 | 18each | 48each | saved |"
	`);
});

it('types under another name', async () => {
	const screen = await open();
	await opensAnew(screen, 'Count under another name');
	await screen.fill('Your name', 'Samir');
	await screen.confirm('Count as this person');
	expect(screen.shown().split('\n')[1]).toMatchInlineSnapshot(`"as Samir · 0 of 5 lines counted"`);
});

it('says why a count could not be opened', async () => {
	const screen = await open({ answers: { 'stocktake.sheet': () => fail('not-found', 'no') } });
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Enter from paper
		This could not be loaded
		This no longer exists."
	`);
});
