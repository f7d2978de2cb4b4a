import { beforeEach, expect, it, vi } from 'vitest';
import { claimingAt, openClaims } from '../../../../test/support/claims.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { caller } from '../../../../test/support/kitchen.ts';
import { returnRecord } from '../../../../test/support/returns.ts';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';
import type { CallInput } from '../../../shared/bridge/contract.ts';
import { fail } from '../../../shared/bridge/reply.ts';
import { letterReport, type Letter } from './credit-paper.ts';

const { add, addOfOrder, addOfReturn, change } = claimingAt(() => kitchen);
const kitchen = eachKitchen(() =>
	openClaims({
		'returnOrder.list': [returnRecord('9', 'rejected', [{ quantity: '1' }])],
	}),
);
beforeEach(() => {
	addOfOrder();
});

const openLetter = (answers: Answers = {}) =>
	openScreen('/credits/letter/P-1', { kitchen, answers, can: ['print'] });

it('writes a letter of the claims that are not settled, on the page, on paper and as an e-mail', async () => {
	add('claim-of-price', { kind: 'price', note: 'By phone' });
	addOfReturn();
	change('claim-of-order', 0, 'promised', '15');
	const screen = await openLetter();
	// 15 + 1.20 + 7.05 are 23.25.
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Credit request to Riverside Dairy
		Lists every unsettled claim.
		[Print or export] [Copy e-mail text] [Mark 2 claims as asked for] [All credits]
		Document | Opened | Claim for | State | Asked for now |
		<PO-7 #/credits/claim-of-order> | 17 Nov 2026 | Whole milk, Butter billed but not delivered | Promised | 15.00 |
		<No document #/credits/claim-of-price> | 17 Nov 2026 | Whole milk billed above the ordered price | Open | 1.20 |
		<RTO-9 #/credits/claim-of-return> | 17 Nov 2026 | Cream returned | Open Return rejected or cancelled | 7.05 |
		Total EUR | 23.25 |
		E-mail text {E-mail text: Credit request to Riverside Dairy Harbour Kitchen, 20 Nov 2026 Please send us a credit note for the following claims. - PO-7, 17 Nov 2026: Whole milk, 1.5 case, billed but not delivered; Butter, 4 each, billed but not delivered; billed but not delivered, Two boxes were missing: €15.00 - 17 Nov 2026: Whole milk, 2 case, billed above the ordered price, By phone: €1.20 - RTO-9, 17 Nov 2026: Cream, 3 each, returned: €7.05 Total: €23.25}
		Stillroom sends no e-mail. Copy the text into your own program."
	`);
	expect(await screen.paper()).toMatchInlineSnapshot(`
		"# Credit request to Riverside Dairy
		To : Riverside Dairy
		From : Harbour Kitchen
		Request : Please send us a credit note for the following claims.
		Currency : EUR
		Document | Opened | Code | Claim for | Claimed | Asked for now |
		PO-7 | 17 Nov 2026 | DA-1 | Whole milk, 1.5 case, billed but not delivered | 9.60 | 15.00 |
		PO-7 | 17 Nov 2026 | DA-2 | Butter, 4 each, billed but not delivered | 8.00 | |
		PO-7 | 17 Nov 2026 | | billed but not delivered, Two boxes were missing | 0.45 | |
		| 17 Nov 2026 | DA-1 | Whole milk, 2 case, billed above the ordered price, By phone | 1.20 | 1.20 |
		RTO-9 | 17 Nov 2026 | DA-3 | Cream, 3 each, returned | 7.05 | 7.05 |
		Total | | | | | 23.25 |
		SignedName, date and signature"
	`);
	expect(screen.app.printing.report).toMatchObject({
		fileName: 'credit request Riverside Dairy 2026-11-20',
		location: 'Harbour Kitchen',
		day: '20 Nov 2026',
		wide: true,
	});
});

it('marks the open claims as asked for, and says which could not be', async () => {
	add('claim-of-price', { kind: 'price' });
	addOfReturn();
	change('claim-of-order', 0, 'promised', '15');
	const { calls } = kitchen;
	const screen = await openLetter({
		'credit.change': (asked: CallInput<'credit.change'>) =>
			asked.creditId === 'claim-of-price'
				? fail('not-possible-now', 'no')
				: calls['credit.change'](asked, caller),
	});
	await screen.click('Mark 2 claims as asked for');
	expect(
		screen
			.asked('credit.change')
			.map(({ creditId, state, amount, businessDate }) => [creditId, state, amount, businessDate]),
	).toEqual([
		['claim-of-price', 'asked', '1.2', '2026-11-20'],
		['claim-of-return', 'asked', '7.05', '2026-11-20'],
	]);
	expect(screen.notices()).toEqual(['This is not possible now.']);
	expect(screen.shown()).toContain('[Mark 1 claim as asked for]');
});

it('copies the e-mail, or selects it where the system refuses', async () => {
	const screen = await openLetter();
	const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce();
	await screen.click('Copy e-mail text');
	expect(write.mock.calls[0]?.[0]).toBe(
		screen.page.getByRole<HTMLTextAreaElement>('textbox').value,
	);
	write.mockRejectedValueOnce(new Error('no'));
	await screen.click('Copy e-mail text');
	const box = screen.page.getByRole<HTMLTextAreaElement>('textbox');
	expect([box.selectionStart, box.selectionEnd]).toEqual([0, box.value.length]);
	expect(screen.notices()).toEqual([
		'The e-mail text was copied.',
		'The text is selected. Press Ctrl+C to copy it.',
	]);
	write.mockRestore();
});

it('has no letter for a supplier without a claim', async () => {
	const screen = await openScreen('/credits/letter/P-9', { kitchen });
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Credit request to P-9
		Lists every unsettled claim.
		[All credits]
		## Nothing to ask for
		This supplier has no open claim at this location."
	`);
});

it('writes a table for each currency of a letter, with its places', async () => {
	const { claims, ...letter } = kitchen.call('credit.letter', {
		locationId: 'L-1',
		supplierId: 'P-1',
	});
	const [claim] = claims;
	const two: Letter = {
		...letter,
		claims: [claim!, { ...claim!, currency: 'KWD', amount: '1.125' }],
		totals: [
			{ currency: 'EUR', amount: '18.05' },
			{ currency: 'KWD', amount: '1.125' },
		],
	};
	const { app } = await openScreen('/credits', { kitchen });
	expect(
		letterReport(app, two).tables.map(({ name, columns, rows, totals }) => [
			name,
			columns.at(-1),
			rows[0]?.at(-1),
			totals?.at(-1),
		]),
	).toEqual([
		['Claims, EUR', { kind: 'decimal', label: 'Asked for now', places: 2 }, '18.05', '18.05'],
		['Claims, KWD', { kind: 'decimal', label: 'Asked for now', places: 3 }, '1.125', '1.125'],
	]);
});
