// Dialogs that are opened a second time, and what they tell beside their text.
import { describe, expect, it } from 'vitest';
import { openCountScreen } from '../../../test/support/count-screen.ts';
import { heardOn } from '../../../test/support/heard.ts';
import { openStockedKitchen } from '../../../test/support/kitchen.ts';
import { fillDialog, leaveDialog, opensAnewAfter } from '../../../test/support/opens-anew.ts';
import { openOutbox } from '../../../test/support/outbox-page.ts';
import { openScreen, type Answers } from '../../../test/support/screen.ts';
import type { Kitchen } from '../../../test/support/kitchen.ts';
import { succeed } from '../../shared/bridge/reply.ts';

type Screen = Pick<
	Awaited<ReturnType<typeof openScreen>>,
	'click' | 'dialog' | 'go' | 'keys' | 'page' | 'settle' | 'user'
>;

const rescueAnswers: Answers = {
	'session.profile': { json: '{}' },
	'rescue.state': {
		copies: [{ name: 'copy-12', number: 12, at: 0, bytes: 1 }],
		copyProblem: null,
		dataFolder: '',
		records: [],
	},
	'rescue.waiting': { documents: 3, drafts: 2, counts: 1, photos: 4, kept: 0, photosLeft: 2 },
	'rescue.unreadable': { rows: [] },
	'rescue.lookInto': {
		copy: { name: 'copy-12', number: 12, at: 0, bytes: 1 },
		waiting: 2,
		drafts: 3,
		counts: 1,
		newerSteps: 5,
		newerDrafts: 1,
		newerCounts: 4,
		goBack: 6,
	},
};

type Name = string | RegExp;

const openDialogs = () => document.querySelectorAll('[role$=dialog][data-state=open]');

function heardOnDialog(text: string): string[] {
	const lines = heardOn(openDialogs()[0]!).filter((line) => line !== 'heading level=2');
	return [`# ${text.split('\n')[0]!}`, ...lines];
}

/** @param buttons each opens a dialog: its name, or those of a menu and an entry. @returns what a screen reader hears */
async function openedTwice(screen: Screen, buttons: readonly (Name | readonly [Name, string])[]) {
	const heard: string[] = [];
	for (const names of buttons) {
		const shown: string[] = [];
		for (const fill of [fillDialog, async () => undefined]) {
			const [name, entry] =
				typeof names === 'string' || names instanceof RegExp ? [names, undefined] : names;
			await screen.user.click(screen.page.getAllByRole('button', { name })[0]!);
			await screen.settle();
			if (entry !== undefined) await screen.click(entry, 'menuitem');
			expect([names, openDialogs().length]).toEqual([names, 1]);
			shown.push(screen.dialog());
			if (shown.length === 1) heard.push(...heardOnDialog(screen.dialog()));
			await fill(screen);
			await leaveDialog(screen);
			expect([names, openDialogs().length]).toEqual([names, 0]);
			const [opener] = screen.page.getAllByRole('button', { name });
			expect([names, document.activeElement]).toEqual([names, opener]);
		}
		expect([names, shown[1]]).toEqual([names, shown[0]]);
	}
	return heard;
}

it('of a sheet and a review', async () => {
	const screen = await openCountScreen('/counts/ID', {
		typed: { 1: '40', 2: '20' },
		plan: { approval: 'another' },
		can: ['print', 'save-file'],
	});
	const entries = [
		'Add an item or a place…',
		'Move this line…',
		'Unrecognised barcodes',
		'Count sheets on paper…',
		'Move or copy to a file…',
		'Count under another name',
		'Discard count',
	];
	expect(
		await openedTwice(
			screen,
			entries.map((entry) => ['More', entry] as const),
		),
	).toEqual([
		'# Add an item or a place',
		'combobox autocomplete=list expanded=false autocomplete=off',
		'button “Show the list” haspopup=listbox tabindex=-1',
		'select of Dry store / Freezer',
		'input autocomplete=off maxlength=80 (Type a new shelf or choose one.)',
		'begins at input Item',
		'# Move Flour',
		'select of Dry store / Freezer',
		'input autocomplete=off maxlength=80 (Type a new shelf or choose one.)',
		'begins at select Area',
		'# Unrecognised barcodes',
		'button “Close”',
		'begins at div Unrecognised barcodes',
		'# Count sheets on paper',
		'button “Close”',
		'input (Empty boxes, and space for items that are not listed.)',
		'input (Includes the quantities entered so far, without expected quantities.)',
		'input (Includes the book quantity of each line.)',
		'select of All areas / Dry store / Freezer',
		'begins at input Blank Empty boxes, and space for items that are not listed.',
		'# Save this count to a file',
		'input (The work stays on this PC and is sent from here.)',
		'input (The work leaves this PC and continues where the file is imported. Until then none of it is sent.)',
		'begins at input Backup copy The work stays on this PC and is sent from here.',
		'# Count under another name',
		'input required=true autocomplete=off maxlength=80',
		'begins at input Your name',
		'# Discard this count?',
		'input required=true autocomplete=off maxlength=500',
		'begins at input Reason',
	]);
	await screen.go(`/counts/${screen.stocktakeId}/review`);
	expect(await openedTwice(screen, ['Approve', 'Send back…'])).toEqual([
		'# Approve “Friday”?',
		'combobox autocomplete=list expanded=false autocomplete=off (Noor counted, so someone else must approve.)',
		'button “Show the list” haspopup=listbox tabindex=-1',
		'begins at input Approver',
		'# Send “Friday” back?',
		'combobox autocomplete=list expanded=false autocomplete=off (Noor counted, so someone else must approve.)',
		'button “Show the list” haspopup=listbox tabindex=-1',
		'input required=true autocomplete=off maxlength=500',
		'begins at input Approver',
	]);
}, 60_000);

it('of a count to be submitted', async () => {
	const screen = await openCountScreen('/counts/ID/review', {
		typed: { 1: '48' },
		plan: { blanks: 'zero' },
		counting: { reasonNeeded: true, reasons: ['Used up'] },
	});
	const heard = await openedTwice(screen, ['Submit count']);
	await screen.click(/^Uncounted/, 'radio');
	await screen.click('Tick Cream', 'checkbox');
	heard.push(...(await openedTwice(screen, ['Confirm this line as zero'])));
	expect(heard).toEqual([
		'# Submit “Friday”?',
		'select required=true of Choose a reason / Used up (As zero, 4 lines are outside tolerance. You can change each reason in the review.)',
		'begins at select Why are they empty?',
		'# Confirm 1 line as zero?',
		'select required=true of Choose a reason / Used up (As zero, 1 line is outside tolerance. You can change the reason in the review.)',
		'begins at select Why are they empty?',
	]);
});

it('of a closed count', async () => {
	const screen = await openCountScreen('/counts/ID/review', {
		typed: { 1: '40' },
		before: (kitchen: Kitchen, stocktakeId) =>
			kitchen.call('stocktake.submit', { stocktakeId, intentId: 'intent-submit' }),
	});
	expect(await openedTwice(screen, ['Count again…'])).toEqual([
		'# Repeat this count?',
		'input required=true autocomplete=off maxlength=120',
		'input (All lines start uncounted.)',
		'input (The final quantities are entered under your name. You can undo this in one step.)',
		'begins at input Name',
	]);
});

it('of the outbox', async () => {
	const screen = await openOutbox();
	const buttons = ['How it works', 'Send again', 'Mark as done', 'Don’t send'];
	expect(await openedTwice(screen, buttons)).toEqual([
		'# What the outbox promises',
		'button “Close”',
		'begins at div What the outbox promises',
		'# Send this again?',
		'begins at button Send again',
		'# Mark as done',
		'button “Close”',
		'status',
		'button disabled=true title “The service has no document to choose from yet.”',
		'begins at button Mark as done',
		'# Don’t send this?',
		'textarea required=true maxlength=500 (Required. Kept in the history with your name.)',
		'begins at textarea Reason',
	]);
});

it('of other screens', async () => {
	const screen = await openScreen('/settings', {
		kitchen: await openStockedKitchen(),
		answers: rescueAnswers,
	});
	const heard = await openedTwice(screen, [
		'Show the profile',
		'Disconnect',
		[/works here/, 'Someone else…'],
	]);
	for (const [path, button] of [
		['/settings/rescue', 'Save to a file'],
		['/settings/rescue', 'Restore the copy of Thu 1 Jan, 0:00 (copy 12)'],
		['/imports', 'Save as workbook'],
		['/waste/new', 'Templates'],
	] as const) {
		await screen.go(path);
		heard.push(...(await openedTwice(screen, [button])));
	}
	expect(heard).toEqual([
		'# Service profile',
		'button “Close”',
		'begins at div Service profile',
		'# Disconnect from this service?',
		'begins at button Cancel',
		'# Who works here?',
		'input required=true autocomplete=off maxlength=80',
		'begins at input Who works here',
		'# Save this PC’s work to a file',
		'input (The work stays on this PC and is sent from here.)',
		'input (The work leaves this PC and continues where the file is imported. Until then none of it is sent.)',
		'begins at input Backup copy The work stays on this PC and is sent from here.',
		'# Restore the copy of Thu 1 Jan, 0:00?',
		'begins at button Cancel',
		'# Save as workbook',
		'button “Close”',
		'begins at input Suppliers',
		'# Templates',
		'button “Close”',
		'begins at div Templates',
	]);
});

// The calls change nothing, so a dialog that differs the second time has kept something.
describe('begins anew after it was done', () => {
	const work = { file: 'work.json', text: 'work' };

	it('of a sheet', async () => {
		const screen = await openCountScreen('/counts/ID', {
			answers: { 'rescue.exportCount': work },
		});
		for (const [entry, done] of [
			['Count sheets on paper…', 'Save as CSV'],
			['Move or copy to a file…', 'Move work'],
		] as const)
			await opensAnewAfter(
				screen,
				async () => {
					await leaveDialog(screen);
					await screen.more(entry);
				},
				() => screen.confirm(done),
			);
	});

	it('of a review', async () => {
		const same = () => succeed(screen.kitchen.call('stocktake.review', screen));
		const screen = await openCountScreen('/counts/ID/review', {
			typed: { 1: '40' },
			plan: { approval: 'another' },
			settings: { staff: ['Mara'] },
			answers: { 'stocktake.approve': same, 'stocktake.sendBack': same },
		});
		for (const [button, done] of [
			['Approve', 'Approve'],
			['Send back…', 'Send back'],
		] as const) {
			await opensAnewAfter(
				screen,
				() => screen.click(button),
				async () => {
					await screen.user.clear(screen.page.getByRole('combobox', { name: 'Approver' }));
					await screen.keys('Mara{Enter}');
					await screen.confirm(done);
				},
			);
			await leaveDialog(screen);
		}
	});

	it('of the outbox', async () => {
		const screen = await openOutbox();
		screen.answers['outbox.discard'] = {};
		for (const [button, done] of [['Don’t send', 'Don’t send']] as const)
			await opensAnewAfter(
				screen,
				() => screen.press(button),
				() => screen.confirm(done),
			);
	});

	it('of work', async () => {
		const screen = await openScreen('/settings/rescue', {
			kitchen: await openStockedKitchen(),
			answers: { ...rescueAnswers, 'rescue.exportWork': work },
		});
		await opensAnewAfter(
			screen,
			() => screen.click('Save to a file'),
			() => screen.confirm('Move work'),
		);
	});

	it('of the person', async () => {
		const screen = await openScreen('/settings', { answers: {} });
		await opensAnewAfter(
			screen,
			async () => {
				await screen.fromMenu(/works here/, 'Someone else…');
			},
			() => screen.confirm('Work here'),
		);
	});
});
