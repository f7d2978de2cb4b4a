import { expect, it } from 'vitest';
import { eachKitchen } from '../../../test/support/each-kitchen.ts';
import { openRecord, openRecordKitchen } from '../../../test/support/record-page.ts';
import type { Answers } from '../../../test/support/screen.ts';
import { succeed } from '../../shared/bridge/reply.ts';

const kitchen = eachKitchen(openRecordKitchen);
const open = (path: string, answers: Answers = {}) => openRecord(kitchen, path, answers);
const sent = () => kitchen.service.writes.map(({ name, body }) => ({ name, ...body }));

it('edits a supplier, keeps each entry, and sends it', async () => {
	const screen = await open('/supplier/P-1');
	expect(screen.form()).toMatchInlineSnapshot(`
		"## Riverside Dairy
		[Back to the list]
		Basics
		Name {Name: Riverside Dairy}
		Codeoptional {Code optional: RD}
		{Active: yes} Active
		Contact
		Emailoptional {Email optional: }
		Phoneoptional {Phone optional: }
		Terms
		Payment daysoptional {Payment days optional: 30}
		### Also at the service
		rating : A
		### Where used
		<Purchase options: 1 #/purchaseOption?supplierId=P-1&active=all>
		[Replace everywhere]
		### History
		No edits from this PC. Edits made elsewhere are not shown.
		Save sends it now, or later when the network is back.
		[Save]"
	`);
	await screen.keys('{Control>}{Enter}{/Control}');
	await screen.fill(/^Payment days/, 'soon');
	await screen.fill(/^Name/, 'Riverside Creamery');
	expect(screen.around()).toMatchInlineSnapshot(`
		"## Riverside Creamery
		Not sent yet [Back to the list]
		…
		### History
		No edits from this PC. Edits made elsewhere are not shown.
		Save sends it now, or later when the network is back. Kept on this PC, not sent yet.
		[Discard] [Save]"
	`);
	await screen.click('Save');
	expect(document.activeElement).toBe(screen.page.getByRole('textbox', { name: /^Payment days/ }));
	await screen.fill(/^Payment days/, '45');
	await screen.click('Save');
	expect(screen.notices()).toEqual([
		'Nothing has changed.',
		'Fix 1 field before you save',
		'Saved. It is being sent.',
	]);
	await kitchen.send();
	expect(sent()).toEqual([
		{ code: 'RD', id: 'P-1', name: 'Riverside Creamery', paymentDays: 45, rating: 'A' },
	]);
	await screen.settle();
	expect(screen.around()).toMatchInlineSnapshot(`
		"## Riverside Creamery
		Waiting [Back to the list]
		…
		### History
		Changed by Noor Fri 20 Nov, 9:00 · Waiting
		Name: Riverside Dairy → Riverside Creamery
		Payment days: 30 → 45
		Save sends it now, or later when the network is back.
		[Save]"
	`);
});

it('puts the old values back from the history', async () => {
	const screen = await open('/supplier/P-1');
	await screen.fill(/^Payment days/, '45');
	await screen.click('Save');
	await kitchen.send();
	await kitchen.shows({
		'supplier.list': [{ id: 'P-1', name: 'Riverside Dairy', code: 'RD', paymentDays: 45 }],
	});
	await screen.settle();
	expect(screen.around()).toMatchInlineSnapshot(`
		"## Riverside Dairy
		[Back to the list]
		…
		### History
		Changed by Noor Fri 20 Nov, 9:00 · Confirmed
		Payment days: 30 → 45
		[Put the old values back]
		Save sends it now, or later when the network is back.
		[Save]"
	`);
	await screen.click('Put the old values back');
	expect(screen.notices().at(-1)).toBe('1 old value is in the form. Save sends it.');
	await screen.click('Put the old values back');
	// Only once.
	expect(screen.form()).toContain('{Payment days optional: 30}');
	expect(screen.form()).toContain('[Put the old values back, off]');
	expect(screen.form()).toContain('Not sent yet');
});

it('discards what was entered', async () => {
	const screen = await open('/supplier/P-1');
	await screen.fill(/^Name/, 'River');
	await screen.click('Discard');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Discard your changes?
		The record stays as it is. Nothing is sent.
		[Cancel] [Discard]"
	`);
	await screen.confirm('Discard');
	expect(screen.notices()).toEqual(['Changes discarded.']);
	expect(screen.form()).toContain('{Name: Riverside Dairy}');
	await screen.click('Back to the list');
	expect(screen.app.route.path).toBe('/supplier');
});

it('makes a new supplier, and says what it lacks', async () => {
	const screen = await open('/supplier');
	await screen.click('New supplier');
	expect(screen.form()).toMatchInlineSnapshot(`
		"## New supplier
		Draft [Back to the list]
		Basics
		Name {Name: }
		Codeoptional {Code optional: }
		{Active: yes} Active
		Contact
		Emailoptional {Email optional: }
		Phoneoptional {Phone optional: }
		Terms
		Payment daysoptional {Payment days optional: }
		Save sends it now, or later when the network is back.
		[Save]"
	`);
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.form().split('\n').slice(3, 6)).toEqual([
		'Name {Name, wrong: }',
		'This is required.',
		'Codeoptional {Code optional: }',
	]);
	expect(document.activeElement).toBe(screen.page.getByRole('textbox', { name: /^Name/ }));
	await screen.fill(/^Name/, 'Hill farm');
	expect(screen.form().split('\n').slice(0, 7)).toEqual([
		'## Hill farm',
		'Draft [Back to the list]',
		'Basics',
		'Name {Name: Hill farm}',
		'Used by another record. The service may refuse it.',
		'Codeoptional {Code optional: }',
		'{Active: yes} Active',
	]);
	await screen.click('Discard');
	await screen.confirm('Discard');
	expect(screen.app.route.path).toBe('/supplier');
	await screen.click('New supplier');
	await screen.fill(/^Name/, 'Old Mill');
	await screen.click('Save');
	expect(screen.app.route.path).toMatch(/^\/supplier\/(?!new)/);
	await kitchen.send();
	expect(sent()).toEqual([{ name: 'Old Mill' }]);
});

it('is unchanged once Esc gave a number back', async () => {
	const screen = await open('/supplier/P-1');
	const before = screen.form();
	screen.page.getByRole('textbox', { name: /^Payment days/ }).focus();
	await screen.keys('45{Escape}');
	expect(screen.form()).toBe(before);
	await screen.keys('{Tab}');
	await screen.click('Save');
	await kitchen.send();
	expect(sent()).toEqual([]);
});

it('keeps the warnings after a save that a negative number stopped', async () => {
	const screen = await open('/supplier/new');
	await screen.fill(/^Name/, 'Hill farm');
	await screen.fill(/^Payment days/, '-5');
	await screen.click('Save');
	expect(screen.form()).toContain('Used by another record. The service may refuse it.');
	expect(screen.form()).toContain('This cannot be negative.');
});

it('reads a record that does not say so as active', async () => {
	const screen = await open('/supplier/P-1', {
		'record.get': () =>
			succeed({
				...kitchen.call('record.get', { type: 'supplier', id: 'P-1' }),
				acts: {
					create: { may: false, because: 'no-operation' },
					change: { may: false, because: 'no-operation' },
					remove: { may: false, because: 'no-operation' },
				},
			}),
	});
	expect(screen.form()).toContain('Active Active');
});

it('tells a change of both sides apart, field by field', async () => {
	const screen = await open('/supplier/P-1');
	await screen.fill(/^Name/, 'Riverside Creamery');
	await screen.fill(/^Code/, 'RC');
	await kitchen.shows({ 'supplier.list': [{ id: 'P-1', name: 'Riverside Milk', code: 'RM' }] });
	await screen.settle();
	expect(screen.form()).toMatchInlineSnapshot(`
		"## Riverside Creamery
		Not sent yet [Back to the list]
		Changed by both
		Someone else changed the same fields. Choose a version of each, then save.
		[Use all of yours] [Use all of theirs]
		Field | Before | Yours | Theirs |
		Name | Riverside Dairy | {Name, Yours: Riverside Creamery: no} Riverside Creamery | {Name, Theirs: Riverside Milk: no} Riverside Milk |
		Code | RD | {Code, Yours: RC: no} RC | {Code, Theirs: RM: no} RM |
		Basics
		Name {Name: Riverside Creamery}
		Changed by someone else to: Riverside Milk
		Codeoptional {Code optional: RC}
		Changed by someone else to: RM
		{Active: yes} Active
		Contact
		Emailoptional {Email optional: }
		Phoneoptional {Phone optional: }
		Terms
		Payment daysoptional {Payment days optional: }
		### Where used
		<Purchase options: 1 #/purchaseOption?supplierId=P-1&active=all>
		[Replace everywhere]
		### History
		No edits from this PC. Edits made elsewhere are not shown.
		Save sends it now, or later when the network is back. Kept on this PC, not sent yet.
		[Discard] [Save, off]"
	`);
	await screen.keys('{Control>}{Enter}{/Control}');
	expect(screen.notices()).toEqual(['Choose a version of each field first.']);
	expect(document.activeElement?.getAttribute('type')).toBe('radio');
	await screen.click('Use all of theirs');
	expect(screen.form()).toContain('Name {Name: Riverside Milk}');
	await screen.click('Use all of yours');
	expect(screen.form()).toContain('Name {Name: Riverside Creamery}');
	await screen.click(/^Code.* Theirs/, 'radio');
	await screen.click('Save');
	await kitchen.send();
	expect(sent()).toEqual([{ code: 'RM', id: 'P-1', name: 'Riverside Creamery' }]);
});

it('saves some records only while the service answers', async () => {
	await kitchen.shows({ 'role.list': [{ id: 'R-1', name: 'Approver', scopes: [] }] });
	let isOnline = true;
	const screen = await open('/role/R-1', {
		'record.get': (asked) => {
			const { acts, ...opened } = kitchen.call('record.get', asked);
			const change = isOnline ? acts.change : ({ may: false, because: 'offline' } as const);
			return succeed({ ...opened, acts: { ...acts, change } });
		},
	});
	expect(screen.form()).toContain('Save needs the network.');
	for (const [order, state, words] of [
		[2, 'offline', 'You are offline'],
		[3, 'online', 'Save needs the network.'],
	] as const) {
		isOnline = state === 'online';
		const network = { state, lastAnswerAt: null, reason: null };
		await screen.tell('app.changed', { ...screen.app.state, order, network });
		expect(screen.form()).toContain(words);
	}
});

it('names the records that both sides chose', async () => {
	kitchen.call('record.save', {
		type: 'purchaseOption',
		id: 'O-1',
		draftId: crypto.randomUUID(),
		revision: 0,
		step: 'keep',
		changes: [{ at: 'supplierId', was: 'P-1', to: 'P-2' }],
	});
	await kitchen.shows({
		'supplier.list': [
			{ id: 'P-1', name: 'Riverside Dairy' },
			{ id: 'P-2', name: 'Hill Farm' },
			{ id: 'P-3', name: 'Old Mill' },
		],
		'purchaseOption.list': [{ id: 'O-1', itemId: '1', supplierId: 'P-3', uomId: 3, price: '6' }],
	});
	const screen = await open('/purchaseOption/O-1');
	expect(screen.form()).toContain(
		'| Riverside Dairy | {Supplier, Yours: Hill Farm: no} Hill Farm |',
	);
});

it('asks for nothing more once a new record was left', async () => {
	const held = Promise.withResolvers<undefined>();
	const screen = await open('/nowhere', {
		'record.get': async () => {
			await held.promise;
			return null;
		},
	});
	await screen.go(`/supplier/new/${crypto.randomUUID()}`);
	await screen.go('/nowhere');
	const asked = screen.calls.length;
	held.resolve(undefined);
	await screen.settle();
	expect(screen.calls.slice(asked)).toEqual([]);
});
