// Keys that are pressed while a line is on its way to its box: they wait, and go on from the box in the order in which
// they were pressed. Whoever types an item, Enter, a quantity and Enter looks at the shelf and not at the screen.
import { on } from 'svelte/events';
import { tick } from 'svelte';
import { KeyQueue } from './key-queue.ts';

/** A key, or a text that was pasted. */
type Press = (KeyboardEventInit & { readonly key: string }) | { readonly pasted: string };

const queue = new KeyQueue<Press>({
	give,
	// The line is drawn, and the grid, which waits for that, has given it the focus.
	async settled() {
		await tick();
		await tick();
	},
	drop(presses) {
		const typed = typedBy(presses);
		if (typed !== '') for (const tell of told) tell(typed);
	},
});

/**
 * Holds every key and what is pasted from now on until the focus is where this leads to. Where it leads nowhere, because it is
 * fulfilled with false, fails or is not there after `longestWaitMs`, what was typed for it is told.
 */
export const holdKeysUntil = <T>(arrived: Promise<T>): Promise<T> => queue.holdUntil(arrived);

/** How many keys were held so far, for `forgetKeysSince`. */
export const keysHeld = (): number => queue.taken;

/** Takes keys out again that were a scanner's and not a person's. */
export const forgetKeysSince = (count: number): void => {
	queue.forgetSince(count);
};

const told = new Set<(typed: string) => void>();

/** Tells what was typed for a box that did not come, and is entered nowhere. @returns how to stop */
export function onTypedForNothing(tell: (typed: string) => void): () => void {
	told.add(tell);
	return () => told.delete(tell);
}

// On the document: scanners listen at the window, before it, and hear the keys at the times at which they came.
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

/** What the browser or the system does by itself with a key cannot be done later, only what a screen does. */
function canWait(event: KeyboardEvent): boolean {
	const { key, code, ctrlKey, metaKey, altKey, isComposing } = event;
	if (isComposing) return false;
	if (writes(event)) return true;
	if (altKey) return !ctrlKey && !metaKey && (withAlt.has(key) || altCodes.test(code));
	if (ctrlKey || metaKey) return withControl.has(key) || controlCodes.test(code);
	return waiting.has(key);
}

const waiting = new Set([
	...['Enter', 'Tab', 'Escape', 'Backspace', 'Delete', 'F2', 'F4', 'F8', 'F9'],
	...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'],
]);

// The keys of the sheets. What is pasted is heard as such, whatever key does it.
const withControl = new Set(['Enter', 'Home', 'End']);
const controlCodes = /^Key[DFKMYZ]$/;
const withAlt = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown']);
const altCodes = /^Key[ABMZ]$|^Digit\d$/;

const isText = (key: string): boolean => [...key].length === 1;

/** A key that types a character, also one that is written with AltGr, which some systems tell as Ctrl and Alt. */
function writes(event: KeyboardEvent): boolean {
	if (!isText(event.key)) return false;
	const { altKey, ctrlKey, metaKey } = event;
	return event.getModifierState('AltGraph') || !(altKey || ctrlKey || metaKey);
}

const noModifiers = { altKey: false, ctrlKey: false, metaKey: false };

/** What would have been typed; between two boxes a space. Empty where it was keys alone that go about. */
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

function give(press: Press): void {
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

/** What a browser does with a key in a box, when it is a person who presses it. */
function write(box: Box, key: string): void {
	if (isText(key)) insert(box, key);
	else if (key === 'Backspace') insert(box, '', -1);
	else if (key === 'Delete') insert(box, '', 1);
}

/** In the place of what is selected, or where nothing is, of one character before or behind. */
function insert(box: Box, text: string, beside: -1 | 0 | 1 = 0): void {
	const { selectionStart: start, selectionEnd: end } = box;
	if (box.readOnly || box.disabled || start === null || end === null) return;
	const [before, behind] = start === end ? [Math.min(beside, 0), Math.max(beside, 0)] : [0, 0];
	box.setRangeText(text, Math.max(start + before, 0), end + behind, 'end');
	box.dispatchEvent(new InputEvent('input', { bubbles: true }));
	// A browser tells of a change only where a person made it.
	const told = (): boolean => box.dispatchEvent(new Event('change', { bubbles: true }));
	box.addEventListener('blur', told, { once: true });
}

/** The letters that were given to a list, one after another. */
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
