// A key that the footer of a screen names does something there. Those of rows and boxes, which need one in hand, are
// pressed in row-keys.screen.spec.ts and in the specs of the screens.
import { expect, it } from 'vitest';
import { openAll } from '../../../test/support/all-screens.ts';
import { placesOf } from '../keys/keys.ts';
import { screens } from './index.ts';

const ofRowsAndBoxes = ['↑ ↓', 'Enter', 'Space', 'Tab', 'Esc', 'Alt 1 … 9', 'E', 'H', 'U', '='];

/** @returns whether the page took it */
function press(printed: readonly string[]): boolean {
	const key = printed.at(-1)!;
	const event = new KeyboardEvent('keydown', {
		key: key === 'PgDn' ? 'PageDown' : key,
		code: `Key${key}`,
		ctrlKey: printed.includes('Ctrl'),
		altKey: printed.includes('Alt'),
		bubbles: true,
		cancelable: true,
	});
	document.activeElement!.dispatchEvent(event);
	return event.defaultPrevented;
}

/** A path of each screen that has keys of its own. */
function withKeys(named: readonly (readonly [string, string])[]): [string, string][] {
	const found = new Map<unknown, [string, string]>();
	for (const [path, name] of named) {
		const load = screens.find((each) => each.path === name)?.load ?? name;
		if (placesOf(name).length > 1 && !found.has(load)) found.set(load, [path, name]);
	}
	return [...found.values()];
}

it('takes the keys that a footer names', async () => {
	const { screen, named } = await openAll();
	const idle: string[] = [];
	for (const [path, name] of withKeys(named)) {
		await screen.go(path);
		const begun = document.activeElement as HTMLElement;
		const keys = screen.app.foot.content.keys.map((note) => note.keys);
		for (const each of keys.filter((key) => !ofRowsAndBoxes.includes(key.join(' ')))) {
			if (document.querySelector('.dialog') !== null) await screen.keys('{Escape}');
			if (screen.app.route.path !== path) await screen.go(path);
			begun.focus();
			if (!press(each)) idle.push(`${name}: ${each.join(' + ')}`);
			await new Promise((resolve) => setImmediate(resolve));
		}
	}
	// Nothing to check, and no area chosen.
	expect(idle).toEqual(['/counts/:id: F8', '/ordering/:id: F8', '/counts/new: Alt + O']);
}, 60_000);
