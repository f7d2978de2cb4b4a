import { beforeEach, expect, it } from 'vitest';
import { openScreen } from '../../../../test/support/screen.ts';
import type { PossibleTwin } from '../../../shared/bridge/outbox.ts';
import { fail, succeed } from '../../../shared/bridge/reply.ts';

const line = (name: string, quantity: string) => ({ name, quantity, unitName: 'each' });
const twin: PossibleTwin = {
	twinId: 'T-1',
	laneId: 'lane-1',
	document: 'wastage',
	locationName: 'Harbour Kitchen',
	businessDate: '2026-11-20',
	attempts: 2,
	confirmedBy: null,
	ours: {
		serverId: 'S-1',
		number: 'W-1',
		stateWord: 'Submitted',
		createdAt: Date.UTC(2026, 10, 20, 8),
		description: 'Lunch',
		lines: [line('Butter', '2')],
	},
	other: {
		serverId: 'S-2',
		number: 'W-2',
		stateWord: 'Approved',
		createdAt: null,
		description: '',
		lines: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => line(name, '1')),
	},
};
const twins = () => succeed({ twins: [twin] });
let decided = () => succeed({});

const open = async () => {
	const screen = await openScreen('/outbox', {
		answers: { 'outbox.twins': twins, 'outbox.decideTwin': () => decided() },
	});
	const section = screen.page.getByRole('region', { name: /^Possible duplicate/ });
	return { ...screen, shownHere: () => screen.shown(section) };
};

beforeEach(() => (decided = () => succeed({})));

it('shows two documents that look the same, beside each other', async () => {
	const { shownHere } = await open();
	expect(shownHere()).toMatchInlineSnapshot(`
		"## Possible duplicate: Waste · Harbour Kitchen · Fri 20 Nov
		It was sent 2 times, because no answer came at first. The service now has two documents that look the same. Only a person can tell whether both are right.
		### W-1 the one Stillroom uses
		Submitted · created 8:00
		Lunch
		Butter 2each
		### W-2 looks the same
		Approved
		a 1each
		b 1each
		c 1each
		d 1each
		and 2 more lines
		[Keep both] [It is a duplicate]"
	`);
});

it('asks for a reason to keep both, and goes back to the question', async () => {
	const screen = await open();
	await screen.click('Keep both');
	expect(document.activeElement).toBe(screen.page.getByRole('textbox', { name: /both/ }));
	await screen.click('Keep both');
	expect(screen.asked('outbox.decideTwin')).toEqual([]);
	expect(screen.shownHere()).toMatchInlineSnapshot(`
		"## Possible duplicate: Waste · Harbour Kitchen · Fri 20 Nov
		It was sent 2 times, because no answer came at first. The service now has two documents that look the same. Only a person can tell whether both are right.
		### W-1 the one Stillroom uses
		Submitted · created 8:00
		Lunch
		Butter 2each
		### W-2 looks the same
		Approved
		a 1each
		b 1each
		c 1each
		d 1each
		and 2 more lines
		Reason for keeping both {Reason for keeping both, wrong: }
		Kept in the history with your name.
		Enter a short reason for whoever looks at this later.
		[Keep both] [Cancel]"
	`);
	await screen.user.keyboard('{Escape}');
	await screen.settle();
	expect(document.activeElement).toBe(screen.page.getByRole('button', { name: 'Keep both' }));
});

it('notes a duplicate with what to do about it', async () => {
	const screen = await open();
	await screen.click('It is a duplicate');
	await screen.user.keyboard('Entered twice');
	expect(screen.shownHere().split('\n').slice(-6)).toMatchInlineSnapshot(`
		[
		  "d 1each",
		  "and 2 more lines",
		  "Stillroom deletes nothing at the service. Open W-2 there and make sure that W-1 is complete. Then reject or delete W-2. If its stock has already moved, ask whoever closes the books first.",
		  "Reason, and what you will do about it {Reason, and what you will do about it: Entered twice}",
		  "Kept in the history with your name.",
		  "[Mark as duplicate] [Cancel]",
		]
	`);
	await screen.user.keyboard('{Tab}{Enter}');
	await screen.settle();
	expect(screen.asked('outbox.decideTwin')).toEqual([
		{ twinId: 'T-1', says: 'duplicate', reason: 'Entered twice' },
	]);
	expect(screen.notices()).toMatchInlineSnapshot(`
		[
		  "Marked as duplicate. W-2 stays at the service until someone rejects or deletes it there.",
		]
	`);
});

it('says why a decision was not noted, and keeps the reason', async () => {
	decided = () => fail('not-possible-now', 'no');
	const screen = await open();
	await screen.click('Keep both');
	await screen.user.keyboard('Two parties{Tab}{Enter}');
	await screen.settle();
	expect(screen.notices()).toEqual(['This is not possible now.']);
	expect(screen.shownHere()).toContain('Two parties');
});
