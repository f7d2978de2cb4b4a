// What a screen reader is told of an element's parts beside their text, a line for each kind of part.
import { computeAccessibleDescription, computeAccessibleName } from 'dom-accessibility-api';

/** Their values depend on the order in which parts were made, or are already among what `shownLines` says. */
const left = /^aria-(controls|describedby|labelledby|label|hidden|owns|activedescendant|rowindex)$/;

export function partsOf(root: Element): Set<string> {
	const parts = new Set<string>();
	const named = [...root.querySelectorAll<HTMLElement>('*')].filter(
		(each) =>
			each.closest('[aria-hidden=true], svg') === null &&
			each.getAttributeNames().some((name) => /^(aria-|role$|tabindex$|required$)/.test(name)),
	);
	for (const each of named) {
		const told = each
			.getAttributeNames()
			.filter((name) => /^(aria-|tabindex$|required$)/.test(name) && !left.test(name))
			.toSorted()
			.map((name) => `${name}=${each.getAttribute(name) ?? ''}`);
		const hasName = each.hasAttribute('aria-label') || each.hasAttribute('aria-labelledby');
		const name = hasName ? ` “${computeAccessibleName(each)}”` : '';
		const description = computeAccessibleDescription(each);
		const role = each.getAttribute('role') ?? each.localName;
		parts.add(
			[`${role}${name}`, ...told, ...(description === '' ? [] : [`(${description})`])].join(' '),
		);
	}
	return parts;
}
