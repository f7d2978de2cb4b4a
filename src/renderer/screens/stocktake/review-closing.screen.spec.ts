import { expect, it } from 'vitest';
import { openCountScreen } from '../../../../test/support/count-screen.ts';
import type { Kitchen } from '../../../../test/support/kitchen.ts';
import type { Answers } from '../../../../test/support/screen.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { Review } from '../../../shared/bridge/count-review.ts';

const no = () => fail('not-possible-now', 'no');
const open = (opening: Parameters<typeof openCountScreen>[1]) =>
	openCountScreen('/counts/ID/review', opening);
type Screen = Awaited<ReturnType<typeof open>>;
const head = (screen: Screen) => screen.shown().split('\n').slice(2, 5).join('\n');

/** The review of a count of one line, with other values. */
const openReviewed = (change: (review: Review) => Partial<Review>, answers: Answers = {}) => {
	let kitchen: Kitchen;
	return open({
		typed: { 1: '40' },
		before: (opened) => (kitchen = opened),
		answers: {
			...answers,
			'stocktake.review': (asked) => {
				const review = kitchen.call('stocktake.review', asked);
				return succeed({ ...review, ...change(review) });
			},
		},
	});
};

async function approve(screen: Screen, name: string): Promise<void> {
	await screen.user.clear(screen.page.getByRole('combobox', { name: 'Approver' }));
	await screen.keys(name);
	await screen.keys('{Enter}');
}

it('is approved by the named person, and the approval can be withdrawn', async () => {
	const screen = await open({
		typed: { 1: '40' },
		plan: { approval: 'another' },
		settings: { staff: ['Mara', 'Noor'] },
	});
	await screen.click('Approve');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Approve “Friday”?
		1 line counted, 4 not. Total difference −€4.00. Any later entry cancels the approval.
		Approver
		{Approver: } [Show the list]
		Noor counted, so someone else must approve.
		[Cancel] [Approve]"
	`);
	await approve(screen, 'Noor');
	await screen.confirm('Approve');
	expect(screen.dialog()).toContain('{Approver, wrong: Noor} [Show the list]');
	expect(screen.dialog()).toContain('Choose the approver from the list.');
	// The whole name is a choice, without Enter.
	await screen.user.clear(screen.page.getByRole('combobox', { name: 'Approver' }));
	await screen.keys('mara{Tab}');
	await screen.confirm('Approve');
	expect(screen.asked('stocktake.approve').at(-1)).toEqual({
		stocktakeId: screen.stocktakeId,
		by: 'Mara',
	});
	expect(head(screen)).toMatchInlineSnapshot(`
		"[Evidence] [Print or export] <Back to sheet #/counts/ID> [Send back…] [Submit count]
		Approved by Mara, Fri 20 Nov, 9:00
		[Withdraw approval]"
	`);
	await screen.click('Withdraw approval');
	expect(head(screen)).toMatchInlineSnapshot(`
		"[Evidence] [Print or export] <Back to sheet #/counts/ID> [Send back…] [Approve]
		Someone who did not count must approve this count before you submit it.
		Opened by Noor, Fri 20 Nov, 9:00"
	`);
	await screen.click('Approve');
	expect(screen.dialog()).toContain('Approve “Friday”?');
});

it('is approved only by the approver that its plan names', async () => {
	const screen = await open({
		typed: { 1: '40' },
		plan: { approval: 'another', approver: 'Mara' },
	});
	await screen.click('Approve');
	await approve(screen, 'Siobhan');
	await screen.confirm('Approve');
	expect(screen.dialog()).toContain('This count names someone else as the approver.');
	await approve(screen, 'Mara');
	expect(screen.dialog()).not.toContain('This count names someone else as the approver.');
});

it('says who counted, without entries that have no name', async () => {
	const screen = await openReviewed(({ plan, entered }) => ({
		plan: { ...plan, approval: 'another' },
		entered: entered && { ...entered, people: ['', 'Noor'] },
	}));
	await screen.click('Approve');
	expect(screen.dialog().split('\n')).toContain('Noor counted, so someone else must approve.');
});

it('is sent back with a reason', async () => {
	const screen = await open({
		typed: { 1: '40' },
		plan: { approval: 'another', approver: 'Mara' },
	});
	await screen.click('Send back…');
	await screen.confirm('Send back');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Send “Friday” back?
		The counters see the reason on the sheet. An approval is cancelled.
		Approver
		{Approver, wrong: } [Show the list]
		Mara must approve this count before you submit it.
		Choose the approver from the list.
		Reason {Reason: }
		[Cancel] [Send back]"
	`);
	await approve(screen, 'Mara');
	await screen.confirm('Send back');
	expect(screen.dialog().split('\n').at(-2)).toBe('Enter a reason first.');
	await screen.fill('Reason', 'Weigh the flour');
	await screen.confirm('Send back');
	expect(head(screen)).toMatchInlineSnapshot(`
		"[Evidence] [Print or export] <Back to sheet #/counts/ID> [Send back…] [Approve]
		Sent back by Mara, Fri 20 Nov, 9:00: Weigh the flour
		Opened by Noor, Fri 20 Nov, 9:00"
	`);
});

it('says why an approval, its withdrawal, sending back or submitting was refused', async () => {
	const screen = await open({
		typed: { 1: '40' },
		plan: { approval: 'anyone' },
		answers: {
			'stocktake.approve': no,
			'stocktake.withdrawApproval': no,
			'stocktake.sendBack': no,
			'stocktake.submit': no,
		},
		before: (kitchen, stocktakeId) =>
			kitchen.call('stocktake.approve', { stocktakeId, by: 'Mara' }),
	});
	await screen.click('Withdraw approval');
	await screen.click('Send back…');
	await approve(screen, 'Mara');
	await screen.fill('Reason', 'Weigh the flour');
	await screen.confirm('Send back');
	expect(screen.dialog()).toContain('Weigh the flour');
	await screen.keys('{Escape}');
	await screen.click('Submit count');
	await screen.confirm('Submit count');
	expect(screen.dialog()).toContain('Submit');
	expect(screen.notices()).toEqual(Array(3).fill('This is not possible now.'));
});

it('is submitted, posted, and then only shown', async () => {
	const screen = await open({ typed: { 1: '40', 2: '20' } });
	await screen.click('Submit count');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Submit “Friday”?
		The adjustments of 2 lines are sent to the service as stock changes dated 20 Nov 2026.
		3 uncounted lines keep their book quantity.
		After this, the count cannot be changed.
		[Cancel] [Submit count]"
	`);
	await screen.confirm('Submit count');
	expect(screen.notices()).toEqual(['Count submitted.']);
	expect(screen.asked('stocktake.submit')).toMatchObject([
		{ stocktakeId: screen.stocktakeId, zeroReason: '' },
	]);
	expect(screen.shown().split('{Find')[0]).toMatchInlineSnapshot(`
		"# Friday
		Business day 20 Nov 2026 · stock as of Fri 20 Nov, 9:00 Waiting to be sent
		[Evidence] [Print or export] [Count again…] [All counts]
		This count is in the outbox and will be sent automatically.
		<Open outbox #/outbox>
		Opened by Noor, Fri 20 Nov, 9:00
		Counted by Noor, last entry Fri 20 Nov, 9:00
		Submitted and locked by Noor, Fri 20 Nov, 9:00
		Posting
		0 of 2 lines posted
		next to be sent
		Counted : 2
		Counted as zero : 0
		Uncounted : 3
		Surplus : €0.00
		Loss : −€12.80
		Difference : −€12.80
		"
	`);
	// A closed count has no questions, and its items lead to their history.
	expect(screen.shown()).not.toContain('Questions');
	expect(screen.shown()).toContain('<Butter #/counts/item/2>');
	await screen.kitchen.send();
	screen.core.emit('documents.changed', { area: 'stocktake' });
	await screen.tell('outbox.changed', {});
	expect(screen.shown().split('\n').slice(1, 8)).toEqual([
		'Business day 20 Nov 2026 · stock as of Fri 20 Nov, 9:00 Sent and confirmed',
		'[Evidence] [Print or export] [Count again…] [All counts]',
		'This count is sent and confirmed.',
		'Opened by Noor, Fri 20 Nov, 9:00',
		'Counted by Noor, last entry Fri 20 Nov, 9:00',
		'Submitted and locked by Noor, Fri 20 Nov, 9:00',
		'Posting',
	]);
	await screen.grab(1);
	expect(screen.panel()).toMatchInlineSnapshot(`
		"## Whole milk DA-1
		Dry store · Dairy
		The item is also kept in another place that was not counted.
		Book when it was counted : 48each read Fri 20 Nov, 9:00 Counted : 40each Fri 20 Nov, 9:00 Moved since : 0 Book when submitted 48
		Adjusts by −8, 40 afterwards."
	`);
	await screen.click('Count again…');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Repeat this count?
		Opens a new count with the same settings and lines, compared with current stock. The past count is not changed.
		Name {Name: Count of 20 November}
		Quantities
		{Empty All lines start uncounted.: yes} Empty All lines start uncounted. {Copy from the past count The final quantities are entered under your name. You can undo this in one step.: no} Copy from the past count The final quantities are entered under your name. You can undo this in one step.
		[Cancel] [Open new count]"
	`);
	await screen.fill('Name', ' ');
	await screen.confirm('Open new count');
	expect(screen.dialog()).toContain('{Name, wrong: }\nEnter a name first.');
	await screen.fill('Name', 'Once more');
	await screen.confirm(/^Copy/, 'radio');
	await screen.confirm('Open new count');
	expect(screen.asked('countHistory.again')).toMatchObject([
		{
			boxes: 'as-then',
			name: 'Once more',
		},
	]);
});

it('says before submitting what happens to blank lines, and asks why they are empty', async () => {
	const screen = await open({
		typed: { 1: '48' },
		plan: { blanks: 'zero' },
		counting: { reasonNeeded: true, reasons: ['Used up'] },
	});
	await screen.keys('{Control>}{Enter}{/Control}');
	await screen.confirm('Submit count');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Submit “Friday”?
		The adjustments of 4 lines are sent to the service as stock changes dated 20 Nov 2026.
		4 uncounted lines are entered as zero, as set for this count.
		After this, the count cannot be changed.
		Why are they empty? {Why are they empty?, wrong: Choose a reason}
		As zero, 4 lines are outside tolerance. You can change each reason in the review.
		Choose a reason first.
		[Cancel] [Submit count]"
	`);
	await screen.choose('Why are they empty?', 'Used up');
	await screen.confirm('Submit count');
	expect(screen.asked('stocktake.submit')).toMatchObject([{ zeroReason: 'Used up' }]);
});

it.each([
	['file', 'The count is closed and kept here for export. Nothing is sent to the service.'],
	['none', 'The count is closed and kept on this PC. Nothing is sent to the service.'],
] as const)('says before submitting where the count goes: %s', async (posting, says) => {
	const screen = await openReviewed(() => ({ posting }));
	await screen.click('Submit count');
	expect(screen.dialog().split('\n')[1]).toBe(says);
});

it.each([
	[
		'needs-you',
		'The service refused part of this count. Correct those lines below, or decide in the outbox.',
	],
	['draft', 'This count is finished and kept on this PC.'],
] as const)('tells the standing of a submitted count: %s', async (standing, says) => {
	const screen = await openReviewed(({ summary }) => ({
		summary: { ...summary, state: 'submitted', standing },
	}));
	expect(screen.shown().split('\n')[3]).toBe(says);
});

it('is taken back after it was moved to another PC', async () => {
	let reply: () => Reply<Record<string, never>> = no;
	const screen = await openReviewed(
		({ summary }) => ({
			summary: { ...summary, state: 'discarded', movedAt: Date.UTC(2026, 10, 20, 8) },
		}),
		{ 'rescue.continueCount': () => reply() },
	);
	expect(screen.shown().split('\n').slice(1, 6).join('\n')).toMatchInlineSnapshot(`
		"Business day 20 Nov 2026 · stock as of Fri 20 Nov, 9:00 On another PC
		[Evidence] [Print or export] [Count again…] [All counts]
		This count was moved to another PC on Fri 20 Nov, 8:00. It continues there, and nothing is sent from here.
		[Continue here…]
		Opened by Noor, Fri 20 Nov, 9:00"
	`);
	await screen.click('Continue here…');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Continue this count here?
		If the file was imported at the other PC, both PCs have the count. Submit it at only one of them, or its differences are posted twice. To merge the two, import a file from the other PC.
		[Cancel] [Continue here]"
	`);
	await screen.confirm('Continue here');
	expect(screen.notices()).toEqual(['This is not possible now.']);
	reply = () => succeed({});
	await screen.confirm('Continue here');
	expect(screen.app.route.path).toBe(`/counts/${screen.stocktakeId}`);
});
