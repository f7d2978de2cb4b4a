// A suggested order by keyboard, without a connection.
import type { Page } from '@playwright/test';
import { expect, test, type Pc, type Service } from '../support/office.ts';
import { fillIn, keysFor, openRow, tabTo } from './keyboard.ts';

const weekdays = ['1', '2', '3', '4', '5', '6', '7'];

/** The supplier delivers every day, and sells these items by their biggest unit, each with a par level. */
async function supplied(
	{ pc, service, locationId }: { pc: Pc; service: Service; locationId: string },
	count: number,
): Promise<{ supplierId: string; name: string }> {
	await service.signIn();
	const [supplier] = await service.all<{ id: string; name: string }>('supplier.list');
	const options = await service.all<{ itemId: string; supplierId: string }>('purchaseOption.list');
	const items = await service.all<{
		id: string;
		units: { uomId: number; conversionFactor: string }[];
	}>('inventoryItem.list');
	const supplierId = supplier!.id;
	const known = new Set(
		options.flatMap((each) => (each.supplierId === supplierId ? [each.itemId] : [])),
	);
	const wanted = items.filter(({ id }) => !known.has(id)).slice(0, count - known.size);
	for (const { id, units } of wanted) {
		const answer = await service.call('purchaseOption.create', {
			body: { itemId: id, supplierId, uomId: units.at(-1)!.uomId, price: '3.5', isActive: true },
		});
		expect(answer.status).toBeLessThan(300);
	}
	await pc.call('sync.pull', { lists: ['purchaseOption'] });
	await pc.until(({ sync }) => !sync.running);
	const writing = { locationId, locale: 'en-GB' };
	await pc.call('ordering.save', {
		...writing,
		table: 'delivery',
		rows: weekdays.map((weekday) => ({ supplierId, weekday, advanceDays: '0', cutOff: '23:59' })),
	});
	await pc.call('ordering.save', {
		...writing,
		table: 'par',
		rows: [...known, ...wanted.map(({ id }) => id)].map((itemId) => ({ itemId, par: '9000' })),
	});
	return { supplierId, name: supplier!.name };
}

const box = (page: Page, column: string) => page.locator(`input[aria-label^="${column}, "]`);

test('a suggested order of 45 lines is checked and changed with at most 40 keys @night', async ({
	page,
	kitchen,
}) => {
	test.setTimeout(120_000);
	const { pc, service, locationId } = kitchen;
	const { name, supplierId } = await supplied(kitchen, 45);
	await service.goAway();
	await pc.call('network.check', {});
	await pc.show(page, '/ordering');
	await tabTo(page, page.locator('[role=grid] tr[tabindex="0"]'));
	await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();

	const digits = ['7', '8', '12', '3', '250'];
	const keys = await keysFor(page, async () => {
		await openRow(page, name);
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
		await expect(box(page, 'Order').first()).toBeFocused();
		for (const [at, typed] of digits.entries()) {
			if (at > 0) for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown');
			await page.keyboard.type(typed);
		}
		await page.keyboard.press('Enter');
		await page.keyboard.press('PageDown');
		await page.keyboard.press('PageDown');
		await page.keyboard.press('Alt+W');
		await page.keyboard.press('Alt+W');
	});
	const asked = { locationId, supplierId, deliveryDate: null };
	const typedLines = async () => {
		const { lines } = await pc.call('ordering.suggestion', asked);
		return lines.flatMap(({ typed }) => typed ?? []);
	};
	await expect.poll(async () => (await typedLines()).sort()).toEqual([...digits].sort());
	expect((await pc.call('ordering.suggestion', asked)).lines.length).toBeGreaterThanOrEqual(45);
	expect(keys).toBeLessThanOrEqual(40);

	await test.step('the sum is shown, and = restores the suggestion', async () => {
		await page.keyboard.press('Control+Home');
		await expect(page.getByRole('region', { name: 'How this is worked out' })).toContainText(
			'Par level 9,000',
		);
		const before = await box(page, 'Order').first().inputValue();
		expect(before).toBe('7');
		await page.keyboard.type('=');
		await page.keyboard.press('Enter');
		await expect(box(page, 'Order').first()).not.toHaveValue('7');
		await expect.poll(async () => (await typedLines()).length).toBe(4);
	});

	await test.step('what was typed is there after a restart', async () => {
		const { hash } = new URL(page.url());
		await page.goto('about:blank');
		await pc.stop();
		await pc.start();
		await pc.show(page, hash.slice(1));
		await fillIn(page, box(page, 'Order').first(), '9');
		await page.keyboard.press('Enter');
		await expect.poll(async () => (await typedLines()).length).toBe(5);
	});

	await test.step('it becomes an order draft, and nothing stays typed for the delivery', async () => {
		await page.keyboard.press('Control+Enter');
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order draft');
		await expect.poll(async () => (await typedLines()).length).toBe(0);
	});
});
