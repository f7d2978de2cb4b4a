import { expect, it, vi } from 'vitest';
import { openScreen } from '../../../test/support/screen.ts';
import { succeed } from '../../shared/bridge/reply.ts';

it('says that a page does not exist', async () => {
	const screen = await openScreen('/nowhere', {});
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Page not found
		There is no page at /nowhere. Choose an area from the menu."
	`);
});

it('says that a page failed, and opens it again', async () => {
	const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
	let templates: unknown = [null];
	const screen = await openScreen('/counts', {
		answers: {
			'stocktake.list': { stocktakes: [] },
			'countTemplate.list': () => succeed({ templates, due: [], today: '2026-11-20' } as never),
		},
	});
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# This page could not be opened
		Your entries are safe. Try again, or choose another area.
		[Try again]"
	`);
	expect(told).toHaveBeenCalledOnce();
	told.mockRestore();
	templates = [];
	await screen.click('Try again');
	expect(screen.shown().split('\n')[0]).toBe('# Counts');
});
