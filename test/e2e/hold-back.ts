// The core takes its time: a call of the page is held back until the test lets it go.
import type { Page } from '@playwright/test';

/** Holds a call back. @returns how to let them go. */
export async function holdBack(page: Page, call: string): Promise<() => Promise<void>> {
	const path = `**/call/${call}`;
	const held = Promise.withResolvers<undefined>();
	const underway: Promise<void>[] = [];
	await page.route(path, (route) => {
		underway.push(held.promise.then(() => route.continue()));
	});
	return async () => {
		held.resolve(undefined);
		await Promise.all(underway);
		await page.unroute(path);
	};
}
