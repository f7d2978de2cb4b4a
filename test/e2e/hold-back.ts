// A slow core: holds a call of the page until the test releases it.
import type { Page } from '@playwright/test';

/** Holds a call. @returns how to release it. */
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
