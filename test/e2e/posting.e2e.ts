// Posting a count by keyboard: acknowledge open documents, approval by another person, and parts, one with a lost
// answer and one refused.
import type { SheetLine } from '../../src/shared/bridge/stocktake.ts';
import { practiceProfile } from '../../src/practice/profile.ts';
import {
	acknowledgeCutOff,
	drained,
	expect,
	settleIn,
	test,
	type Service,
} from '../support/office.ts';
import { fillIn, pressOn, tabTo } from './keyboard.ts';

/** An item that no area lists. */
async function newItem(service: Service): Promise<string> {
	await service.signIn();
	const { json } = await service.call('inventoryItem.create', {
		body: {
			code: 'NEW-1',
			name: 'Smoked salt',
			baseUomId: 1,
			units: [{ uomId: 1, name: 'each', type: 'each', conversionFactor: 1, decimals: 0 }],
		},
	});
	return (json as { id: string }).id;
}

test('acknowledges, approves and posts a count in parts, one of them refused @night', async ({
	page,
	pc,
	service,
}) => {
	test.setTimeout(120_000);
	const itemId = await newItem(service);
	await pc.start();
	const locationId = await settleIn(pc, service, {
		...practiceProfile,
		stocktake: { batchLines: 2 },
	});
	const { locations } = await pc.call('location.list', {});
	const areas = locations.find((each) => each.locationId === locationId)?.areas ?? [];
	const areaId = areas.find(({ items }) => items >= 3)?.areaId ?? '';
	const { stocktakeId } = await pc.call('stocktake.open', {
		locationId,
		name: 'Month end',
		plan: { scope: { kind: 'areas', areaIds: [areaId] }, approval: 'another' },
		intentId: crypto.randomUUID(),
	});
	const linesOf = async () => (await pc.call('stocktake.sheet', { stocktakeId })).lines;
	const behind = (await linesOf()).at(-1)?.lineNo ?? null;
	await pc.call('stocktake.addLine', { stocktakeId, itemId, areaId, shelf: '', behind });
	const lines = await linesOf();
	const last = lines.at(-1);
	if (last?.itemId !== itemId) throw new Error('The new item does not stand last.');
	const counted = [...lines.filter(({ expected }) => expected !== null).slice(0, 3), last];
	const enter = (line: SheetLine, typed: string) =>
		pc.call('stocktake.enter', {
			stocktakeId,
			lineNo: line.lineNo,
			unitId: line.units.find(({ name }) => name === line.baseUnitName)?.unitId ?? '',
			typed,
			locale: 'en-GB',
		});
	const submit = page.getByRole('button', { name: 'Submit count' });
	const approve = page.getByRole('button', { name: 'Approve', exact: true });
	await pc.show(page, `/counts/${stocktakeId}/review`);
	await expect(approve).toHaveAttribute('title', 'Count at least one line first.');
	for (const line of counted) await enter(line, '901');
	await pc.call('wastage.save', {
		documentId: null,
		revision: 0,
		locationId,
		description: 'Tray dropped before the count',
		locale: 'en-GB',
		lines: [],
	});
	await pc.show(page, `/counts/${stocktakeId}/review`);
	const dialog = page.getByRole('dialog');
	const question = page.getByRole('alertdialog');

	await test.step('F8 goes to the open documents that block submitting', async () => {
		const look = page.getByRole('button', { name: 'Review', exact: true });
		await expect(look, 'the open documents are known').toBeVisible();
		await page.keyboard.press('F8');
		await expect(look).toBeFocused();
	});

	await test.step('open documents are acknowledged with one key', async () => {
		// The button of the next step says what it is, and leads there.
		await pressOn(
			page,
			page.getByRole('button', { name: /^Acknowledge \d+ open documents? first$/ }),
		);
		await expect(dialog.getByRole('row').filter({ hasText: 'Tray dropped' })).toContainText(
			'Waste not booked',
		);
		await pressOn(page, dialog.getByRole('button', { name: /^Acknowledge (all|it)/ }));
		await expect(dialog).toBeHidden();
		await expect(page.getByText(/acknowledged\./).first()).toBeVisible();
		await expect(page.getByRole('button', { name: 'Approve first' })).toBeVisible();
	});

	const approver = question.getByLabel('Approver');
	const nameApprover = async (name: string) => {
		await fillIn(page, approver, name);
		await expect(page.getByRole('option', { name })).toContainText('not on the staff list');
		await page.keyboard.press('Enter');
		await expect(approver).toHaveValue(name);
	};
	const heading = page.getByRole('heading', { level: 1 });
	const approveBySamir = async () => {
		await tabTo(page, approve);
		await page.keyboard.press('Enter');
		await nameApprover('Samir Kaya');
		// Enter in a chosen name presses the button, as in any form.
		await page.keyboard.press('Enter');
		await expect(question).toBeHidden();
		await expect(page.getByRole('button', { name: 'Withdraw approval' })).toBeVisible();
		await expect(heading, 'the button that was pressed is gone').toBeFocused();
	};
	await test.step('a counter may not approve, another person does, and an entry revokes it', async () => {
		await tabTo(page, approve, 'Shift+Tab');
		await page.keyboard.press('Enter');
		await expect(approver).toHaveValue('');
		await expect(question.getByText('Noor Haddad counted, so someone else')).toBeVisible();
		await pressOn(page, question.getByRole('button', { name: 'Approve' }));
		await expect(question.getByText('Enter the approver’s name.')).toBeVisible();
		await fillIn(page, approver, 'Noor');
		await expect(page.getByText('No matches')).toBeVisible();
		await page.keyboard.press('Escape');
		await page.keyboard.press('Escape');
		await expect(question).toBeHidden();
		await approveBySamir();
		await pressOn(page, page.getByRole('button', { name: 'Withdraw approval' }));
		await expect(page.getByRole('button', { name: 'Approve first' })).toBeVisible();
		await expect(heading).toBeFocused();
		await pressOn(page, page.getByRole('button', { name: 'Send back…' }));
		await nameApprover('Samir Kaya');
		await fillIn(page, question.getByLabel('Reason'), 'Weigh the flour');
		await page.keyboard.press('Enter');
		await expect(question).toBeHidden();
		await expect(
			page.getByText(/^Sent back by Samir Kaya.*Weigh the flour$/).first(),
		).toBeVisible();
		await approveBySamir();
		await enter(last, '902');
		await expect(page.getByText('Someone who did not count must approve')).toBeVisible();
		await expect(page.getByRole('button', { name: 'Approve first' })).toBeVisible();
		await approveBySamir();
	});

	await test.step('the first part loses its answer, the second is refused with its line', async () => {
		await service.call('inventoryItem.remove', { body: { id: itemId } });
		await service.setFaults({
			kind: 'drop-reply',
			operation: 'inventoryItem.changeStock',
			times: 1,
		});
		await tabTo(page, submit, 'Shift+Tab');
		await page.keyboard.press('Enter');
		await pressOn(page, question.getByRole('button', { name: 'Submit count' }));
		await expect(page.getByText('Part 2: refused by the service')).toBeVisible();
		await expect(page.getByText('1 of 2 parts, 2 lines each')).toBeVisible();
		await pressOn(page, page.getByRole('button', { name: 'Fix' }));
		const row = dialog.getByRole('row').filter({ hasText: last.code });
		await expect(row).toContainText('No item has this identifier.');
		await expect(row.getByRole('combobox')).toHaveValue('leave-out');
		await pressOn(page, dialog.getByRole('button', { name: /^Show the other line/ }));
		const [other] = counted.slice(2);
		await expect(dialog.getByRole('row').filter({ hasText: other?.code ?? '' })).toContainText(
			`+${String(901 - Number(other?.expected))}`,
		);
	});

	await test.step('the part continues without the line, and nothing is posted twice', async () => {
		await pressOn(page, dialog.getByRole('button', { name: 'Continue with 1 change' }));
		await expect(dialog.getByText('This is required.')).toBeVisible();
		await fillIn(page, dialog.getByLabel('Reason'), 'Not in the catalogue any more');
		await pressOn(page, dialog.getByRole('button', { name: 'Continue with 1 change' }));
		await expect(page.getByText('3 of 4 lines posted')).toBeVisible();
		await expect(page.getByText('1 line left out')).toBeVisible();
		await pc.until(drained);
		const { stock, stockChanges } = await service.snapshot();
		expect(stockChanges).toHaveLength(2);
		for (const line of counted.slice(0, 3)) {
			const found = stock.find(
				(each) => each.itemId === line.itemId && each.storageAreaId === line.stockAreaId,
			);
			expect(found?.quantity).toBe('901');
		}
	});

	await test.step('who approved and submitted stays, and nothing more is asked', async () => {
		const did = page.getByRole('list', { name: 'Who and when' });
		await expect(did).toContainText('Approved by Samir Kaya');
		await expect(did).toContainText('Submitted and locked by Noor Haddad');
		await expect(page.getByText('Needs attention', { exact: true })).toHaveCount(0);
		await expect(page.getByText('F8')).toHaveCount(0);
	});

	await test.step("the table never hides a line's panel", async () => {
		await page.locator('tr[data-line] a').first().focus();
		const panel = page.getByRole('region', { name: /^Line \d+: / });
		await expect(panel.getByRole('heading')).toBeInViewport({ ratio: 1 });
		const onTop = (heading: HTMLElement) => {
			const { left, top, height } = heading.getBoundingClientRect();
			return heading.contains(document.elementFromPoint(left + 4, top + height / 2));
		};
		await expect.poll(() => panel.getByRole('heading').evaluate(onTop)).toBe(true);
	});
});

test('a count that the service refused leads from each line it named to the box of that line @night', async ({
	page,
	pc,
	service,
}) => {
	const itemId = await newItem(service);
	await pc.start();
	const locationId = await settleIn(pc, service);
	const { locations } = await pc.call('location.list', {});
	const areas = locations.find((each) => each.locationId === locationId)?.areas ?? [];
	const { stocktakeId } = await pc.call('stocktake.open', {
		locationId,
		name: 'Month end',
		plan: { scope: { kind: 'areas', areaIds: areas.map(({ areaId }) => areaId) } },
		intentId: crypto.randomUUID(),
	});
	const [first, second] = areas;
	if (!first || !second) throw new Error('There are no two areas.');
	for (const { areaId } of [first, second]) {
		await pc.call('stocktake.addLine', { stocktakeId, itemId, areaId, shelf: '', behind: null });
	}
	const { lines } = await pc.call('stocktake.sheet', { stocktakeId });
	for (const line of lines.filter((each) => each.itemId === itemId)) {
		await pc.call('stocktake.enter', {
			stocktakeId,
			lineNo: line.lineNo,
			unitId: line.units[0]?.unitId ?? '',
			typed: line.stockAreaId === first.areaId ? '3' : '5',
			locale: 'en-GB',
		});
	}
	await acknowledgeCutOff(pc, stocktakeId);
	await service.call('inventoryItem.remove', { body: { id: itemId } });
	await pc.call('stocktake.submit', { stocktakeId, intentId: crypto.randomUUID() });
	await pc.until(({ outbox }) => outbox.needYou === 1);

	await pc.show(page, '/outbox');
	await pressOn(page, page.getByRole('button', { name: 'Edit and send again' }));
	const refusal = page.getByRole('alert').filter({ hasText: 'Service’s answer' });
	await expect(refusal).toContainText('Smoked salt: No item has this identifier.');
	for (const [area, counted] of [
		[second, '5'],
		[first, '3'],
	] as const) {
		await pressOn(page, refusal.getByRole('button', { name: `Go to Smoked salt, ${area.name}` }));
		const box = page.getByRole('textbox', { name: 'Smoked salt' });
		await expect(box).toBeFocused();
		await expect(box).toHaveValue(counted);
	}
});
