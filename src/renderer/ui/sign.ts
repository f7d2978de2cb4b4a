// The sign of a difference, read from its digits without making a number.

/** `down` below zero, `up` above, `even` at zero, with any number of zeros. */
export function signOf(decimal: string): 'up' | 'down' | 'even' {
	if (!/[1-9]/.test(decimal)) return 'even';
	return decimal.startsWith('-') ? 'down' : 'up';
}
