// What the tests of purchasing share: what a supplier sells, and the sheets of its documents by keyboard.
import type { Page } from '@playwright/test';
import { drained, expect, type Pc, type Service } from '../support/office.ts';
import { tabTo } from './keyboard.ts';

export interface Item {
	readonly id: string;
	readonly code: string;
	readonly name: string;
	/** The biggest is the last here, and the first on screen. */
	readonly units: readonly { uomId: number; conversionFactor: string }[];
	readonly transactionUnits?: readonly unknown[];
}

/** A supplier sells one item that is bought by the box and weighed, and two others, each by its biggest unit. */
export async function sold(service: Service, pc: Pc) {
	await service.signIn();
	const [supplier] = await service.all<{ id: string; name: string }>('supplier.list');
	const items = await service.all<Item>('inventoryItem.list');
	const isWeighed = ({ transactionUnits = [] }: Item): boolean => transactionUnits.length > 0;
	const weighed = items.find(isWeighed);
	const [other, third] = items.filter((item) => !isWeighed(item) && item.units.length > 1);
	if (!supplier || !weighed || !other || !third) throw new Error('The service has too little.');
	for (const { id: itemId, units } of [weighed, other, third]) {
		const { uomId } = units.at(-1)!;
		const body = { itemId, supplierId: supplier.id, uomId, price: '8', isActive: true };
		const answer = await service.call('purchaseOption.create', { body });
		expect(answer.status).toBeLessThan(500);
	}
	await pc.call('sync.pull', { lists: ['purchaseOption'] });
	await pc.until(({ sync }) => !sync.running);
	return { supplier, weighed, other, third };
}

export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Goes down the sheet to the line of an item, and types a quantity in its biggest unit. */
export async function quantity(page: Page, item: Pick<Item, 'name'>, typed: string): Promise<void> {
	const box = page.getByRole('grid').getByRole('textbox', { name: item.name }).first();
	await expect(box).toBeVisible();
	await tabTo(page, page.locator('[role=grid] [tabindex="0"]').first());
	await page.keyboard.press('Control+Home');
	await tabTo(page, box, 'ArrowDown');
	await page.keyboard.type(typed);
}

export const sent = async (pc: Pc): Promise<void> => {
	await pc.until(drained);
	await pc.call('sync.pull', {});
	await pc.until(({ sync }) => !sync.running);
};
