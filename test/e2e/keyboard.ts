// Keyboard navigation for these tests, which never click.
import { expect, type CDPSession, type Locator, type Page } from '@playwright/test';

/** No page has more tab stops than this. */
const mostSteps = 150;

/**
 * Tabs until this control has the focus.
 * @param key `Shift+Tab` goes back, `ArrowDown` goes down a menu.
 */
export async function tabTo(
	page: Page,
	target: Locator,
	key: 'Tab' | 'Shift+Tab' | 'ArrowDown' = 'Tab',
): Promise<void> {
	await target.first().waitFor();
	let found = await target.elementHandles();
	for (let step = 1; step <= mostSteps; step += 1) {
		const focus = await page.evaluate((elements) => {
			if (elements.some((element) => element === document.activeElement)) return 'there';
			return elements.some((element) => element.isConnected) ? 'elsewhere' : 'nowhere';
		}, found);
		if (focus === 'there') return;
		if (focus === 'elsewhere') await page.keyboard.press(key);
		else await expect(target, `${key} leads to it, if it stays on the page`).toBeVisible();
		// To find a control by its name, all names of the page are worked out: not after each Tab. Rows come and go.
		if (focus === 'nowhere' || key === 'ArrowDown' || step % 20 === 0)
			found = await target.elementHandles();
	}
	await expect(target, `${key} leads to it`).toBeFocused();
}

/** Goes to a button or link and presses Enter. */
export async function pressOn(page: Page, target: Locator): Promise<void> {
	await tabTo(page, target);
	await page.keyboard.press('Enter');
}

/**
 * How many keys a task takes, counted on the page as a person counts: a chord is one key. The page must not be reloaded.
 */
export async function keysFor(page: Page, task: () => Promise<void>): Promise<number> {
	await page.evaluate(() => {
		const counted = { keys: 0 };
		Object.assign(globalThis, { counted });
		const modifiers = new Set(['Control', 'Shift', 'Alt', 'Meta']);
		window.addEventListener(
			'keydown',
			({ key }) => {
				if (!modifiers.has(key)) counted.keys += 1;
			},
			{ capture: true },
		);
	});
	await task();
	return page.evaluate(() => (globalThis as unknown as { counted: { keys: number } }).counted.keys);
}

/** Finds an item by its code and adds it: the focus goes to its line, or to a question about it. */
export async function addItem(page: Page, code: string, box = 'Add an item'): Promise<void> {
	await tabTo(page, page.getByRole('combobox', { name: box }));
	await page.keyboard.type(code);
	await page.getByRole('option', { name: code }).waitFor();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('option', { name: code })).toHaveCount(0);
}

/** Goes to the list row with this text and opens it. */
export async function openRow(page: Page, text: string): Promise<void> {
	await tabTo(page, page.locator('[role=grid] tr[tabindex="0"]'));
	await tabTo(page, page.getByRole('row').filter({ hasText: text }), 'ArrowDown');
	await page.keyboard.press('Enter');
}

/** Goes to a box and types over its content. */
export async function fillIn(page: Page, target: Locator, text: string): Promise<void> {
	await tabTo(page, target);
	await page.keyboard.press('Control+A');
	await page.keyboard.type(text);
}

/** Goes down the focused radio group until this option is chosen. */
export async function choose(page: Page, option: Locator): Promise<void> {
	await option.waitFor();
	for (let step = 0; step < mostSteps; step += 1) {
		if (await option.isChecked()) return;
		await page.keyboard.press('ArrowDown');
	}
	await expect(option).toBeChecked();
}

/** Counts the keys that a task takes; typed text counts letter by letter. */
export class CountedKeys {
	readonly #page: Page;
	pressed = 0;

	constructor(page: Page) {
		this.#page = page;
	}

	async press(...keys: readonly string[]): Promise<void> {
		for (const key of keys) {
			this.pressed += 1;
			await this.#page.keyboard.press(key);
		}
	}

	async type(text: string): Promise<void> {
		this.pressed += text.length;
		await this.#page.keyboard.type(text);
	}
}

/** Types like a scanner: with its key times, however slow this machine is. */
export async function scan(cdp: CDPSession, keys: readonly string[], gapMs = 12): Promise<void> {
	const begun = Date.now() / 1000;
	for (const [index, key] of keys.entries()) {
		const timestamp = begun + (index * gapMs) / 1000;
		const text = key === 'Enter' ? '\r' : key;
		await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text, timestamp });
		await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key, timestamp });
	}
}
