// The list and the form of a record, by keyboard.
import type { Page } from '@playwright/test';
import { expect } from '../support/office.ts';
import { tabTo } from './keyboard.ts';

export const box = (page: Page, name: string) =>
	page.getByRole('textbox', { name: new RegExp(`^${name}`) });
export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
export const save = async (page: Page) => page.keyboard.press('Control+Enter');
export const saved = (page: Page) =>
	expect(page.getByText('Saved. It is being sent.')).toBeVisible();

/** Finds a record in the list by `/` and opens it. */
export async function find(page: Page, name: string): Promise<void> {
	await expect(page.locator('[role=grid] tr[tabindex="0"]')).toBeFocused();
	await page.keyboard.press('/');
	await page.keyboard.type(name);
	await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2);
	await tabTo(page, page.locator('[role=grid] tr[tabindex="0"]'));
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
}
