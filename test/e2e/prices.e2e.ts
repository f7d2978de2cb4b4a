// Prices by keyboard: a price that rose is found, seen with its history, and accepted offline into the purchase option.
import { drained, expect, test } from '../support/office.ts';
import { openRow, pressOn, tabTo } from './keyboard.ts';

test('a price that rose is accepted offline, and sent once in spite of a lost reply @night', async ({
	page,
	kitchen,
}) => {
	test.setTimeout(90_000);
	const { pc, service, locationId } = kitchen;
	await service.signIn();
	const receipts = await service.all<{
		locationId: string;
		supplierId: string;
		items: { itemId: string; uomId: number; price: string }[];
	}>('purchaseOrder.receivings');
	const options = await service.all<{ itemId: string; supplierId: string; uomId: number }>(
		'purchaseOption.list',
	);
	const [bought] = receipts
		.filter((each) => each.locationId === locationId)
		.flatMap(({ supplierId, items }) => items.map((item) => ({ ...item, supplierId })))
		.filter(
			({ itemId, uomId, supplierId }) =>
				!options.some(
					(each) =>
						each.itemId === itemId && each.uomId === uomId && each.supplierId === supplierId,
				),
		);
	const { itemId, supplierId, uomId } = bought!;
	const price = (Number(bought!.price) / 1.4).toFixed(2);
	const made = await service.call('purchaseOption.create', {
		body: { itemId, supplierId, uomId, price, isActive: true },
	});
	expect(made.status).toBeLessThan(300);
	await pc.call('sync.pull', { lists: ['purchaseOption'] });
	await pc.until(({ sync }) => !sync.running);
	const { offers } = await pc.call('price.history', { locationId, itemId });
	const offer = offers.find((each) => each.supplierId === supplierId && each.canAccept)!;
	await service.goAway();
	await pc.call('network.check', {});

	await pc.show(page, '/prices');
	await tabTo(page, page.getByRole('checkbox'));
	await page.keyboard.press('Space');
	// Only the price to accept is left of its item.
	await expect(page.getByRole('row').filter({ hasText: offer.itemName })).toHaveCount(1);
	await openRow(page, offer.itemName);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(offer.itemName);
	await pressOn(page, page.getByRole('button', { name: /^Accept / }).first());
	await page.getByRole('alertdialog').waitFor();
	await pressOn(page, page.getByRole('button', { name: 'Accept the price' }));
	await expect(page.getByText('The price was accepted.')).toBeVisible();

	await service.comeBack();
	await service.setFaults({
		kind: 'drop-reply',
		operation: 'purchaseOption.update',
		times: 1,
	});
	await pc.call('network.check', {});
	await pc.until(drained);
	const after = await service.all<{ itemId: string; supplierId: string; price: string }>(
		'purchaseOption.list',
	);
	const accepted = after.filter((each) => each.itemId === itemId && each.supplierId === supplierId);
	expect(accepted.map((each) => Number(each.price))).toContain(Number(offer.paid));
});
