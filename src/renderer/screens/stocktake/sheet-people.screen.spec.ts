import { expect, it } from 'vitest';
import type { Answers } from '../../../../test/support/screen.ts';
import { openCountScreen } from '../../../../test/support/count-screen.ts';
import { enterBox } from '../../../../test/support/counting.ts';
import { fail } from '../../../shared/bridge/reply.ts';

const no = () => fail('not-possible-now', 'no');
const open = (opening: Parameters<typeof openCountScreen>[1] = {}) =>
	openCountScreen('/counts/ID', opening);

it('guides through a blind count, and tells a person who should not count', async () => {
	const screen = await open({
		typed: { 2: '20' },
		plan: { guided: true, blind: true, counters: ['Samir', 'Mara'] },
	});
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Friday
		Started Fri 20 Nov, 9:00 · blind count · stock as of 9:00 · last entry saved 9:00
		{Find a line: } [Show the list]
		[More] [Review Ctrl Enter]
		[Dry store 3 2 left · 33%, on] [Freezer 2 not started]
		4 lines left · Dry store, A: Whole milk This count is for Samir and Mara. You are counting as Noor.
		# | Item | Case | Each / weight | Total | Check | Saved |
		A |
		1 | Whole milkDA-1 case = 12 each 2 places: uncounted | {Case, line 1, Whole milk: } | {Each / weight, line 1, Whole milk: } | – each | | |
		2 | ButterDA-2 case = 12 each | {Case, line 2, Butter: } | {Each / weight, line 2, Butter: 20} | 20each | | |
		B |
		3 | FlourDA-4 sack = 25 kg | {Case, line 3, Flour: } | {Each / weight, line 3, Flour: } | – kg | | |"
	`);
	await screen.keys('5{Enter}{Enter}');
	for (const typed of ['1', '2', '3']) await screen.keys(`${typed}{Enter}{Enter}`);
	expect(screen.shown('[Dry')).toMatchInlineSnapshot(`
		"[Dry store 3 all counted] [Freezer 2 1 left · 50%, on]
		1 line left · Freezer, A: Cream This count is for Samir and Mara. You are counting as Noor.
		# | Item | Case | Each / weight | Total | Check | Saved |
		A |
		4 | Whole milkDA-1 case = 12 each | {Case, line 4, Whole milk: } | {Each / weight, line 4, Whole milk: } | – each | | |
		5 | CreamDA-3 case = 12 each | {Case, line 5, Cream: 3} | {Each / weight, line 5, Cream: } | 36each | | |"
	`);
});

it('asks for the name of a person who has not chosen one', async () => {
	const screen = await open({ plan: { counters: ['Samir'] }, settings: { person: '' } });
	expect(screen.shown()).toContain(
		'This count is for Samir. Choose your name at the top of the window.',
	);
});

it('asks once what two counts of a line mean', async () => {
	const screen = await open({ typed: { 1: 'Samir:30' } });
	await screen.keys('{Control>}{Home}{/Control}{Tab}18{Enter}');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Samir has already counted Whole milk
		Choose how this count treats lines that two people count. Both counts stay in the history.
		If two people count the same line
		{Add the counts Each person sees and corrects their own count; the line is the sum.: yes} Add the counts Each person sees and corrects their own count; the line is the sum. {Use the later count The earlier count stays in the history.: no} Use the later count The earlier count stays in the history. {Keep the first count The later count stays in the history.: no} Keep the first count The later count stays in the history.
		[Cancel] [Use for this count]"
	`);
	await screen.confirm(/^Add/, 'radio');
	await screen.confirm('Use for this count');
	expect(screen.asked('stocktake.together')).toMatchObject([
		{
			by: '',
			together: 'sum',
		},
	]);
	expect(screen.part('grid').split('\n')[2]).toMatchInlineSnapshot(
		`"1 | Whole milkDA-1 case = 12 each Samir: 30 | {Case, line 1, Whole milk: } | {Each / weight, line 1, Whole milk: 18} | 48each | 48 | 0 | | |"`,
	);
});

it('counts under another name', async () => {
	const screen = await open();
	await screen.more('Count under another name');
	expect(screen.dialog()).toContain('{Your name: Noor}');
	await screen.fill('Your name', ' ');
	await screen.confirm('Count as this person');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Count under another name
		Entries in this window are saved under this name, like a name chosen in the header.
		Your name {Your name, wrong: }
		Enter a name first.
		[Cancel] [Count as this person]"
	`);
	await screen.fill('Your name', ' Samir ');
	await screen.confirm('Count as this person');
	expect(screen.asked('settings.set')).toEqual([{ person: 'Samir' }]);
	await screen.keys('7{Enter}');
	expect(screen.page.getByRole('img', { name: /^Counted/ }).getAttribute('aria-label')).toBe(
		'Counted 9:00 by Samir',
	);
});

it('is discarded with a reason', async () => {
	let isRefused = true;
	const answers: Answers = { 'stocktake.discard': () => (isRefused ? no() : null) };
	const screen = await open({ answers });
	await screen.more('Discard count');
	await screen.confirm('Discard count');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Discard this count?
		The count is closed and nothing is sent. Its entries stay in the history with your reason.
		Reason {Reason, wrong: }
		Enter a reason first.
		[Cancel] [Discard count]"
	`);
	await screen.fill('Reason', ' Wrong day ');
	await screen.confirm('Discard count');
	expect(screen.dialog()).toContain('{Reason, wrong: Wrong day }\nThis is not possible now.');
	expect(screen.asked('stocktake.discard')).toEqual([
		{ stocktakeId: screen.stocktakeId, reason: 'Wrong day' },
	]);
	isRefused = false;
	await screen.confirm('Discard count');
	expect([screen.dialog(), screen.app.route.path]).toEqual(['', '/counts']);
});

it('finishes a recount, and leads to the review of its count', async () => {
	const screen = await open({ typed: { 1: '30' } });
	const { stocktakeId } = screen.kitchen.call('stocktake.recount', {
		stocktakeId: screen.stocktakeId,
		lineNos: [1],
		recounter: 'Samir',
		intentId: 'intent-recount',
	});
	await screen.go(`/counts/${stocktakeId}`);
	await screen.keys('{Tab}44{Enter}');
	await screen.click(/^Finish recount/);
	expect(screen.asked('stocktake.finishRecount')).toEqual([{ stocktakeId, by: 'Samir' }]);
	expect(screen.notices()).toEqual([
		'Recount finished. It is used unless someone chooses an earlier count.',
	]);
	expect(screen.app.route.path).toBe(`/counts/${screen.stocktakeId}/review`);
});

it('hears what others count meanwhile, and why the count came back', async () => {
	const screen = await open({
		plan: { approval: 'another' },
		before: (kitchen, stocktakeId) =>
			kitchen.call('stocktake.sendBack', { stocktakeId, reason: 'Weigh the flour', by: 'Mara' }),
	});
	enterBox(screen.kitchen, screen.stocktakeId, 2, '19', { by: 'Samir' });
	await screen.settle();
	expect(screen.shown('[Dry')).toMatchInlineSnapshot(`
		"[Dry store 3 2 left · 33%, on] [Freezer 2 not started]
		Sent back by Mara, Fri 20 Nov, 9:00: Weigh the flour
		# | Item | Case | Each / weight | Total | Expected | Variance | Check | Saved |
		A |
		1 | Whole milkDA-1 case = 12 each | {Case, line 1, Whole milk: } | {Each / weight, line 1, Whole milk: } | – each | 48 | | | |
		2 | ButterDA-2 case = 12 each | {Case, line 2, Butter: } | {Each / weight, line 2, Butter: 19} | 19each | 24 | −5 | | |
		B |
		3 | FlourDA-4 sack = 25 kg | {Case, line 3, Flour: } | {Each / weight, line 3, Flour: } | – kg | 60 | | | |"
	`);
});

it('says why a count could not be opened, and tries again', async () => {
	const screen = await open({ answers: { 'stocktake.sheet': no } });
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Counts
		This could not be loaded
		This is not possible now.
		[Try again]"
	`);
	await screen.click('Try again');
	expect(screen.asked('stocktake.sheet')).toHaveLength(2);
});

it('shows who else is counting, and where, as they come and go', async () => {
	const screen = await open();
	const { kitchen, stocktakeId } = screen;
	const window = crypto.randomUUID();
	const here = async (areaId: string | null, leaving = false) => {
		kitchen.call('stocktake.here', { stocktakeId, window, areaId, leaving, by: 'Samir' });
		await screen.settle();
		return screen.shown('[Dry').split('\n')[0];
	};
	expect(await here('A-2')).toBe('[Dry store 3 not started, on] [Freezer 2 not started Samir]');
	expect(await here('A-1')).toBe('[Dry store 3 not started Samir, on] [Freezer 2 not started]');
	expect(await here(null, true)).toBe('[Dry store 3 not started, on] [Freezer 2 not started]');
});
