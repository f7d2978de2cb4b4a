import { beforeEach, expect, it } from 'vitest';
import {
	transferLine,
	transferToSave,
	wasteLine,
	wasteToSave,
} from '../../../../test/support/documents.ts';
import { openStockedKitchen } from '../../../../test/support/kitchen.ts';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';
import { noReply } from '../../../../test/support/verdicts.ts';
import { refusedUnderWay } from '../../../../test/support/under-way.ts';
import type { PossibleTwin } from '../../../shared/bridge/outbox.ts';
import { fail, succeed } from '../../../shared/bridge/reply.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';

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
let left: PossibleTwin[];
const twins = () => succeed({ twins: left });
let decided = () => succeed({});

const open = async () => {
	const screen = await openScreen('/outbox', {
		answers: { 'outbox.twins': twins, 'outbox.decideTwin': () => decided() },
	});
	const section = screen.page.getByRole('region', { name: /^Possible duplicate/ });
	return { ...screen, shownHere: () => screen.shown(section) };
};

beforeEach(() => {
	decided = () => succeed({});
	left = [twin];
});

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
	expect(screen.shownHere().split('\n').slice(-4)).toEqual([
		'Reason for keeping both {Reason for keeping both, wrong: }',
		'Kept in the history with your name.',
		'Enter a short reason for whoever looks at this later.',
		'[Keep both] [Cancel]',
	]);
	await screen.user.keyboard('{Escape}');
	await screen.settle();
	expect(document.activeElement).toBe(screen.page.getByRole('button', { name: 'Keep both' }));
});

it('notes a duplicate with what to do about it', async () => {
	const screen = await open();
	await screen.click('It is a duplicate');
	await screen.user.keyboard('Entered twice');
	expect(screen.shownHere().split('\n').slice(-6)).toEqual([
		'd 1each',
		'and 2 more lines',
		'Stillroom deletes nothing at the service. Open W-2 there and make sure that W-1 is complete. Then reject or delete W-2. If its stock has already moved, ask whoever closes the books first.',
		'Reason, and what you will do about it {Reason, and what you will do about it: Entered twice}',
		'Kept in the history with your name.',
		'[Mark as duplicate] [Cancel]',
	]);
	await screen.user.keyboard('{Tab}{Enter}');
	await screen.settle();
	expect(screen.asked('outbox.decideTwin')).toEqual([
		{ twinId: 'T-1', says: 'duplicate', reason: 'Entered twice' },
	]);
	expect(screen.notices()).toEqual([
		'Marked as duplicate. W-2 stays at the service until someone rejects or deletes it there.',
	]);
});

it('says why a decision was not noted, and keeps the reason', async () => {
	decided = () => fail('not-possible-now', 'no');
	const screen = await open();
	await screen.click('Keep both');
	await screen.user.keyboard('Two parties{Tab}{Enter}');
	await screen.settle();
	expect(screen.notices()).toEqual(['This is not possible now.']);
	expect(screen.shownHere()).toContain('Two parties');
	decided = () => fail('changed-meanwhile', 'no');
	left = [];
	await screen.click('Keep both');
	expect(screen.shown()).not.toContain('Possible duplicate');
});

it('finds the document of a lost request beside the one that was sent again', async () => {
	const kitchen = await openStockedKitchen();
	const lines = [
		wasteLine(),
		wasteLine({ lineId: 'line-2', itemId: '2', boxes: [{ unitId: '3', typed: '1' }] }),
	];
	const { documentId } = kitchen.call('wastage.save', wasteToSave(lines, { description: 'Lost' }));
	kitchen.service.next = [noReply];
	kitchen.call('wastage.submit', { documentId, intentId: crypto.randomUUID() });
	await kitchen.send();
	await kitchen.clock.pass(900_000);
	const screen = await openScreen('/outbox', { kitchen });
	await screen.click('Send again');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Send this again?
		If the first try did reach the service, sending again may do it twice. If you can, check at the service first.
		[Cancel] [Send again]"
	`);
	await screen.user.click(screen.page.getAllByRole('button', { name: 'Send again' }).at(-1)!);
	await kitchen.send();
	const made = kitchen.service.lists['wastage.list']![0] as object;
	const late = { id: 'W-7', number: 'WST-7', status: 'Draft', createdDate: '2026-11-20T08:40:00Z' };
	await kitchen.shows({ 'wastage.list': [made, { ...made, ...late }] });
	await screen.tell('outbox.changed', {});
	const twins = () => screen.page.queryByRole('region', { name: /^Possible duplicate/ });
	expect(screen.shown(twins())).toMatchInlineSnapshot(`
		"## Possible duplicate: Waste · Harbour Kitchen · Fri 20 Nov
		It was sent 2 times, because no answer came at first. The service now has two documents that look the same. Only a person can tell whether both are right.
		### NO-1 the one Stillroom uses
		Submitted
		Lost [SR-0000000001]
		Whole milk 2each
		Butter 1case
		### WST-7 looks the same
		Draft · created 8:40
		Lost [SR-0000000001]
		Whole milk 2each
		Butter 1case
		[Keep both] [It is a duplicate]"
	`);
	await screen.click('It is a duplicate');
	await screen.user.keyboard('Deleted it there{Tab}{Enter}');
	await screen.settle();
	expect(twins()).toBeNull();
	await screen.click('Show history');
	expect(screen.shown(screen.page.getByRole('table', { name: 'History' }))).toMatchInlineSnapshot(`
		"Time | Step | From, to | By | Reason |
		Fri 20 Nov, 9:00 | Creating | new → queued | Noor | Entered. |
		Fri 20 Nov, 9:00 | Submitting | new → queued | Noor | Entered. |
		Fri 20 Nov, 9:00 | Creating | queued → sending | Stillroom | Sent, attempt 1. |
		Fri 20 Nov, 9:00 | Creating | sending → not confirmed | Stillroom | Sent, but no answer showed the result. Technical details The connection was lost. |
		Fri 20 Nov, 9:01 | Creating | not confirmed → checking | Stillroom | Asking the service for the result. |
		Fri 20 Nov, 9:01 | Creating | checking → not confirmed | Stillroom | The service has no such documents. |
		Fri 20 Nov, 9:02 | Creating | not confirmed → checking | Stillroom | Asking the service for the result. |
		Fri 20 Nov, 9:02 | Creating | checking → needs attention | Stillroom | The service has no such documents. |
		Fri 20 Nov, 9:15 | Creating | needs attention → queued | Noor | To be sent again. |
		Fri 20 Nov, 9:15 | Creating | queued → sending | Stillroom | Sent, attempt 2. |
		Fri 20 Nov, 9:15 | Creating | sending → done | Stillroom | The service confirmed it (status 200). |
		Fri 20 Nov, 9:15 | Submitting | queued → sending | Stillroom | Sent, attempt 1. |
		Fri 20 Nov, 9:15 | Submitting | sending → done | Stillroom | The service confirmed it (status 200). |
		Fri 20 Nov, 9:15 | Creating | done → done | Stillroom | The service also has WST-7, which looks the same. It may be a duplicate. |
		Fri 20 Nov, 9:15 | Creating | done → done | Noor | WST-7 is a duplicate, to be resolved at the service: Deleted it there |"
	`);
});

it('shows one pair at a time, and how many are left', async () => {
	const both = [twin, { ...twin, twinId: 'T-2', attempts: 3 }, { ...twin, twinId: 'T-3' }];
	const answers: Answers = { 'outbox.twins': { twins: both }, 'outbox.decideTwin': {} };
	const screen = await openScreen('/outbox', { answers });
	expect(screen.shown()).toContain('2 more pairs to check after this one.');
	await screen.click('Keep both');
	await screen.user.keyboard('Two trays');
	await refusedUnderWay({ ...screen, answers }, 'outbox.decideTwin', 'Keep both');
	answers['outbox.twins'] = { twins: both.slice(1) };
	await screen.keys('{Enter}');
	await screen.settle();
	expect(screen.asked('outbox.decideTwin')).toMatchObject([{ twinId: 'T-1', says: 'two' }]);
	expect(screen.shown()).toContain('It was sent 3 times');
	answers['outbox.twins'] = () => fail('internal', 'no');
	await screen.tell('outbox.changed', {});
	expect(screen.shown()).toContain('Something went wrong in Stillroom. Your saved work is safe.');
});

it('shows a line in each of its units, and what this PC has no name for', async () => {
	const profile = serviceProfile.parse({ reference: { transferOut: null } });
	const kitchen = await openStockedKitchen({ profile });
	const boxes = [
		{ unitId: '3', typed: '2' },
		{ unitId: '1', typed: '5' },
	];
	const lines = [transferLine({ boxes }), transferLine({ lineId: 'line-2', itemId: '3' })];
	const { documentId } = kitchen.call('transferOut.save', transferToSave(lines));
	kitchen.call('transferOut.submit', { documentId, intentId: crypto.randomUUID() });
	await kitchen.send();
	const [made] = kitchen.service.lists['transferOut.list'] as object[];
	const other = { ...made, id: 'T-7', number: undefined };
	await kitchen.shows({ 'transferOut.list': [made, other] });
	const known = kitchen.service.lists['inventoryItem.list']!;
	await kitchen.shows({ 'inventoryItem.list': known.slice(0, 1) });
	const screen = await openScreen('/outbox', { kitchen });
	expect(screen.shown(screen.page.getByRole('region', { name: /^Possible duplicate/ })))
		.toMatchInlineSnapshot(`
		"## Possible duplicate: Transfer out · Harbour Kitchen · Fri 20 Nov
		The service keeps no reference that identifies our documents. The service now has two documents that look the same. Only a person can tell whether both are right.
		### NO-1 the one Stillroom uses
		Submitted
		Whole milk 2case
		Whole milk 5each
		3 2
		### T-7 looks the same
		Submitted
		Whole milk 2case
		Whole milk 5each
		3 2
		[Keep both] [It is a duplicate]"
	`);
});
