// The sign of a difference, read from its digits without making a number.
import { roundTo } from '../../shared/domain/decimal.ts';

/**
 * `down` below zero, `up` above, `even` at zero, with any number of zeros.
 * @param places decimals on screen, to which it is rounded first: 0.00 has no sign
 */
export function signOf(decimal: string, places?: number): 'up' | 'down' | 'even' {
	const shown = places === undefined ? decimal : roundTo(decimal, places);
	if (!/[1-9]/.test(shown)) return 'even';
	return shown.startsWith('-') ? 'down' : 'up';
}
