// A photo of waste, by keyboard.
import { draftWaste, expect, test } from '../support/office.ts';
import { pressOn, tabTo } from './keyboard.ts';

/** The smallest valid picture: a dot. */
const dot = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);

test('a photo is chosen, shrunk and shown @night', async ({
	page,
	kitchen: { pc, locationId },
}) => {
	await pc.show(page, `/waste/${await draftWaste(pc, locationId, 'Burnt tray')}`);
	const chooser = page.waitForEvent('filechooser');
	await tabTo(page, page.locator('button', { hasText: 'Add photos' }), 'Shift+Tab');
	await page.keyboard.press('Enter');
	await (await chooser).setFiles({ name: 'bin.png', mimeType: 'image/png', buffer: dot });
	const photo = page.getByRole('button', { name: /^Photo 1,/ });
	await expect(photo).toBeVisible();
	await pressOn(page, photo);
	const picture = page.getByRole('dialog').locator('img');
	await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
});
