// The outbox shows each document's status, and a person decides by keyboard what the program may not.
import type { Page } from '@playwright/test';
import { practiceProfile } from '../../src/practice/profile.ts';
import type { Fault } from '../../src/shared/bridge/practice.ts';
import { draftWaste, drained, expect, settleIn, test, type Pc } from '../support/office.ts';
import type { Snapshot } from '../support/practice.ts';
import { axeFaults } from './axe.ts';
import { choose, pressOn, tabTo } from './keyboard.ts';

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

test('a fresh submit is undone by one key, and a sent one is found by its content @night', async ({
	page,
	kitchen,
}) => {
	const { pc, locationId } = kitchen;
	await pc.call('settings.set', { undoSeconds: 30 });
	await pc.show(page, `/waste/${await draftWaste(pc, locationId, 'Burnt sauce')}`);
	await pressOn(page, page.getByRole('button', { name: 'Submit' }));
	await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible();
	const saved = page.getByText('Saved. Will be sent in a moment.');
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

test('a lost answer is looked up: nothing is done twice @night', async ({ page, kitchen }) => {
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
		step(page, 'No clear answer came, so Stillroom asked the service, which shows it as done.'),
	).toHaveCount(2);
});

/** A service with possibly late lists: absence proves nothing. */
const lateLists = {
	...practiceProfile,
	behaviour: { ...practiceProfile.behaviour, listsAreCurrent: false },
};

test('axe finds nothing in the questions of the outbox @night', async ({ page, pc, service }) => {
	await pc.start();
	const locationId = await settleIn(pc, service, lateLists);
	await pc.call('settings.set', { approvalsWait: true });
	const atService = async (words: string) => {
		const id = marked(await service.snapshot(), words)[0]?.id ?? '';
		const { json } = await service.call('wastage.get', { path: { id } });
		return { id, documentId: `service:wastage:${id}`, record: json as Record<string, unknown> };
	};
	const change = async ({ record }: Awaited<ReturnType<typeof atService>>) => {
		const items = record['items'] as Record<string, unknown>[];
		const body = { ...record, items: items.map((item) => ({ ...item, quantity: '7' })) };
		const answer = await service.call('wastage.update', { body });
		expect(answer.status).toBeLessThan(300);
	};
	const pull = async () => {
		await pc.call('sync.pull', {});
		await pc.until(({ sync }) => !sync.running);
	};
	await service.signIn();
	for (const each of ['Sent again', 'Changed by both', 'Changed since'])
		await logWaste(pc, locationId, each);
	await pc.until(drained);

	await test.step('a document that may be there twice', async () => {
		const { record } = await atService('Sent again');
		const { locationId: at, date, description, items } = record;
		const late = { locationId: at, date, description, items };
		expect((await service.call('wastage.create', { body: late })).status).toBeLessThan(300);
	});

	await test.step('a line that both changed', async () => {
		const ours = await atService('Changed by both');
		await service.call('wastage.reject', { path: { id: ours.id }, body: {} });
		await pull();
		const { documentId, ...draft } = await pc.call('wastage.edit', ours);
		await change(ours);
		const lines = draft.lines.map(({ item: { itemId }, boxes, ...line }) => {
			return { ...line, itemId, boxes: boxes.map(({ unitId }) => ({ unitId, typed: '5' })) };
		});
		await pc.call('wastage.save', { ...draft, documentId, lines, locale: 'en-GB' });
		await pc.call('wastage.submit', { documentId, intentId: crypto.randomUUID() });
	});

	await test.step('an approval of a document that changed since', async () => {
		const { documentId } = await atService('Changed since');
		const { version } = await pc.call('wastage.get', { documentId });
		await service.goAway();
		await pc.call('network.check', {});
		await pc.call('wastage.approve', { documentId, version, intentId: crypto.randomUUID() });
		await service.comeBack();
		await service.signIn();
		const ours = await atService('Changed since');
		await service.call('wastage.reject', { path: { id: ours.id }, body: {} });
		await change(ours);
		await service.call('wastage.submit', { path: { id: ours.id } });
		await pc.call('network.check', {});
	});
	await pc.until(({ outbox }) => outbox.needYou === 3);
	await pc.show(page, '/outbox');
	await expect(page.getByRole('region', { name: 'Possible duplicate' })).toBeVisible();
	for (const name of ['Changed by both', 'Changed since']) {
		await page.getByRole('listitem').filter({ hasText: name }).getByRole('button').click();
		await expect(page.getByRole('table', { name })).toBeVisible();
		expect(await axeFaults(page), name).toEqual([]);
	}
	await pressOn(page, page.getByRole('button', { name: 'It is a duplicate' }));
	await expect(page.getByText('Stillroom deletes nothing at the service.')).toBeVisible();
	expect(await axeFaults(page)).toEqual([]);
	await page.keyboard.press('Escape');
	await expect(page.getByRole('button', { name: 'It is a duplicate' })).toBeFocused();
});
