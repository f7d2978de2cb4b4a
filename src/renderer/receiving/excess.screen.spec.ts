import { expect, it } from 'vitest';
import { arrival } from '../../../test/support/documents.ts';
import { eachKitchen } from '../../../test/support/each-kitchen.ts';
import { openScreen, type Answers } from '../../../test/support/screen.ts';
import { fail } from '../../shared/bridge/reply.ts';

const documentId = 'service:transferIn:T-1';
const about = { documentId, lineId: 'l-1' };
const [milk, butter] = arrival().items;

/** Of eighteen milk and three butter. */
const kitchen = eachKitchen({
	lists: {
		'transferIn.list': [
			arrival({
				status: 'Received',
				items: [
					{ ...milk, quantityReceived: '20' },
					{ ...butter, quantityReceived: '4' },
				],
			}),
		],
	},
});

async function open(answers: Answers = {}) {
	const path = `/transfers/${encodeURIComponent(documentId)}`;
	const screen = await openScreen(path, { kitchen, answers });
	const ask = async (excess: string, how: string) => {
		await screen.fromMenu(excess, how);
	};
	return { ...screen, ask, lines: () => screen.shown(screen.page.getByRole('table')) };
}

it('asks what to do with an excess, and for a reason', async () => {
	const screen = await open();
	expect(screen.lines()).toMatchInlineSnapshot(`
		"Item | Sent | Received | Difference | Resolved | Note | Value, EUR |
		Whole milk DA-1 | 18each | 20each | +2 | [2 each over] | | 9.00 |
		Butter DA-2 | 3each | 4each | +1 | [1 each over] | | 6.00 |
		Total | 15.00 |"
	`);
	await screen.click('2 each over');
	expect(screen.menu()).toMatchInlineSnapshot(`"[Return it] [Log it as waste] [Keep it]"`);
	await screen.click('Return it', 'menuitem');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Return the excess?
		2 each of Whole milk came in excess or damaged. A draft transfer is created to return it; open it and send it.
		Reason {Reason: }
		[Cancel] [Return it]"
	`);
	await screen.click('Return it');
	expect(screen.dialog()).toContain('Enter a reason first.');
	await screen.keys(' Not ordered ');
	await screen.click('Return it');
	expect(screen.asked('transferIn.settleExcess')).toEqual([
		{ ...about, how: 'return', reason: 'Not ordered' },
	]);
	expect(screen.notices()).toEqual(['A draft was created to return it. Open it and send it.']);
	const [{ documentId: draft } = {}] = kitchen.call('transfer.get', { documentId }).lines[0]!
		.settled;
	expect(screen.lines()).toContain(
		`<2 each to return to the sender #/transfers/${encodeURIComponent(draft ?? '')}>`,
	);
	kitchen.call('transferOut.discard', { documentId: draft ?? '' });
	await screen.settle();
	expect(screen.lines()).toContain('2 each to return to the sender: draft discarded');
});

it.each([
	[
		'Log it as waste',
		'waste',
		'Log the excess as waste?',
		'2 each of Whole milk came in excess or damaged. A waste draft is created; open it and submit it.',
		'A waste draft was created. Open it and submit it.',
		'<2 each as waste #/waste/',
	],
	[
		'Keep it',
		'keep',
		'Keep the excess?',
		'2 each of Whole milk, in excess or damaged, stays in your stock. Your reason is kept with the transfer on this PC.',
		'Kept.',
		'2 each kept: Gift',
	],
] as const)('settles an excess: %s', async (entry, how, title, body, done, said) => {
	const screen = await open();
	await screen.ask('2 each over', entry);
	expect(screen.dialog().split('\n').slice(0, 2)).toEqual([title, body]);
	await screen.keys('Gift');
	await screen.click(entry);
	expect(screen.asked('transferIn.settleExcess')).toEqual([{ ...about, how, reason: 'Gift' }]);
	expect(screen.notices()).toEqual([done]);
	expect(screen.lines()).toContain(said);
});

it('keeps the question and the reason when it is refused', async () => {
	const screen = await open({ 'transferIn.settleExcess': () => fail('not-possible-now', 'no') });
	await screen.ask('1 each over', 'Keep it');
	await screen.keys('Gift');
	await screen.click('Keep it');
	expect(screen.notices()).toEqual(['This is not possible now.']);
	expect(screen.dialog()).toContain('{Reason: Gift}');
});
