import { expect, it, vi } from 'vitest';
import { Pressed } from './press.svelte.ts';

it('does nothing while the press before is under way, and then works again', async () => {
	const pressed = new Pressed();
	const saved = Promise.withResolvers<null>();
	const save = vi.fn(() => saved.promise);
	pressed.press(save);
	pressed.press(save);
	expect(save).toHaveBeenCalledOnce();
	expect(pressed.isUnderWay).toBe(true);
	saved.resolve(null);
	await vi.waitFor(() => expect(pressed.isUnderWay).toBe(false));
	pressed.press(save);
	expect(save).toHaveBeenCalledTimes(2);
});
