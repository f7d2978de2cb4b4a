import { expect, it } from 'vitest';
import { openCount } from '../../../../test/support/counting.ts';
import { openStockedKitchen } from '../../../../test/support/kitchen.ts';
import { openScreen } from '../../../../test/support/screen.ts';

it('stays where a person went while a count is repeated', async () => {
	const kitchen = await openStockedKitchen();
	const stocktakeId = openCount(kitchen, {}, { name: 'First' });
	kitchen.call('stocktake.discard', { stocktakeId, reason: 'Wrong day' });
	const answer = Promise.withResolvers<null>();
	const answers = { 'countHistory.again': () => answer.promise };
	const screen = await openScreen('/counts', { kitchen, answers });
	await screen.keys('{Alt>}r{/Alt}');
	await screen.go('/outbox');
	answer.resolve(null);
	await screen.settle();
	expect(screen.notices()).toEqual(['A new count like “First”, with empty boxes.']);
	expect(screen.app.route.path).toBe('/outbox');
});
