// How many keys waste and a receipt take, and keys that are faster than the program.
import { drained, expect, test, twoItems } from '../support/office.ts';
import { holdBack } from './hold-back.ts';
import { keysFor } from './keyboard.ts';

test('three waste entries take at most 40 keys, and a receipt with a shortage 20 @night', async ({
	page,
	kitchen,
}) => {
	const { pc, service, locationId } = kitchen;
	const { items } = await pc.call('item.search', { text: 's', locationId });
	const wasted = [...new Set([...(await twoItems(pc, locationId)), ...items])].slice(0, 3);
	const heading = page.getByRole('heading', { level: 1 });
	await pc.show(page, '/waste');
	await expect(heading).toHaveText('Waste');
	await expect(page.getByRole('grid')).toBeVisible();

	const adding = page.getByRole('combobox', { name: 'Add an item' });

	await test.step('three waste entries: 40 keys', async () => {
		const keys = await keysFor(page, async () => {
			await page.keyboard.press('Control+K');
			await expect(page.getByRole('dialog')).toBeVisible();
			await page.keyboard.type('log');
			await expect(page.getByRole('option', { name: 'Log waste' })).toBeVisible();
			await page.keyboard.press('Enter');
			for (const [index, { code }] of wasted.entries()) {
				await expect(adding).toBeFocused();
				await page.keyboard.type(code);
				await expect(page.getByRole('option', { name: code })).toBeVisible();
				await page.keyboard.press('Enter');
				await expect(page.locator('[role=grid] input:focus')).toBeVisible();
				await page.keyboard.type('2');
				// The next lines take the reason of the line above.
				if (index === 0) await page.keyboard.press('Alt+Digit1');
				await page.keyboard.press('Enter');
			}
			await expect(adding).toBeFocused();
			await page.keyboard.press('Control+Enter');
			await expect(page.getByText('Saved. Will be sent in a moment.')).toBeVisible();
		});
		expect(keys).toBeLessThanOrEqual(40);

		await pc.until(drained);
		expect((await service.snapshot()).wastage.at(-1)).toMatchObject({
			items: wasted.map(({ itemId }) => ({ itemId })),
		});
	});

	await test.step('what is typed before there is a box goes into it', async () => {
		await pc.show(page, '/waste/new');
		await expect(adding).toBeFocused();
		const answerSearch = await holdBack(page, 'item.search');
		const answerSave = await holdBack(page, 'wastage.save');
		// The space distinguishes it from a scan.
		await page.keyboard.type(`${wasted[0]?.code ?? ''} `);
		await page.keyboard.press('Enter');
		await page.keyboard.type('2');
		await answerSearch();
		await expect(adding).toHaveValue('');
		await page.keyboard.type('+1');
		await answerSave();
		await expect(page.locator('[role=grid] input:focus')).toHaveValue('2+1');
	});

	await test.step('a receipt with a shortage: 20 keys', async () => {
		await pc.show(page, '/transfers');
		await expect(heading).toHaveText('Transfers');
		await expect(page.getByRole('grid')).toBeVisible();
		const keys = await keysFor(page, async () => {
			await page.keyboard.press('Control+K');
			await expect(page.getByRole('dialog')).toBeVisible();
			await page.keyboard.type('rec');
			await expect(page.getByRole('option', { name: 'Receive from' }).first()).toBeVisible();
			await page.keyboard.press('Enter');
			await expect(page.locator('[role=grid] input:focus')).toBeVisible();
			await page.keyboard.type('0');
			await page.keyboard.press('Enter');
			const reason = page.getByRole('button', { name: 'Choose a reason' });
			await expect(reason).toBeVisible();
			await page.keyboard.press('Alt+KeyS');
			await page.keyboard.press('F8');
			await expect(reason).toBeFocused();
			await page.keyboard.press('Enter');
			await expect(page.getByRole('menuitem', { name: 'Not in the delivery' })).toBeFocused();
			await page.keyboard.press('Enter');
			await expect(page.getByRole('button', { name: 'Not in the delivery' })).toBeVisible();
			await page.keyboard.press('Control+Enter');
			await expect(page.getByText('Added to the outbox.')).toBeVisible();
		});
		expect(keys).toBeLessThanOrEqual(20);
	});
});
