// Keys that are pressed while a line is on its way to its box: they wait, and go on from the box in the order in which
// they were pressed. Whoever types an item, Enter, a quantity and Enter looks at the shelf and not at the screen.
import { on } from 'svelte/events';
import { tick } from 'svelte';

interface HeldKey {
	/** The how-manieth key that was held since the page was loaded. */
	readonly number: number;
	readonly press: KeyboardEventInit & { readonly key: string };
}

let underway = 0;
let giving = false;
let numbered = 0;
let held: HeldKey[] = [];

/** Holds every key from now on until the focus is where it leads to; several may be under way. */
export function holdKeysUntil<T>(arrived: Promise<T>): Promise<T> {
	underway += 1;
	void arrived.catch(() => undefined).then(giveOn);
	return arrived;
}

/** How many keys were held so far, for `forgetKeysSince`. */
export const keysHeld = (): number => numbered;

/** Takes keys out again that were a scanner's and not a person's. */
export function forgetKeysSince(count: number): void {
	held = held.filter(({ number }) => number <= count);
}

// On the document: scanners listen at the window, before it, and hear the keys at the times at which they came.
on(
	document,
	'keydown',
	(event) => {
		if (!event.isTrusted || (underway === 0 && !giving) || !canWait(event)) return;
		event.preventDefault();
		event.stopImmediatePropagation();
		const { key, code, shiftKey, ctrlKey, metaKey } = event;
		numbered += 1;
		held.push({ number: numbered, press: { key, code, shiftKey, ctrlKey, metaKey } });
	},
	{ capture: true },
);

/** What the browser or the system does by itself with a key cannot be done later. */
function canWait({ key, code, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
	if (isComposing || altKey) return false;
	if (ctrlKey || metaKey) return key === 'Enter' || code === 'KeyZ' || code === 'KeyY';
	return isText(key) || waiting.has(key);
}

const waiting = new Set([
	...['Enter', 'Tab', 'Escape', 'Backspace', 'Delete', 'F2', 'F8', 'F9'],
	...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'],
]);

const isText = (key: string): boolean => [...key].length === 1;

/** One of those under way has arrived: with the last, the keys go on, until one of them is on its way again. */
async function giveOn(): Promise<void> {
	await settled();
	underway -= 1;
	if (giving) return;
	giving = true;
	try {
		for (let next = nextKey(); next !== undefined; next = nextKey()) {
			give(next.press);
			await settled();
		}
	} finally {
		giving = false;
	}
}

const nextKey = (): HeldKey | undefined => (underway === 0 ? held.shift() : undefined);

/** The line is drawn, and the grid, which waits for that, has given it the focus. */
async function settled(): Promise<void> {
	await tick();
	await tick();
}

function give(press: HeldKey['press']): void {
	const target = document.activeElement ?? document.body;
	const how = { ...press, bubbles: true, cancelable: true };
	if (!target.dispatchEvent(new KeyboardEvent('keydown', how))) return;
	if (press.ctrlKey === true || press.metaKey === true) return;
	if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
		write(target, press.key);
	} else if (target instanceof HTMLSelectElement) choose(target, press.key);
}

/** What a browser does with a key in a box, when it is a person who presses it. */
function write(box: HTMLInputElement | HTMLTextAreaElement, key: string): void {
	const { selectionStart: start, selectionEnd: end } = box;
	if (box.readOnly || box.disabled || start === null || end === null) return;
	if (isText(key)) box.setRangeText(key, start, end, 'end');
	else if (key === 'Backspace') box.setRangeText('', start === end ? start - 1 : start, end, 'end');
	else if (key === 'Delete') box.setRangeText('', start, start === end ? end + 1 : end, 'end');
	else return;
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
