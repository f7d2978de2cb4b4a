import { beforeEach, expect, it } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { openReceivingKitchen, receivingDesk } from '../../../../test/support/receiving-desk.ts';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';
import { fail, succeed } from '../../../shared/bridge/reply.ts';

const kitchen = eachKitchen(openReceivingKitchen);
const { enter, explain, settle, price, invoice, receive, list, find } = receivingDesk(
	() => kitchen,
);
/** One of two cases of milk came, at 6.90 instead of 6, and nine of ten butter at 2.15 instead of 2. */
beforeEach(() => {
	kitchen.clock.setWallClock(Date.UTC(2026, 10, 20, 9));
	enter('l-1', '1', '3');
	explain('l-1', 'Torn');
	settle('l-1', 'order-elsewhere');
	price('l-1', '6.90');
	enter('l-2', '9');
	explain('l-2', 'Lost');
	settle('l-2', 'close-short');
	price('l-2', '2.15');
	invoice('INV-1');
	receive();
});
async function open(answers: Answers = {}, settings = {}) {
	const screen = await openScreen('/follow-ups', { kitchen, answers, settings });
	return {
		...screen,
		explained: () => screen.shown(screen.page.getByRole('region', { name: /^How/ })),
		rows: () =>
			screen.page
				.getAllByRole('row')
				.slice(1)
				.map((row) => screen.shown(row)),
	};
}

it('lists what follows from a receipt, with its figures, and explains the one in hand', async () => {
	const screen = await open();
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Follow-ups
		6 open follow-ups. Nothing happens until you confirm.
		{Open: yes} Open {Confirmed: no} Confirmed {Discarded: no} Discarded
		{Search: } {Type: All types}
		Selected | Type | Item | Figures | Supplier | Receipt |
		{Select: no} | Order the rest elsewhere | Whole milk DA-1 | 1 case at €6.10 from Hill Farm | Riverside Dairy | PO-7 Fri 20 Nov |
		{Select: no} | Claim: not delivered | Whole milk DA-1 | 1 case × €6.90 = €6.90 | Riverside Dairy | PO-7 Fri 20 Nov |
		{Select: no} | Claim: price too high | Whole milk DA-1 | 1 case × (€6.90 − €6.00) = €0.90 | Riverside Dairy | PO-7 Fri 20 Nov |
		{Select: no} | Accept the new price | Whole milk DA-1 | €6.00 → €6.90 per case (+15%) | Riverside Dairy | PO-7 Fri 20 Nov |
		{Select: no} | Claim: not delivered | Butter DA-2 | 1 each × €2.15 = €2.15 | Riverside Dairy | PO-7 Fri 20 Nov |
		{Select: no} | Claim: price too high | Butter DA-2 | 9 each × (€2.15 − €2.00) = €1.35 | Riverside Dairy | PO-7 Fri 20 Nov |
		Confirm to draft an order of Whole milk from another supplier. You complete and send it. 1 case at €6.10 from Hill Farm Reason: Torn.
		<Open the order #/deliveries/service%3ApurchaseOrder%3AO-1> [Discard] [Confirm]"
	`);
	expect(screen.foot()).toContain('6 follow-ups');
	const explained = [];
	for (let at = 1; at < 5; at += 1) {
		await screen.keys('{ArrowDown}');
		explained.push(screen.shown().split('\n').slice(-2)[0]);
	}
	expect(explained).toEqual([
		'Confirm to claim Whole milk from Riverside Dairy: billed but not delivered. 1 case × €6.90 = €6.90 Check on the invoice whether this is billed. Reason: Torn.',
		'Confirm to claim back what Whole milk from Riverside Dairy cost above the order. 1 case × (€6.90 − €6.00) = €0.90 Reason: Torn.',
		'Confirm to change the purchase option of Whole milk from Riverside Dairy to the price that was paid. €6.00 → €6.90 per case (+15%) Reason: Torn.',
		'Confirm to claim Butter from Riverside Dairy: billed but not delivered. 1 each × €2.15 = €2.15 Check on the invoice whether this is billed. Reason: Lost.',
	]);
	await screen.keys('{Enter}');
	expect(screen.app.route.path).toBe('/deliveries/service%3ApurchaseOrder%3AO-1');
});

it('confirms one by a key, and shows what it made', async () => {
	const screen = await open();
	await screen.keys('{ArrowDown}');
	const { followUpId, figures } = find('claim-shortage');
	await screen.keys('{Alt>}c{/Alt}');
	expect(screen.asked('followUp.decide')).toEqual([
		{ locationId: 'L-1', decision: 'confirmed', followUps: [{ followUpId, figures }] },
	]);
	expect(screen.notices()).toEqual(['1 follow-up confirmed.']);
	await screen.click('Confirmed', 'radio');
	expect(screen.rows()).toHaveLength(1);
	const resultId = list('confirmed')[0]?.resultId;
	expect(
		screen
			.shown()
			.split('\n')
			.slice(-2)
			.join(' ')
			.replaceAll(encodeURIComponent(resultId ?? '?'), 'CLAIM'),
	).toMatchInlineSnapshot(
		`"Claim opened: Riverside Dairy billed Whole milk but did not deliver it. 1 case × €6.90 = €6.90 Reason: Torn. Decided Fri 20 Nov, 9:00 by Noor. <Open the order #/deliveries/service%3ApurchaseOrder%3AO-1> <Open the claim #/credits/CLAIM>"`,
	);
	await screen.keys('{Alt>}c{/Alt}');
	expect(screen.asked('followUp.decide')).toHaveLength(1);
});

it('discards several, and takes them back', async () => {
	const screen = await open();
	const [first, second] = screen.page.getAllByRole('checkbox', { name: 'Select' });
	await screen.user.click(first!);
	await screen.user.click(second!);
	await screen.settle();
	expect(screen.shown().split('\n').slice(-1)).toEqual([
		'2 selected [Confirm 2 follow-ups] [Discard 2 follow-ups] [Clear selection]',
	]);
	await screen.click('Discard 2 follow-ups');
	expect(screen.rows()).toHaveLength(4);
	await screen.click('Discarded', 'radio');
	expect(screen.shown().split('\n').slice(-2)).toEqual([
		'Nothing was done about Whole milk from Riverside Dairy. 1 case at €6.10 from Hill Farm Reason: Torn. Decided Fri 20 Nov, 9:00 by Noor.',
		'<Open the order #/deliveries/service%3ApurchaseOrder%3AO-1> [Reopen]',
	]);
	await screen.click('Reopen');
	expect(screen.rows()).toHaveLength(1);
	await screen.user.click(screen.page.getByRole('checkbox', { name: 'Select' }));
	await screen.settle();
	await screen.click('Reopen 1 follow-up');
	expect(list('discarded')).toEqual([]);
	expect(screen.shown().split('\n').slice(-2)).toEqual([
		'## Nothing discarded',
		'When goods are short, in excess or more expensive than ordered, the next steps appear here.',
	]);
});

it('leads from a confirmed claim to the letter, and to its credit', async () => {
	const screen = await open();
	const states = () =>
		kitchen
			.call('credit.list', { locationId: 'L-1', state: 'all' })
			.claims.map(({ state }) => state);
	await screen.keys('{ArrowDown}');
	expect(states()).toEqual([]);
	await screen.keys('{Alt>}c{/Alt}');
	await screen.keys('{Control>}a{/Control}');
	await screen.keys('{Alt>}x{/Alt}');
	expect(screen.shown()).toContain('## No open follow-ups');
	await screen.go('/credits');
	await screen.keys('{Enter}');
	expect(states()).toEqual(['open']);
	await screen.go('/credits/letter/P-1');
	expect(screen.page.getByRole<HTMLTextAreaElement>('textbox').value).toContain(
		'- PO-7 / INV-1, 20 Nov 2026: Whole milk, 1 case, billed but not delivered, Torn: €6.90',
	);
	await screen.click('Mark 1 claim as asked for');
	expect(states()).toEqual(['asked']);
	await screen.click('PO-7 / INV-1', 'link');
	await screen.choose('State', 'Credited');
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.notices()).toContain('The step was saved.');
	expect(states()).toEqual(['credited']);
});

it('filters by words and type', async () => {
	const screen = await open();
	await screen.search('butter');
	expect(screen.rows()).toHaveLength(2);
	await screen.choose('Type', 'Claim: price too high');
	expect(screen.asked('followUp.list').at(-1)).toMatchObject({
		state: 'open',
		text: 'butter',
		kind: 'claim-price',
	});
	expect(screen.rows()).toHaveLength(1);
	await screen.choose('Type', 'Accept the new price');
	expect(screen.shown().split('\n').slice(-2)).toEqual([
		'## No matching follow-ups',
		'Remove a filter to see more.',
	]);
	await screen.click('Clear filters');
	expect(screen.rows()).toHaveLength(6);
});

it('says which were not done, and keeps those that were refused', async () => {
	const outcomes = (['changed', 'refused', 'confirmed'] as const).map((outcome, at) => {
		return { followUpId: list()[at]!.followUpId, outcome };
	});
	const screen = await open({ 'followUp.decide': () => succeed({ outcomes, open: 6 } as never) });
	for (const box of screen.page.getAllByRole('checkbox', { name: 'Select' }).slice(0, 3))
		await screen.user.click(box);
	await screen.settle();
	await screen.keys('{Alt>}c{/Alt}');
	expect(screen.notices()).toEqual([
		'1 follow-up confirmed.',
		'1 follow-up was changed or decided in another window. Look at it again.',
		'1 follow-up could not be carried out. Its claim is settled, or its purchase option is being edited.',
	]);
	expect(screen.shown()).toContain('1 selected');
});

it('says why nothing was decided', async () => {
	const screen = await open({ 'followUp.decide': () => fail('not-possible-now', 'no') });
	const second = screen.page.getAllByRole('checkbox', { name: 'Select' })[1]!;
	second.closest('tr')!.focus();
	for (const button of ['Confirm', 'Discard']) await screen.click(button);
	expect(
		screen
			.asked('followUp.decide')
			.map(({ decision, followUps }) => [
				decision,
				...followUps.map(({ followUpId }) => followUpId.split(',').slice(1).join()),
			]),
	).toEqual([
		['confirmed', '"l-1","claim-shortage"]'],
		['discarded', '"l-1","claim-shortage"]'],
	]);
	expect(screen.notices()).toEqual(Array(2).fill('This is not possible now.'));
	expect(screen.rows()).toHaveLength(6);
});
