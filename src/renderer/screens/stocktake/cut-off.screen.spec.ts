import { describe, expect, it } from 'vitest';
import { openCountScreen } from '../../../../test/support/count-screen.ts';
import type { Kitchen } from '../../../../test/support/kitchen.ts';
import { fail } from '../../../shared/bridge/reply.ts';
import type { Answers } from '../../../../test/support/screen.ts';
import { refusedUnderWay } from '../../../../test/support/under-way.ts';

const logWaste = (kitchen: Kitchen, description: string) =>
	kitchen.call('wastage.save', {
		documentId: null,
		revision: 0,
		locationId: 'L-1',
		description,
		locale: 'en-GB',
		lines: [],
	});

/** A count beside two drafts of waste. */
const open = (answers: Answers = {}) =>
	openCountScreen('/counts/ID/review', {
		typed: { 1: '40' },
		answers,
		before: async (kitchen) => {
			logWaste(kitchen, 'Tray dropped');
			logWaste(kitchen, 'Left open');
			await kitchen.pull();
		},
	});

const plain = (text: string) => text.replaceAll(/\d{8}-0000-[\d-]+/g, 'OTHER');
/** The rows of the open list. */
const rows = (screen: Awaited<ReturnType<typeof open>>) =>
	plain(screen.dialog()).split('\n').slice(4, -2);

it('shows the open documents of the day, and acknowledges one or all', async () => {
	const screen = await open();
	expect(screen.shown().split('\n').slice(2, 8)).toEqual([
		'[Evidence] [Print or export] <Back to sheet #/counts/ID> [Acknowledge 2 open documents first]',
		'Opened by Noor, Fri 20 Nov, 9:00',
		'Counted by Noor, last entry Fri 20 Nov, 9:00',
		'2 documents of this day or earlier are still open. Their goods may be counted but not booked, or booked but not counted. Check before you submit.',
		'[Review]',
		'Counted : 1',
	]);
	await screen.keys('{F8}');
	expect(document.activeElement?.textContent).toContain('Review');
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(plain(screen.dialog())).toMatchInlineSnapshot(`
		"Cut-off
		[Close]
		These documents are still open. Resolve them if you can, or acknowledge them. What you acknowledge is recorded with the count and your name.
		Type | Document | Day | Value | State | Acknowledged |
		Waste not booked | <Tray dropped #/waste/OTHER> | Fri 20 Nov same day | €0.00 | Draft | [Acknowledge Tray dropped] |
		Waste not booked | <Left open #/waste/OTHER> | Fri 20 Nov same day | €0.00 | Draft | [Acknowledge Left open] |
		as of 9:00
		[Refresh] [Acknowledge all 2 Ctrl Enter]"
	`);
	await screen.click(/^Acknowledge .*Tray dropped/);
	expect(screen.notices()).toEqual(['1 document acknowledged.']);
	expect(rows(screen)[0]).toBe(
		'Waste not booked | <Tray dropped #/waste/OTHER> | Fri 20 Nov same day | €0.00 | Draft | Noor, Fri 20 Nov, 9:00 |',
	);
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.asked('cutOff.acknowledge').map(({ keys }) => keys.length)).toEqual([1, 1]);
	expect(screen.dialog()).toBe('');
	expect(screen.shown().split('\n').slice(2, 8)).toEqual([
		'[Evidence] [Print or export] <Back to sheet #/counts/ID> [Submit count]',
		'Opened by Noor, Fri 20 Nov, 9:00',
		'Counted by Noor, last entry Fri 20 Nov, 9:00',
		'2 open documents of this day or earlier were acknowledged. [Show]',
		'Counted : 1',
		'Counted as zero : 0',
	]);
	await screen.click('Show');
	expect(rows(screen)[1]).toBe(
		'Waste not booked | <Left open #/waste/OTHER> | Fri 20 Nov same day | €0.00 | Draft | Noor, Fri 20 Nov, 9:00 |',
	);
});

it('counts a document that is entered meanwhile, and goes from the second to the third', async () => {
	const screen = await open();
	logWaste(screen.kitchen, 'Spilt');
	await screen.settle();
	expect(screen.shown()).toContain('3 documents of this day or earlier are still open.');
	await screen.click('Review');
	await screen.click(/^Acknowledge .*Left open/);
	expect(document.activeElement?.getAttribute('aria-label')).toBe('Acknowledge Spilt');
});

it('asks the service again, and says when it does not answer or a document was not acknowledged', async () => {
	const no = () => fail('not-possible-now', 'no');
	const answers = { 'cutOff.refresh': no, 'cutOff.acknowledge': no };
	const screen = await open(answers);
	await screen.click('Review');
	await refusedUnderWay({ ...screen, answers }, 'cutOff.refresh', 'Refresh');
	await screen.click('Refresh');
	await screen.click(/^Acknowledge all/);
	expect(screen.notices()).toEqual(Array(2).fill('This is not possible now.'));
	expect(screen.dialog()).toContain('Tray dropped');
});

it('submits as soon as the open documents are known, and says when they cannot be read', async () => {
	const known = Promise.withResolvers<null>();
	let broken = true;
	const screen = await openCountScreen('/counts/ID/review', {
		typed: { 1: '40' },
		answers: {
			'cutOff.get': () => (broken ? fail('not-possible-now', 'no') : known.promise),
		},
	});
	expect(screen.shown()).toContain(
		'Open documents could not be checked\nThis is not possible now.\n[Try again]',
	);
	broken = false;
	await screen.click('Submit count');
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.dialog()).toBe('');
	known.resolve(null);
	await screen.settle();
	expect(screen.dialog()).toContain('Submit “');
	expect(screen.shown()).not.toContain('could not be checked');
	expect(screen.notices()).toEqual([]);
});

describe('a person who pressed Submit before the open documents were known', () => {
	async function openUnknown() {
		const known = Promise.withResolvers<null>();
		const screen = await openCountScreen('/counts/ID/review', {
			typed: { 1: '40' },
			plan: { approval: 'anyone' },
			answers: { 'cutOff.get': () => known.promise },
			before: (kitchen, stocktakeId) =>
				kitchen.call('stocktake.approve', { stocktakeId, by: 'Mara' }),
		});
		await screen.click('Submit count');
		const settle = async () => {
			known.resolve(null);
			await screen.settle();
		};
		return { screen, settle };
	}

	it('is asked about nothing over another dialog', async () => {
		const { screen, settle } = await openUnknown();
		await screen.click('Send back…');
		await settle();
		expect(document.querySelectorAll('.dialog')).toHaveLength(1);
		expect(screen.dialog()).toContain('Send “Friday” back?');
		await screen.keys('{Escape}');
		expect(screen.dialog()).toBe('');
	});

	it('is not interrupted in another box', async () => {
		const { screen, settle } = await openUnknown();
		await screen.user.type(screen.page.getByRole('searchbox'), 'milk');
		await settle();
		expect(screen.dialog()).toBe('');
		await screen.click('Submit count');
		expect(screen.dialog()).toContain('Submit “');
	});

	it('is asked about nothing if the count was submitted elsewhere meanwhile', async () => {
		const { screen, settle } = await openUnknown();
		const { stocktakeId } = screen;
		screen.kitchen.call('stocktake.submit', {
			stocktakeId,
			intentId: crypto.randomUUID(),
			zeroReason: '',
		});
		await screen.tell('stocktake.changed', { stocktakeId });
		await settle();
		expect(screen.shown()).toContain('Waiting to be sent');
		expect(screen.dialog()).toBe('');
	});
});
