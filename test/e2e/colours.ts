// The colours of text on a page. Every pair must be among those of test/token-contrast.spec.ts, which has the contrast of
// each in both themes: components know colours by their tokens alone.
import type { Page } from '@playwright/test';
import { texts, usual } from '../support/tokens.ts';

const inLight = (token: string): string => `rgb(${usual.get(token)?.[0].join(', ') ?? ''})`;
const listed = texts.map(([text, ground]) => `${inLight(text)} on ${inLight(ground)}`);

/** @returns pairs of colours that are not in the list, each with an element; in the light theme */
export const unlistedColours = (page: Page): Promise<string[]> =>
	page.evaluate((listed) => {
		const clear = 'rgba(0, 0, 0, 0)';
		const found = new Map<string, string>();
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		while (walker.nextNode()) {
			const element = walker.currentNode.parentElement;
			if (element === null || walker.currentNode.textContent?.trim() === '') continue;
			if (!element.checkVisibility({ opacityProperty: true })) continue;
			let ground: Element | null = element;
			while (ground !== null && getComputedStyle(ground).backgroundColor === clear)
				ground = ground.parentElement;
			const pair = `${getComputedStyle(element).color} on ${getComputedStyle(ground ?? document.body).backgroundColor}`;
			if (!listed.includes(pair)) found.set(pair, element.outerHTML.slice(0, 120));
		}
		return [...found].map(([pair, element]) => `${pair}: ${element}`);
	}, listed);
