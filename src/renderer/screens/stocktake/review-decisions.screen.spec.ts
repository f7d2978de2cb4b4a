import { expect, it } from 'vitest';
import { openCountScreen } from '../../../../test/support/count-screen.ts';
import { enterBox } from '../../../../test/support/counting.ts';
import { opensAnew } from '../../../../test/support/opens-anew.ts';
import type { Kitchen } from '../../../../test/support/kitchen.ts';

const open = (opening: Parameters<typeof openCountScreen>[1]) =>
	openCountScreen('/counts/ID/review', opening);

/** Recounts lines. @returns the sheet of the recount */
const recount = (
	kitchen: Kitchen,
	stocktakeId: string,
	typed: Record<number, string>,
	recounter: string,
): string => {
	const lineNos = Object.keys(typed).map(Number);
	const asked = { stocktakeId, lineNos, recounter, intentId: crypto.randomUUID() };
	const round = kitchen.call('stocktake.recount', asked).stocktakeId;
	for (const { lineNo, itemId } of kitchen.call('stocktake.sheet', { stocktakeId: round }).lines) {
		const text = typed[Number(itemId)] ?? '';
		if (text !== '') enterBox(kitchen, round, lineNo, text, { by: recounter });
	}
	return round;
};

it('recounts lines outside tolerance: all, those ticked, or one', async () => {
	const screen = await open({ typed: { 1: '30', 2: '20', 4: '12', 5: '7' } });
	await screen.click(/^Outside tolerance/, 'radio');
	expect(screen.shown('{Find')).toMatchInlineSnapshot(`
		"{Find a line: }
		{Differences 3: no} Differences3 {Uncounted 1: no} Uncounted1 {Outside tolerance 2: yes} Outside tolerance2 {Questions 0: no} Questions0 {Recounted 0: no} Recounted0 {All lines 5: no} All lines5
		{Groups: No groups} {Sort: By value}
		Tick lines to have them recounted by someone who does not see the first count.
		[Recount all 2 lines…]
		{Tick all: no} | # | Item | Area | Entered | Counted | Book | Variance | Adjustment, EUR | Check |
		{Tick Whole milk: no} | 1 | <Whole milk #/counts/ID/line/1> DA-1 2 areas: 42 of 60 in total | Dry store | 30each | 30each | 48 | −18 | −9.00 | outside tolerance |
		{Tick Butter: no} | 2 | <Butter #/counts/ID/line/2> DA-2 | Dry store | 20each | 20each | 24 | −4 | −8.80 | outside tolerance |"
	`);
	await screen.click('Tick Butter', 'checkbox');
	await screen.user.click(screen.page.getAllByRole('button', { name: 'Recount this line…' })[0]!);
	await screen.settle();
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Recount 1 line
		A sheet with only these lines. It hides the first count and the book quantities. Both counts are kept, and the recount is used unless someone chooses the first.
		Recounted byoptional {Recounted by optional: }
		Ideally someone who did not count these lines.
		[Cancel] [Open sheet]"
	`);
	await screen.confirm('Cancel');
	await screen.click('Tick Butter', 'checkbox');
	await opensAnew(screen, 'Recount all 2 lines…');
	await screen.fill(/^Recounted by/, 'Samir');
	await screen.confirm('Open sheet');
	expect(screen.asked('stocktake.recount')).toMatchObject([
		{ stocktakeId: screen.stocktakeId, lineNos: [1, 2], recounter: 'Samir' },
	]);
	expect(screen.app.route.path).toMatch(/^\/counts\/[^/]+$/);
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Recount 1: Friday
		counting as Samir · Started Fri 20 Nov, 9:00 · recount, first count hidden · stock as of 9:00
		{Find a line: } [Show the list]
		[More] [Finish recount Ctrl Enter]
		[Dry store 2 not started, on]
		# | Item | Case | Each / weight | Total | Check | Saved |
		A |
		1 | Whole milkDA-1 case = 12 each | {Case, line 1, Whole milk: } | {Each / weight, line 1, Whole milk: } | – each | | |
		2 | ButterDA-2 case = 12 each | {Case, line 2, Butter: } | {Each / weight, line 2, Butter: } | – each | | |"
	`);
});

it('recounts no line a second time at once', async () => {
	const screen = await open({
		typed: { 1: '30', 2: '20' },
		before: (kitchen, stocktakeId) => recount(kitchen, stocktakeId, { 1: '' }, 'Samir'),
	});
	await screen.click(/^Outside tolerance/, 'radio');
	await screen.click('Tick all', 'checkbox');
	await screen.user.click(screen.page.getAllByRole('button', { name: /^Recount/ })[0]!);
	await screen.settle();
	await screen.confirm('Open sheet');
	expect(screen.asked('stocktake.recount')).toMatchObject([{ lineNos: [2] }]);
});

it('refuses a recount by the person who counted, where another must', async () => {
	const screen = await open({ typed: { 1: '30' }, plan: { recount: 'another' } });
	await screen.grab(1);
	await screen.click(/^Recount this line/);
	await screen.fill(/^Recounted by/, 'Noor');
	await screen.confirm('Open sheet');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Recount 1 line
		A sheet with only these lines. It hides the first count and the book quantities. Both counts are kept, and the recount is used unless someone chooses the first.
		Recounted byoptional {Recounted by optional, wrong: Noor}
		Must be someone who did not count these lines.
		This person counted one of these lines. Choose someone else.
		[Cancel] [Open sheet]"
	`);
	await screen.fill(/^Recounted by/, 'Samir');
	expect(screen.dialog()).not.toContain('Choose someone else');
});

it('lets a person choose which of two counts stands, with a reason for the earlier one', async () => {
	const screen = await open({
		typed: { 1: '40', 2: '20' },
		counting: { reasons: ['Broken', 'Used up'] },
		before: (kitchen, stocktakeId) => {
			const round = recount(kitchen, stocktakeId, { 1: '43' }, 'Samir');
			kitchen.call('stocktake.finishRecount', { stocktakeId: round });
		},
	});
	expect(screen.part('table')).toMatchInlineSnapshot(`
		"# | Item | Area | Entered | Counted | Book | Variance | Adjustment, EUR | Check |
		2 | <Butter #/counts/ID/line/2> DA-2 | Dry store | 20each | 20each | 24 | −4 | −8.80 | outside tolerance |
		1 | <Whole milk #/counts/ID/line/1> DA-1 2 areas: 43 of 60 in total | Dry store | 43each | 43each | 48 | −5 | −2.50 | Recount 1: 43 |"
	`);
	await screen.grab(1);
	expect(screen.panel()).toMatchInlineSnapshot(`
		"## Whole milk DA-1
		Dry store · Dairy
		The item is also kept in another place that is not counted yet.
		[Recount this line…]
		Book when it was counted : 48each read Fri 20 Nov, 9:00 Counted : 43each Fri 20 Nov, 9:00 Moved since : 0 Book now 48
		Adjusts by −5, 43 afterwards.
		Count to use
		{First count: 40 Noor, 9:00, variance −8: no} First count: 40 Noor, 9:00, variance −8 {Recount 1: 43 Samir, 9:00, variance −5: yes} Recount 1: 43 Samir, 9:00, variance −5
		Reason {Reason: No reason}"
	`);
	await screen.click(/^First count/, 'radio');
	expect(screen.panel().split('\n').slice(7)).toEqual([
		'{First count: 40 Noor, 9:00, variance −8: yes} First count: 40 Noor, 9:00, variance −8 {Recount 1: 43 Samir, 9:00, variance −5: no} Recount 1: 43 Samir, 9:00, variance −5',
		'Reason {Reason, wrong: No reason}',
		'Give a reason for using an earlier count.',
	]);
	expect(screen.asked('stocktake.stand')).toEqual([]);
	expect(document.activeElement).toBe(screen.page.getByRole('combobox', { name: 'Reason' }));
	await screen.choose('Reason', 'Broken');
	expect(screen.asked('stocktake.stand')).toEqual([
		{ stocktakeId: screen.stocktakeId, lineNos: [1], round: 0, reason: 'Broken', by: '' },
	]);
	expect(screen.panel()).toContain('Adjusts by −8, 40 afterwards.');
	expect(screen.panel().split('\n').at(-1)).toBe('Reason {Reason: Broken}');
});

it('shows an open recount, who does it and how far it is', async () => {
	const screen = await open({
		typed: { 1: '40', 2: '20' },
		before: (kitchen, stocktakeId) => recount(kitchen, stocktakeId, { 1: '43', 2: '' }, 'Samir'),
	});
	expect(screen.shown().replace(/\d{8}-0000-[\d-]+/, 'ROUND')).toMatchInlineSnapshot(`
		"# Review: Friday
		Business day 20 Nov 2026 · stock as of Fri 20 Nov, 9:00
		[Evidence] [Print or export] <Back to sheet #/counts/ID> [Finish the recount of 2 lines first]
		Recount 1 by Samir: 1 of 2 counted
		<Open sheet #/counts/ROUND>
		Opened by Noor, Fri 20 Nov, 9:00
		Counted by Noor and Samir, last entry Fri 20 Nov, 9:00
		Counted : 2
		Counted as zero : 0
		Uncounted : 3
		Surplus : €0.00
		Loss : −€12.80
		Difference : −€12.80
		Needs attention [being recounted: 2 prevents submitting] [questions: 1] [uncounted: 3] [Next F8]
		{Find a line: }
		{Differences 2: yes} Differences2 {Uncounted 3: no} Uncounted3 {Outside tolerance 1: no} Outside tolerance1 {Questions 1: no} Questions1 {Recounted 0: no} Recounted0 {All lines 5: no} All lines5
		{Groups: No groups} {Sort: By value}
		# | Item | Area | Entered | Counted | Book | Variance | Adjustment, EUR | Check |
		2 | <Butter #/counts/ID/line/2> DA-2 | Dry store | 20each | 20each | 24 | −4 | −8.80 | being recounted |
		1 | <Whole milk #/counts/ID/line/1> DA-1 2 areas: 40 of 60 in total | Dry store | 40each | 40each | 48 | −8 | −4.00 | being recounted |"
	`);
	await screen.grab(1);
	expect(screen.panel()).toMatchInlineSnapshot(`
		"## Whole milk DA-1
		Dry store · Dairy
		This line is being recounted. Finish or cancel the recount before you submit.
		The item is also kept in another place that is not counted yet.
		Book when it was counted : 48each read Fri 20 Nov, 9:00 Counted : 40each Fri 20 Nov, 9:00 Moved since : 0 Book now 48
		Adjusts by −8, 40 afterwards."
	`);
	const table = screen.part('table');
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.part('table')).toBe(table);
	expect(screen.dialog()).toBe('');
});

it('goes to the next thing to do, until the count can be submitted', async () => {
	const screen = await open({
		typed: { 1: '30' },
		plan: { blanks: 'ask', approval: 'anyone', approver: 'Mara' },
		counting: { reasonNeeded: true, reasons: ['Broken'] },
	});
	const step = () => screen.shown().split('\n').slice(2, 4);
	expect(step()).toEqual([
		'[Evidence] [Print or export] <Back to sheet #/counts/ID> [Send back…] [Approve] [Decide on 4 uncounted lines first]',
		'4 uncounted lines need a decision: confirm each as zero, or leave it uncounted.',
	]);
	await screen.click(/^Decide/);
	expect(screen.panel().split('\n')[0]).toBe('## Butter DA-2');
	await screen.click('Tick all', 'checkbox');
	await screen.click('Leave these 4 uncounted');
	expect(step()).toEqual([
		'[Evidence] [Print or export] <Back to sheet #/counts/ID> [Send back…] [Approve] [Add 1 reason first]',
		'1 line is outside tolerance and has no reason yet. Add one before you submit.',
	]);
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.panel().split('\n')[0]).toBe('## Whole milk DA-1');
	await screen.choose('Reason', 'Broken');
	expect(step()).toEqual([
		'[Evidence] [Print or export] <Back to sheet #/counts/ID> [Send back…] [Approve]',
		'Mara must approve this count before you submit it.',
	]);
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.dialog()).toContain('Approve “Friday”?');
	await screen.confirm('Approve');
	expect(screen.dialog()).toContain('Choose the approver from the list.');
});

it('sends a count without entries back to counting', async () => {
	const screen = await open({});
	expect(screen.shown().split('\n').slice(0, 5)).toEqual([
		'# Review: Friday',
		'Business day 20 Nov 2026 · stock as of Fri 20 Nov, 9:00',
		'[Evidence] [Print or export] <Back to sheet #/counts/ID> [Count a line first]',
		'Nothing is counted yet.',
		'Opened by Noor, Fri 20 Nov, 9:00',
	]);
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.app.route.path).toBe(`/counts/${screen.stocktakeId}`);
});
