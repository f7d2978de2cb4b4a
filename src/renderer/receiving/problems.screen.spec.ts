import { expect, it } from 'vitest';
import { arrival, receivingAt } from '../../../test/support/documents.ts';
import { openStockedKitchen } from '../../../test/support/kitchen.ts';
import { openScreen } from '../../../test/support/screen.ts';

const path = `/transfers/${encodeURIComponent('service:transferIn:T-1')}`;
async function open(enter: (at: ReturnType<typeof receivingAt>) => unknown) {
	const kitchen = await openStockedKitchen({ lists: { 'transferIn.list': [arrival()] } });
	const at = receivingAt(() => kitchen);
	enter(at);
	return { ...(await openScreen(path, { kitchen })), kitchen, at };
}

it('says that a draft is created for goods that go on, from the first one', async () => {
	const screen = await open(({ enter }) => enter('l-1', '20'));
	const hint = 'Drafts are created when you receive';
	expect(screen.shown()).not.toContain(hint);
	screen.at.settle('l-1', 'waste');
	await screen.go('/transfers');
	await screen.go(path);
	expect(screen.shown()).toContain(hint);
});

it('says in the row and above the lines that too much was entered, and leads there', async () => {
	const screen = await open(({ enter }) => enter('l-1', '36'));
	expect(screen.shown()).toContain('Fix 1 problem before you receive\nWhole milk: ');
	expect(screen.shown()).toContain('Much more than expected');
	expect(screen.page.queryByRole('button', { name: 'Keep it' })).toBeNull();
	await screen.keys('{F8}');
	expect(document.activeElement?.getAttribute('aria-label')).toBe('Each / weight, Whole milk');
	expect(document.querySelector('[role=grid]')?.textContent).toContain(
		'This is much more than was sent',
	);
});

it('leads to a missing reason, and asks what becomes of damaged goods', async () => {
	const screen = await open(({ enter }) => {
		enter('l-1', '12');
		enter('l-2', '3');
	});
	await screen.keys('{F8}');
	expect(document.activeElement?.textContent).toContain('Choose a reason');
	await screen.fromMenu('Choose a reason', 'Damaged');
	await screen.fromMenu('Waste or return?', 'Log as waste');
	expect(screen.shown()).toContain('[Log as waste]');
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(await screen.page.findByRole('link', { name: /as waste$/ })).toBeTruthy();
});
