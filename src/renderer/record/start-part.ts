// Parts of a record that keys lead to: its form, its history, where it is used. From the list, the record opens first.
export const parts = ['form', 'history', 'uses'] as const;
export type Part = (typeof parts)[number];

const boxes = ':is(input, select, textarea, [tabindex="-1"])';

/** @returns false if the record has no such part */
export function goToPart(part: Part, within: ParentNode = document): boolean {
	const [element] = within.querySelectorAll<HTMLElement>(
		part === 'form' ? `[data-part="form"] ${boxes}` : `[data-part="${part}"]`,
	);
	element?.scrollIntoView({ block: 'nearest' });
	element?.focus();
	return element !== undefined;
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
