import { expect, it } from 'vitest';
import { openCountScreen } from '../../../../test/support/count-screen.ts';
import { enterBox } from '../../../../test/support/counting.ts';
import { stockRecord, type Kitchen } from '../../../../test/support/kitchen.ts';
import { fail } from '../../../shared/bridge/reply.ts';

const no = () => fail('not-possible-now', 'no');

const open = (opening: Parameters<typeof openCountScreen>[1]) =>
	openCountScreen('/counts/ID/review', opening);

/** The service books Whole milk in the dry store at another quantity now. */
const milkBecomes = async (kitchen: Kitchen, quantity: string) => {
	const [, ...others] = kitchen.service.lists['inventoryItem.currentStock'] ?? [];
	await kitchen.shows({
		'inventoryItem.currentStock': [stockRecord('A-1', '1', quantity, 1), ...others],
	});
};

it('shows a count in hand with its variances, sorted, grouped and searched', async () => {
	const screen = await open({ typed: { 1: '48', 2: '20', 3: '61', 4: '0' } });
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Review: Friday
		Business day 20 Nov 2026 · stock as of Fri 20 Nov, 9:00
		[Evidence] [Print or export] <Back to sheet #/counts/ID> [Submit count]
		Opened by Noor, Fri 20 Nov, 9:00
		Counted by Noor, last entry Fri 20 Nov, 9:00
		Counted : 4
		Counted as zero : 1
		Uncounted : 1
		Surplus : +€0.90
		Loss : −€14.80
		Difference : −€13.90
		Needs attention [outside tolerance: 2] [questions: 1] [uncounted: 1] [Next F8]
		{Find a line: }
		{Differences 3: yes} Differences3 {Uncounted 1: no} Uncounted1 {Outside tolerance 2: no} Outside tolerance2 {Questions 1: no} Questions1 {Recounted 0: no} Recounted0 {All lines 5: no} All lines5
		{Groups: No groups} {Sort: By value}
		# | Item | Area | Entered | Counted | Book | Variance | Adjustment, EUR | Check |
		2 | <Butter #/counts/ID/line/2> DA-2 | Dry store | 20each | 20each | 24 | −4 | −8.80 | outside tolerance |
		4 | <Whole milk #/counts/ID/line/4> DA-1 2 areas: 48 of 60 in total | Freezer | 0each | 0each | 12 | −12 | −6.00 | outside tolerance |
		3 | <Flour #/counts/ID/line/3> DA-4 | Dry store | 61kg | 61kg | 60 | +1 | +0.90 | |"
	`);
	await screen.choose('Groups', 'category');
	await screen.choose('Sort', 'name');
	await screen.click(/^All/, 'radio');
	expect(screen.part('table')).toMatchInlineSnapshot(`
		"# | Item | Area | Entered | Counted | Book | Variance | Adjustment, EUR | Check |
		Baking 1 line +0.90 |
		3 | <Flour #/counts/ID/line/3> DA-4 | Dry store | 61kg | 61kg | 60 | +1 | +0.90 | |
		Dairy 4 lines −14.80 |
		2 | <Butter #/counts/ID/line/2> DA-2 | Dry store | 20each | 20each | 24 | −4 | −8.80 | outside tolerance |
		5 | <Cream #/counts/ID/line/5> DA-3 | Freezer | | uncounted | 7.5 | | | uncounted |
		1 | <Whole milk #/counts/ID/line/1> DA-1 2 areas: 48 of 60 in total | Dry store | 48each | 48each | 48 | 0 | 0.00 | |
		4 | <Whole milk #/counts/ID/line/4> DA-1 2 areas: 48 of 60 in total | Freezer | 0each | 0each | 12 | −12 | −6.00 | outside tolerance |"
	`);
	await screen.choose('Groups', 'area');
	await screen.choose('Sort', 'walk');
	expect(screen.part('table')).toMatchInlineSnapshot(`
		"# | Item | Area | Entered | Counted | Book | Variance | Adjustment, EUR | Check |
		Dry store 3 lines −7.90 |
		1 | <Whole milk #/counts/ID/line/1> DA-1 2 areas: 48 of 60 in total | Dry store | 48each | 48each | 48 | 0 | 0.00 | |
		2 | <Butter #/counts/ID/line/2> DA-2 | Dry store | 20each | 20each | 24 | −4 | −8.80 | outside tolerance |
		3 | <Flour #/counts/ID/line/3> DA-4 | Dry store | 61kg | 61kg | 60 | +1 | +0.90 | |
		Freezer 2 lines −6.00 |
		4 | <Whole milk #/counts/ID/line/4> DA-1 2 areas: 48 of 60 in total | Freezer | 0each | 0each | 12 | −12 | −6.00 | outside tolerance |
		5 | <Cream #/counts/ID/line/5> DA-3 | Freezer | | uncounted | 7.5 | | | uncounted |"
	`);
	await screen.search('freezer milk');
	expect(screen.part('table')).toMatchInlineSnapshot(`
		"# | Item | Area | Entered | Counted | Book | Variance | Adjustment, EUR | Check |
		Freezer 1 line −6.00 |
		4 | <Whole milk #/counts/ID/line/4> DA-1 2 areas: 48 of 60 in total | Freezer | 0each | 0each | 12 | −12 | −6.00 | outside tolerance |"
	`);
	await screen.keys('{ArrowDown}');
	expect(screen.panel()).toMatchInlineSnapshot(`
		"## Whole milk DA-1
		Freezer · Dairy
		Outside tolerance: recount or add a reason.
		At most half of the expected quantity. Is that right?
		[Recount this line…]
		Book when it was counted : 12each read Fri 20 Nov, 9:00 Counted : 0each Fri 20 Nov, 9:00 Moved since : 0 Book now 12
		Adjusts by −12, 0 afterwards.
		Reason {Reason: No reason}"
	`);
	await screen.keys('{Control>}f{/Control}nothing');
	expect(screen.shown('{Find')).toMatchInlineSnapshot(`
		"{Find a line: nothing}
		{Differences 3: no} Differences3 {Uncounted 1: no} Uncounted1 {Outside tolerance 2: no} Outside tolerance2 {Questions 1: no} Questions1 {Recounted 0: no} Recounted0 {All lines 5: yes} All lines5
		{Groups: By area} {Sort: In walking order}
		## No matching lines"
	`);
	await screen.keys('{Escape}');
	expect(screen.part('table').split('\n')).toHaveLength(8);
});

it('shows a difference in full that would round to 0', async () => {
	const screen = await open({ typed: { 3: '60' } });
	expect(screen.part('table')).toMatchInlineSnapshot(`
		"# | Item | Area | Entered | Counted | Book | Variance | Adjustment, EUR | Check |
		3 | <Flour #/counts/ID/line/3> DA-4 | Dry store | 60kg | 60kg | 60.0004 | −0.0004 | 0.00 | |"
	`);
	await screen.grab(3);
	expect(screen.panel()).toMatchInlineSnapshot(`
		"## Flour DA-4
		Dry store · Baking
		[Recount this line…]
		Book when it was counted : 60.0004kg read Fri 20 Nov, 9:00 Counted : 60kg Fri 20 Nov, 9:00 Moved since : 0 Book now 60.0004
		Adjusts by −0.0004, 60 afterwards."
	`);
	await screen.go(`/counts/${screen.stocktakeId}`);
	expect(screen.part('row', /Flour/)).toMatchInlineSnapshot(
		`"3 | FlourDA-4 sack = 25 kg | {Case, line 3, Flour: } | {Each / weight, line 3, Flour: 60} | 60kg | 60.0004 | −0.0004 | | |"`,
	);
});

it('compares with a book that moved, and keeps what is chosen for a line or all', async () => {
	const screen = await open({
		typed: { 2: '20' },
		before: async (kitchen, stocktakeId) => {
			await kitchen.clock.pass(20 * 60_000);
			enterBox(kitchen, stocktakeId, 1, '40');
			await milkBecomes(kitchen, '44');
		},
	});
	await screen.grab(1);
	expect(screen.panel()).toMatchInlineSnapshot(`
		"## Whole milk DA-1
		Dry store · Dairy
		Stock moved after this was counted. Choose which quantity to keep.
		The item is also kept in another place that is not counted yet.
		[Recount this line…]
		Book when it was counted : 48each read 20 minutes before it was counted Counted : 40each Fri 20 Nov, 9:20 Moved since : −4 Book now 44
		Quantity to keep
		{Keep the variance: adjust by −8, 36 afterwards Stock was used or delivered after the count.: yes} Keep the variance: adjust by −8, 36 afterwards Stock was used or delivered after the count. {Keep the count: adjust by −4, 40 afterwards The count already includes these movements.: no} Keep the count: adjust by −4, 40 afterwards The count already includes these movements.
		The book quantity was 20 minutes old when this was counted, so these movements may be from before the count.
		[For all lines]"
	`);
	await screen.click(/^Keep the count/, 'radio');
	expect(screen.panel()).not.toContain('Stock moved after');
	expect(screen.page.getByRole('radio', { checked: true, name: /^Keep/ })).toBe(
		screen.page.getByRole('radio', { name: /^Keep the count/ }),
	);
	await screen.click('For all lines');
	expect(screen.notices()).toEqual(['Keeping the count for all lines.']);
	expect(screen.asked('stocktake.keep')).toMatchObject([
		{
			by: '',
			keep: 'counted',
			lineNos: [1],
		},
		{
			by: '',
			keep: 'counted',
			lineNos: null,
		},
	]);
});

it('counts ticked lines as zero, with a reason for those outside tolerance', async () => {
	const screen = await open({
		typed: { 1: '48' },
		counting: { reasonNeeded: true, reasons: ['Used up'] },
	});
	expect(screen.shown('Needs attention')).toMatchInlineSnapshot(`
		"Needs attention [questions: 1] [uncounted: 4] [Next F8]
		{Find a line: }
		{Differences 0: no} Differences0 {Uncounted 4: yes} Uncounted4 {Outside tolerance 0: no} Outside tolerance0 {Questions 1: no} Questions1 {Recounted 0: no} Recounted0 {All lines 5: no} All lines5
		[Confirm as zero]
		Uncounted does not mean zero: these lines keep their book quantity. Tick the lines that are really empty.
		{Tick all: no} | # | Item | Area | Book | Note |
		{Tick Butter: no} | 2 | <Butter #/counts/ID/line/2> DA-2 | Dry store | 24each | |
		{Tick Flour: no} | 3 | <Flour #/counts/ID/line/3> DA-4 | Dry store | 60kg | |
		{Tick Whole milk: no} | 4 | <Whole milk #/counts/ID/line/4> DA-1 2 areas: 48 of 60 in total | Freezer | 12each | |
		{Tick Cream: no} | 5 | <Cream #/counts/ID/line/5> DA-3 | Freezer | 7.5each | |"
	`);
	await screen.click(/^Confirm/);
	expect(screen.notices()).toEqual(['Tick the lines first.']);
	await screen.click('Tick Butter', 'checkbox');
	await screen.click('Confirm this line as zero');
	await screen.confirm(/^Confirm/);
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Confirm 1 line as zero?
		Each is entered as zero under your name, as if you had counted it.
		Why are they empty? {Why are they empty?, wrong: Choose a reason}
		As zero, 1 line is outside tolerance. You can change the reason in the review.
		Choose a reason first.
		[Cancel] [Confirm this line as zero]"
	`);
	await screen.choose('Why are they empty?', 'Used up');
	await screen.confirm(/^Confirm/);
	expect(screen.asked('stocktake.confirmZero')).toEqual([
		{ stocktakeId: screen.stocktakeId, lineNos: [2], zeroReason: 'Used up', by: '' },
	]);
	expect(screen.notices().at(-1)).toMatchInlineSnapshot(`"1 line was entered as zero."`);
	await screen.grab(2);
	expect(screen.panel()).toMatchInlineSnapshot(`
		"## Butter DA-2
		Dry store · Dairy
		This line was not counted. It was confirmed as zero.
		[Recount this line…]
		Book when it was counted : 24each read Fri 20 Nov, 9:00 Counted : 0each Fri 20 Nov, 9:00 Moved since : 0 Book now 24
		Adjusts by −24, 0 afterwards.
		Reason {Reason: Used up}"
	`);
	await screen.click(/^Uncounted/, 'radio');
	await screen.click('Tick Cream', 'checkbox');
	await screen.click('Confirm this line as zero');
	expect(screen.dialog()).toContain('{Why are they empty?: Choose a reason}');
});

it('leaves lines uncounted on purpose where the template asks', async () => {
	const screen = await open({ typed: { 1: '48' }, plan: { blanks: 'ask' } });
	expect(screen.shown().split('\n').slice(2, 4)).toEqual([
		'[Evidence] [Print or export] <Back to sheet #/counts/ID> [Decide on 4 uncounted lines first]',
		'4 uncounted lines need a decision: confirm each as zero, or leave it uncounted.',
	]);
	expect(screen.shown()).toContain('[blank, not decided: 4 prevents submitting]');
	expect(screen.shown()).toContain('[Leave uncounted] [Confirm as zero]');
	await screen.click('Leave uncounted');
	expect(screen.asked('stocktake.leaveBlank')).toEqual([]);
	await screen.click('Tick all', 'checkbox');
	await screen.click('Tick Cream', 'checkbox');
	await screen.click('Leave these 3 uncounted');
	expect(screen.asked('stocktake.leaveBlank')).toEqual([
		{ stocktakeId: screen.stocktakeId, lineNos: [2, 3, 4], by: '' },
	]);
	expect(screen.shown().match(/left uncounted by Noor/g)).toHaveLength(3);
	expect(screen.shown()).toContain('1 uncounted line needs a decision');
	expect(screen.panel()).toMatchInlineSnapshot(`
		"## Cream DA-3
		Freezer · Dairy
		This line is uncounted. Confirm it as zero or leave it uncounted before you submit.
		Book when the count was opened : 7.5each read Fri 20 Nov, 9:00"
	`);
});

it('says why a decision on lines was refused', async () => {
	const screen = await open({
		typed: { 1: '40' },
		plan: { blanks: 'ask' },
		before: (kitchen) => milkBecomes(kitchen, '44'),
		answers: {
			'stocktake.keep': no,
			'stocktake.confirmZero': no,
			'stocktake.leaveBlank': no,
		},
	});
	await screen.click(/^All/, 'radio');
	await screen.grab(1);
	await screen.click(/^Keep the count/, 'radio');
	expect(screen.notices()).toEqual(['This is not possible now.']);
	await screen.click(/^Uncounted/, 'radio');
	await screen.click('Tick Cream', 'checkbox');
	await screen.click('Leave this line uncounted');
	await screen.click('Confirm this line as zero');
	await screen.confirm(/^Confirm/);
	expect(screen.calls.slice(-3).map(({ name }) => name)).toEqual([
		'stocktake.keep',
		'stocktake.leaveBlank',
		'stocktake.confirmZero',
	]);
	expect(screen.notices()).toEqual(Array(3).fill('This is not possible now.'));
	await screen.keys('{Escape}');
	expect(screen.page.getByRole('checkbox', { name: 'Tick Cream' })).toHaveProperty('checked', true);
});
