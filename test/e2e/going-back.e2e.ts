// The address of a list, and the way back to it, by keyboard: Alt+Left finds the filters and the row again.
import type { Page } from '@playwright/test';
import { expect, test, twoItems, type Pc } from '../support/office.ts';
import { openRow, pressOn, tabTo } from './keyboard.ts';

const focusedRow = (page: Page, text: string) =>
	page.locator('tr:focus').filter({ hasText: text }).first();

async function draftTransfers(pc: Pc, locationId: string, ...descriptions: string[]) {
	const { locations } = await pc.call('location.list', {});
	const other = locations.find((location) => location.locationId !== locationId);
	const [item] = await twoItems(pc, locationId);
	for (const description of descriptions) {
		await pc.call('transferOut.save', {
			documentId: null,
			revision: 0,
			locale: 'en-GB',
			locationId,
			otherLocationId: other?.locationId ?? '',
			description,
			lines: [
				{
					lineId: crypto.randomUUID(),
					itemId: item.itemId,
					boxes: [{ unitId: item.units.at(-1)?.unitId ?? '', typed: '2' }],
					note: '',
				},
			],
		});
	}
}

const openCount = (pc: Pc, locationId: string, name: string) =>
	pc.call('stocktake.open', {
		locationId,
		name,
		intentId: crypto.randomUUID(),
		plan: { scope: { kind: 'full' } },
	});

test('a filtered list and its row are there again after Back, a reload and from a link', async ({
	page,
	kitchen: { pc, locationId },
}) => {
	await draftTransfers(pc, locationId, 'Fair one', 'Fair two', 'Fair three', 'Market');
	await pc.show(page, '/transfers');
	const search = page.getByRole('searchbox');
	const rows = page.getByRole('grid').getByRole('link');
	await tabTo(page, search);
	await page.keyboard.type('fair');
	await expect(rows).toHaveCount(3);
	await tabTo(page, page.locator('[role=grid] tr[tabindex="0"]'));
	await page.keyboard.press('ArrowDown');
	const second = page.locator('tr:focus');
	const at = await second.getAttribute('aria-rowindex');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible();

	await page.keyboard.press('Alt+ArrowLeft');
	await expect(page).toHaveURL(/#\/transfers\?text=fair$/);
	await expect(search).toHaveValue('fair');
	await expect(second).toHaveAttribute('aria-rowindex', at ?? '');
	await page.keyboard.press('Alt+ArrowRight');
	await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible();

	await test.step('also if the document ends', async () => {
		await pressOn(page, page.getByRole('button', { name: 'Discard' }));
		await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }));
		await expect(page).toHaveURL(/#\/transfers\?text=fair$/);
		await expect(rows).toHaveCount(2);
		await expect(second).toHaveAttribute('aria-rowindex', at ?? '');
	});

	await page.reload();
	await expect(search).toHaveValue('fair');
	await expect(rows).toHaveCount(2);
	const other = await page.context().newPage();
	await other.goto(page.url());
	await expect(other.getByRole('grid').getByRole('link')).toHaveCount(2);
	await expect(other.getByRole('searchbox')).toHaveValue('fair');
});

test('Back from a count saves the open box and finds the row of the count', async ({
	page,
	kitchen: { pc, locationId },
}) => {
	for (const name of ['First week', 'Second week', 'Third week'])
		await openCount(pc, locationId, name);
	await pc.show(page, '/counts');
	await openRow(page, 'Second week');
	const box = page.locator('[inputmode=decimal]:focus');
	await expect(box).toHaveCount(1);
	await page.keyboard.type('7');
	await page.keyboard.press('Alt+ArrowLeft');
	await expect(page.getByRole('heading', { level: 1, name: 'Counts' })).toBeVisible();
	await expect(focusedRow(page, 'Second week')).toContainText('1 of');
	await page.keyboard.press('Alt+ArrowRight');
	await expect(box).toHaveCount(1);

	await test.step('and never stays on a count that is closed', async () => {
		const { stocktakes } = await pc.call('stocktake.list', { locationId });
		const { stocktakeId = '' } = stocktakes.find(({ name }) => name === 'Second week') ?? {};
		await page.keyboard.press('Control+Enter');
		await expect(page).toHaveURL(/review$/);
		await pc.call('stocktake.discard', { stocktakeId, reason: 'Not needed' });
		await page.keyboard.press('Alt+ArrowLeft');
		await expect(focusedRow(page, 'Second week')).toContainText('Discarded');
	});
});

test('past counts and the outbox keep their filters and the row @night', async ({
	page,
	kitchen: { pc, service, locationId },
}) => {
	for (const name of ['First week', 'Second week', 'Other']) {
		const { stocktakeId } = await openCount(pc, locationId, name);
		await pc.call('stocktake.discard', { stocktakeId, reason: 'Not needed' });
	}
	await pc.show(page, '/counts/history');
	await tabTo(page, page.getByRole('searchbox'));
	await page.keyboard.type('week');
	await expect(page.getByRole('grid').getByRole('link')).toHaveCount(2);
	await openRow(page, 'First week');
	await expect(page.getByRole('heading', { level: 1, name: /First week/ })).toBeVisible();
	await page.keyboard.press('Alt+ArrowLeft');
	await expect(page).toHaveURL(/#\/counts\/history\?text=week$/);
	await expect(focusedRow(page, 'First week')).toBeVisible();

	await service.goAway();
	await draftTransfers(pc, locationId, 'One', 'Two');
	const { documents } = await pc.call('transfer.list', { locationId });
	for (const { documentId, standing, edits } of documents)
		if (standing === 'draft' && edits === null)
			await pc.call('transferOut.submit', { documentId, intentId: crypto.randomUUID() });
	await pc.show(page, '/outbox?show=all');
	const lanes = page.locator('[id^=lane-]');
	await expect(lanes.first()).toBeFocused();
	await page.keyboard.press('ArrowDown');
	const chosen = await page.locator('[id^=lane-]:focus').getAttribute('id');
	await pressOn(page, page.getByRole('link', { name: 'Open document' }));
	await expect(page).toHaveURL(/#\/transfers\//);
	await page.keyboard.press('Alt+ArrowLeft');
	await expect(page).toHaveURL(/#\/outbox\?show=all$/);
	await expect(page.locator('[id^=lane-]:focus')).toHaveAttribute('id', chosen ?? '');
});
