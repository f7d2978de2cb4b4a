// Who counts in this window, where it is not the person of this PC: kept until the window is closed.
const key = 'stillroom counter';

/** Empty: the person of this PC. */
export const counterInThisWindow = (): string => sessionStorage.getItem(key) ?? '';

/** @returns the name as it is sent with entries: empty for the person of this PC */
export function countInThisWindowAs(name: string, personHere: string): string {
	if (name === personHere) {
		sessionStorage.removeItem(key);
		return '';
	}
	sessionStorage.setItem(key, name);
	return name;
}
