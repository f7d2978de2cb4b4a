// axe's findings on a page (WCAG 2.2 AA and best practice). Runs inside the page: ours have no frames, and the package
// for frames opens another page each time.
import type { Page } from '@playwright/test';
import axe, { type RunOnly } from 'axe-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Its contrast, and the rest: contrast takes most of the time. */
export type AxePart = 'contrast' | 'rest';

/** @returns broken rules with their elements. */
export async function axeFaults(page: Page, part?: AxePart): Promise<string[]> {
	if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
	const runOnly: RunOnly =
		part === 'contrast'
			? { type: 'rule', values: ['color-contrast'] }
			: { type: 'tag', values: tags };
	const asked = { runOnly, rules: { 'color-contrast': { enabled: part !== 'rest' } } };
	return page.evaluate(async (options) => {
		// A colour in transition has the contrast of neither theme. Endless animations have no end to go to.
		for (const each of document.getAnimations()) {
			if (each.effect?.getComputedTiming().endTime !== Infinity) each.finish();
		}
		const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
		const { violations } = await inPage.run(document, {
			...options,
			resultTypes: ['violations'],
		});
		return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
	}, asked);
}
