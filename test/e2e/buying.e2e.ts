// The lists of Buying by keyboard, without a connection: found, filtered, opened, and followed to the order of a return.
import { expect, test } from '../support/office.ts';
import { pressOn, tabTo } from './keyboard.ts';

const lists = [
	['/requests', 'Purchase requests', /^Purchase request PRQ-/],
	['/orders', 'Purchase orders', /^Purchase order PO-/],
	['/returns', 'Returns', /^Return RTO-/],
] as const;

test('requests, orders and returns are listed, filtered and opened by keyboard while offline @night', async ({
	page,
	kitchen,
}) => {
	const { pc, service } = kitchen;
	const heading = page.getByRole('heading', { level: 1 });
	const row = page.locator('[role=grid] tr[tabindex="0"]');
	await service.goAway();
	await pc.call('network.check', {});

	for (const [path, title, opened] of lists) {
		await test.step(title, async () => {
			await pc.show(page, path);
			await expect(heading).toHaveText(title);
			await tabTo(page, row);
			await page.keyboard.press('Enter');
			await expect(heading).toHaveText(opened);
			await page.goBack();
			await expect(heading).toHaveText(title);
		});
	}

	await test.step('a return leads to its order', async () => {
		await tabTo(page, row);
		await page.keyboard.press('Enter');
		await pressOn(page, page.getByRole('main').getByRole('link', { name: /^PO-/ }));
		await expect(heading).toHaveText(/^Purchase order PO-/);
	});

	await test.step('the filters are in the address', async () => {
		await pc.show(page, '/orders');
		await tabTo(page, page.getByRole('combobox', { name: 'State' }));
		await page.keyboard.type('Partly');
		await expect(page).toHaveURL(/#\/orders\?state=partly-received$/);
	});
});
