// A request becomes an order by keyboard: approved, sent, amended, approved again and closed, with a lost reply and
// without the network in between.
import type { Page } from '@playwright/test';
import { drained, expect, test, type Pc, type Service } from '../support/office.ts';
import { fillIn, pressOn, tabTo } from './keyboard.ts';

interface Option {
	readonly itemId: string;
	readonly supplierId: string;
	readonly uomId: number;
}

/** Two items that one supplier sells at a price. */
async function sold(service: Service): Promise<readonly [Option, Option]> {
	await service.signIn();
	const options = await service.all<Option & { isActive?: boolean }>('purchaseOption.list');
	const active = options.filter(({ isActive }) => isActive !== false);
	const bySupplier = Object.values(Object.groupBy(active, ({ supplierId }) => supplierId));
	const several = bySupplier
		.map((all = []) => [...new Map(all.map((each) => [each.itemId, each])).values()])
		.find(({ length }) => length >= 2);
	const [first, second] = several ?? [];
	if (first === undefined || second === undefined) throw new Error('No supplier sells two items.');
	return [first, second];
}

const fetchAll = async (pc: Pc): Promise<void> => {
	await pc.until(drained);
	await pc.call('sync.pull', {});
	await pc.until(({ sync }) => !sync.running);
};

async function approvedRequest(pc: Pc, locationId: string, options: readonly Option[]) {
	const draft = await pc.call('purchaseRequest.save', {
		documentId: null,
		revision: 0,
		locationId,
		neededDate: null,
		description: 'For the weekend',
		lines: options.map(({ itemId, uomId, supplierId }, at) => ({
			lineId: `line-${String(at)}`,
			itemId,
			supplierId,
			boxes: [{ unitId: String(uomId), typed: '10' }],
			note: '',
		})),
		locale: 'en-GB',
	});
	const intentId = crypto.randomUUID();
	await pc.call('purchaseRequest.submit', { documentId: draft.documentId, intentId });
	await fetchAll(pc);
	const { documentId, version } = await pc.call('purchaseRequest.get', draft);
	await pc.call('purchaseRequest.approve', {
		documentId,
		version,
		intentId: crypto.randomUUID(),
	});
	await fetchAll(pc);
	return documentId;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('a request is ordered, approved, sent, amended, approved again and closed by keyboard @night', async ({
	page,
	kitchen,
	complaints,
}) => {
	test.setTimeout(300_000);
	const { pc, service, locationId } = kitchen;
	const requestId = await approvedRequest(pc, locationId, await sold(service));
	const heading = page.getByRole('heading', { level: 1 });
	const atService = async () => {
		const orders = (await service.snapshot()).purchaseOrder;
		return orders.filter(
			({ purchaseRequestId }) =>
				`service:purchaseRequest:${String(purchaseRequestId)}` === requestId,
		);
	};

	await test.step('one draft is made for the supplier of the request', async () => {
		await pc.show(page, `/requests/${requestId}`);
		await pressOn(page, button(page, 'Order from this request…'));
		const dialog = page.getByRole('dialog');
		await pressOn(page, dialog.getByRole('button', { name: 'Create 1 draft' }));
		await expect(heading).toHaveText('Order draft');
		await expect(page.getByText(/^(To be approved by |No approval rule)/)).toBeVisible();
	});

	await test.step('its reply is lost, and there is one order at the service', async () => {
		complaints.expect(/ERR_/);
		await service.setFaults({ kind: 'drop-reply', operation: 'purchaseOrder.create', times: 1 });
		await page.keyboard.press('Control+Enter');
		await expect(heading).toHaveText('Purchase orders');
		await fetchAll(pc);
		expect(await atService()).toMatchObject([{ status: 'submitted' }]);
	});

	const [order] = await atService();
	const id = order?.id ?? '';
	const documentId = `service:purchaseOrder:${id}`;
	const phaseIs = (phase: string) =>
		expect.poll(async () => (await pc.call('purchaseOrder.get', { documentId })).phase).toBe(phase);
	const approve = async () => {
		await pressOn(page, button(page, 'Approve'));
		await fetchAll(pc);
		await phaseIs('approved');
		// Confirmed: nothing in brackets.
		const did = page.getByRole('list', { name: 'Who and when' }).getByRole('listitem');
		await expect(did.filter({ hasText: 'Approved' }).last()).toHaveText(/^[^(]+$/);
	};
	const send = async (name: string) => {
		await pressOn(page, button(page, name));
		await pressOn(page, page.getByRole('dialog').getByRole('button', { name: 'Mark as sent' }));
		await expect(page.getByText(/^Sent to the supplier (by e-mail|on paper) on/)).toBeVisible();
		await expect(page.getByRole('dialog')).toBeHidden();
	};

	await test.step('the request leads to it; it is approved, and sent without the network', async () => {
		await pc.show(page, `/requests/${requestId}`);
		await pressOn(page, page.getByRole('main').getByRole('link', { name: /^PO-/ }));
		await expect(heading).toHaveText(/^Purchase order PO-/);
		await approve();
		await service.goAway();
		await pc.call('network.check', {});
		await send('Send to supplier…');
	});

	await test.step('a change shows what was sent, and that it is approved again', async () => {
		await page.keyboard.press('F2');
		const box = page.getByRole('grid').locator('input').first();
		await fillIn(page, box, '25');
		await page.keyboard.press('Enter');
		await expect(page.getByText(/^After this change the order needs approval again/)).toBeVisible();
		await expect(
			page
				.getByRole('row')
				.filter({ hasText: /^.*10 .*25 / })
				.first(),
		).toBeVisible();
		await page.keyboard.press('Control+Enter');
		await expect(heading).toHaveText(/^Purchase order/);
		await service.comeBack();
		await fetchAll(pc);
		await phaseIs('submitted');
	});

	await test.step('it is approved again and sent again', async () => {
		await pc.show(page, `/orders/${documentId}`);
		await approve();
		await expect(page.getByText(/^Changed since .* sent it/)).toBeVisible();
		await send('Send again…');
	});

	await test.step('its lines are closed short, and then the order at the service', async () => {
		await pressOn(page, button(page, 'Close lines short…'));
		const dialog = page.getByRole('dialog');
		for (const left of [1, 0]) {
			await tabTo(page, dialog.getByRole('combobox', { name: 'Line' }));
			await page.keyboard.press('ArrowDown');
			await fillIn(page, dialog.getByRole('textbox', { name: 'Reason' }), 'Out of stock');
			await pressOn(page, dialog.getByRole('button', { name: 'Close short' }));
			await expect(dialog.getByRole('button', { name: 'Reopen' })).toHaveCount(2 - left);
		}
		await page.keyboard.press('Escape');
		await pressOn(page, page.getByRole('status').getByRole('button', { name: 'Close order' }));
		await fetchAll(pc);
		expect(await atService()).toMatchObject([{ status: 'closed' }]);
	});
});
