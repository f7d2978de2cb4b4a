// Initial focus in a dialog.

/**
 * The first control of its body, else a button: the last (the action) or the first (cancel). Then no button of the
 * body either, so that a quick Enter does nothing. Waits while the button is not available yet. Never the close cross.
 */
export function focusFirst(dialog: HTMLElement | null, button: 'first' | 'last' = 'last'): void {
	if (dialog === null) return;
	focusNow(dialog, button);
	if (document.activeElement !== dialog) return;
	// Its content is still loading. Do not move a person who has gone elsewhere.
	const coming = new MutationObserver(() => {
		if (document.activeElement === dialog) focusNow(dialog, button);
		if (document.activeElement !== dialog) coming.disconnect();
	});
	coming.observe(dialog, { childList: true, subtree: true });
}

function focusNow(dialog: HTMLElement, button: 'first' | 'last'): void {
	const usable = ':not(:disabled, [aria-disabled="true"], [hidden], [type="radio"]:not(:checked))';
	const controls = `input, select, textarea${button === 'last' ? ', button' : ''}`;
	const control =
		dialog.querySelector<HTMLElement>(`.dialog-body :is(${controls})${usable}`) ??
		// An unset radio group: focusing it chooses nothing.
		dialog.querySelector<HTMLElement>('.dialog-body [type="radio"]:not(:disabled)');
	const wanted = [...dialog.querySelectorAll<HTMLElement>('.form-actions button')].at(
		button === 'last' ? -1 : 0,
	);
	(control ?? (wanted?.ariaDisabled === 'true' ? dialog : wanted) ?? dialog).focus();
}
