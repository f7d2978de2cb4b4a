// Offline and back: all work is done without the service, the program restarted, and everything reaches the service
// once and in order.
import type { Page } from '@playwright/test';
import { acknowledgeCutOff, drained, expect, test, twoItems } from '../support/office.ts';
import { credentials, type Snapshot } from '../support/practice.ts';
import { addItem, fillIn, openRow, pressOn, tabTo } from './keyboard.ts';

const pillOf = (page: Page) => page.getByRole('link', { name: 'Open outbox' });
const settingsPill = (page: Page) => page.getByRole('link', { name: 'Client secret needed' });

/** Re-enters the client secret, which this host does not keep. */
async function signIn(page: Page): Promise<void> {
	await pressOn(page, settingsPill(page));
	await fillIn(
		page,
		page.getByRole('textbox', { name: 'Client secret' }),
		credentials.clientSecret,
	);
	await page.keyboard.press('Enter');
}

const withWords = <Row extends { description?: string }>(rows: readonly Row[], words: string) =>
	rows.filter(({ description }) => description?.includes(words));

function stockAt({ stock }: Snapshot, locationId: string, itemId: string): number {
	return stock
		.filter((row) => row.locationId === locationId && row.itemId === itemId)
		.reduce((sum, row) => sum + Number(row.quantity), 0);
}

test('does all work offline, across a restart, and sends it once @night', async ({
	page,
	kitchen,
}) => {
	test.setTimeout(120_000);
	const { pc, service, locationId } = kitchen;
	const [wasted, sent] = await twoItems(pc, locationId);
	const { documents } = await pc.call('transfer.list', { locationId });
	const arrival = documents.find(({ kind, move }) => kind === 'transferIn' && move === 'ours');
	if (!arrival) throw new Error('Nothing is on its way.');
	const arriving = (await pc.call('transfer.get', { documentId: arrival.documentId })).lines;
	const before = await service.snapshot();
	const { locations } = await pc.call('location.list', {});
	const bar = locations
		.find((each) => each.locationId === locationId)
		?.areas.find(({ items }) => items > 0);

	await test.step('the service is down when the program starts', async () => {
		await pc.stop();
		await service.goAway();
		await pc.start();
		await pc.show(page, '/counts');
		await expect(pillOf(page).or(settingsPill(page))).toBeVisible();
	});

	const counted = await test.step('a count', async () => {
		const { stocktakeId } = await pc.call('stocktake.open', {
			locationId,
			name: 'Counted in the dark',
			plan: { scope: { kind: 'areas', areaIds: [bar?.areaId ?? ''] } },
			intentId: crypto.randomUUID(),
		});
		await pc.show(page, `/counts/${stocktakeId}`);
		const movesAnyway = new Set([
			...arriving.map(({ item }) => item.itemId),
			wasted.itemId,
			sent.itemId,
		]);
		const { lines } = await pc.call('stocktake.sheet', { stocktakeId });
		// A count equal to the book posts nothing.
		const line = lines.find(
			({ itemId }) => !movesAnyway.has(itemId) && stockAt(before, locationId, itemId) !== 11,
		);
		if (!line) throw new Error('There is nothing to count.');
		await expect(page.getByRole('grid').locator('input:focus')).toBeVisible();
		await page.keyboard.press('Control+F');
		await page.keyboard.type(line.code);
		await expect(page.getByRole('option', { name: line.code })).toBeVisible();
		await page.keyboard.press('Enter');
		const row = page.getByRole('row').filter({ hasText: line.code });
		const box = row.getByRole('textbox', { name: /^Each/ });
		await tabTo(page, box);
		await page.keyboard.type('7+4');
		await page.keyboard.press('Enter');
		await expect(row.getByRole('img', { name: /^Counted/ })).toBeVisible();
		await acknowledgeCutOff(pc, stocktakeId);
		await page.keyboard.press('Control+F');
		await pressOn(page, page.getByRole('button', { name: 'Review' }));
		await pressOn(page, page.getByRole('button', { name: 'Submit count' }));
		const question = page.getByRole('alertdialog');
		await pressOn(page, question.getByRole('button', { name: 'Submit count' }));
		await expect(page.getByText('This count is in the outbox')).toBeVisible();
		return line;
	});

	await test.step('waste', async () => {
		await pc.show(page, '/waste/new');
		await addItem(page, wasted.code);
		await expect(page.getByRole('row').filter({ hasText: wasted.code })).toBeVisible();
		await page.keyboard.type('1');
		await tabTo(page, page.getByRole('combobox', { name: `Reason for ${wasted.name}` }));
		await page.keyboard.type('Spo');
		await fillIn(page, page.getByRole('textbox', { name: 'What happened' }), 'Logged in the dark');
		await page.keyboard.press('Control+Enter');
		await expect(page.getByText('Saved. Will be sent when online.')).toBeVisible();
	});

	await test.step('an outgoing transfer', async () => {
		await pc.show(page, '/transfers/new');
		await tabTo(page, page.getByLabel('Send to'));
		await page.keyboard.type('Mill');
		await fillIn(page, page.getByLabel('Note for the other location'), 'Sent in the dark');
		await addItem(page, sent.code);
		await expect(page.getByRole('row').filter({ hasText: sent.code })).toBeVisible();
		await page.keyboard.type('1');
		await page.keyboard.press('Control+Enter');
		// The message about the waste may still be there, above it.
		await expect(page.getByText('Saved. Will be sent when online.').last()).toBeVisible();
		await expect(page).toHaveURL(/#\/transfers(\?|$)/);
	});

	await test.step('a requested transfer', async () => {
		await openRow(page, arrival.number);
		await expect(page.getByRole('heading', { name: /^Receive from/ })).toBeVisible();
		await page.keyboard.press('Alt+KeyS');
		await expect(page.getByText(/blank lines? filled/)).toBeVisible();
		await page.keyboard.press('Control+Enter');
		await expect(page.getByRole('heading', { level: 1, name: 'Transfers' })).toBeVisible();
	});

	await test.step('nothing is lost by a restart', async () => {
		await page.goto('about:blank');
		await pc.stop();
		await pc.start();
		const { lanes } = await pc.call('outbox.list', { filter: 'waiting' });
		expect(lanes.map(({ document }) => document).sort()).toEqual([
			'stocktake',
			'transferIn',
			'transferOut',
			'wastage',
		]);
		await pc.show(page, '/outbox');
		await expect(
			page.getByRole('listitem').filter({ hasText: 'Counted in the dark' }),
		).toBeVisible();
	});

	await test.step('the service is back, and the screens say so', async () => {
		await service.comeBack();
		await signIn(page);
		await pc.until(drained);
		await expect(page.getByRole('link', { name: /^Online, as of/ })).toBeVisible();
	});

	await test.step('the service has each document once', async () => {
		const after = await service.snapshot();
		expect(withWords(after.wastage, 'Logged in the dark')).toMatchObject([{ status: 'submitted' }]);
		expect(withWords(after.transferOut, 'Sent in the dark')).toMatchObject([
			{ status: 'submitted' },
		]);
		expect(withWords(after.stockChanges, 'Counted in the dark')).toHaveLength(1);
		expect(stockAt(after, locationId, counted.itemId)).toBe(11);
		expect(after.receipts).toHaveLength(before.receipts.length + 1);
		for (const { item, sent: quantity } of arriving) {
			const rose =
				stockAt(after, locationId, item.itemId) - stockAt(before, locationId, item.itemId);
			expect(rose).toBeCloseTo(Number(quantity), 6);
		}
		const writes = (await service.journal()).filter(({ committed }) => committed);
		const steps = (resource: string) =>
			writes.map(({ operation }) => operation).filter((name) => name.startsWith(resource));
		expect(steps('wastage.')).toEqual(['wastage.create', 'wastage.submit']);
		expect(steps('transferOut.')).toEqual(['transferOut.create', 'transferOut.submit']);
	});

	await test.step('the pill says at once that the network dropped, and that it is back', async () => {
		// The next ping would come after a minute.
		await service.goAway();
		await page.evaluate(() => window.dispatchEvent(new Event('offline')));
		await expect(page.getByRole('link', { name: /^Offline/ })).toBeVisible();
		await service.comeBack();
		await page.evaluate(() => window.dispatchEvent(new Event('online')));
		await expect(page.getByRole('link', { name: /^Online, as of/ })).toBeVisible();
	});
});
