// Esc in a number that is being typed, on every screen.
import { expect, it } from 'vitest';
import {
	fieldNameOf,
	fieldsIn,
	openToPress,
	page,
	pressKey,
	soon,
} from '../../../test/support/pressing.ts';

it('shows what it showed before a number was typed and given up', async () => {
	const { screen, named, go } = await openToPress();
	const numbers = () => fieldsIn(page()).filter((box) => box.matches('[inputmode=decimal]'));
	let tried = 0;
	for (const [path, name] of named) {
		await go(path);
		for (const field of new Set(numbers().map(fieldNameOf))) {
			const box = numbers().find((each) => fieldNameOf(each) === field)!;
			box.focus();
			await soon();
			const before = screen.shown();
			box.value = '7';
			box.dispatchEvent(new Event('input', { bubbles: true }));
			await soon();
			expect(screen.shown()).not.toBe(before);
			pressKey('Escape');
			await soon();
			expect(screen.shown(), `${name} {${field}}`).toBe(before);
			tried += 1;
		}
	}
	expect(tried).toBeGreaterThan(30);
}, 60_000);
