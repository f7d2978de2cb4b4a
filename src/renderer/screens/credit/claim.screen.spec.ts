import { beforeEach, expect, it } from 'vitest';
import { claimingAt, openClaims } from '../../../../test/support/claims.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { caller } from '../../../../test/support/kitchen.ts';
import { returnRecord } from '../../../../test/support/returns.ts';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';
import type { CallInput } from '../../../shared/bridge/contract.ts';
import { fail } from '../../../shared/bridge/reply.ts';

const { addOfOrder, addOfReturn, change } = claimingAt(() => kitchen);
const kitchen = eachKitchen(() =>
	openClaims({
		'returnOrder.list': [returnRecord('9', 'rejected', [{ quantity: '1' }])],
	}),
);
beforeEach(() => {
	addOfOrder();
});

const openClaim = (creditId = 'claim-of-order', answers: Answers = {}) =>
	openScreen(`/credits/${creditId}`, { kitchen, answers });

it('shows what is claimed, what became of it, and its usual next step', async () => {
	change('claim-of-order', 0, 'asked', '18.05');
	const screen = await openClaim();
	expect(screen.shown()).toContain('Shortage · Asked for');
	expect(screen.shown().split('\n').slice(10, 16)).toEqual([
		'## History',
		'Day | State | Amount | Note | Entered by |',
		'17 Nov 2026 | Open | 18.05 | | Noor |',
		'19 Nov 2026 | Asked for | 18.05 | Siobhan | Noor |',
		'## Next step',
		'State {State: Promised}',
	]);
});

it('saves a step with another state, amount, day and note', async () => {
	change('claim-of-order', 0, 'asked', '18.05');
	change('claim-of-order', 1, 'promised', '17');
	const screen = await openClaim();
	await screen.user.clear(screen.page.getByRole('textbox', { name: /^Amount/ }));
	await screen.keys('16.5{Tab}');
	await screen.user.clear(screen.page.getByRole('textbox', { name: /^Day/ }));
	await screen.keys('18/11/2026{Tab}');
	await screen.user.type(screen.page.getByRole('textbox', { name: /^Note/ }), ' CN-4 ');
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.asked('credit.change')).toEqual([
		{
			amount: '16.5',
			businessDate: '2026-11-18',
			creditId: 'claim-of-order',
			note: 'CN-4',
			state: 'credited',
			version: 2,
		},
	]);
	expect(screen.notices()).toEqual(['The step was saved.']);
	expect(screen.shown().split('\n').slice(-14)).toEqual([
		'Claimed | 18.05 |',
		'## History',
		'Day | State | Amount | Note | Entered by |',
		'17 Nov 2026 | Open | 18.05 | | Noor |',
		'19 Nov 2026 | Asked for | 18.05 | Siobhan | Noor |',
		'19 Nov 2026 | Promised | 17.00 | Siobhan | Noor |',
		'18 Nov 2026 | Credited | 16.50 | CN-4 | Noor |',
		'## Next step',
		'State {State: Credited}',
		'Amount, EUR {Amount, EUR: 16.50}',
		'Dayoptional {Day optional: 20 Nov 2026}',
		'Noteoptional {Note optional: }',
		'The number of the credit note, or who promised it',
		'[Save step]',
	]);
});

it('asks for an amount of zero or more; an emptied one is as before', async () => {
	const screen = await openClaim();
	const amount = screen.page.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ });
	await screen.user.clear(amount);
	await screen.keys('-2{Tab}');
	await screen.click('Save step');
	expect(screen.shown()).toContain('Enter an amount of zero or more.');
	expect(screen.asked('credit.change')).toEqual([]);
	await screen.user.clear(amount);
	await screen.keys('{Tab}');
	expect(amount.value).toBe('18.05');
	expect(screen.shown()).not.toContain('Enter an amount');
	await screen.user.type(amount, 'x{Tab}');
	expect(amount.matches('[aria-invalid]')).toBe(true);
	amount.focus();
	await screen.keys('{Escape}');
	expect([amount.value, amount.matches('[aria-invalid]')]).toEqual(['18.05', false]);
	await screen.user.clear(screen.page.getByRole('textbox', { name: /^Day/ }));
	await screen.keys('31/11{Tab}');
	await screen.click('Save step');
	expect(screen.shown()).toContain('This is not a date. Enter one such as 20/11/2026.');
	expect(screen.asked('credit.change')).toEqual([]);
});

it('keeps what was entered when somebody else changed the claim', async () => {
	const { calls } = kitchen;
	const screen = await openClaim('claim-of-order', {
		'credit.change': (asked: CallInput<'credit.change'>) => {
			if (asked.version === 0) change('claim-of-order', 0, 'promised', '15');
			return calls['credit.change'](asked, caller);
		},
	});
	await screen.user.type(screen.page.getByRole('textbox', { name: /^Note/ }), 'CN-4');
	await screen.click('Save step');
	expect(screen.shown().split('\n').slice(-13)).toEqual([
		'## History',
		'Day | State | Amount | Note | Entered by |',
		'17 Nov 2026 | Open | 18.05 | | Noor |',
		'19 Nov 2026 | Promised | 15.00 | Siobhan | Noor |',
		'## Next step',
		'Someone else changed this claim',
		'Look at the history. Your entries are still here; save them again if they still apply.',
		'State {State: Credited}',
		'Amount, EUR {Amount, EUR: 15.00}',
		'Dayoptional {Day optional: 20 Nov 2026}',
		'Noteoptional {Note optional: CN-4}',
		'The number of the credit note, or who promised it',
		'[Save step]',
	]);
	await screen.click('Save step');
	expect(screen.asked('credit.change').at(-1)).toMatchObject({ version: 1, note: 'CN-4' });
	expect(screen.shown()).not.toContain('Someone else');
});

it('says why a step was not saved', async () => {
	const screen = await openClaim('claim-of-order', {
		'credit.change': () => fail('not-possible-now', 'no'),
	});
	await screen.click('Save step');
	expect(screen.notices()).toEqual(['This is not possible now.']);
});

it('offers to withdraw the claim of a return that was rejected', async () => {
	addOfReturn();
	const screen = await openClaim('claim-of-return');
	expect(screen.shown().split('\n').slice(1, 7)).toEqual([
		'Return · Open',
		'<Letter #/credits/letter/P-1> [All credits]',
		'Return rejected or cancelled',
		'Withdraw the claim if the goods do not go back, or change the return and send it again.',
		'[Withdraw claim]',
		'Opened 17 Nov 2026 by Noor, 3 days ago · <RTO-9 #/returns/service%3AreturnOrder%3A9>',
	]);
	await screen.click('Withdraw claim');
	expect(screen.asked('credit.change')).toMatchObject([{ state: 'withdrawn', amount: '7.05' }]);
	expect(screen.shown()).not.toContain('Return rejected or cancelled');
});
