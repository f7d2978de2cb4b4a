import { expect, it } from 'vitest';
import { eachKitchen } from '../../../test/support/each-kitchen.ts';
import { caller, valueOf } from '../../../test/support/kitchen.ts';
import { openRecord, openRecordKitchen } from '../../../test/support/record-page.ts';
import type { Answers } from '../../../test/support/screen.ts';
import { refused } from '../../../test/support/verdicts.ts';
import type { CallOutput } from '../../shared/bridge/contract.ts';
import { fail, succeed, type Reply } from '../../shared/bridge/reply.ts';

const kitchen = eachKitchen(openRecordKitchen);
const open = (path: string, answers: Answers = {}) => openRecord(kitchen, path, answers);

it('deletes a record, or says why it stayed', async () => {
	const replies = [
		fail('refused', 'It is used.'),
		fail('disk-full', 'no'),
		succeed({ state: 'not-confirmed' as const }),
		succeed({ state: 'removed' as const }),
	];
	const late = Promise.withResolvers<Reply<CallOutput<'record.remove'>>>();
	const screen = await open('/purchaseOption/O-1', {
		'record.remove': () => replies.shift() ?? late.promise,
	});
	for (const left of [3, 2, 1, 0]) {
		await screen.click('Delete');
		expect(screen.dialog()).toMatchInlineSnapshot(`
			"Delete Whole milk · Riverside Dairy?
			The service deletes it at once. This cannot be undone, and is never resent automatically.
			[Cancel] [Delete]"
		`);
		await screen.confirm('Delete');
		expect(replies).toHaveLength(left);
	}
	expect(screen.notices()).toEqual([
		'The service did not delete it: It is used.',
		'The disk of this PC is full. Nothing can be saved until you free some space.',
		'No answer came. Stillroom is checking whether it was deleted.',
		'Whole milk · Riverside Dairy was deleted.',
	]);
	expect(screen.asked('record.remove')[0]).toMatchObject({ type: 'purchaseOption', id: 'O-1' });
	expect(screen.app.route.path).toBe('/purchaseOption');
	await screen.go('/purchaseOption/O-1');
	await screen.click('Delete');
	await screen.confirm('Delete');
	await screen.go('/waste');
	late.resolve(succeed({ state: 'removed' }));
	await screen.settle();
	expect(screen.app.route.path).toBe('/waste');
});

it('keeps the entries of a save that was refused or not answered', async () => {
	let answer: () => Reply<CallOutput<'record.save'>> = () =>
		succeed({ state: 'refused', said: 'Name: too long' });
	const screen = await open('/supplier/P-1', {
		'record.save': (asked) => (asked.step === 'send' ? answer() : null),
	});
	await screen.fill(/^Name/, 'River');
	await screen.click('Save');
	expect(screen.around()).toMatchInlineSnapshot(`
		"## River
		Not sent yet [Back to the list]
		The service refused this
		Name: too long
		…
		### History
		No edits from this PC. Edits made elsewhere are not shown.
		Save sends it now, or later when the network is back. Kept on this PC, not sent yet.
		[Discard] [Save]"
	`);
	answer = () => fail('disk-full', 'no');
	await screen.click('Save');
	expect(screen.notices()).toEqual([
		'The disk of this PC is full. Nothing can be saved until you free some space.',
	]);
	answer = () => succeed({ state: 'applied', id: 'P-1', record: {}, told: [] });
	await screen.click('Save');
	expect(screen.notices().at(-1)).toBe('Saved at the service.');
	await screen.fill(/^Name/, 'Riverside');
	answer = () => succeed({ state: 'stopped', problems: [{ at: 'name', code: 'taken' }] });
	await screen.click('Save');
	expect(screen.form().split('\n').slice(0, 6)).toEqual([
		'## Riverside',
		'Not sent yet [Back to the list]',
		'Basics',
		'Name {Name: Riverside}',
		'Used by another record. The service may refuse it.',
		'Codeoptional {Code optional: RD}',
	]);
});

it('says on the record what the service kept otherwise', async () => {
	const screen = await open('/supplier/P-1');
	await screen.fill(/^Payment days/, '45');
	await screen.fill(/^Email/, 'a@hill.example');
	await screen.click('Save');
	await kitchen.send();
	await kitchen.shows({
		'supplier.list': [
			{ id: 'P-1', name: 'Riverside Dairy', code: 'RD', paymentDays: 40, phone: '1' },
		],
	});
	await screen.tell('documents.changed', { area: 'record' });
	expect(screen.around()).toMatchInlineSnapshot(`
		"## Riverside Dairy
		[Back to the list]
		The service changed some of this
		Email: the service did not keep a@hill.example.
		Phone: the service added 1.
		Payment days: the service kept 40 instead of 45.
		…
		### History
		Changed by Noor Fri 20 Nov, 9:00 · Confirmed
		Email: empty → a@hill.example
		Payment days: 30 → 45
		Email: the service did not keep a@hill.example.
		Phone: the service added 1.
		Payment days: the service kept 40 instead of 45.
		[Put the old values back, off]
		Save sends it now, or later when the network is back.
		[Save]"
	`);
});

it('tells each edit of this PC, what made it, and what became of it', async () => {
	const change = { at: 'paymentDays', was: 30, to: null };
	const edit = {
		at: Date.UTC(2026, 10, 19, 8),
		by: 'Sam',
		act: 'change' as const,
		changes: [change],
		run: null,
		told: [],
	};
	const entries: CallOutput<'record.get'>['history'] = [
		{ ...edit, state: 'queued', by: '' },
		{ ...edit, state: 'cancelled', act: 'stock', changes: [] },
		{ ...edit, state: 'superseded', act: 'remove' },
		{ ...edit, state: 'stale-review', act: 'create' },
		{ ...edit, state: 'confirmed', run: { runId: 'R-1', source: 'bulk', title: '' } },
	];
	const screen = await open('/supplier/P-1', {
		'record.get': (asked) =>
			succeed({
				...kitchen.call('record.get', asked),
				history: entries,
			}),
	});
	expect(screen.around().split('…')[1]).toMatchInlineSnapshot(`
		"
		### History
		Changed Thu 19 Nov, 8:00 · Waiting
		Payment days: 30 → empty
		Last stock change reversed by Sam Thu 19 Nov, 8:00 · Discarded
		Deleted by Sam Thu 19 Nov, 8:00 · Replaced by a later change
		Payment days: 30 → empty
		Created by Sam Thu 19 Nov, 8:00 · Needs attention
		Payment days: 30 → empty
		Changed by Sam Thu 19 Nov, 8:00 · Confirmed · <Bulk edit · Suppliers #/imports/run/R-1>
		Payment days: 30 → empty
		[Put the old values back, off]
		Save sends it now, or later when the network is back.
		[Save]"
	`);
});

it('offers the outbox where a change needs attention', async () => {
	kitchen.service.next = [refused];
	const screen = await open('/supplier/P-1');
	await screen.fill(/^Name/, 'River');
	await screen.click('Save');
	await kitchen.send();
	await screen.tell('documents.changed', { area: 'record' });
	expect(screen.around().replace(/outbox\/[-\d]+/, 'outbox/…')).toMatchInlineSnapshot(`
		"## River
		Needs attention [Back to the list]
		The last change needs attention in the outbox first.
		<Open outbox #/outbox/…>
		…
		[Replace everywhere]"
	`);
});

it('keeps a draft of a record that is gone', async () => {
	const screen = await open('/supplier/P-1');
	await screen.fill(/^Name/, 'River');
	await kitchen.shows({ 'supplier.list': [{ id: 'P-2', name: 'Hill Farm' }] });
	await screen.settle();
	expect(screen.around()).toMatchInlineSnapshot(`
		"## River
		Draft [Back to the list]
		This record is no longer on this PC: someone may have deleted it at the service. What you entered is kept. If the record does not come back with the next refresh, copy what you need and discard the draft.
		…
		[Discard]"
	`);
	await screen.click('Discard');
	await screen.confirm('Discard');
	expect(screen.form()).toBe('{Select: no} | – | Hill Farm | – | – | – | Active | |');
});

it('lets a person choose between two windows', async () => {
	const screen = await open('/supplier/P-1');
	const elsewhere = async (revision: number, draftId: string, to: string) =>
		valueOf(
			await kitchen.calls['record.save'](
				{
					type: 'supplier',
					id: 'P-1',
					draftId,
					revision,
					step: 'keep',
					changes: [{ at: 'name', was: 'Riverside Dairy', to }],
					typed: {},
				},
				caller,
			),
		);
	await screen.fill(/^Name/, 'Mine');
	kitchen.listeners.clear();
	const { draftId } = screen.asked('record.save')[0]!;
	await elsewhere(1, draftId, 'Theirs');
	await screen.fill(/^Code/, 'M');
	expect(screen.around()).toMatchInlineSnapshot(`
		"## Mine
		Not sent yet [Back to the list]
		This record was edited in another window. Your entries are still here.
		[Load the saved version] [Keep this version]
		…
		### History
		No edits from this PC. Edits made elsewhere are not shown.
		Save sends it now, or later when the network is back.
		[Discard] [Save]"
	`);
	await screen.click('Load the saved version');
	expect(screen.form().split('\n').slice(0, 6)).toEqual([
		'## Theirs',
		'Not sent yet [Back to the list]',
		'Basics',
		'Name {Name: Theirs}',
		'Codeoptional {Code optional: RD}',
		'{Active: yes} Active',
	]);
	await elsewhere(2, draftId, 'Theirs again');
	await screen.fill(/^Code/, 'MM');
	await screen.click('Keep this version');
	expect(screen.form().split('\n').slice(0, 8)).toEqual([
		'## Theirs',
		'Not sent yet [Back to the list]',
		'Basics',
		'Name {Name: Theirs}',
		'Codeoptional {Code optional: MM}',
		'{Active: yes} Active',
		'Contact',
		'Emailoptional {Email optional: }',
	]);
});
