// The outbox shows each document's status, and a person decides by keyboard what the program may not.
import type { Page } from '@playwright/test';
import { practiceProfile } from '../../src/practice/profile.ts';
import type { Fault } from '../../src/shared/bridge/practice.ts';
import { receiveTooMuch } from '../support/lived-in.ts';
import {
	draftWaste,
	drained,
	expect,
	settleIn,
	test,
	twoItems,
	type Pc,
} from '../support/office.ts';
import type { Snapshot } from '../support/practice.ts';
import { axeFaults } from './axe.ts';
import { choose, fillIn, pressOn, tabTo } from './keyboard.ts';

/** Logs waste of one line and queues it. */
async function logWaste(pc: Pc, locationId: string, description: string): Promise<void> {
	const documentId = await draftWaste(pc, locationId, description);
	await pc.call('wastage.submit', { documentId, intentId: crypto.randomUUID() });
}

const marked = ({ wastage }: Snapshot, description: string) =>
	wastage.filter((document) => document.description?.includes(description));

const once = (kind: Fault['kind'], operation: string) => ({ kind, operation, times: 1 });

const step = (page: Page, words: string | RegExp) =>
	page.getByRole('list', { name: 'Steps' }).getByRole('listitem').filter({ hasText: words });

test('offline work waits with a status, is undone to a draft, or is sent automatically @night', async ({
	page,
	kitchen,
}) => {
	const { pc, service, locationId } = kitchen;
	await service.goAway();
	await pc.call('network.check', {});
	await logWaste(pc, locationId, 'Undone');
	await pc.show(page, '/outbox');
	const pill = page.getByRole('link', { name: 'Open outbox' });
	await expect(pill).toContainText('Offline, 1 waiting');
	await expect(step(page, 'Creating: waits for the network')).toBeVisible();
	await expect(step(page, 'Submitting: waits for the previous step')).toBeVisible();

	await tabTo(page, step(page, 'Creating').getByRole('button', { name: 'Undo' }));
	await page.keyboard.press('Enter');
	await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }));
	await expect(page.getByText('Undone. The document is a draft again.')).toBeVisible();
	await expect(pill).toContainText('Offline');
	const { documents } = await pc.call('wastage.list', { locationId });
	expect(documents.filter(({ standing }) => standing === 'draft')).toHaveLength(1);

	await logWaste(pc, locationId, 'Goes by itself');
	await expect(pill).toContainText('Offline, 1 waiting');
	await service.comeBack();
	await expect(pill).toContainText('Online');
	await pc.until(drained);
	const shown = await service.snapshot();
	expect(marked(shown, 'Undone')).toEqual([]);
	expect(marked(shown, 'Goes by itself')).toHaveLength(1);
});

test('a fresh submit is undone by one key, and a sent one is found by its content', async ({
	page,
	kitchen,
}) => {
	const { pc, locationId } = kitchen;
	await pc.call('settings.set', { undoSeconds: 30 });
	await pc.show(page, `/waste/${await draftWaste(pc, locationId, 'Burnt sauce')}`);
	await pressOn(page, page.getByRole('button', { name: 'Submit' }));
	await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible();
	const saved = page.getByText('Saved, will be sent in a moment.');
	await expect(saved, 'one message, with Undo').toBeHidden();
	await page.keyboard.press('Alt+z');
	await expect(page.getByText('It is a draft again.')).toBeVisible();
	await expect(page, 'on the draft itself').toHaveURL(/#\/waste\/./);
	await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();

	for (const each of ['First', 'Second', 'Third', 'Last']) await logWaste(pc, locationId, each);
	await expect(page.getByRole('button', { name: 'Undo all 4' })).toBeVisible();
	await page.keyboard.press('Alt+z');
	await expect(page.getByRole('button', { name: 'Undo all 3' })).toBeVisible();
	await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(3);
	await pressOn(page, page.getByRole('button', { name: 'Undo all 3' }));
	await expect(page.getByText('Undone: 3, none of them sent.')).toBeVisible();
	await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
	const { documents: drafts } = await pc.call('wastage.list', { locationId });
	expect(drafts.filter(({ standing }) => standing === 'draft')).toHaveLength(5);

	await pc.call('settings.set', { undoSeconds: 0 });
	await logWaste(pc, locationId, 'Dropped tray');
	await logWaste(pc, locationId, 'Spilt soup');
	await pc.until(drained);
	await pc.show(page, '/outbox');
	const documents = page.getByRole('list', { name: 'Documents' }).getByRole('listitem');
	await expect(documents).toHaveCount(7);
	await tabTo(page, page.getByRole('searchbox', { name: 'Search' }));
	await page.keyboard.type('noor tra');
	await expect(documents).toHaveCount(1);
	await expect(documents).toContainText('Dropped tray');
	await tabTo(page, page.getByRole('button', { name: 'Show history' }));
	await page.keyboard.press('Enter');
	await expect(page.getByRole('table', { name: 'History' })).toContainText(
		'confirmed it (status 20',
	);
	await tabTo(page, page.getByRole('link', { name: 'Open document' }));
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/#\/waste\/./);
	await page.goBack();
	await expect(
		page.getByRole('searchbox', { name: 'Search' }),
		'Back keeps the filters',
	).toHaveValue('noor tra');
	await expect(documents).toHaveCount(1);
	await tabTo(page, page.getByRole('button', { name: 'Clear filters' }));
	await page.keyboard.press('Enter');
	await expect(documents).toHaveCount(7);
	await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
});

test('a lost answer is looked up: nothing is done twice', async ({ page, kitchen }) => {
	const { pc, service, locationId } = kitchen;
	await service.setFaults(
		once('drop-reply', 'wastage.create'),
		once('drop-reply', 'wastage.submit'),
	);
	await pc.show(page, '/outbox');
	await logWaste(pc, locationId, 'Answer lost');
	await pc.until(drained);
	const ours = marked(await service.snapshot(), 'Answer lost');
	expect(ours).toHaveLength(1);
	expect(ours[0]?.status).toBe('submitted');
	await tabTo(page, page.getByRole('radio', { checked: true }));
	await choose(page, page.getByRole('radio', { name: /^Done/ }));
	await expect(
		step(page, 'No answer came, so Stillroom asked the service, which shows it as done.'),
	).toHaveCount(2);
});

/** A service with possibly late lists: absence proves nothing. */
const lateLists = {
	...practiceProfile,
	behaviour: { ...practiceProfile.behaviour, listsAreCurrent: false },
};

/** A service whose over-receipt limit nobody stated. */
const limitUnknown = { ...practiceProfile, transfer: { overReceiptPercent: null } };

test("sends an unconfirmed step again on a person's order, and asks about its duplicate @night", async ({
	page,
	pc,
	service,
}) => {
	await pc.start();
	const locationId = await settleIn(pc, service, lateLists);
	await service.setFaults(once('drop-before-commit', 'wastage.create'));
	await logWaste(pc, locationId, 'Sent again');
	await pc.until(({ outbox }) => outbox.needYou === 1);
	await pc.show(page, '/outbox');
	await expect(page.getByRole('link', { name: 'Open outbox' })).toContainText('1 needs attention');
	await expect(step(page, 'the service has no record of it')).toBeVisible();

	await pressOn(page, page.getByRole('button', { name: 'Send again' }));
	const question = page.getByRole('alertdialog');
	await expect(question).toContainText('sending again may do it twice');
	await pressOn(page, question.getByRole('button', { name: 'Send again' }));
	await pc.until(drained);
	// While the dialog closes, its button and the step's are both there.
	await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0);
	await expect(
		page.locator('#page :focus'),
		'its button went, and the focus goes on',
	).toBeVisible();
	const [ours] = marked(await service.snapshot(), 'Sent again');
	if (!ours) throw new Error('It did not go.');

	// The first attempt succeeds after all, long after we gave up.
	await service.signIn();
	const shown = (await service.call('wastage.get', { path: { id: ours.id } })).json;
	const { locationId: at, date, description, items } = shown as Record<string, unknown>;
	const late = { locationId: at, date, description, items };
	expect((await service.call('wastage.create', { body: late })).status).toBeLessThan(300);
	await pc.call('sync.pull', {});
	const card = page.getByRole('region', { name: 'Possible duplicate' });
	await choose(page, page.getByRole('radio', { name: /^Needs attention/ }));
	await expect(card).toContainText(ours.number);
	await expect(page.getByRole('link', { name: 'Open outbox' })).toContainText('1 needs attention');
	await expect(page.getByText('Nothing else needs attention')).toBeVisible();
	await pressOn(page, card.getByRole('button', { name: 'It is a duplicate' }));
	await expect(card).toContainText('Stillroom deletes nothing at the service.');
	await expect(card).toContainText(`make sure that ${ours.number} is complete`);
	expect(await axeFaults(page)).toEqual([]);
	await page.keyboard.press('Escape');
	await expect(card.getByRole('button', { name: 'It is a duplicate' })).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(card.getByRole('textbox')).toBeFocused();
	await pressOn(page, card.getByRole('button', { name: 'Mark as duplicate' }));
	await expect(card).toContainText('Enter a short reason');
	await page.keyboard.type('The first try came late');
	const decided = page.waitForRequest('**/call/outbox.decideTwin');
	await pressOn(page, card.getByRole('button', { name: 'Mark as duplicate' }));
	expect((await decided).postData()).toContain('"says":"duplicate"');
	await expect(card).toBeHidden();
	await expect(page.locator('#page :focus')).toBeVisible();
	await pc.until(({ outbox }) => outbox.needYou === 0);
	expect(marked(await service.snapshot(), 'Sent again')).toHaveLength(2);
});

test("shows a refusal in the service's words, and discards it with a reason @night", async ({
	page,
	pc,
	service,
}) => {
	await pc.start();
	const locationId = await settleIn(pc, service, limitUnknown);
	const documentId = await receiveTooMuch(pc, locationId);
	await pc.until(({ outbox }) => outbox.needYou === 1);
	await pc.show(page, '/outbox');
	const refused = step(page, 'Receiving: the service refused it');
	await expect(refused).toContainText('Service’s answer (status 422)');

	await pressOn(page, refused.getByRole('button', { name: 'Don’t send' }));
	const question = page.getByRole('alertdialog');
	const giveUp = question.getByRole('button', { name: 'Don’t send' });
	await expect(question).toContainText(/Transfer in \S+ · Receiving\./);
	await pressOn(page, giveUp);
	const why = question.getByRole('textbox', { name: 'Reason' });
	await expect(why).toBeFocused();
	await expect(why).toHaveAccessibleDescription(/Enter a reason first\.$/);
	await page.keyboard.type('Counted twice by mistake');
	await pressOn(page, giveUp);
	await expect(page.getByText('Discarded. It stays in the history.')).toBeVisible();
	await pc.until(drained);
	const { receiving } = await pc.call('transfer.get', { documentId });
	expect(receiving, 'it can be received again').toBe('receipt');
});

test('edits a refused document where it was typed, and sends it again @night', async ({
	page,
	pc,
	service,
}) => {
	await pc.start();
	const locationId = await settleIn(pc, service, limitUnknown);
	const documentId = await receiveTooMuch(pc, locationId);
	await pc.until(({ outbox }) => outbox.needYou === 1);
	const [line] = (await pc.call('transfer.get', { documentId })).lines;
	const name = line?.item.name ?? '';
	await pc.show(page, '/outbox');
	await expect(page.getByRole('blockquote'), 'names, not field paths').toContainText(`${name}: `);
	await expect(page.getByRole('blockquote')).not.toContainText('items[');
	await pressOn(page, page.getByRole('button', { name: 'Edit and send again' }));

	await expect(page.getByRole('alert')).toContainText('Service’s answer (status 422)');
	await expect(page.getByRole('alert')).toContainText(`${name}: `);
	await pressOn(page, page.getByRole('alert').getByRole('button', { name: `Go to ${name}` }));
	const box = page.getByRole('textbox', { name }).and(page.locator(':focus'));
	await expect(box, 'what was typed is there').toHaveValue(/\*10$/);
	await fillIn(page, box, line?.boxes[0]?.typed.split('*')[0] ?? '');
	await page.keyboard.press('Enter');
	await pressOn(page, page.getByRole('button', { name: 'Receive', exact: true }));
	await expect
		.poll(async () => {
			const { lanes } = await pc.call('outbox.list', { filter: 'all' });
			const lane = lanes.find((each) => each.documentId === documentId);
			return lane?.steps.map(({ state }) => state);
		})
		.toEqual(['superseded', 'confirmed']);
});

test('edits and resends a transfer that the other location rejected @night', async ({
	page,
	kitchen,
}) => {
	const { pc, service, locationId } = kitchen;
	const [item] = await twoItems(pc, locationId);
	const { locations } = await pc.call('location.list', {});
	const { documentId } = await pc.call('transferOut.save', {
		documentId: null,
		revision: 0,
		locationId,
		otherLocationId: locations.find((each) => each.locationId !== locationId)?.locationId ?? null,
		description: 'For the garden',
		locale: 'en-GB',
		lines: [
			{
				lineId: crypto.randomUUID(),
				itemId: item.itemId,
				boxes: [
					{
						unitId: item.units.find(({ name }) => name === item.baseUnitName)?.unitId ?? '',
						typed: '2',
					},
				],
				note: '',
			},
		],
	});
	await pc.call('transferOut.submit', { documentId, intentId: crypto.randomUUID() });
	await pc.until(drained);
	const atService = async () =>
		(await service.snapshot()).transferOut.find(({ description }) =>
			description?.includes('For the garden'),
		);
	const { id = '', number = '' } = (await atService()) ?? {};
	await service.signIn();
	const rejected = await service.call('transferOut.reject', { path: { id }, body: {} });
	expect(rejected.status).toBeLessThan(300);
	await pc.call('sync.pull', {});
	await pc.until(({ sync }) => !sync.running);

	await pc.show(page, `/transfers/service:transferOut:${id}`);
	await expect(page.getByRole('button', { name: 'Edit and send again' })).toBeVisible();
	await page.keyboard.press('F2');
	await expect(page.getByRole('heading', { name: `Edit ${number}` })).toBeVisible();
	await fillIn(page, page.getByRole('textbox', { name: `Each / weight, ${item.name}` }), '3');
	await page.keyboard.press('Control+Enter');
	await expect(page.getByRole('heading', { level: 1, name: 'Transfers' })).toBeVisible();
	await pc.until(drained);
	expect(await atService()).toMatchObject({ id, status: 'submitted', items: [{ quantity: '3' }] });
	await pc.show(page, '/outbox');
	await expect(step(page, 'Updated at')).toBeVisible();

	// A day is typed in the person's region format, whatever the browser's; invalid text stays.
	const day = page.getByRole('textbox', { name: 'Entered on' });
	await fillIn(page, day, '31/2');
	await page.keyboard.press('Enter');
	await expect(page.getByText(/^This is not a date\. Enter one such as \d/)).toBeVisible();
	await expect(day).toHaveValue('31/2');
	await expect(step(page, 'Updated at')).toBeVisible();
	await fillIn(page, day, '3/12/2019');
	await page.keyboard.press('Enter');
	await expect(day).toHaveValue('3 Dec 2019');
	await expect(page.getByText('No matching documents')).toBeVisible();
});
