// A day of waste by keyboard: quick logging offline, then the list, its totals and bulk decisions.
import { drained, expect, test, twoItems } from '../support/office.ts';
import { fillIn, pressOn, tabTo } from './keyboard.ts';

/** The smallest valid picture: a dot. */
const dot = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);

test('templates, a dish, a photo and a duplicate warning work offline @night', async ({
	page,
	kitchen,
}) => {
	const { pc, service, locationId } = kitchen;
	const [item] = await twoItems(pc, locationId);
	const [dish] = (await pc.call('recipe.search', { text: 'House burger' })).recipes;
	if (dish === undefined) throw new Error('There is no dish.');
	const adding = page.getByRole('combobox', { name: 'Add an item' });
	const quantity = page.getByRole('textbox', { name: `Each / weight, ${item.name}` }).first();
	await service.goAway();
	await pc.call('network.check', {});
	await pc.show(page, '/waste/new');

	await test.step('a line is saved as a template and restored from it', async () => {
		await expect(adding).toBeFocused();
		await page.keyboard.type(item.code);
		await expect(page.getByRole('option', { name: item.code })).toBeVisible();
		await page.keyboard.press('Enter');
		await expect(quantity).toBeFocused();
		await page.keyboard.type('2');
		await page.keyboard.press('Alt+Digit1');
		await page.keyboard.press('F4');
		await fillIn(page, page.getByLabel('Save these lines as'), 'Every evening');
		await page.keyboard.press('Enter');
		const use = page.getByRole('button', { name: 'Every evening (1 line)' });
		await expect(use).toBeVisible();
		await page.keyboard.press('Escape');
		await pressOn(page, page.getByRole('button', { name: `Remove ${item.name}` }));
		await expect(quantity).toHaveCount(0);
		await page.keyboard.press('F4');
		await pressOn(page, use);
		await expect(quantity).toHaveValue('2');
	});

	await test.step('a dish shows its ingredients before it is added', async () => {
		await tabTo(page, adding);
		await page.keyboard.type(dish.name);
		await page.getByRole('option', { name: dish.name }).first().waitFor();
		await page.keyboard.press('Enter');
		const dialog = page.getByRole('dialog', { name: dish.name });
		await expect(dialog.getByText(/the sale already took its ingredients off stock/)).toBeVisible();
		await expect(dialog.getByRole('row')).not.toHaveCount(2);

		// Typing and Enter are faster than the answer: what is added belongs to the typed text.
		const { promise: late, resolve: arrive } = Promise.withResolvers<undefined>();
		await page.route('**/call/recipe.explode', async (route) => {
			await late;
			await route.continue();
		});
		await fillIn(page, dialog.getByLabel('Portions'), '4');
		await page.keyboard.press('Enter');
		await expect(dialog.getByRole('button', { name: 'Add these lines' })).toHaveAttribute(
			'aria-busy',
			'true',
		);
		arrive(undefined);
		await expect(dialog).toHaveCount(0);
		await expect(page.getByRole('textbox', { name: /^Note on/ }).last()).toHaveValue(
			`4 × ${dish.name}`,
		);
		const { lines } = await pc.call('recipe.explode', {
			recipeId: dish.recipeId,
			unitId: dish.units[0]?.unitId ?? '',
			quantity: '4',
			locationId,
		});
		await expect(
			page.getByRole('status').filter({ hasText: `Some ingredients of 4 × ${dish.name}` }),
		).toContainText('Iceberg lettuce 0.4 each');
		for (const line of lines.filter(({ quantity: needed }) => needed !== '0')) {
			const row = page.getByRole('row').filter({ hasText: line.item.code }).last();
			const boxes = row.locator('input[inputmode=decimal]');
			await expect
				.poll(() => boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value)))
				.toContain(line.quantity);
		}
	});

	await test.step('a photo is added', async () => {
		const chooser = page.waitForEvent('filechooser');
		await tabTo(page, page.locator('button', { hasText: 'Add photos' }), 'Shift+Tab');
		await page.keyboard.press('Enter');
		await (await chooser).setFiles({ name: 'bin.png', mimeType: 'image/png', buffer: dot });
		await expect(page.getByRole('button', { name: /^Photo 1,/ })).toBeVisible();
	});

	await test.step('it waits while the service is down', async () => {
		await page.keyboard.press('Control+Enter');
		await expect(page.getByText('Saved, will be sent when online.')).toBeVisible();
		await expect(page.getByRole('row').filter({ hasText: 'Waiting to be sent' })).toHaveCount(1);
	});

	await test.step('a repeated entry is reported as already logged', async () => {
		await pressOn(page, page.getByRole('link', { name: 'Log waste' }).first());
		await expect(page.getByRole('heading', { level: 1, name: 'Log waste' })).toBeVisible();
		await expect(adding).toBeFocused();
		await page.keyboard.press('F4');
		await pressOn(page, page.getByRole('button', { name: 'Every evening (1 line)' }));
		await expect(page.getByText(/^Already logged/)).toBeVisible();
	});

	await test.step('once the service is back it is there once', async () => {
		await service.comeBack();
		await pc.call('network.check', {});
		await pc.until(drained);
		const ours = (await service.snapshot()).wastage.filter(({ items }) =>
			JSON.stringify(items).includes(`4 × ${dish.name}`),
		);
		expect(ours).toHaveLength(1);
	});

	await test.step('somebody else approves it, chosen from the staff', async () => {
		const staff = [...(await pc.call('app.state', {})).settings.staff, 'Ben Ray'];
		await pc.call('settings.set', { anotherApproves: ['wastage'], staff });
		await pc.call('sync.pull', {});
		await pc.until(({ sync }) => !sync.running);
		const { documents } = await pc.call('wastage.list', { locationId });
		const ours = documents.find(({ phase, enteredBy: by }) => phase === 'submitted' && by !== '');
		await pc.show(page, `/waste/${encodeURIComponent(ours?.documentId ?? '')}`);
		await expect(page.getByText(`Submitted by ${ours?.enteredBy ?? ''}`)).toBeVisible();
		await pressOn(page, page.getByRole('button', { name: 'Approve' }));
		const approver = page.getByRole('combobox', { name: 'Approver' });
		await expect(approver).toBeFocused();
		await expect(approver).toHaveValue('');
		await page.keyboard.type('Ben');
		await expect(page.getByRole('option', { name: 'Ben Ray' })).toBeVisible();
		await page.keyboard.press('Enter');
		await expect(approver).toHaveValue('Ben Ray');
		await page.keyboard.press('Enter');
		await expect(page.getByText('Approved by Ben Ray')).toBeVisible();
	});
});

test('the list is filtered and totalled, and several documents are decided at once @night', async ({
	page,
	kitchen,
}) => {
	const { pc, service, locationId } = kitchen;
	const [item] = await twoItems(pc, locationId);
	const { reasons } = await pc.call('wasteReason.list', {});
	const write = async (description: string): Promise<string> => {
		const unitId = item.units.find(({ name }) => name === item.baseUnitName)?.unitId ?? '';
		const [reason] = reasons;
		const { documentId } = await pc.call('wastage.save', {
			documentId: null,
			revision: 0,
			locationId,
			description,
			lines: [
				{
					lineId: crypto.randomUUID(),
					itemId: item.itemId,
					boxes: [{ unitId, typed: '1' }],
					reasonId: reason?.reasonId ?? null,
					note: '',
				},
			],
			locale: 'en-GB',
		});
		return documentId;
	};
	for (const each of ['Evening one', 'Evening two']) {
		const documentId = await write(each);
		await pc.call('wastage.submit', { documentId, intentId: crypto.randomUUID() });
	}
	await write('Evening three');
	await pc.until(drained);
	await pc.show(page, '/waste');
	const rows = page.getByRole('row').filter({ hasText: 'Evening' });
	const statuses = async () =>
		(await service.snapshot()).wastage
			.filter(({ description }) => description?.startsWith('Evening'))
			.map(({ status, isLocked }) => `${status}${isLocked === true ? ', locked' : ''}`);

	await test.step('text and state filters apply', async () => {
		await expect(rows).toHaveCount(3);
		await fillIn(page, page.getByRole('searchbox', { name: 'Search' }), 'evening');
		await expect(page.getByRole('grid').getByRole('row')).toHaveCount(4);
		await tabTo(page, page.getByRole('combobox', { name: 'State' }));
		await page.keyboard.type('Submi');
		await expect(rows).toHaveCount(2);
	});

	await test.step('the totals follow the filter', async () => {
		await tabTo(page, page.getByRole('radio', { name: 'Documents' }), 'Shift+Tab');
		await page.keyboard.press('ArrowRight');
		await expect(page.getByRole('cell', { name: reasons[0]?.name ?? '' })).toBeVisible();
		await tabTo(page, page.getByRole('radio', { name: 'Totals' }), 'Shift+Tab');
		await page.keyboard.press('ArrowLeft');
		await expect(rows).toHaveCount(2);
	});

	await test.step('the rest is approved, and each result is reported as queued', async () => {
		await tabTo(page, rows.first());
		await page.keyboard.press('Control+A');
		await pressOn(page, page.getByRole('button', { name: 'Approve 2' }));
		const question = page.getByRole('alertdialog', { name: 'Approve 2 documents?' });
		await pressOn(page, question.getByRole('button', { name: 'Approve 2' }));
		const done = page.getByRole('dialog', { name: '2 documents are in the outbox' });
		await expect(done.getByRole('cell', { name: 'In the outbox' })).toHaveCount(2);
		await page.keyboard.press('Escape');
		await pc.until(drained);
		expect(await statuses()).toEqual(['approved', 'approved']);
	});

	await test.step('a draft and a lock: only suitable actions are offered', async () => {
		await tabTo(page, page.getByRole('button', { name: 'Clear filters' }));
		await page.keyboard.press('Enter');
		await fillIn(page, page.getByRole('searchbox', { name: 'Search' }), 'evening');
		await expect(rows).toHaveCount(3);
		await tabTo(page, rows.first());
		await page.keyboard.press('Control+A');
		await expect(page.getByRole('button', { name: 'Submit 1' })).toBeVisible();
		await pressOn(page, page.getByRole('button', { name: 'Lock 2' }));
		const question = page.getByRole('alertdialog', { name: 'Lock 2 documents?' });
		await pressOn(page, question.getByRole('button', { name: 'Lock 2' }));
		await expect(page.getByRole('dialog')).toBeVisible();
		await page.keyboard.press('Escape');
		await pc.until(drained);
		expect(await statuses()).toEqual(['approved, locked', 'approved, locked']);
		await expect(page.getByRole('toolbar')).toContainText('1 selected');
	});
});
