import { expect } from 'vitest';
import type { openScreen } from './screen.ts';

type Screen = Pick<Awaited<ReturnType<typeof openScreen>>, 'click' | 'dialog' | 'keys' | 'settle'> &
	Pick<Awaited<ReturnType<typeof openScreen>>, 'page' | 'user'>;

const boxes = '[role=dialog] :is(input, textarea), [role=alertdialog] :is(input, textarea)';

/**
 * Opens a dialog, fills its boxes, leaves it and opens it again: it begins anew, and meanwhile the focus was on what
 * opens it. It stays open.
 */
export async function opensAnew(screen: Screen, name: string | RegExp): Promise<void> {
	await screen.click(name);
	const first = screen.dialog();
	for (const box of document.querySelectorAll(boxes))
		if (box.matches('[type=checkbox], [type=radio]')) await screen.user.click(box);
		else if (box.matches(':not([readonly], [type=file])')) await screen.user.type(box, '7');
	await screen.settle();
	expect(screen.dialog(), 'it has a box to fill').not.toBe(first);
	await screen.keys('{Escape}');
	// The first may have closed a list.
	if (screen.dialog() !== '') await screen.keys('{Escape}');
	expect(document.activeElement).toBe(screen.page.getByRole('button', { name }));
	await screen.click(name);
	expect(screen.dialog()).toBe(first);
}
