// A line of a receipt goes back to its supplier, by keyboard alone: written offline, sent once after a lost reply.
import { drained, expect, test } from '../support/office.ts';
import { fillIn, openRow, pressOn, tabTo } from './keyboard.ts';

test('one line of a receipt is returned offline, and is at the service once after a lost reply @night', async ({
	page,
	kitchen,
}) => {
	const { pc, service, locationId } = kitchen;
	const heading = page.getByRole('heading', { level: 1 });
	const { receipts } = await pc.call('return.receipts', { locationId });
	const receipt = receipts.find(({ lines }) => lines.some(({ left }) => Number(left) > 1));
	const line = receipt?.lines.find(({ left }) => Number(left) > 1);
	if (receipt === undefined || line === undefined) throw new Error('Nothing can go back here.');
	const returned = async () =>
		(await service.snapshot()).returnOrder.filter(
			({ purchaseOrderReceivingId: of, description }) =>
				of === receipt.receivingId && description?.startsWith('Leaking') === true,
		);
	await service.setFaults({ kind: 'drop-reply', operation: 'returnOrder.create', times: 1 });
	await service.goAway();
	await pc.call('network.check', {});

	await test.step('from the list of returns to the receipt and its line', async () => {
		await pc.show(page, '/returns');
		await pressOn(page, page.getByRole('link', { name: 'New return' }).first());
		await expect(heading).toHaveText('New return');
		await openRow(page, receipt.number);
		await expect(heading).toHaveText('Choose what goes back');
		await tabTo(page, page.getByRole('checkbox', { name: line.item.name }).first());
		await page.keyboard.press('Space');
		await page.keyboard.press('Control+Enter');
		await expect(heading).toHaveText('Return draft');
		await expect(page.getByText('is worked out from the receipts')).toBeVisible();
	});

	await test.step('more than was received is a problem on its line', async () => {
		await fillIn(page, page.getByRole('textbox', { name: 'Description' }), 'Leaking on the way');
		// The box of the smallest unit.
		const box = page.locator('[role=grid] input').last();
		await fillIn(page, box, String(Number(line.left) + 1));
		await page.keyboard.press('Alt+3');
		await tabTo(page, page.getByRole('combobox', { name: `Reason to return ${line.item.name}` }));
		await page.keyboard.press('5');
		await page.keyboard.press('Control+Enter');
		await expect(page.getByText('More than can go back of this line.').first()).toBeVisible();
		await fillIn(page, box, '1');
		await page.keyboard.press('Control+Enter');
		await expect(heading).toHaveText('Returns');
		await expect(page.getByRole('row').filter({ hasText: 'Waiting to be sent' })).toHaveCount(1);
	});

	await test.step('the reply is lost, and the return is there once', async () => {
		await service.comeBack();
		await pc.call('network.check', {});
		await pc.until(drained);
		expect(await returned()).toMatchObject([
			{
				status: 'submitted',
				items: [{ itemCondition: 'Damaged', returnReason: 'Poor quality' }],
			},
		]);
	});

	await test.step('it is rejected with a reason, corrected, sent again, approved and locked', async () => {
		const [made] = await returned();
		const button = (name: string) => page.getByRole('button', { name, exact: true });
		/** As the service has it, once everything was sent. */
		const open = async () => {
			await pc.until(drained);
			await pc.call('sync.pull', { lists: ['returnOrder'] });
			await pc.until(({ sync }) => !sync.running);
			await pc.show(page, `/returns/service:returnOrder:${made?.id ?? ''}`);
		};
		await open();
		await pressOn(page, button('Reject'));
		const dialog = page.getByRole('alertdialog');
		const reject = dialog.getByRole('button', { name: 'Reject' });
		await pressOn(page, reject);
		await expect(dialog.getByText('Enter a reason first.')).toBeVisible();
		await fillIn(page, dialog.getByRole('textbox', { name: 'Reason' }), 'Also the second one');
		await pressOn(page, reject);
		await expect(page.getByText('Rejected: Also the second one')).toBeVisible();
		await open();
		await expect(button('Edit and send again')).toBeVisible();
		await page.keyboard.press('F2');
		await fillIn(page, page.locator('[role=grid] input').last(), '2');
		await page.keyboard.press('Control+Enter');
		await expect(heading).toHaveText(/^Return RTO-|^Returns$/);
		await open();
		await pressOn(page, button('Approve'));
		await expect(button('Approve')).toHaveCount(0);
		await open();
		await pressOn(page, button('Lock'));
		await expect(button('Unlock')).toBeVisible();
		await pc.until(drained);
		expect(await returned()).toMatchObject([{ status: 'approved', isLocked: true }]);
	});
});
