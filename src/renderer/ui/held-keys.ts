// Holds keys pressed while a line is on its way to its box, then replays them there in order. Whoever types item,
// Enter, quantity, Enter looks at the shelf, not the screen.
import { on } from 'svelte/events';
import { tick } from 'svelte';
import { markBoxes, unmarkBoxes } from './burst-boxes.ts';
import { KeyQueue } from './key-queue.ts';

/** A key, or pasted text. */
type Press = (KeyboardEventInit & { readonly key: string }) | { readonly pasted: string };

const queue = new KeyQueue<Press>({
	give,
	// The line is rendered, and the grid, which waits for that, has focused it.
	async settled() {
		await tick();
		await tick();
	},
	types: (press) => 'key' in press && isText(press.key),
	isForPage: (press) => !('pasted' in press) && isTurn(press),
	drop(presses, after) {
		// The rest of a burst that began with a dropped key still comes, and goes to the boxes as they are now.
		if (markedKey > after) markNow();
		const typed = typedBy(presses);
		if (typed !== '') for (const tell of told) tell(typed);
	},
	failed: (error) => reportError(error),
});

/**
 * Holds keys and pastes until the promise has moved the focus. If it resolves with false, fails or exceeds
 * `longestWaitMs`, reports the held input as lost.
 */
export const holdKeysUntil = <T>(arrived: Promise<T>): Promise<T> => queue.holdUntil(arrived);

/** The held key before which the boxes are marked; 0 if none. */
let markedKey = 0;

/** Marks the boxes before the next key changes them, which is when it is replayed if keys are held now. */
export function markBeforeNextKey(): void {
	markedKey = queue.holds ? queue.taken + 1 : 0;
	if (queue.holds) unmarkBoxes();
	else markBoxes();
}

function markNow(): void {
	markedKey = 0;
	markBoxes();
}

/** Number of keys held so far, for `forgetKeys`. */
export const keysHeld = (): number => queue.taken;

/** Drops the keys after one number and up to another, which came from a scanner. */
export const forgetKeys = (after: number, upTo?: number): void => {
	queue.forget(after, upTo);
};

/** Holds a key that may end a scan: call `forgetKeys`, or it is replayed. */
export function holdKey({ key, code, shiftKey }: KeyboardEvent): void {
	queue.put({ key, code, shiftKey });
}

const told = new Set<(typed: string) => void>();

/** Reports input for a box that never came. @returns an unsubscribe function */
export function onTypedForNothing(tell: (typed: string) => void): () => void {
	told.add(tell);
	return () => told.delete(tell);
}

// On the document: scanners listen at the window, earlier, and see the original key times.
on(
	document,
	'keydown',
	(event) => {
		if (!event.isTrusted || !queue.holds || !canWait(event)) return;
		event.preventDefault();
		event.stopImmediatePropagation();
		const { key, code, shiftKey, repeat } = event;
		const { altKey, ctrlKey, metaKey } = writes(event) ? noModifiers : event;
		queue.put({ key, code, shiftKey, repeat, altKey, ctrlKey, metaKey });
	},
	{ capture: true },
);

on(
	document,
	'paste',
	(event) => {
		if (!event.isTrusted || !queue.holds) return;
		event.preventDefault();
		event.stopImmediatePropagation();
		const pasted = event.clipboardData?.getData('text/plain') ?? '';
		if (pasted !== '') queue.put({ pasted });
	},
	{ capture: true },
);

/** Browser and system defaults cannot be replayed, only the screens' handlers. */
function canWait(event: KeyboardEvent): boolean {
	const { key, code, ctrlKey, metaKey, altKey, isComposing } = event;
	if (isComposing) return false;
	if (writes(event)) return true;
	if (altKey) return !ctrlKey && !metaKey && (withAlt.has(key) || altCodes.test(code));
	if (ctrlKey || metaKey) return withControl.has(key) || controlCodes.test(code);
	return waiting.has(key);
}

const waiting = new Set([
	'Enter',
	'Tab',
	'Escape',
	'Backspace',
	'Delete',
	'F2',
	'F4',
	'F8',
	'F9',
	'ArrowUp',
	'ArrowDown',
	'ArrowLeft',
	'ArrowRight',
	'Home',
	'End',
	'PageUp',
	'PageDown',
]);

// Keys of the sheets. A paste is seen as such, whatever key triggers it.
const withControl = new Set(['Enter', 'Home', 'End']);
const controlCodes = /^Key[DFKMYZ]$/;
const withAlt = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown']);
const altCodes = /^Key[ABMSZ]$|^Digit\d$/;

/** Undo or redo on the sheet, or undo of the last document (Alt Z). */
const isTurn = ({ code, altKey, ctrlKey, metaKey }: KeyboardEventInit): boolean =>
	(altKey === true || ctrlKey === true || metaKey === true) && /^Key[YZ]$/.test(code ?? '');

const isText = (key: string): boolean => [...key].length === 1;

/** A character key, including AltGr, which some systems report as Ctrl and Alt. */
function writes(event: KeyboardEvent): boolean {
	if (!isText(event.key)) return false;
	const { altKey, ctrlKey, metaKey } = event;
	return event.getModifierState('AltGraph') || !(altKey || ctrlKey || metaKey);
}

const noModifiers = { altKey: false, ctrlKey: false, metaKey: false };

/** The text that would have been typed, with spaces between boxes. Empty for navigation keys only. */
function typedBy(presses: readonly Press[]): string {
	let typed = '';
	for (const press of presses) {
		if ('pasted' in press) typed += press.pasted;
		else if (press.altKey === true || press.ctrlKey === true || press.metaKey === true) continue;
		else if (press.key === 'Backspace') typed = typed.slice(0, -1);
		else if (isText(press.key)) typed += press.key;
		else if (press.key === 'Enter' || press.key === 'Tab') typed += ' ';
	}
	return typed.trim();
}

function give(press: Press, number: number): void {
	if (number === markedKey) markNow();
	const target = document.activeElement ?? document.body;
	if ('pasted' in press) {
		if (isBox(target)) insert(target, press.pasted);
		return;
	}
	const how = { ...press, bubbles: true, cancelable: true };
	if (!target.dispatchEvent(new KeyboardEvent('keydown', how))) return;
	if (press.altKey === true || press.ctrlKey === true || press.metaKey === true) return;
	if (isBox(target)) write(target, press.key);
	else if (target instanceof HTMLSelectElement) choose(target, press.key);
}

type Box = HTMLInputElement | HTMLTextAreaElement;

const isBox = (target: Element): target is Box =>
	target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Does what a browser does with a person's key in a box. */
function write(box: Box, key: string): void {
	if (isText(key)) insert(box, key);
	else if (key === 'Backspace') insert(box, '', -1);
	else if (key === 'Delete') insert(box, '', 1);
}

/** Replaces the selection, or one character before or after the caret. */
function insert(box: Box, text: string, beside: -1 | 0 | 1 = 0): void {
	const { selectionStart: start, selectionEnd: end } = box;
	if (box.readOnly || box.disabled || start === null || end === null) return;
	const [before, behind] = start === end ? [Math.min(beside, 0), Math.max(beside, 0)] : [0, 0];
	box.setRangeText(text, Math.max(start + before, 0), end + behind, 'end');
	box.dispatchEvent(new InputEvent('input', { bubbles: true }));
	// A browser fires change only for a person's input. Like its own, before the box hears that it is left; and once.
	box.addEventListener('blur', tellChange, { once: true, capture: true });
}

function tellChange({ currentTarget }: Event): void {
	currentTarget?.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Letters typed into a list. */
let letters: { readonly list: HTMLSelectElement; readonly text: string } | null = null;

function choose(list: HTMLSelectElement, key: string): void {
	if (!isText(key)) return;
	const text = ((letters?.list === list ? letters.text : '') + key).toLowerCase();
	letters = { list, text };
	const option = [...list.options].find(
		({ disabled, label }) => !disabled && label.toLowerCase().startsWith(text),
	);
	if (option === undefined || option.selected) return;
	option.selected = true;
	list.dispatchEvent(new Event('input', { bubbles: true }));
	list.dispatchEvent(new Event('change', { bubbles: true }));
}
