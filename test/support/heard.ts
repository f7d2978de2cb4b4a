// What of a page is only heard or felt, a line for each of its parts: names, descriptions, live regions, stops of Tab, limits of boxes.
import { computeAccessibleDescription, computeAccessibleName } from 'dom-accessibility-api';

const felt = /^(aria-|(tabindex|required|inputmode|accept|autocomplete|maxlength|open)$)/;
/** The number of a row is where it is; the others are told as words. */
const told = /^aria-(controls|describedby|labelledby|label|hidden|owns|activedescendant|rowindex)$/;

/** The parts beside their text, those alike once with their number; at last where the focus is. */
export function heardOn(page: Element): string[] {
	const parts = new Map<string, number>();
	for (const part of page.querySelectorAll('*')) {
		if (part.closest('[aria-hidden=true], svg:not([role])') !== null) continue;
		const line = wordsOf(part);
		if (line !== null) parts.set(line, (parts.get(line) ?? 0) + 1);
	}
	const focus = document.activeElement ?? page;
	const begun = `begins at ${focus.localName} ${computeAccessibleName(focus)}`;
	return [...[...parts].map(([line, times]) => (times === 1 ? line : `${line} ×${times}`)), begun];
}

/** Long lists by their ends. */
function optionsOf({ options }: HTMLSelectElement): string {
	const texts = [...options].map(({ text }) => text.trim());
	const left = texts.length - 5;
	return (
		left > 7 ? [...texts.slice(0, 3), `… ${String(left)} more …`, ...texts.slice(-2)] : texts
	).join(' / ');
}

/** null for a part without such a word. */
function wordsOf(part: Element): string | null {
	const names = part.getAttributeNames().filter((name) => felt.test(name) && !told.test(name));
	const hasName = part.matches('[aria-label], [aria-labelledby], [aria-current]');
	const name = hasName ? computeAccessibleName(part) : '';
	const description = computeAccessibleDescription(part);
	const title = part.getAttribute('title') ?? '';
	const isTold = ['', name, part.textContent.trim()].includes(title);
	const controlled = document.getElementById(part.getAttribute('aria-controls') ?? '');
	const words = [
		...(hasName ? [`“${name}”`] : []),
		...names
			.toSorted()
			.map((each) => `${each.replace('aria-', '')}=${part.getAttribute(each) ?? ''}`),
		...(controlled === null ? [] : [`controls ${controlled.getAttribute('role') ?? ''}`]),
		...(part.matches('[type=password]') ? ['secret'] : []),
		...(part instanceof HTMLSelectElement ? [`of ${optionsOf(part)}`] : []),
		...(isTold ? [] : [`title “${title}”`]),
		...(description === '' || description === title ? [] : [`(${description})`]),
	];
	const role = part.getAttribute('role');
	return role === null && words.length === 0 ? null : [role ?? part.localName, ...words].join(' ');
}
