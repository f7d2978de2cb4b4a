// No action leaves the keyboard nowhere. When the element with the focus is removed, moved, disabled or hidden, the
// focus goes to the nearest place that fits: the same control of the next row, else of the one before; the control that
// adds rows; the box, the current line or the heading of the part of the page around it.

/** The last focus on the page, in a dialog or in a menu. */
interface Stay {
	/** null for the page. */
	readonly layer: Element | null;
	readonly at: HTMLElement;
	/** Set when the element is removed. */
	gap: Gap | null;
}

interface Gap {
	/** Removed from `parent`: the element, or one around it. */
	readonly removed: Node;
	readonly parent: Element;
	readonly previous: Node | null;
}

const layers = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const parts = 'section, fieldset, form, [role="group"]';
const rows = 'li, tr, tbody';
const boxes = 'input:not([type="file"], [type="radio"]), select, textarea';
const controls = `a[href], button, ${boxes}`;
/** The current line or box of a sheet or list. */
const current = '[role="grid"] [tabindex="0"]';

/** @returns a function that stops it */
export function keepFocus(): () => void {
	let stays: Stay[] = [];

	const bringBack = (records: readonly MutationRecord[]): void => {
		for (const stay of stays) findGap(stay, records);
		const last = stays.at(-1)?.at;
		if (last === undefined || document.activeElement !== document.body) return;
		// A person left it, with Tab or by a click on nothing.
		if (isUsable(last) && !records.some((record) => wasRemoved(last, record))) {
			stays = [];
			return;
		}
		const open = stays.filter(({ layer }) => layer === null || isOpen(layer)).toReversed();
		for (const places of [...open.map(placesOf), placesOfPage()]) {
			for (const place of places) if (takesFocus(place)) return;
		}
	};
	const watch = new MutationObserver(bringBack);
	watch.observe(document.body, { childList: true, subtree: true });

	const onfocusin = ({ target }: FocusEvent): void => {
		if (!(target instanceof HTMLElement)) return;
		const layer = target.closest(layers);
		stays = stays.filter((stay) => stay.layer !== layer && stay.layer?.isConnected !== false);
		stays.push({ layer, at: target, gap: null });
	};
	/** The page may be in the middle of a change. */
	const onfocusout = ({ relatedTarget }: FocusEvent): void => {
		if (relatedTarget === null) queueMicrotask(() => bringBack(watch.takeRecords()));
	};
	const onkeydown = pressOnce();
	window.addEventListener('keydown', onkeydown, true);
	window.addEventListener('focusin', onfocusin, true);
	window.addEventListener('focusout', onfocusout, true);
	return () => {
		watch.disconnect();
		window.removeEventListener('keydown', onkeydown, true);
		window.removeEventListener('focusin', onfocusin, true);
		window.removeEventListener('focusout', onfocusout, true);
	};
}

const pressed = 'a[href], button, [role="menuitem"], tr';

/** An Enter that pressed something does nothing more while it is held, wherever the focus goes. In boxes it repeats. */
function pressOnce(): (event: KeyboardEvent) => void {
	let isPressed = false;
	return (event) => {
		if (event.key !== 'Enter') return;
		if (!event.repeat) isPressed = event.target instanceof Element && event.target.matches(pressed);
		else if (isPressed) {
			event.preventDefault();
			event.stopPropagation();
		}
	};
}

/** A closed dialog stays in the page while it fades. */
const isOpen = (layer: Element): boolean =>
	layer.isConnected && !layer.matches('[data-state="closed"]');

const wasRemoved = (element: Element, { removedNodes }: MutationRecord): boolean =>
	[...removedNodes].some((node) => node.contains(element));

/** Shown, and not disabled. */
const isUsable = (element: Element): boolean =>
	element.checkVisibility() && !element.matches(':disabled');

/** What was around it may be removed too, then or later. */
function findGap(stay: Stay, records: readonly MutationRecord[]): void {
	for (let held: Element = stay.gap?.parent ?? stay.at; !held.isConnected; held = stay.gap.parent) {
		const record = records.findLast((each) => wasRemoved(held, each));
		const removed = [...(record?.removedNodes ?? [])].find((node) => node.contains(held));
		if (removed === undefined || !(record?.target instanceof Element)) return;
		stay.gap = { removed, parent: record.target, previous: record.previousSibling };
	}
}

type Places = Iterable<Element | null | undefined>;

/** From the element itself outwards. */
function* placesOf({ layer, at, gap }: Stay): Places {
	yield at;
	if (gap !== null) yield* placesOfRow(at, gap);
	const page = document.querySelector('#page');
	const end = layer ?? page;
	let around: Element | null = gap?.parent ?? at.parentElement;
	for (; around !== null && end?.contains(around) === true; around = around.parentElement) {
		if (around !== page && around.matches('[tabindex]')) yield around;
		yield around.querySelector(current);
		const heading = around.querySelector('h1, h2, h3, h4');
		if (heading?.matches('h1') === true) return;
		if (heading !== null && !(gap === null ? isAfter(at, heading) : isAfterGap(gap, heading)))
			yield heading;
		yield usable(around, boxes)[0];
	}
}

const placesOfPage = (): Places =>
	[`#page ${current}`, '#page h1', '#page'].map((place) => document.querySelector(place));

/** The rows of a sheet are reused: it has a current line instead. */
function* placesOfRow(at: HTMLElement, gap: Gap): Places {
	const { removed, parent } = gap;
	if (at.closest(rows) === null || parent.closest('[role="grid"]') !== null) return;
	if (removed instanceof Element && removed.matches(rows)) {
		const left = [...parent.children].filter((child) => child.matches(rows));
		const next = left.find((row) => isAfterGap(gap, row)) ?? left.at(-1);
		yield next?.querySelectorAll(controls)[[...removed.querySelectorAll(controls)].indexOf(at)];
	}
	// Its part of the page may be gone with it.
	const part = at.closest(parts) === null ? parent.closest(parts) : null;
	if (part !== null && at.matches('button'))
		yield usable(part, controls).find((control) => isAfterGap(gap, control));
}

function isAfterGap({ parent, previous }: Gap, element: Element): boolean {
	if (previous?.parentNode !== parent) return isAfter(parent, element);
	return isAfter(previous, element) && !previous.contains(element);
}

const isAfter = (node: Node, element: Element): boolean =>
	(node.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

const usable = (part: Element, which: string): Element[] =>
	[...part.querySelectorAll(which)].filter(isUsable);

function takesFocus(place: Element | null | undefined): boolean {
	if (!(place instanceof HTMLElement) || !place.isConnected) return false;
	if (place.matches('h1, h2, h3, h4')) place.tabIndex = -1;
	place.focus();
	return document.activeElement === place;
}

/** Has the box with the focus take what was typed, as when it is left. */
export function takeTyped(): void {
	const box = document.activeElement;
	if (!(box instanceof HTMLElement)) return;
	box.blur();
	box.focus();
}
