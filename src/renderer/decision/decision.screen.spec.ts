// Decisions on one document of the service, with waste and a purchase order.
import { expect, it } from 'vitest';
import { openStockedKitchen } from '../../../test/support/kitchen.ts';
import { wasteRecord, wasteToSave, written } from '../../../test/support/documents.ts';
import { refused } from '../../../test/support/verdicts.ts';
import { opensAnew, opensAnewAfter } from '../../../test/support/opens-anew.ts';
import { openScreen, type Answers } from '../../../test/support/screen.ts';
import { orderOfTwo } from '../../../test/support/receiving-desk.ts';
import { fail, succeed } from '../../shared/bridge/reply.ts';

const online = { state: 'online', lastAnswerAt: 0, reason: null } as const;

interface Opening {
	record?: object;
	answers?: Answers;
	settings?: object;
	at?: string;
	lists?: Record<string, object[]>;
}
async function open({
	record = {},
	answers = {},
	settings = {},
	at = 'waste/service:wastage:W-9',
	lists = {},
}: Opening = {}) {
	const kitchen = await openStockedKitchen({
		settings: { staff: ['Noor', 'Sam'], ...settings },
		lists: { 'wastage.list': [wasteRecord({ status: 'Submitted', ...record })], ...lists },
	});
	return {
		...(await openScreen(`/${at}`, { kitchen, answers, state: { network: online } })),
		kitchen,
	};
}

it('approves, says so, and tells who did it', async () => {
	const screen = await open();
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Waste WST-9
		Business day 19 Nov 2026 Submitted
		[Print or export] [All waste] [Reject] [Approve] [Lock]
		Item | Quantity | Amount | Reason | Note | Cost, EUR |
		Whole milk DA-1 | 2each | 2each | | | 1.00 |
		Total | 1.00 |"
	`);
	await screen.click('Approve');
	expect(screen.notices()).toEqual(['Approved. Will be sent automatically.']);
	// Its button is gone.
	expect(document.activeElement?.tagName).toBe('H1');
	await screen.kitchen.send();
	await screen.kitchen.pull();
	await screen.settle();
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Waste WST-9
		Business day 19 Nov 2026 Waiting to be sent
		[Print or export] [All waste]
		Approved by Noor, Fri 20 Nov, 9:00 (not confirmed yet)
		This document is in the outbox and will be sent automatically. To change it, undo it there first.
		<Open outbox #/outbox/service%3Awastage%3AW-9>
		Item | Quantity | Amount | Reason | Note | Cost, EUR |
		Whole milk DA-1 | 2each | 2each | | | 1.00 |
		Total | 1.00 |"
	`);
	expect(written(screen.kitchen)).toEqual(['wastage.approve']);
});

it('says that a document needs attention in the outbox', async () => {
	const screen = await open();
	screen.kitchen.service.next = [refused];
	await screen.click('Approve');
	await screen.kitchen.send();
	await screen.tell('documents.changed', { area: 'wastage' });
	expect(screen.shown().split('\n').slice(1, 6)).toEqual([
		'Business day 19 Nov 2026 Needs attention',
		'[Print or export] [All waste]',
		'Approved by Noor, Fri 20 Nov, 9:00 (not confirmed yet)',
		'The service has not confirmed your change to this document. Decide in the outbox.',
		'<Open outbox #/outbox/service%3Awastage%3AW-9>',
	]);
});

it('asks who approves, where the author may not', async () => {
	const screen = await open({ settings: { anotherApproves: ['wastage'] } });
	const { kitchen } = screen;
	const { documentId } = kitchen.call('wastage.save', wasteToSave());
	kitchen.call('wastage.submit', { documentId, intentId: crypto.randomUUID() });
	await kitchen.send();
	await kitchen.pull();
	await screen.go('/waste/service:wastage:S-1');
	await opensAnew(screen, 'Approve');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Who approves this?
		The approval is recorded under this name.
		Approver
		{Approver: } [Show the list]
		Noor entered this and cannot approve it.
		[Cancel] [Approve]"
	`);
	await screen.confirm('Approve');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Who approves this?
		The approval is recorded under this name.
		Approver
		{Approver, wrong: } [Show the list]
		Noor entered this and cannot approve it.
		Choose the approver from the list.
		[Cancel] [Approve]"
	`);
	await screen.pick(/Approver/, 'Sa');
	await screen.confirm('Approve');
	expect(screen.dialog()).toMatchInlineSnapshot(`""`);
	expect(screen.asked('wastage.approve').map(({ by }) => by)).toEqual(['Sam']);
});

it.each([
	['reject', 'Reject'],
	['approve', 'Approve'],
] as const)('asks anew after it was told to %s', async (verb, button) => {
	const screen = await open({
		record: { createdBy: 'Noor' },
		settings: { anotherApproves: ['wastage'] },
		answers: {
			[`wastage.${verb}`]: (about: { documentId: string }) =>
				succeed(screen.kitchen.call('wastage.get', about)),
		},
	});
	await opensAnewAfter(
		screen,
		() => screen.click(button),
		async () => {
			if (verb === 'approve') {
				await screen.user.clear(screen.page.getByRole('combobox', { name: /Approver/ }));
				await screen.keys('Sam{Enter}');
			}
			await screen.confirm(button);
		},
	);
});

it('rejects with a reason', async () => {
	const screen = await open();
	await opensAnew(screen, 'Reject');
	await screen.confirm('Reject');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Reject this document?
		The author can edit it and send it again.
		Reason {Reason, wrong: }
		Kept on this PC, because the service has no field for it. Tell whoever entered it yourself.
		Enter a reason first.
		[Cancel] [Reject]"
	`);
	await screen.user.type(screen.page.getByRole('textbox', { name: /Reason/ }), ' Twice ');
	await screen.confirm('Reject');
	expect(screen.asked('wastage.reject').map(({ reason }) => reason)).toEqual(['Twice']);
	expect(screen.notices()).toEqual(['Rejected. Will be sent automatically.']);
	await screen.kitchen.send();
	await screen.tell('documents.changed', { area: 'wastage' });
	expect(screen.shown()).toContain('Rejected: Twice');
});

it.each([
	['needs-network', /^This needs a connection to the service. Nothing was changed/],
	['refused', /^This person entered it. Someone else must approve it.$/],
	['incomplete', /^Not complete yet. Open it to see what is missing$/],
	['disk-full', /^The disk of this PC is full/],
] as const)('says why a decision was not taken: %s', async (code, words) => {
	const no = () => fail(code, 'no');
	const screen = await open({
		settings: { anotherApproves: [] },
		answers: { 'wastage.approve': no, 'wastage.reject': no, 'wastage.lock': no },
	});
	await screen.click('Approve');
	await screen.click('Lock');
	expect(screen.notices()).toEqual([expect.stringMatching(words), expect.stringMatching(words)]);
	expect(screen.app.notices.list.map(({ tone }) => tone)).toEqual(['rust', 'rust']);
	await screen.click('Reject');
	await screen.user.type(screen.page.getByRole('textbox', { name: /Reason/ }), 'Twice');
	await screen.confirm('Reject');
	expect(screen.dialog().split('\n').at(-2)).toMatch(words);
	expect(screen.notices()).toHaveLength(2);
});

it.each([false, true])('turns the lock of a document, locked before: %s', async (isLocked) => {
	const screen = await open({ record: { isLocked } });
	const button = screen.page.getByRole('button', { name: isLocked ? 'Unlock' : 'Lock' });
	button.click();
	button.click();
	await screen.settle();
	expect(screen.asked('wastage.lock').map(({ locked }) => locked)).toEqual([!isLocked]);
	expect(screen.notices()).toEqual([
		`${isLocked ? 'Unlocked' : 'Locked'} here. Waiting for the service to confirm.`,
	]);
});

it('shows a rejected document, edits it, and gives the edit up or sends it again', async () => {
	const screen = await open({ record: { status: 'Rejected' } });
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Waste WST-9
		Business day 19 Nov 2026 Rejected
		[Print or export] [All waste] [Lock] [Edit and send again]
		It was rejected, and the service gives no reason. Ask the person who rejected it, then edit it and send it again.
		Item | Quantity | Amount | Reason | Note | Cost, EUR |
		Whole milk DA-1 | 2each | 2each | | | 1.00 |
		Total | 1.00 |"
	`);
	await screen.keys('{F2}');
	expect(screen.shown().split('\n').slice(0, 4)).toEqual([
		'# Edit WST-9',
		'Business day Thu 19 Nov · Saved at 9:00',
		'[Templates] [Discard changes] [Send again]',
		'It was rejected, and the service gives no reason. Ask the person who rejected it, then edit it and send it again.',
	]);
	expect(screen.app.foot.content.keys.at(-1)?.label).toBe('send again');
	await screen.click('Discard changes');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Discard your changes?
		The document stays as it is at the service. Your changes are not sent.
		[Cancel] [Discard changes]"
	`);
	await screen.confirm('Discard changes');
	expect(screen.notices()).toEqual(['Changes discarded. The document is as it is at the service.']);
	await screen.go('/waste/service:wastage:W-9');
	await screen.click('Edit and send again');
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.notices()).toEqual([
		'Changes discarded. The document is as it is at the service.',
		'Saved. The changed document will be sent and submitted again automatically.',
	]);
	await screen.go('/waste/service:wastage:W-9');
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Waste WST-9
		Business day 19 Nov 2026 Waiting to be sent
		[Print or export] [All waste]
		Changed by Noor, Fri 20 Nov, 9:00 (not confirmed yet)
		Submitted by Noor, Fri 20 Nov, 9:00 (not confirmed yet)
		This document is in the outbox and will be sent automatically. To change it, undo it there first.
		<Open outbox #/outbox/service%3Awastage%3AW-9>
		Item | Quantity | Amount | Reason | Note | Cost, EUR |
		Whole milk DA-1 | 2each | 2each | | | 1.00 |
		Total | 1.00 |"
	`);
});

it('goes on with an edit, and says why none can begin', async () => {
	const screen = await open({
		record: { status: 'Draft' },
		answers: {
			'wastage.edit': () => (begins ? null : fail('disk-full', 'no')),
		},
	});
	let begins = false;
	await screen.click('Edit');
	expect(screen.notices()).toEqual([
		'The disk of this PC is full. Nothing can be saved until you free some space.',
	]);
	begins = true;
	await screen.click('Edit');
	expect(screen.shown().split('\n').slice(0, 3)).toEqual([
		'# Edit WST-9',
		'Business day Thu 19 Nov · Saved at 9:00',
		'[Templates] [Discard changes] [Save and keep as a draft] [Submit]',
	]);
	await screen.go('/waste/service:wastage:W-9');
	expect(screen.shown().split('\n').slice(0, 5)).toEqual([
		'# Waste WST-9',
		'Business day 19 Nov 2026 Draft at the service',
		'[Print or export] [All waste] [Continue editing]',
		'Item | Quantity | Amount | Reason | Note | Cost, EUR |',
		'Whole milk DA-1 | 2each | 2each | | | 1.00 |',
	]);
	await screen.click('Continue editing');
	await screen.click('Save and keep as a draft');
	expect(screen.asked('wastage.submit')).toMatchObject([{ submit: false }]);
	expect(screen.notices()).toEqual([
		'The disk of this PC is full. Nothing can be saved until you free some space.',
		'Saved. The change will be sent automatically. It stays a draft at the service.',
	]);
});

it('closes or cancels an order only after a question', async () => {
	let refuses = true;
	const screen = await open({
		answers: {
			'purchaseOrder.cancel': () => (refuses ? fail('needs-network', 'no') : null),
		},
		at: 'orders/service:purchaseOrder:O-1',
		lists: { 'purchaseOrder.list': [orderOfTwo()] },
	});
	expect(screen.shown().split('\n').slice(0, 3)).toEqual([
		'# Purchase order PO-7, Riverside Dairy',
		'Business day 18 Nov 2026 · Due: Fri 20 Nov Approved, not sent',
		'[Print or export] [All purchase orders] [Cancel order] [Close order] [Edit]',
	]);
	await screen.click('Close order');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Close this order?
		Nothing more is expected for it. You can no longer receive against it.
		[Cancel] [Close order]"
	`);
	await screen.keys('{Escape}');
	await screen.click('Cancel order');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Cancel this order?
		If the supplier has it already, tell the supplier too.
		[Cancel] [Cancel order]"
	`);
	await screen.confirm('Cancel order');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Cancel this order?
		This needs a connection to the service. Nothing was changed. You can let approvals wait in the outbox: see Settings.
		[Cancel] [Cancel order]"
	`);
	refuses = false;
	await screen.confirm('Cancel order');
	expect(screen.notices()).toEqual(['Cancelled. Will be sent automatically.']);
});
