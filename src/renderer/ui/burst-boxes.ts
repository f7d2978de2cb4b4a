// Takes a scanner's burst back out of the boxes that it reached.

/** A sheet's own boxes, which may save a part of a burst before it is recognised. */
export interface BurstBoxes {
	/** A burst may begin with the next key. */
	markBurst(): void;
	/** Restores everything typed and saved since the mark. */
	takeBackBurst(): void;
}

const sheets = new Set<BurstBoxes>();
let isMarked = false;
let before: { readonly box: HTMLInputElement; readonly text: string } | null = null;

/** @returns an unsubscribe function */
export function keepBurstsOut(sheet: BurstBoxes): () => void {
	sheets.add(sheet);
	return () => sheets.delete(sheet);
}

export function markBoxes(): void {
	isMarked = true;
	const box = document.activeElement;
	before = box instanceof HTMLInputElement && !isGridBox(box) ? { box, text: box.value } : null;
	for (const sheet of sheets) sheet.markBurst();
}

/** Nothing typed so far is a part of a burst. */
export function unmarkBoxes(): void {
	isMarked = false;
}

/** Restores the boxes as they were at the mark, if there is one. */
export function takeBackBurst(): void {
	if (!isMarked) return;
	isMarked = false;
	for (const sheet of sheets) sheet.takeBackBurst();
	if (before === null || !before.box.isConnected || before.box.value === before.text) return;
	const { box, text } = before;
	box.value = text;
	// Announce the removal like a browser's undo.
	box.dispatchEvent(new InputEvent('input', { inputType: 'historyUndo', bubbles: true }));
	// A box that was left in between has reported the digits as its new value.
	if (document.activeElement !== box) box.dispatchEvent(new Event('change', { bubbles: true }));
}

/** A box for numbers, of a grid or a form. */
export const isQuantityBox = (element: Element | null): element is HTMLInputElement =>
	element instanceof HTMLInputElement && element.inputMode === 'decimal';

const isGridBox = (box: HTMLInputElement): boolean =>
	isQuantityBox(box) && box.closest('[role=grid]') !== null;
