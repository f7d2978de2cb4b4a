// A row that moves within its table loses the focus of its buttons, because the browser takes it out and puts it back.
import { tick } from 'svelte';

/** Focuses the same control again after the change, unless the person went elsewhere meanwhile. */
export async function keepFocus(change: () => void | Promise<void>): Promise<void> {
	const { activeElement } = document;
	await change();
	await tick();
	if (activeElement instanceof HTMLElement && document.activeElement === document.body)
		activeElement.focus();
}
