import { expect, it } from 'vitest';
import { openScreen } from '../../../test/support/screen.ts';

it('has notices announced without interrupting, and dismisses them one by one', async () => {
	const screen = await openScreen('/nowhere', {});
	screen.app.notices.show('Saved.');
	screen.app.notices.show('Not sent.', 'rust');
	await screen.settle();
	const log = screen.page.getByRole('log', { name: 'Messages' });
	expect(log.getAttribute('aria-live')).toBe('polite');
	expect(screen.shown(log)).toBe('Saved. [Dismiss]\nNot sent. [Dismiss]');
	await screen.user.click(screen.page.getAllByRole('button', { name: 'Dismiss' })[0] ?? log);
	expect(screen.notices()).toEqual(['Not sent.']);
});
