import { expect, it } from 'vitest';
import { openCountScreen } from '../../../../test/support/count-screen.ts';

it('keeps every rule and person of a template as chosen', async () => {
	const screen = await openCountScreen('/counts/new');
	await screen.click(/^Hide/, 'radio');
	await screen.click(/^Guided/, 'checkbox');
	for (const [list, choice] of [
		['Order', 'last-count'],
		['Uncounted items', 'ask'],
		['If two people count the same line', 'keep'],
		['Recount', 'another'],
		['Approval', 'anyone'],
	] as const)
		await screen.choose(list, choice);
	await screen.fill(/^Counters/, 'Noor, Samir');
	await screen.fill(/^Approver/, ' Mara ');
	await screen.click('Save as template');
	expect(screen.asked('countTemplate.save')).toEqual([
		{
			locationId: 'L-1',
			templateId: null,
			name: 'Count of 20 November',
			plan: {
				scope: { kind: 'full' },
				blind: true,
				guided: true,
				order: 'last-count',
				blanks: 'ask',
				together: 'keep',
				recount: 'another',
				approval: 'anyone',
				counters: ['Noor', 'Samir'],
				approver: 'Mara',
			},
		},
	]);
	for (const order of ['walk', 'service', 'last-count']) {
		await screen.choose('Order', order);
		await screen.click('Save template');
		expect(screen.asked('countTemplate.save').at(-1)?.plan.order).toBe(order);
	}
	await screen.choose('Approval', 'none');
	expect(screen.page.queryByRole('textbox', { name: /^Approver/ })).toBeNull();
});
