// No action leaves the keyboard nowhere. When the element with the focus is removed, moved, disabled, hidden or blurred
// by the program, the focus goes to the nearest place that fits: the same control of the next row, else of the one
// before; the control that adds rows; the box, the current line or the heading of the part of the page around it.

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

	const bringBack = (): void => {
		if (document.activeElement !== document.body || stays.length === 0) return;
		const open = stays.filter(({ layer }) => layer === null || isOpen(layer)).toReversed();
		for (const places of [...open.map(placesOf), placesOfPage()]) {
			for (const place of places) if (takesFocus(place)) return;
		}
	};
	const watch = new MutationObserver((records) => {
		for (const stay of stays) findGap(stay, records);
		bringBack();
	});
	watch.observe(document.body, { childList: true, subtree: true });

	const onfocusin = ({ target }: FocusEvent): void => {
		if (!(target instanceof HTMLElement)) return;
		const layer = target.closest(layers);
		stays = stays.filter((stay) => stay.layer !== layer && stay.layer?.isConnected !== false);
		stays.push({ layer, at: target, gap: null });
	};
	/** The page may be in the middle of a change. */
	const onfocusout = ({ relatedTarget }: FocusEvent): void => {
		if (relatedTarget === null) queueMicrotask(bringBack);
	};
	/** A click on nothing leaves the focus on purpose. */
	const onmousedown = ({ target }: MouseEvent): void => {
		const isThing = target instanceof Element && target.closest(`${controls}, label, [tabindex]`);
		if (isThing === null) stays = [];
	};
	window.addEventListener('focusin', onfocusin, true);
	window.addEventListener('focusout', onfocusout, true);
	window.addEventListener('mousedown', onmousedown, true);
	return () => {
		watch.disconnect();
		window.removeEventListener('focusin', onfocusin, true);
		window.removeEventListener('focusout', onfocusout, true);
		window.removeEventListener('mousedown', onmousedown, true);
	};
}

/** A closed dialog stays in the page while it fades. */
const isOpen = (layer: Element): boolean =>
	layer.isConnected && !layer.matches('[data-state="closed"]');

/** What was around it may be removed too, then or later. */
function findGap(stay: Stay, records: readonly MutationRecord[]): void {
	for (let held: Element = stay.gap?.parent ?? stay.at; !held.isConnected; held = stay.gap.parent) {
		const holds = (node: Node): boolean => node.contains(held);
		const record = records.findLast(({ removedNodes }) => [...removedNodes].some(holds));
		const removed = [...(record?.removedNodes ?? [])].find(holds);
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
	[...part.querySelectorAll(which)].filter((control) => !control.matches(':disabled, [hidden]'));

function takesFocus(place: Element | null | undefined): boolean {
	if (!(place instanceof HTMLElement) || !place.isConnected) return false;
	if (place.matches('h1, h2, h3, h4')) place.tabIndex = -1;
	place.focus();
	return document.activeElement === place;
}
