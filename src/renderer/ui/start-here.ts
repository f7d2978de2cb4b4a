// Where a page starts: its first row or box, once that is there. The heading, which takes the focus after a navigation,
// only keeps it on a page without one.

/** Focuses this unless the person is already somewhere. */
export function startHere(element: HTMLElement | null | undefined): void {
	if (isAtTop()) element?.focus({ preventScroll: true });
}

/** The person has not gone anywhere on this page. */
export function isAtTop(): boolean {
	const { activeElement } = document;
	return activeElement === document.body || activeElement?.matches('#page, #page h1') === true;
}
