import { expect, it, onTestFinished, vi } from 'vitest';
import { openCountScreen } from '../../../../test/support/count-screen.ts';
import { fail } from '../../../shared/bridge/reply.ts';

const no = () => fail('not-possible-now', 'no');
const open = async (opening: Parameters<typeof openCountScreen>[1] = {}) => {
	const screen = await openCountScreen('/counts/ID', opening);
	return {
		...screen,
		/** The name of the box with the focus, and what it holds. */
		box: () => {
			const box = document.activeElement;
			return box instanceof HTMLInputElement
				? `${box.getAttribute('aria-label') ?? ''}: ${box.value}`
				: (box?.localName ?? '');
		},
		grid: () => screen.part('grid'),
	};
};

it('shows the lines of an area, takes numbers, and goes on to the next line', async () => {
	const screen = await open({ typed: { 4: '6' } });
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Friday
		Started Fri 20 Nov, 9:00 · expected shown · stock as of 9:00 · last entry saved 9:00
		{Find a line: } [Show the list]
		[More] [Review Ctrl Enter]
		[Dry store 3 not started, on] [Freezer 2 1 left · 50%]
		# | Item | Case | Each / weight | Total | Expected | Variance | Check | Saved |
		A |
		1 | Whole milkDA-1 case = 12 each 2 places, 1 counted: 6 each | {Case, line 1, Whole milk: } | {Each / weight, line 1, Whole milk: } | – each | 48 | | | |
		2 | ButterDA-2 case = 12 each | {Case, line 2, Butter: } | {Each / weight, line 2, Butter: } | – each | 24 | | | |
		B |
		3 | FlourDA-4 sack = 25 kg | {Case, line 3, Flour: } | {Each / weight, line 3, Flour: } | – kg | 60 | | | |"
	`);
	expect(screen.box()).toMatchInlineSnapshot(`"Case, line 1, Whole milk: "`);
	await screen.keys('40{Enter}');
	expect(screen.asked('stocktake.enter')).toMatchInlineSnapshot(`[]`);
	expect(screen.box()).toMatchInlineSnapshot(`"Case, line 2, Butter: "`);
	await screen.keys('2{Tab}3{Enter}');
	expect(screen.grid()).toMatchInlineSnapshot(`
		"# | Item | Case | Each / weight | Total | Expected | Variance | Check | Saved |
		A |
		1 | Whole milkDA-1 case = 12 each | {Case, line 1, Whole milk, wrong: 40} Not saved: This is ten times the usual or more. If you mean it, press Enter here again. | {Each / weight, line 1, Whole milk: } | 480each | 48 | +432 | At least 10 times the expected quantity. Is that right? | |
		2 | ButterDA-2 case = 12 each | {Case, line 2, Butter: 2} | {Each / weight, line 2, Butter: 3} | 27each | 24 | +3 | | |
		B |
		3 | FlourDA-4 sack = 25 kg | {Case, line 3, Flour: } | {Each / weight, line 3, Flour: } | – kg | 60 | | | |"
	`);
	expect(document.querySelectorAll('span.failed')).toHaveLength(1);
	expect(screen.page.getAllByRole('img', { name: /^Counted 9:00 by Noor$/ })).toHaveLength(1);
	const butter = () => screen.part('row', /Butter/);
	await screen.keys('{Control>}z{/Control}');
	expect(screen.box()).toMatchInlineSnapshot(`"Each / weight, line 2, Butter: "`);
	expect(butter()).toMatchInlineSnapshot(
		`"2 | ButterDA-2 case = 12 each | {Case, line 2, Butter: 2} | {Each / weight, line 2, Butter: } | 24each | 24 | 0 | | |"`,
	);
	await screen.keys('{Control>}y{/Control}');
	expect(butter()).toContain('{Each / weight, line 2, Butter: 3} | 27each | 24 | +3');
});

it('fills boxes from above and down a shelf, and says when there is nothing to fill', async () => {
	const screen = await open();
	await screen.keys('{Control>}d{/Control}');
	await screen.keys('{Control>}{Shift>}d{/Shift}{/Control}');
	expect(screen.notices()).toEqual([
		'There is nothing above to copy.',
		'Enter a quantity first. It is then copied down to the end of the shelf.',
	]);
	await screen.keys('7');
	await screen.keys('{Control>}{Shift>}d{/Shift}{/Control}');
	expect(screen.notices().at(-1)).toMatchInlineSnapshot(`"2 lines filled. Ctrl Z undoes them."`);
	expect(screen.grid()).toMatchInlineSnapshot(`
		"# | Item | Case | Each / weight | Total | Expected | Variance | Check | Saved |
		A |
		1 | Whole milkDA-1 case = 12 each 2 places, 1 counted: 84 each | {Case, line 1, Whole milk: 7} | {Each / weight, line 1, Whole milk: } | 84each | 48 | +36 | | |
		2 | ButterDA-2 case = 12 each | {Case, line 2, Butter: 7} | {Each / weight, line 2, Butter: } | 84each | 24 | +60 | At least 3 times the expected quantity. Is that right? | |
		B |
		3 | FlourDA-4 sack = 25 kg | {Case, line 3, Flour: } | {Each / weight, line 3, Flour: } | – kg | 60 | | | |"
	`);
	await screen.keys('{Control>}{Shift>}d{/Shift}{/Control}');
	expect(screen.notices().at(-1)).toMatchInlineSnapshot(`"No blank lines below on this shelf."`);
});

it('writes notes in place', async () => {
	const screen = await open();
	await screen.keys('{Control>}m{/Control}');
	expect(screen.box()).toMatchInlineSnapshot(`"Note on Whole milk: "`);
	await screen.keys('Two crates open{Enter}');
	expect(screen.asked('stocktake.note')).toMatchObject([
		{
			by: '',
			lineNo: 1,
			note: 'Two crates open',
		},
	]);
	expect(screen.grid().split('\n')[2]).toMatchInlineSnapshot(
		`"1 | Whole milkDA-1 case = 12 each Two crates open | {Case, line 1, Whole milk: } | {Each / weight, line 1, Whole milk: } | – each | 48 | | | |"`,
	);
	expect(screen.box()).toMatchInlineSnapshot(`"Case, line 1, Whole milk: "`);
	await screen.keys('{Control>}m{/Control}Other{Escape}');
	expect(screen.asked('stocktake.note')).toHaveLength(1);
});

it('asks how to read a number, and takes a reading by key or click', async () => {
	const screen = await open({ typed: { 1: '1', 2: '2' } });
	await screen.keys('{Tab}1,250{Enter}');
	expect(screen.grid().split('\n').at(-1)).toMatchInlineSnapshot(
		`"3 | FlourDA-4 sack = 25 kg | {Case, line 3, Flour: } | {Each / weight, line 3, Flour, wrong: 1,250} Not saved: 1,250 or 1.25 – which one? | – kg | 60 | | [A 1,250] [B 1.25] | |"`,
	);
	await screen.keys('{F8}');
	expect(screen.box()).toMatchInlineSnapshot(`"Each / weight, line 3, Flour: 1,250"`);
	await screen.keys('{Alt>}b{/Alt}');
	expect(screen.asked('stocktake.enter').map(({ typed }) => typed)).toEqual(['1.25']);
	expect(screen.grid().split('\n').at(-1)).toMatchInlineSnapshot(
		`"3 | FlourDA-4 sack = 25 kg | {Case, line 3, Flour: } | {Each / weight, line 3, Flour: 1.25} | 1.25kg | 60 | −58.75 | At most half of the expected quantity. Is that right? | |"`,
	);
});

it('takes a reading that is clicked', async () => {
	const screen = await open({ typed: { 1: '1', 2: '2' } });
	await screen.keys('{Tab}60,125');
	await screen.click(/60\.125$/);
	expect(screen.asked('stocktake.enter').map(({ typed }) => typed)).toEqual(['60.125']);
});

it('moves a number to the unit that was probably meant', async () => {
	const screen = await open();
	await screen.keys('{Tab}4{Enter}');
	expect(screen.grid().split('\n')[2]).toMatchInlineSnapshot(
		`"1 | Whole milkDA-1 case = 12 each | {Case, line 1, Whole milk: } | {Each / weight, line 1, Whole milk: 4} | 4each | 48 | −44 | [A 4 × case? At most half of the expected quantity. Is that right? In this unit it would be about as expected. Did you mean another unit?] | |"`,
	);
	await screen.keys('{Alt>}a{/Alt}');
	expect(screen.asked('stocktake.enterMany')).toMatchObject([
		{
			by: '',
			entries: [
				{
					lineNo: 1,
					typed: '',
					unitId: '1',
				},
				{
					lineNo: 1,
					typed: '4',
					unitId: '3',
				},
			],
			locale: 'en-GB',
		},
	]);
	expect(screen.grid().split('\n')[2]).toMatchInlineSnapshot(
		`"1 | Whole milkDA-1 case = 12 each | {Case, line 1, Whole milk: 4} | {Each / weight, line 1, Whole milk: } | 48each | 48 | 0 | | |"`,
	);
});

it('says why a filled box, a note or an area was not saved', async () => {
	const screen = await open({
		answers: {
			'stocktake.enterMany': no,
			'stocktake.note': no,
			'stocktake.moveArea': no,
			'stocktake.move': no,
			'stocktake.undo': no,
		},
	});
	await screen.keys('7{Control>}{Shift>}d{/Shift}{/Control}');
	await screen.keys('{Control>}m{/Control}Open{Enter}');
	await screen.keys('{Alt>}{ArrowDown}{/Alt}');
	await screen.keys('{Control>}z{/Control}');
	screen.page.getByRole('tab', { name: /^Dry/ }).focus();
	await screen.keys('{Control>}{ArrowRight}{/Control}');
	expect(screen.notices()).toEqual([
		'This is not possible now.',
		'The note was not saved: This is not possible now.',
		'This is not possible now.',
		'This is not possible now.',
		'The area could not be moved: This is not possible now.',
	]);
});

it('goes to the areas and to what is uncounted', async () => {
	const screen = await open({ typed: { 1: '1', 2: '2', 3: '3', 4: '4' } });
	expect(screen.box()).toMatchInlineSnapshot(`"Case, line 5, Cream: "`);
	await screen.keys('{Alt>}{PageUp}{/Alt}');
	expect(screen.box()).toMatchInlineSnapshot(`"Case, line 1, Whole milk: "`);
	await screen.keys('{F9}');
	expect(screen.box()).toMatchInlineSnapshot(`"Case, line 5, Cream: "`);
	await screen.keys('7{Enter}{F9}');
	expect(screen.notices()).toEqual(['Every line is counted.']);
});

it('finds a line by its name, with its area if there are several', async () => {
	const screen = await open();
	await screen.keys('{Control>}f{/Control}');
	await screen.keys('dai');
	expect(screen.part('listbox')).toMatchInlineSnapshot(`
		"Whole milk DA-1 · Dry store
		Butter DA-2
		Whole milk DA-1 · Freezer
		Cream DA-3"
	`);
	await screen.keys('{ArrowDown}{ArrowDown}{Enter}');
	expect(screen.box()).toMatchInlineSnapshot(`"Case, line 4, Whole milk: "`);
});

it('leads from each line that the service refused to its box', async () => {
	const line = (areaId: string) => ({
		name: 'Whole milk',
		itemId: '1',
		lineId: null,
		areaId,
		said: 'no',
	});
	const screen = await open({
		answers: {
			'outbox.refusal': {
				refusal: { at: 0, status: 400, said: 'no', lines: [line('A-2'), line('A-1')] },
			},
		},
	});
	await screen.click('Go to Whole milk, Freezer');
	expect(screen.box()).toContain('line 4, Whole milk');
	await screen.click('Go to Whole milk, Dry store');
	expect(screen.box()).toContain('line 1, Whole milk');
});

it('lets a person who went on hear that an entry is not accepted', async () => {
	const heard: number[] = [];
	class Audio {
		currentTime = 0;
		createGain = () => ({
			connect: () => undefined,
			gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
		});
		createOscillator = () => ({
			frequency: {},
			connect: (next: unknown) => next,
			start: (at: number) => heard.push(at),
			stop: () => undefined,
		});
	}
	vi.stubGlobal('AudioContext', Audio);
	onTestFinished(() => void vi.unstubAllGlobals());
	const screen = await open({
		settings: { scanner: { prefix: '', suffix: 'enter', sound: true } },
	});
	await screen.keys('x{Enter}');
	expect(screen.shown()).toContain('[1 entry not accepted F8]');
	expect(heard).toHaveLength(1);
});
