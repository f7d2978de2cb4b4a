// What of a screen is only heard or felt: live regions, names of groups, what describes a control, and stops of Tab.
const heard = [
	'role',
	'aria-label',
	'aria-labelledby',
	'aria-describedby',
	'aria-live',
	'aria-current',
	'aria-selected',
	'aria-expanded',
	'aria-controls',
	'aria-keyshortcuts',
	'aria-rowcount',
	'tabindex',
	'title',
	'inputmode',
	'accept',
	'autocomplete',
	'maxlength',
];

/** A line for each element with such an attribute, those alike once with their number. */
export function marksIn(root: Element): string[] {
	const seen = new Map<string, number>();
	for (const element of root.querySelectorAll('*')) {
		if (element.closest('svg:not([role])') !== null) continue;
		const marks = heard.flatMap((name) => {
			const value = element.getAttribute(name);
			if (value === null) return [];
			const named = name.endsWith('by') || name === 'aria-controls';
			return [`${name}=${named ? textOf(value) : value}`];
		});
		if (element.matches('[type=password]')) marks.push('secret');
		if (marks.length === 0) continue;
		const line = [element.localName, ...marks].join(' ');
		seen.set(line, (seen.get(line) ?? 0) + 1);
	}
	return [...seen].map(([line, times]) => (times === 1 ? line : `${line} ×${String(times)}`));
}

/** The words of the elements that an attribute names. */
const textOf = (ids: string): string =>
	ids
		.split(' ')
		.map((id) =>
			document.getElementById(id)?.textContent.replaceAll(/\s+/g, ' ').trim().slice(0, 30),
		)
		.join(' + ');
