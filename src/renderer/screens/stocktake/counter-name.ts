// Who counts in this window, if not this PC's person; kept until the window closes.
const key = 'stillroom counter';

/** Empty for this PC's person. */
export const counterInThisWindow = (): string => sessionStorage.getItem(key) ?? '';

/** @returns the name to send with entries: empty for this PC's person */
export function countInThisWindowAs(name: string, personHere: string): string {
	if (name === personHere) {
		sessionStorage.removeItem(key);
		return '';
	}
	sessionStorage.setItem(key, name);
	return name;
}
