// Imports by keyboard: a price list is pasted, looked at, sent and undone.
import { drained, expect, test, type Service } from '../support/office.ts';
import { pressOn, tabTo } from './keyboard.ts';

interface Supplier {
	readonly id: string;
	readonly name: string;
	readonly paymentDays?: number;
}

const daysOf = async (
	service: Service,
	suppliers: readonly Supplier[],
): Promise<(number | undefined)[]> => {
	const all = await service.all<Supplier>('supplier.list');
	return suppliers.map(({ id }) => all.find((each) => each.id === id)?.paymentDays);
};

test('pasted rows are looked at, corrected, sent and undone', async ({ page, kitchen }) => {
	test.setTimeout(120_000);
	const { pc, service } = kitchen;
	await service.signIn();
	const suppliers = (await service.all<Supplier>('supplier.list')).slice(0, 4);
	const rows = suppliers.map(({ name }, at) => `${name}\t${at === 0 ? '4O' : String(41 + at)}`);

	await test.step('the columns are found by their headings', async () => {
		await pc.show(page, '/imports/new?type=supplier');
		await tabTo(page, page.getByRole('textbox', { name: 'Or paste rows' }));
		await page.keyboard.insertText(['Name\tPayment days', ...rows].join('\n'));
		await pressOn(page, page.getByRole('button', { name: 'Read pasted rows' }));
		await expect(page.getByRole('combobox', { name: 'Field of Payment days' })).toHaveValue(
			'paymentDays',
		);
		await page.keyboard.press('Control+Enter');
	});

	await test.step('an error is told at its row and corrected there', async () => {
		await expect(page.getByRole('radio', { name: /Errors/ })).toBeChecked();
		const wrong = page.getByRole('row').filter({ hasText: 'This is not a number.' });
		await expect(wrong).toBeFocused();
		await page.keyboard.press('Enter');
		await tabTo(page, page.getByRole('textbox', { name: 'Payment days' }));
		await page.keyboard.press('Control+A');
		await page.keyboard.type('41');
		await pressOn(page, page.getByRole('button', { name: 'Read again' }));
		await expect(page.getByRole('radio', { name: /Errors 0|Errors0/ })).toBeVisible();
	});

	await test.step('all are sent as one run', async () => {
		await page.keyboard.press('Control+Enter');
		await expect(page.getByText('Finished')).toBeVisible();
		await pc.until(drained);
		expect(await daysOf(service, suppliers)).toEqual([41, 42, 43, 44]);
	});

	await test.step('and undone', async () => {
		await pressOn(page, page.getByRole('button', { name: 'Undo' }));
		await expect(page.getByText('Undoing: Pasted rows')).toBeVisible();
		await page.keyboard.press('Control+Enter');
		await expect(page.getByText('Finished')).toBeVisible();
		await pc.until(drained);
		expect(await daysOf(service, suppliers)).toEqual(
			suppliers.map(({ paymentDays }) => paymentDays),
		);
	});
});
