// Every record type on its screens: a new record is saved, changed, activated together with another one where the service
// switches several, and deleted where it deletes. The entries are made beside the page; test/record-walk.spec.ts has what becomes of them.
import type { Page } from '@playwright/test';
import type { Plain } from '../../src/shared/record/record-kit.ts';
import {
	recordTypeNames,
	typeNamed,
	type RecordTypeName,
} from '../../src/shared/record/records.ts';
import { routeOf } from '../../src/shared/record/registry.ts';
import { findOperation, operationNamed } from '../../src/shared/service/index.ts';
import { drained, expect, test, type Pc } from '../support/office.ts';
import { madeUp } from '../support/record-values.ts';

type Values = Readonly<Record<string, unknown>>;

async function draftOf(pc: Pc, type: RecordTypeName, id: string | null, to: Values) {
	const draftId = crypto.randomUUID();
	const before: Plain = id === null ? {} : (await pc.call('record.get', { type, id })).record;
	await pc.call('record.save', {
		step: 'keep',
		type,
		id,
		draftId,
		revision: 0,
		changes: Object.entries(to).map(([at, value]) => ({ at, was: before[at] ?? null, to: value })),
	});
	return draftId;
}

/** Saves the open draft with Ctrl Enter. */
async function saveOn(page: Page, pc: Pc, path: string, waits: boolean): Promise<void> {
	await pc.show(page, path);
	await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible();
	await page.locator('h2[tabindex]').focus();
	await page.keyboard.press('Control+Enter');
	const said = waits ? 'Saved. It is being sent.' : 'Saved at the service.';
	// One that others use is deactivated only after the person saw them.
	const deactivate = page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' });
	let isAnswered = false;
	await expect
		.poll(
			async () => {
				if (!isAnswered && (await deactivate.isVisible())) {
					isAnswered = true;
					await deactivate.click();
				}
				return page.getByRole('button', { name: 'Discard' }).count();
			},
			{ timeout: 30_000 },
		)
		.toBe(0);
	await expect(page.getByText(said).last()).toBeVisible();
	await pc.until(drained);
}

/** Makes another record inactive beside the page, and activates all inactive ones from the list. */
async function activateAll(page: Page, pc: Pc, name: RecordTypeName, other: string) {
	const asked = { type: name, ids: [other], isActive: false, intentId: crypto.randomUUID() };
	await pc.call('record.switch', asked);
	await pc.until(drained);
	await pc.show(page, `/${name}?active=inactive`);
	const row = page.locator('[role=grid] tr[tabindex="0"]');
	await expect(row).toBeVisible();
	await row.focus();
	await page.keyboard.press('Control+A');
	await page.getByRole('button', { name: /^Activate \d+$/ }).click();
	await page.getByRole('alertdialog').getByRole('button', { name: 'Activate' }).click();
	const results = page.getByRole('dialog', { name: /^\d+ records were changed$/ });
	await expect(results.getByText('Saved at the service.')).not.toHaveCount(0);
	await results.getByRole('button', { name: 'Close' }).last().click();
	await pc.until(drained);
}

// Reports have a screen of their own.
const places = [...new Set(recordTypeNames.map((name) => typeNamed(name).place))].filter(
	(place) => place !== 'reports',
);

for (const place of places) {
	test(`records of ${place} are listed, made, changed and deleted @night`, async ({
		page,
		kitchen,
	}) => {
		test.setTimeout(300_000);
		const { pc, service } = kitchen;
		await service.signIn();
		const there = new Map<string, readonly Plain[]>();
		for (const name of recordTypeNames) {
			const list = operationNamed(`${name}.list` as 'supplier.list').name;
			there.set(name, await service.all<Plain>(list));
		}
		const names = recordTypeNames.filter((name) => typeNamed(name).place === place);
		for (const [index, name] of names.entries()) {
			await test.step(name, async () => {
				await pc.show(page, `/${name}`);
				const first = page.locator('[role=grid] tr[tabindex="0"]');
				await expect(first).toBeFocused();
				const create = routeOf(name, 'create');
				if (create === null) {
					await page.keyboard.press('Enter');
					await expect(page.getByRole('button', { name: 'Back to the list' })).toBeVisible();
					await expect(page.locator('section[aria-busy="true"]')).toHaveCount(0);
					return;
				}
				const values = madeUp(typeNamed(name), (of) => there.get(of) ?? [], 40 + index);
				const draftId = await draftOf(pc, name, null, values);
				await saveOn(page, pc, `/${name}/new/${draftId}`, create.goes === 'queue');
				const { serverId } = await pc.call('record.get', { type: name, id: draftId });
				const id = String(serverId);
				const change = routeOf(name, 'change');
				if (change !== null) {
					await draftOf(pc, name, id, { isActive: false });
					await saveOn(page, pc, `/${name}/${id}`, change.goes === 'queue');
				}
				const other = there
					.get(name)
					?.find((each) => each['isActive'] !== false && each['id'] !== kitchen.locationId);
				if (findOperation(`${name}.updateMany`) !== undefined && other !== undefined) {
					await activateAll(page, pc, name, String(other['id']));
				}
				if (routeOf(name, 'remove') === null) return;
				await pc.show(page, `/${name}/${id}`);
				await page.getByRole('button', { name: 'Delete', exact: true }).click();
				await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
				await expect(page.getByRole('alertdialog')).toHaveCount(0);
				await expect
					.poll(async () =>
						(await service.all<Plain>(operationNamed(`${name}.list` as 'supplier.list').name)).some(
							(each) => each['id'] === id,
						),
					)
					.toBe(false);
			});
		}
	});
}
