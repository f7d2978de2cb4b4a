// A key that the footer of a screen names does something there, but not while a dialog is open. Those of rows and boxes,
// which need one in hand, are pressed in row-keys.screen.spec.ts and in the specs of the screens.
import { expect, it } from 'vitest';
import { openAll } from '../../../test/support/all-screens.ts';
import { takesRoom } from '../../main/core/dispatch.ts';
import { keysAt, keyTable, placesOf } from '../keys/keys.ts';
import { screens } from './index.ts';

const ofRowsAndBoxes = ['↑ ↓', 'Enter', 'Space', 'Tab', 'Esc', 'Alt 1 … 9', 'E', 'H', 'U', '='];

/** @returns whether the page took it */
function press(printed: readonly string[], more: KeyboardEventInit = {}): boolean {
	const key = printed.at(-1)!;
	const event = new KeyboardEvent('keydown', {
		key: key === 'PgDn' ? 'PageDown' : key,
		code: `Key${key}`,
		ctrlKey: printed.includes('Ctrl'),
		altKey: printed.includes('Alt'),
		bubbles: true,
		cancelable: true,
		...more,
	});
	document.activeElement!.dispatchEvent(event);
	return event.defaultPrevented;
}

/** The chords of a page alone. */
function ownChords(name: string): Set<string> {
	const places = placesOf(name).filter((place) => place !== 'everywhere' && place !== 'list');
	return new Set(places.flatMap(keysAt).flatMap((key): readonly string[] => keyTable[key].chords));
}

/** Goes on with what a key began. */
const soon = () => new Promise((resolve) => setImmediate(resolve));

/** A path of each screen that has keys of its own. */
function withKeys(named: readonly (readonly [string, string])[]): [string, string][] {
	const found = new Map<unknown, [string, string]>();
	for (const [path, name] of named) {
		const load = screens.find((each) => each.path === name)?.load ?? name;
		if (placesOf(name).length > 1 && !found.has(load)) found.set(load, [path, name]);
	}
	return [...found.values()];
}

/** Keys that send or decide something. */
const deciding = ['finish', 'confirm', 'discard', 'countAgain'] as const;

it('takes the keys that a footer names, but none behind a dialog or still held', async () => {
	const { screen, named } = await openAll();
	const idle: string[] = [];
	const taken: string[] = [];
	const dialog = document.createElement('div');
	dialog.className = 'dialog';
	const box = dialog.appendChild(document.createElement('input'));
	for (const [path, name] of withKeys(named)) {
		await screen.go(path);
		let begun = document.activeElement as HTMLElement;
		const again = async () => {
			if (screen.app.route.path !== path) {
				await screen.go(path);
				begun = document.activeElement as HTMLElement;
			}
			begun.focus();
		};
		/** Presses a key that should do nothing. */
		const notes = async (what: string, press: () => boolean) => {
			const before = screen.calls.length;
			const isTaken = press();
			await soon();
			const asked = screen.calls.slice(before).map((call): string => call.name);
			const acts = asked.filter((each) => takesRoom(each) && each !== 'stocktake.here');
			if (acts.length > 0 || (isTaken && what !== 'held'))
				taken.push([name, what, ...acts].join(' '));
			dialog.remove();
			await again();
		};
		dialog.dataset['state'] = 'open';
		for (const chord of ownChords(name)) {
			document.body.append(dialog);
			box.focus();
			await notes(chord, () => press(chord.split('+')));
		}
		for (const key of deciding)
			await notes('held', () => press(keyTable[key].chords[0].split('+'), { repeat: true }));
		const keys = screen.app.foot.content.keys.map((note) => note.keys);
		// It is still there while it fades.
		dialog.dataset['state'] = 'closed';
		document.body.append(dialog);
		for (const each of keys.filter((key) => !ofRowsAndBoxes.includes(key.join(' ')))) {
			if (document.querySelector('.dialog[data-state=open]') !== null)
				await screen.keys('{Escape}');
			await again();
			if (!press(each)) idle.push(`${name}: ${each.join(' + ')}`);
			await soon();
		}
		dialog.remove();
	}
	expect(taken).toEqual([]);
	// Nothing to check, and no area chosen.
	expect(idle).toEqual(['/counts/:id: F8', '/ordering/:id: F8', '/counts/new: Alt + O']);
}, 60_000);
