// Dialogs that are opened a second time.
import { expect, it } from 'vitest';
import { openCountScreen } from '../../../test/support/count-screen.ts';
import { openStockedKitchen } from '../../../test/support/kitchen.ts';
import { openOutbox } from '../../../test/support/outbox-page.ts';
import { openScreen } from '../../../test/support/screen.ts';
import type { Kitchen } from '../../../test/support/kitchen.ts';

type Screen = Pick<
	Awaited<ReturnType<typeof openScreen>>,
	'click' | 'dialog' | 'go' | 'keys' | 'page' | 'settle' | 'user'
>;

const openDialogs = () => document.querySelectorAll('[role$=dialog][data-state=open]').length;

/** @param names of a button, or of a menu and its entry. @returns the titles of the dialogs that they open */
async function openedTwice(screen: Screen, buttons: readonly (string | readonly string[])[]) {
	const titles: (string | undefined)[] = [];
	for (const names of buttons) {
		const shown = [];
		for (const key of ['{Escape}', '{Escape}']) {
			const [name = '', entry] = [names].flat();
			await screen.user.click(screen.page.getAllByRole('button', { name })[0]!);
			await screen.settle();
			if (entry !== undefined) await screen.click(entry, 'menuitem');
			expect([names, openDialogs()]).toEqual([names, 1]);
			shown.push(screen.dialog());
			await screen.keys(key);
			expect([names, openDialogs()]).toEqual([names, 0]);
		}
		expect(shown[1]).toBe(shown[0]);
		titles.push(shown[0]?.split('\n')[0]);
	}
	return titles;
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
			entries.map((entry) => ['More', entry]),
		),
	).toMatchInlineSnapshot(`
		[
		  "Add an item or a place",
		  "Move Flour",
		  "Unrecognised barcodes",
		  "Count sheets on paper",
		  "Save this count to a file",
		  "Count under another name",
		  "Discard this count?",
		]
	`);
	await screen.go(`/counts/${screen.stocktakeId}/review`);
	expect(await openedTwice(screen, ['Approve', 'Send back…'])).toMatchInlineSnapshot(`
		[
		  "Approve “Friday”?",
		  "Send “Friday” back?",
		]
	`);
}, 60_000);

it('of a closed count', async () => {
	const screen = await openCountScreen('/counts/ID/review', {
		typed: { 1: '40' },
		before: (kitchen: Kitchen, stocktakeId) =>
			kitchen.call('stocktake.submit', { stocktakeId, intentId: 'intent-submit' }),
	});
	expect(await openedTwice(screen, ['Count again…'])).toMatchInlineSnapshot(`
		[
		  "Repeat this count?",
		]
	`);
});

it('of the outbox', async () => {
	const screen = await openOutbox();
	const buttons = ['How it works', 'Send again', 'Mark as done', 'Don’t send'];
	expect(await openedTwice(screen, buttons)).toMatchInlineSnapshot(`
		[
		  "What the outbox promises",
		  "Send this again?",
		  "Mark as done",
		  "Don’t send this?",
		]
	`);
});

it('of other screens', async () => {
	const screen = await openScreen('/settings', {
		kitchen: await openStockedKitchen(),
		answers: {
			'session.profile': { json: '{}' },
			'rescue.state': {
				copies: [{ name: 'copy-12', number: 12, at: 0, bytes: 1 }],
				copyProblem: null,
				dataFolder: '',
				records: [],
			},
			'rescue.waiting': { documents: 3, drafts: 2, counts: 1, photos: 4, photosLeft: 2 },
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
		},
	});
	const titles = await openedTwice(screen, ['Show the profile', 'Disconnect']);
	for (const [path, button] of [
		['/settings/rescue', 'Save to a file'],
		['/settings/rescue', 'Restore the copy of Thu 1 Jan, 0:00 (copy 12)'],
		['/imports', 'Save as workbook'],
		['/waste/new', 'Templates'],
	] as const) {
		await screen.go(path);
		titles.push(...(await openedTwice(screen, [button])));
	}
	expect(titles).toMatchInlineSnapshot(`
		[
		  "Service profile",
		  "Disconnect from this service?",
		  "Save this PC’s work to a file",
		  "Restore the copy of Thu 1 Jan, 0:00?",
		  "Save as workbook",
		  "Templates",
		]
	`);
});
