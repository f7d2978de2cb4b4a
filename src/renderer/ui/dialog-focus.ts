// Where the keyboard begins in a dialog, and where it goes on when the dialog is gone.

/**
 * On the first control of its body, where what the dialog is for begins; else on a button: the last, which does the thing,
 * or the first, which cancels. While that one cannot be pressed yet, what is still on its way is waited for. Never on the
 * cross: nobody opens a dialog to close it.
 */
export function focusFirst(dialog: HTMLElement | null, button: 'first' | 'last' = 'last'): void {
	if (dialog === null) return;
	focusNow(dialog, button);
	if (document.activeElement !== dialog) return;
	// What it is about is still on its way. Whoever goes elsewhere meanwhile stays there.
	const coming = new MutationObserver(() => {
		if (document.activeElement === dialog) focusNow(dialog, button);
		if (document.activeElement !== dialog) coming.disconnect();
	});
	coming.observe(dialog, { childList: true, subtree: true });
}

function focusNow(dialog: HTMLElement, button: 'first' | 'last'): void {
	const usable = ':not(:disabled, [aria-disabled="true"], [hidden], [type="radio"]:not(:checked))';
	const control =
		dialog.querySelector<HTMLElement>(
			`.dialog-body :is(input, select, textarea, button)${usable}`,
		) ??
		// Of a choice that nobody made yet: to stand on it chooses nothing.
		dialog.querySelector<HTMLElement>('.dialog-body [type="radio"]:not(:disabled)');
	const wanted = [...dialog.querySelectorAll<HTMLElement>('.form-actions button')].at(
		button === 'last' ? -1 : 0,
	);
	(control ?? (wanted?.ariaDisabled === 'true' ? dialog : wanted) ?? dialog).focus();
}

/**
 * What had the focus before the dialog may be gone by what was done in it, such as the button that it does away with. The
 * keyboard then goes on from the head of the page, and not from the top of the window.
 */
export function keepFocusOnPage(): void {
	requestAnimationFrame(() => {
		if (document.activeElement !== document.body) return;
		document.querySelector<HTMLElement>('#page h1')?.focus();
	});
}
