// axe's findings on a page (WCAG 2.2 AA and best practice). Runs inside the page: ours have no frames, and the package
// for frames opens another page each time.
import type { Page } from '@playwright/test';
import axe, { type RunOnly } from 'axe-core';

const runOnly: RunOnly = {
	type: 'tag',
	values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

/**
 * @param without selectors of parts that are left out
 * @param coloursSeen if the caller looks at the contrast of colours itself
 * @returns broken rules with their elements.
 */
export async function axeFaults(
	page: Page,
	without: string[] = [],
	coloursSeen = false,
): Promise<string[]> {
	if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
	return page.evaluate(
		async ({ runOnly, exclude, contrast }) => {
			// A colour in transition has the contrast of neither theme. Endless animations have no end to go to.
			for (const each of document.getAnimations()) {
				if (each.effect?.getComputedTiming().endTime !== Infinity) each.finish();
			}
			const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
			const whole = { include: document, exclude };
			const { violations } = await inPage.run(whole, {
				runOnly,
				rules: { 'color-contrast': { enabled: contrast } },
				resultTypes: ['violations'],
			});
			return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
		},
		{ runOnly, exclude: without, contrast: !coloursSeen },
	);
}
