// Documents of purchasing that are rejected and sent again, and an order that two PCs receive: by keyboard alone, with lost
// replies.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { OperationName } from '../../src/shared/service/index.ts';
import { drained, expect, openPc, settleIn, test, type Pc } from '../support/office.ts';
import { addItem, fillIn, openRow, pressOn, tabTo } from './keyboard.ts';
import { button, heading, quantity, sent, sold } from './purchasing-page.ts';

/** What a kind of document does after it was rejected. */
interface SecondTry {
	readonly of: 'purchaseRequest' | 'purchaseOrder' | 'returnOrder';
	readonly area: string;
	/** Writes one at the keyboard, and sends it. */
	readonly write: () => Promise<void>;
	/** Corrects its line while it is open. */
	readonly correct: () => Promise<void>;
	/** At the service in the end. */
	readonly becomes: Readonly<Record<string, unknown>>;
}

test('a request, an order and a return are rejected, changed offline, sent again, approved and locked, each first reply lost @night', async ({
	page,
	kitchen,
}) => {
	test.setTimeout(400_000);
	const { pc, service, locationId } = kitchen;
	const { supplier, other } = await sold(service, pc);
	const { receipts } = await pc.call('return.receipts', { locationId });
	const goesBack = receipts.flatMap(({ number, lines }) =>
		lines.flatMap(({ left, item }) => (Number(left) > 1 ? [{ number, item }] : [])),
	)[0];
	if (goesBack === undefined) throw new Error('Nothing can go back here.');
	/** Each write of the test that the service did without an answer, in order. */
	const unanswered: string[] = [];
	const lose = async (of: string, ...verbs: readonly string[]) => {
		unanswered.push(
			...(await service.journal()).flatMap(({ operation, committed, answered }) =>
				committed && !answered && !unanswered.includes(operation) ? [operation] : [],
			),
		);
		await service.setFaults(
			...verbs.map((verb) => {
				const operation = `${of}.${verb}` as OperationName;
				return { kind: 'drop-reply' as const, operation, times: 1 };
			}),
		);
	};
	const tries: readonly SecondTry[] = [
		{
			of: 'purchaseRequest',
			area: '/requests',
			write: async () => {
				await pc.show(page, '/requests/new');
				await addItem(page, other.code);
				await quantity(page, other, '4');
				const from = page.getByRole('combobox', { name: `Supplier for ${other.name}` });
				await tabTo(page, from);
				await page.keyboard.type(supplier.name);
				await expect(from).toHaveValue(supplier.id);
			},
			correct: () => quantity(page, other, '3'),
			becomes: { status: 'Approved', items: [{ quantity: 3 }] },
		},
		{
			of: 'purchaseOrder',
			area: '/orders',
			write: async () => {
				await pc.show(page, '/orders/new');
				await tabTo(page, page.getByRole('combobox', { name: 'Supplier' }));
				await page.keyboard.type(supplier.name);
				await addItem(page, other.code);
				await quantity(page, other, '4');
			},
			correct: () => quantity(page, other, '3'),
			becomes: { status: 'Approved', items: [{ quantity: 3 }] },
		},
		{
			of: 'returnOrder',
			area: '/returns',
			write: async () => {
				await pc.show(page, '/returns');
				await pressOn(page, page.getByRole('link', { name: 'New return' }).first());
				await openRow(page, goesBack.number);
				await tabTo(page, page.getByRole('checkbox', { name: goesBack.item.name }).first());
				await page.keyboard.press('Space');
				await page.keyboard.press('Control+Enter');
				await expect(heading(page)).toHaveText('Return draft');
				await quantity(page, goesBack.item, '0.5');
				await page.keyboard.press('Alt+3');
				await tabTo(
					page,
					page.getByRole('combobox', { name: `Reason to return ${goesBack.item.name}` }),
				);
				await page.keyboard.press('5');
			},
			correct: () => quantity(page, goesBack.item, '0.25'),
			becomes: { status: 'Approved', isLocked: true, items: [{ returnQuantity: 0.25 }] },
		},
	];
	for (const each of tries) {
		const { of, area } = each;
		const idsNow = async () =>
			(await service.all<{ id: string }>(`${of}.list`)).map(({ id }) => id);
		const before = new Set(await idsNow());
		await lose(of, 'create', 'submit');
		const path = await test.step(`${of}: written and sent`, async () => {
			await each.write();
			await page.keyboard.press('Control+Enter');
			await expect(heading(page)).not.toHaveText(/draft$/);
			await sent(pc);
			const [made, ...more] = (await idsNow()).filter((id) => !before.has(id));
			expect(more).toEqual([]);
			return `${area}/service:${of}:${made ?? ''}`;
		});

		await test.step(`${of}: rejected with a reason`, async () => {
			await lose(of, 'reject');
			await pc.show(page, path);
			await pressOn(page, button(page, 'Reject'));
			const dialog = page.getByRole('alertdialog');
			await fillIn(page, dialog.getByRole('textbox', { name: 'Reason' }), 'One less');
			await pressOn(page, dialog.getByRole('button', { name: 'Reject' }));
			await expect(page.getByText('Rejected: One less')).toBeVisible();
			// It is read again by itself.
			await expect(button(page, 'Edit and send again')).toBeVisible();
		});

		await test.step(`${of}: changed and sent again, offline`, async () => {
			await lose(of);
			await service.goAway();
			await pc.call('network.check', {});
			await page.keyboard.press('F2');
			await each.correct();
			await expect(page.getByRole('contentinfo').getByText('Send again')).toBeVisible();
			await page.keyboard.press('Control+Enter');
			await pc.until(({ outbox }) => outbox.waiting === 1);
			await service.comeBack();
			await lose(of, 'update', 'submit');
			await pc.call('network.check', {});
			await sent(pc);
		});

		await test.step(`${of}: approved, and locked where that is possible`, async () => {
			await lose(of, 'approve', 'lock');
			await pc.show(page, path);
			await pressOn(page, button(page, 'Approve'));
			await expect(button(page, 'Approve')).toHaveCount(0);
			if ('isLocked' in each.becomes) {
				await pressOn(page, page.getByRole('button', { name: 'Lock', exact: true }));
				await expect(button(page, 'Unlock')).toBeVisible();
			}
			await pc.until(drained);
			const [made, ...more] = (await service.all<{ id: string }>(`${of}.list`)).filter(
				({ id }) => !before.has(id),
			);
			expect(more).toEqual([]);
			expect(made).toMatchObject(each.becomes);
		});
	}
	await lose('');
	const verbs = ['create', 'submit', 'reject', 'update', 'approve'];
	expect(new Set(unanswered)).toEqual(
		new Set([
			...tries.flatMap(({ of }) => verbs.map((verb) => `${of}.${verb}`)),
			'returnOrder.lock',
		]),
	);
});

test('two PCs receive the same order: the second is asked, and the goods are there once @night', async ({
	page,
	kitchen,
	folder,
}) => {
	const { pc, service, locationId } = kitchen;
	const { deliveries } = await pc.call('delivery.list', { locationId });
	const { documentId = '' } = deliveries.find(({ due, lines }) => due === lines) ?? {};
	const other = await openPc(join(folder, 'other'));
	await other.start();
	expect(await settleIn(other, service)).toBe(locationId);
	const second = await page.context().newPage();
	const enter = async (at: Pc, tab: Page, invoice: string) => {
		await at.show(tab, `/deliveries/${documentId}`);
		await expect(tab.locator('[role=grid] input').first()).toBeFocused();
		await tab.keyboard.press('Alt+s');
		await expect(tab.getByText(/blank lines? filled with/)).toBeVisible();
		await fillIn(tab, tab.getByRole('textbox', { name: 'Invoice number' }), invoice);
		await tab.keyboard.press('Tab');
	};

	await test.step('both enter it, and the first reply is lost', async () => {
		await enter(pc, page, 'SAME-1');
		await enter(other, second, 'same-1');
		await service.setFaults({ kind: 'drop-reply', operation: 'purchaseOrder.receive', times: 1 });
		await page.keyboard.press('Control+Enter');
		await pc.until(drained);
	});

	await test.step('the second is kept back, and marked as done', async () => {
		await second.keyboard.press('Control+Enter');
		await other.until(({ outbox }) => outbox.needYou === 1);
		await other.show(second, '/outbox');
		await pressOn(second, button(second, 'Mark as done'));
		const dialog = second.getByRole('dialog', { name: 'Mark as done' });
		await pressOn(second, dialog.getByRole('button', { name: 'Mark as done' }));
		await other.until(drained);
	});

	const { orderReceipts } = await service.snapshot();
	const ofOrder = orderReceipts.filter(
		({ purchaseOrderId }) => documentId === `service:purchaseOrder:${String(purchaseOrderId)}`,
	);
	expect(ofOrder).toHaveLength(1);
	await second.close();
	await other.stop();
});
