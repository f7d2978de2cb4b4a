// The names offered to a person who names the approver.
import { sameName } from '../../shared/domain/person-name.ts';

export interface ApproverOption {
	readonly value: string;
	readonly label: string;
	/** Set for a name that is not on the staff list. */
	readonly note?: string;
	/** Nobody names a stranger by mistake. */
	readonly onlyFromList?: true;
}

interface Offer {
	readonly staff: readonly string[];
	/** People who may not approve. */
	readonly exclude: readonly string[];
	/** Note at a typed name that is not on the staff list. */
	readonly newName: string;
}

/**
 * The staff who may approve and match the text. A new name comes last, so that nobody chooses it by mistake, and not at
 * all where it begins the name of somebody who may not approve.
 */
export function approverOptions(
	text: string,
	{ staff, exclude, newName }: Offer,
): ApproverOption[] {
	const typed = text.trim();
	const isKnown = (names: readonly string[], name: string): boolean =>
		names.some((each) => sameName(each, name));
	const offered = staff
		.filter((name) => !isKnown(exclude, name) && startsLike(name, typed))
		.map((name) => ({ value: name, label: name }));
	if (typed === '' || isKnown(staff, typed)) return offered;
	if (exclude.some((name) => sameName(name, typed) || startsLike(name, typed))) return offered;
	return [...offered, { value: typed, label: typed, note: newName, onlyFromList: true }];
}

/** Whether each typed word begins a word of the name. */
function startsLike(name: string, typed: string): boolean {
	const parts = name.toLocaleLowerCase().split(/\s+/);
	const words = typed.toLocaleLowerCase().split(/\s+/);
	return words.every((word) => parts.some((part) => part.startsWith(word)));
}
