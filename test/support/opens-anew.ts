import { expect } from 'vitest';
import type { openScreen } from './screen.ts';

type Screen = Pick<Awaited<ReturnType<typeof openScreen>>, 'click' | 'dialog' | 'keys' | 'settle'> &
	Pick<Awaited<ReturnType<typeof openScreen>>, 'page' | 'user'>;

const shown = ':is([role=dialog], [role=alertdialog]):not([data-state=closed])';
const fillable = `${shown} :is(input, textarea, select):not([readonly], :disabled, [type=file])`;

/** Gives every box of the open dialog another value, if it has any. */
export async function fillDialog(screen: Pick<Screen, 'settle' | 'user'>): Promise<void> {
	for (const box of document.querySelectorAll(fillable)) {
		if (box instanceof HTMLSelectElement) {
			const last = [...box.options].findLast((option) => !option.disabled);
			if (last !== undefined) await screen.user.selectOptions(box, last);
		} else if (box.matches('[type=checkbox], [type=radio]')) await screen.user.click(box);
		else await screen.user.type(box, '7');
	}
	await screen.settle();
}

/** Leaves the open dialog. The first Escape may close a list. */
export async function leaveDialog(screen: Pick<Screen, 'dialog' | 'keys'>): Promise<void> {
	await screen.keys('{Escape}');
	if (screen.dialog() !== '') await screen.keys('{Escape}');
}

/**
 * Opens a dialog, fills its boxes, leaves it and opens it again: it begins anew, and meanwhile the focus was on what
 * opens it. It stays open.
 */
export async function opensAnew(screen: Screen, name: string | RegExp): Promise<void> {
	await screen.click(name);
	const first = screen.dialog();
	await fillDialog(screen);
	expect(screen.dialog(), 'it has a box to fill').not.toBe(first);
	await leaveDialog(screen);
	expect(document.activeElement).toBe(screen.page.getByRole('button', { name }));
	await screen.click(name);
	expect(screen.dialog()).toBe(first);
}

/**
 * Opens a dialog, fills its boxes, does what it is for, and opens it again: it begins anew. It stays open.
 *
 * @param finish ends it with success, and first corrects boxes that must hold something else
 */
export async function opensAnewAfter(
	screen: Pick<Screen, 'dialog' | 'settle' | 'user'>,
	open: () => Promise<void>,
	finish: () => Promise<void>,
): Promise<void> {
	await open();
	const first = screen.dialog();
	await fillDialog(screen);
	expect(screen.dialog(), 'it has a box to fill').not.toBe(first);
	await finish();
	expect(screen.dialog(), 'it closed').toBe('');
	await open();
	expect(screen.dialog()).toBe(first);
}
