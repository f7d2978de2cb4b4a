// One waste document edited by two programs: rejected with a reason, edited and sent again; the same line changed at
// both ends and chosen; approved while it changed.
import { join } from 'node:path';
import { wastageRecord } from '../../src/shared/service/wastage.ts';
import { drained, expect, openPc, settleIn, test, twoItems, type Pc } from '../support/office.ts';
import { axeFaults } from './axe.ts';
import { choose, fillIn, pressOn, tabTo } from './keyboard.ts';

test('rejects, edits and sends again, chooses by line, and approves again @night', async ({
	page,
	kitchen,
	folder,
}) => {
	test.setTimeout(120_000);
	const { pc, service, locationId } = kitchen;
	const [item] = await twoItems(pc, locationId);
	const { documentId: draftId } = await pc.call('wastage.save', {
		documentId: null,
		revision: 0,
		locationId,
		description: 'Spilt by the door',
		lines: [
			{
				lineId: 'a',
				itemId: item.itemId,
				boxes: [
					{
						unitId: item.units.find(({ name }) => name === item.baseUnitName)?.unitId ?? '',
						typed: '2',
					},
				],
				reasonId: (await pc.call('wasteReason.list', {})).reasons[0]?.reasonId ?? null,
				note: '',
			},
		],
		locale: 'en-GB',
	});
	await pc.call('wastage.submit', { documentId: draftId, intentId: crypto.randomUUID() });
	await pc.until(drained);
	const fetchAll = async (each: Pc) => {
		await each.call('sync.pull', {});
		await each.until(({ sync }) => !sync.running);
	};
	await fetchAll(pc);
	const { documentId, number } = await pc.call('wastage.get', { documentId: draftId });
	const atService = async () => {
		const found = (await service.snapshot()).wastage.find((each) => each.number === number);
		return wastageRecord.parse(found);
	};
	const reference = (await atService()).description;
	const quantity = page.getByRole('textbox', { name: /^Each/ });

	const other = await openPc(join(folder, 'other-end'));
	/** Rejects the current version at the other end. */
	const reject = async (reason: string) => {
		await fetchAll(other);
		const { version } = await other.call('wastage.get', { documentId });
		const intentId = crypto.randomUUID();
		await other.call('wastage.reject', { documentId, version, intentId, reason });
		await other.until(drained);
	};
	/** Edits the quantity at the other end. */
	const change = async (typed: string, submit: boolean) => {
		await fetchAll(other);
		const draft = await other.call('wastage.edit', { documentId });
		await other.call('wastage.save', {
			...draft,
			locale: 'en-GB',
			lines: draft.lines.map(({ item: { itemId }, boxes, ...line }) => ({
				...line,
				itemId,
				boxes: boxes.map(({ unitId }) => ({ unitId, typed })),
			})),
		});
		const intentId = crypto.randomUUID();
		await other.call('wastage.submit', { documentId: draft.documentId, intentId, submit });
		await other.until(drained);
	};
	try {
		await other.start();
		await settleIn(other, service);
		await reject('Weigh it again');
		await fetchAll(pc);

		await test.step('the reason is shown, and the document edited and sent again', async () => {
			await pc.show(page, `/waste/${documentId}`);
			await expect(page.getByText('Rejected: Weigh it again')).toBeVisible();
			await page.keyboard.press('F2');
			await expect(page.getByRole('heading', { name: `Edit ${number}` })).toBeVisible();
			await expect(page.getByText('Rejected: Weigh it again')).toBeVisible();
			await fillIn(page, quantity, '3');
			await page.keyboard.press('Control+Enter');
			await expect(
				page.getByRole('heading', { level: 1, name: 'Waste', exact: true }),
			).toBeVisible();
			await pc.until(drained);
			expect(await atService()).toMatchObject({
				status: 'submitted',
				description: reference,
				items: [{ quantity: '3' }],
			});
		});

		await reject('Which tray?');
		await fetchAll(pc);
		await test.step('a line changed by both is chosen', async () => {
			await pc.show(page, `/waste/${documentId}`);
			await pressOn(page, page.getByRole('button', { name: 'Edit and send again' }));
			await expect(page.getByRole('heading', { name: `Edit ${number}` })).toBeVisible();
			expect(await axeFaults(page)).toEqual([]);
			await change('7', false);
			await fillIn(page, quantity, '5');
			await page.keyboard.press('Control+Enter');
			await expect(
				page.getByRole('heading', { level: 1, name: 'Waste', exact: true }),
			).toBeVisible();
			await pc.until(({ outbox }) => outbox.needYou === 1);
			await pc.show(page, '/outbox');
			const table = page.getByRole('table', { name: 'Changed by both' });
			await expect(table.getByRole('row', { name: item.name })).toContainText('3');
			expect(await axeFaults(page)).toEqual([]);
			await tabTo(page, table.getByRole('radio').first());
			await choose(page, table.getByRole('radio', { name: /Theirs, 7/ }));
			await expect(page.getByText('1 of 1 chosen')).toBeVisible();
			await page.keyboard.press('ArrowUp');
			await expect(table.getByRole('radio', { name: /Yours, 5/ })).toBeChecked();
			await pressOn(page, page.getByRole('button', { name: 'Send', exact: true }));
			await pc.until(drained);
			expect(await atService()).toMatchObject({ status: 'submitted', items: [{ quantity: '5' }] });
		});

		await fetchAll(pc);
		await test.step('an approval of a changed document comes back and is decided again', async () => {
			await pc.show(page, `/waste/${documentId}`);
			await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
			await reject('A tray too few');
			await change('6', true);
			await pressOn(page, page.getByRole('button', { name: 'Approve' }));
			// The step may be waiting or need attention on arrival; both are fine.
			await expect(page.getByText('Approved. Will be sent automatically.')).toBeVisible();
			await pc.show(page, '/outbox');
			const table = page.getByRole('table', { name: 'Changed since' });
			await expect(table.getByRole('row', { name: item.name })).toContainText(/5.*6/);
			await expect(table.getByRole('row', { name: 'Value' })).toContainText(/€.*€/);
			expect(await axeFaults(page)).toEqual([]);
			await expect(table.getByRole('row', { name: 'Rejection reason' })).toContainText(
				'A tray too few',
			);
			await pressOn(page, page.getByRole('button', { name: 'Approve current version' }));
			await pc.until(drained);
			expect(await atService()).toMatchObject({ status: 'approved', items: [{ quantity: '6' }] });
		});
	} finally {
		await other.stop();
	}
});
