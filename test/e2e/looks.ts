// How the parts of a page look: what the program's styles give them, beside those of a browser.
import type { Page, Request } from '@playwright/test';
import { usual } from '../support/tokens.ts';

const tokens = [...usual].map(([token, [light]]) => [`rgb(${light.join(', ')})`, token] as const);

const sides = ['block-start', 'inline-end', 'block-end', 'inline-start'];
const single = `
	display position z-index visibility opacity cursor transform
	flex-direction flex-wrap align-items align-self justify-content
	grid-template-columns grid-column-start grid-column-end
	inline-size min-inline-size max-inline-size block-size min-block-size max-block-size
	text-overflow text-wrap-mode overflow-wrap text-align text-transform
	background-color color border-top-left-radius box-shadow
	font-family font-size font-weight line-height font-variant-numeric
	text-decoration-line vertical-align list-style-type object-fit table-layout border-collapse
`
	.trim()
	.split(/\s+/);

/** Where a part is, how much room it takes, and what is seen of it. */
const properties: [name: string, parts: string[]][] = [
	...single.map((name): [string, string[]] => [name, [name]]),
	['flex', ['flex-grow', 'flex-shrink', 'flex-basis']],
	['gap', ['row-gap', 'column-gap']],
	['overflow', ['overflow-x', 'overflow-y']],
	['border', sides.map((side) => `border-${side}-width`)],
	...['inset', 'padding', 'margin'].map((name): [string, string[]] => [
		name,
		sides.map((side) => `${name}-${side}`),
	]),
];

/** @returns a line for each kind of part that the tab has not shown before */
export const newLooksOf = (page: Page): Promise<string[]> =>
	page.evaluate(
		({ tokens, properties }) => {
			const tab = globalThis as { placesSeen?: Set<string>; looksSeen?: Set<string> };
			const places = (tab.placesSeen ??= new Set());
			const known = (tab.looksSeen ??= new Set());
			const worded = (value: string): string =>
				tokens.reduce((text, [rgb, token]) => text.replaceAll(rgb, token), value);
			const placeOf = (element: Element | null): string =>
				element === null
					? ''
					: `${placeOf(element.parentElement)} ${element.localName} ${element.className}`;
			const looks: string[] = [];
			for (const element of document.querySelectorAll<HTMLElement>('body *')) {
				const { localName, parentElement: parent } = element;
				if (parent === null || element.closest('svg') !== null) continue;
				// A style may depend on everything around.
				const place = placeOf(element);
				if (places.has(place) || !element.checkVisibility()) continue;
				places.add(place);
				const bare = parent.appendChild(document.createElement(localName));
				bare.style.all = 'revert';
				const [styles, plain] = [element.computedStyleMap(), bare.computedStyleMap()];
				const own = properties.flatMap(([name, parts]) => {
					const values = parts.map((part) => String(styles.get(part)));
					if (values.join() === parts.map((part) => String(plain.get(part))).join()) return [];
					const shown = new Set(values).size === 1 ? values.slice(0, 1) : values;
					return [`${name} ${worded(shown.join(' '))}`];
				});
				bare.remove();
				const classes = [...element.classList].filter((each) => !each.startsWith('svelte-'));
				const look = `${[localName, ...classes].join('.')}: ${own.join(', ')}`;
				// Alike in two components, it is one: some parts are there only on some days.
				if (known.has(look) || own.length === 0) continue;
				known.add(look);
				looks.push(look);
			}
			return looks;
		},
		{ tokens, properties },
	);

/** @returns the calls that wait for their answers, from now on */
export function callsOf(page: Page): ReadonlySet<Request> {
	const underWay = new Set<Request>();
	page.on('request', (request) => {
		if (request.url().includes('/call/')) underWay.add(request);
	});
	const end = (request: Request) => underWay.delete(request);
	page.on('requestfinished', end);
	page.on('requestfailed', end);
	return underWay;
}

/** Whether every answer is shown, and has led to no other call. */
export async function isStill(page: Page, underWay: ReadonlySet<Request>): Promise<boolean> {
	if (underWay.size > 0) return false;
	await page.evaluate(async () => {
		for (let frame = 0; frame < 3; frame += 1)
			await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
	});
	return underWay.size === 0;
}
