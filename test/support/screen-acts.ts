// What specs do on a screen as a user, and what they read there.
import { within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import type { EventName } from '../../src/shared/bridge/contract.ts';
import { shownLines } from './shown-lines.ts';

type Name = string | RegExp;

/** @param settle waits for answers and what they show */
export function actsOn(
	user: UserEvent,
	emit: (name: EventName, payload: unknown) => void,
	settle: () => Promise<void>,
) {
	const page = within(document.body);
	return {
		page,
		user,
		settle,
		/** What the page shows, or another part: a line for each row, heading and paragraph. */
		shown: (part: Element | null = document.querySelector('main')): string => shownIn(part),
		/** What the open dialog shows. */
		dialog: (): string => shownIn(findDialog()),
		/** What the open menu shows. */
		menu: (): string => shownIn(document.querySelector('[role=menu]')),
		/** The keys and totals at the foot. */
		foot: (): string => shownIn(document.querySelector('footer')),
		async click(name: Name, role = 'button'): Promise<void> {
			await user.click(page.getByRole(role, { name }));
			await settle();
		},
		/** Prints from a menu: what is on the paper. The host can `print`. */
		async paper(menu: Name = 'Print or export'): Promise<string> {
			await this.fromMenu(menu, 'Print…');
			return shownIn(document.querySelector('.printed'));
		},
		/** Clicks in the open dialog, whose button is often named as the one that opened it. */
		async confirm(name: Name, role = 'button'): Promise<void> {
			const open = findDialog() ?? document.body;
			await user.click(within(open).getByRole(role, { name }));
			await settle();
		},
		/** Opens a menu and chooses in it. */
		async fromMenu(menu: Name, entry: Name): Promise<void> {
			await this.click(menu);
			await this.click(entry, 'menuitem');
		},
		/** Chooses in a list. */
		async choose(list: Name, option: string): Promise<void> {
			await user.selectOptions(page.getByRole('combobox', { name: list }), option);
			await settle();
		},
		/** Types into a box instead of what is there. */
		async fill(name: Name, text: string): Promise<void> {
			const box = page.getByLabelText(name);
			await user.clear(box);
			await user.type(box, text);
			await settle();
		},
		/** Types into a box with a list, and takes the first that is found. */
		async pick(name: Name, text: string): Promise<void> {
			await user.type(page.getByRole('combobox', { name }), text);
			await settle();
			await this.keys('{Enter}');
		},
		async search(text: string): Promise<void> {
			await user.type(page.getByRole('searchbox'), text);
			await settle();
		},
		/** The core tells of something. */
		async tell(name: EventName, payload: unknown): Promise<void> {
			emit(name, payload);
			await settle();
		},
		/** Gives files to the chooser that a button opens. */
		async giveFiles(name: Name, files: File | File[], role = 'button'): Promise<void> {
			const chooser = await chooserOf(() => this.click(name, role));
			await user.upload(chooser, files);
			await settle();
			expect(chooser.files, 'the same file can be given again').toHaveLength(0);
		},
		/** Types and presses keys: `12{Enter}`, `{Control>}{Enter}{/Control}`. */
		async keys(keys: string): Promise<void> {
			await user.keyboard(keys);
			await settle();
		},
		/** A scanner types a code and Enter. */
		async scan(code: string): Promise<void> {
			typeAsScanner([...code, 'Enter']);
			await settle();
		},
	};
}

/** The chooser of files that a press opens. */
async function chooserOf(press: () => Promise<void>): Promise<HTMLInputElement> {
	const opened: HTMLInputElement[] = [];
	const note = ({ target }: Event) => {
		if (target instanceof HTMLInputElement && target.type === 'file') opened.push(target);
	};
	document.addEventListener('click', note, true);
	await press();
	document.removeEventListener('click', note, true);
	if (opened[0] === undefined) throw new Error('It opened no chooser of files.');
	return opened[0];
}

/** Keys a millisecond apart, which the page takes for a device's own. */
export function typeAsScanner(keys: readonly string[]): void {
	const begun = performance.now();
	keys.forEach((key, index) => {
		const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
		Object.defineProperties(event, {
			isTrusted: { value: true },
			timeStamp: { value: begun + index },
		});
		document.activeElement?.dispatchEvent(event);
	});
}

/** A dialog that closes stays in the page for a moment. */
const findDialog = () =>
	document.querySelector<HTMLElement>(
		':is([role=dialog], [role=alertdialog]):not([data-state=closed])',
	);
const shownIn = (part: Element | null): string =>
	part === null ? '' : shownLines(part).join('\n');
