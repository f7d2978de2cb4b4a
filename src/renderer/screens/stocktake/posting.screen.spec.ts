import { expect, it } from 'vitest';
import { openCountScreen } from '../../../../test/support/count-screen.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';
import { fail, type Reply } from '../../../shared/bridge/reply.ts';
import type { Answers } from '../../../../test/support/screen.ts';

/** A count of five lines in three parts; the service refuses the second and names its second line. */
const open = (answers: Answers = {}) =>
	openCountScreen('/counts/ID/review', {
		typed: { 1: '40', 2: '20', 3: '50', 4: '10', 5: '7' },
		answers,
		before: async (kitchen, stocktakeId) => {
			kitchen.useProfile({
				stocktake: serviceProfile.parse({ stocktake: { batchLines: 2 } }).stocktake,
			});
			kitchen.service.next = [
				kitchen.service.verdict,
				{
					kind: 'rejected',
					status: 400,
					said: 'Not accepted. · items[1].itemId: No item has this identifier.',
					serverDate: null,
				},
			];
			kitchen.call('stocktake.submit', { stocktakeId, intentId: 'intent-submit' });
			await kitchen.send();
		},
	});
type Screen = Awaited<ReturnType<typeof open>>;
const posting = (screen: Screen) => screen.part('region', 'Posting');

it('shows the parts of a posting, and corrects a refused one', async () => {
	const screen = await open();
	const flour = () =>
		screen
			.dialog()
			.split('\n')
			.find((line) => line.startsWith('Flour'));
	expect(posting(screen)).toMatchInlineSnapshot(`
		"Posting
		1 of 3 parts, 2 lines each · 2 of 5 lines posted
		Part 2: refused by the service [Fix]
		Part 3: waits for the previous part"
	`);
	await screen.click('Fix');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Part 2 was refused
		[Close]
		Nothing of this part is at the service, and parts already posted are not sent again. Leave out the lines it refused, or correct their count. The other lines are sent unchanged.
		Service’s answer (status 400)
		Not accepted. · items[1].itemId: No item has this identifier.
		Line | Counted | Change | Action |
		Whole milk DA-1 itemId: No item has this identifier. | 10each | −2 | {Action for Whole milk: Leave out} |
		[Show the other line]
		Reason {Reason: }
		Kept with the count and your name.
		[Cancel] [Continue with 1 change]"
	`);
	await screen.click(/^Show the other line/);
	expect(flour()).toBe('Flour DA-4 | 50kg | −10 | {Action for Flour: Send unchanged} |');
	await screen.choose(/Flour/, 'put-right');
	await screen.confirm(/^Continue/);
	expect(flour()).toBe(
		'Flour DA-4 | 50kg | −10 | {Action for Flour: Send a corrected count} Count of Flour, in kg {Count of Flour, in kg, wrong: } This is required. |',
	);
	expect(screen.dialog().split('\n').slice(-4)).toEqual([
		'Reason {Reason, wrong: }',
		'Kept with the count and your name.',
		'This is required.',
		'[Cancel] [Continue with 2 changes]',
	]);
	await screen.fill(/^Count of Flour/, '1,250');
	await screen.fill('Reason', 'Typing mistake');
	await screen.confirm(/^Continue/);
	expect(flour()).toContain('wrong: 1,250} This can be read in two ways. 1,250 and 1.25 |');
	await screen.fill(/^Count of Flour/, '51');
	expect(flour()).not.toContain('two ways');
	await screen.confirm(/^Continue/);
	expect(screen.asked('posting.resume').at(-1)).toMatchObject({
		stocktakeId: screen.stocktakeId,
		locale: 'en-GB',
		lines: [
			{ areaId: 'A-1', itemId: '4', typed: '51', reason: 'Typing mistake' },
			{ areaId: 'A-2', itemId: '1', typed: null, reason: 'Typing mistake' },
		],
	});
	expect(screen.notices()).toEqual(['Sending the part again.']);
	expect(posting(screen)).toMatchInlineSnapshot(`
		"Posting
		1 of 3 parts, 2 lines each · 2 of 5 lines posted· 1 line left out
		Part 2: next to be sent
		Part 3: waits for the previous part
		Left out of the posting
		4 Whole milk Typing mistake · Noor"
	`);
	await screen.kitchen.send();
	await screen.tell('outbox.changed', {});
	expect(posting(screen)).toMatchInlineSnapshot(`
		"Posting
		3 of 3 parts, 2 lines each · 4 of 5 lines posted· 1 line left out
		Left out of the posting
		4 Whole milk Typing mistake · Noor"
	`);
});

it.each(['attention', 'stale-review', 'held-newer-version'] as const)(
	'leads to the outbox where a person decides on a part: %s',
	async (state) => {
		const answers: Answers = {};
		const { stocktakeId, ...screen } = await open(answers);
		const { parts, ...rest } = screen.kitchen.call('posting.get', { stocktakeId });
		answers['posting.get'] = {
			...rest,
			parts: parts.map((part) =>
				part.canBeAmended ? { ...part, state, canBeAmended: false } : part,
			),
		};
		await screen.tell('outbox.changed', {});
		expect(screen.part('region', 'Posting').split('\n').slice(2)).toEqual([
			'Part 2: needs attention in the outbox <Open outbox #/outbox>',
			'Part 3: waits for the previous part',
		]);
	},
);

it('says that a part is decided already, and closes the decision', async () => {
	const answer = Promise.withResolvers<Reply<never>>();
	const screen = await open({ 'posting.resume': () => answer.promise });
	await screen.click('Fix');
	await screen.choose(/Whole milk/, 'as-is');
	await screen.confirm('Send again unchanged');
	expect(screen.page.queryByRole('button', { busy: true })?.textContent).toMatch(/^Send again/);
	answer.resolve(fail('not-possible-now', 'no'));
	await screen.settle();
	expect(screen.asked('posting.resume').map(({ lines }) => lines)).toEqual([[]]);
	expect(screen.notices()).toEqual(['This is not possible now.']);
	expect(screen.dialog()).toBe('');
});

it('says of a line that was left out that nothing is booked, not that it matches the book', async () => {
	const screen = await open();
	await screen.click('Fix');
	await screen.fill('Reason', 'Not stocked any more');
	await screen.confirm(/^Continue/);
	await screen.grab(4);
	expect(screen.panel()).toContain('Left out: nothing is booked.');
});
