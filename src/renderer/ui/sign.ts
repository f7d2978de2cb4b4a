// Which way a difference goes, read off the digits: no number is made of exact text.

/** `down` below zero, `up` above, `even` at zero, however many zeros are written. */
export function signOf(decimal: string): 'up' | 'down' | 'even' {
	if (!/[1-9]/.test(decimal)) return 'even';
	return decimal.startsWith('-') ? 'down' : 'up';
}
