// Parts of a record that keys lead to: its form, its history, where it is used. From the list, the record opens first.
export const parts = ['form', 'history', 'uses'] as const;
export type Part = (typeof parts)[number];

const boxes = ':is(input, select, textarea, [tabindex="-1"])';

/** @returns false if the record has no such part */
export function goToPart(part: Part, within: ParentNode = document): boolean {
	const [element] = within.querySelectorAll<HTMLElement>(
		part === 'form' ? `[data-part="form"] ${boxes}` : `[data-part="${part}"]`,
	);
	if (element === undefined) return false;
	element.focus({ preventScroll: true });
	if (part === 'form') element.scrollIntoView({ block: 'nearest' });
	else keepInView(element);
	return true;
}

/** What loads above it would push it away, until the person goes elsewhere. */
function keepInView(heading: HTMLElement): void {
	heading.scrollIntoView({ block: 'start' });
	const sizes = new ResizeObserver(() => {
		if (document.activeElement === heading) heading.scrollIntoView({ block: 'start' });
		else sizes.disconnect();
	});
	for (const part of heading.closest('[data-part="form"]')?.children ?? []) sizes.observe(part);
}

let wanted: Part | null = null;

/** The next record that opens starts at this part. */
export function startAt(part: Part): void {
	wanted = part;
}

export function takeStart(): Part | null {
	const part = wanted;
	wanted = null;
	return part;
}
