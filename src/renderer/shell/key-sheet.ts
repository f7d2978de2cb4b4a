// When the sheet of keys opens, and whether it was shown in this browser.
import { isQuantityBox } from '../ui/burst-boxes.ts';

const key = 'stillroom.keys-shown';

export const keysWereShown = (): boolean => localStorage.getItem(key) !== null;

export const rememberKeysShown = (): void => {
	localStorage.setItem(key, 'yes');
};

/** On a Mac, Alt and an arrow go by a word in a text. */
export const movesInText = ({ target }: KeyboardEvent): boolean =>
	navigator.userAgent.includes('Mac') &&
	target instanceof Element &&
	target.matches('input, textarea, [contenteditable]');

/** Whether `?` is a character of a text. A number has none. */
export function typesInto({ key: typed, target }: KeyboardEvent): boolean {
	if (typed.length > 1 || !(target instanceof Element)) return false;
	return !isQuantityBox(target) && target.matches('input, textarea, [contenteditable]');
}
