// What every list of documents does: start a new one, keep its filters, and say clearly what was refused.
import { drained, expect, test, draftWaste } from '../support/office.ts';
import { pressOn, tabTo } from './keyboard.ts';

test('a list starts a new document, keeps its filters in the address, and shows a refusal until it is read @night', async ({
	page,
	kitchen,
}) => {
	const { pc, service, locationId } = kitchen;
	const documentId = await draftWaste(pc, locationId, 'Kept filter');
	await pc.call('wastage.submit', { documentId, intentId: crypto.randomUUID() });
	await pc.until(drained);
	const heading = page.getByRole('heading', { level: 1 });
	const row = page.getByRole('row').filter({ hasText: 'Kept filter' });

	await test.step('Alt N starts a new one, and Back leads to the list', async () => {
		await pc.show(page, '/transfers');
		await expect(heading).toHaveText('Transfers');
		const ended = page.getByRole('row').filter({ hasText: 'Received or rejected' });
		await expect(page.getByRole('row').filter({ hasText: 'In transit to us' })).toBeVisible();
		await expect(ended).toHaveCount(0);
		await tabTo(page, page.getByRole('radio', { name: 'Open' }));
		await page.keyboard.press('ArrowRight');
		await expect(ended).toBeVisible();
		await page.keyboard.press('Alt+KeyN');
		await expect(heading).toHaveText('New transfer');
		await pc.show(page, '/waste');
		await expect(row).toBeVisible();
		await page.keyboard.press('Alt+KeyN');
		await expect(heading).toHaveText('Log waste');
		await page.goBack();
		await expect(row).toBeVisible();
	});

	await test.step('the filters are in the address, also after a reload', async () => {
		await tabTo(page, page.getByRole('combobox', { name: 'State' }));
		await page.keyboard.type('Submi');
		await expect(page).toHaveURL(/#\/waste\?state=submitted$/);
		await page.reload();
		await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('submitted');
		await expect(row).toBeVisible();
		await pressOn(page, page.getByRole('button', { name: 'Clear filters' }));
		await expect(page).toHaveURL(/#\/waste$/);
	});

	await test.step('a refused approval stays on the screen until it is dismissed', async () => {
		await service.goAway();
		await pc.call('network.check', {});
		await tabTo(page, row);
		await page.keyboard.press('Enter');
		await pressOn(page, page.getByRole('button', { name: 'Approve' }));
		const refusal = page.getByRole('log').locator('.rust');
		await expect(refusal).toContainText('This needs a connection to the service.');
	});
});
