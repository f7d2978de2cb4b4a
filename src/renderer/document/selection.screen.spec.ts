// Deciding on several documents of a list, with waste.
import { expect, it } from 'vitest';
import { openStockedKitchen } from '../../../test/support/kitchen.ts';
import { wasteLine, wasteRecord, wasteToSave, written } from '../../../test/support/documents.ts';
import { opensAnew, opensAnewAfter } from '../../../test/support/opens-anew.ts';
import { openScreen, type Answers } from '../../../test/support/screen.ts';
import { succeed } from '../../shared/bridge/reply.ts';

const of = (no: number, more: object = {}) =>
	wasteRecord({ id: `W-${no}`, number: `WST-${no}`, status: 'Submitted', ...more });

async function open({ named = false, answers = {} }: { named?: boolean; answers?: Answers } = {}) {
	const kitchen = await openStockedKitchen({
		settings: { anotherApproves: named ? ['wastage'] : [], staff: ['Noor', 'Sam'] },
		lists: {
			'wastage.list': [
				of(1, { items: [{ id: 'w-1', itemId: '1', uomId: 3, quantity: '2' }] }),
				of(2, { items: [{ id: 'w-2', itemId: '2', uomId: 1, quantity: '3' }] }),
				of(3, { status: 'Approved', isLocked: true }),
			],
		},
	});
	const screen = await openScreen('/waste', { kitchen, answers });
	await screen.keys('{Control>}a{/Control}');
	return { ...screen, kitchen };
}
const chosenRows = (shown: string) =>
	shown.split('\n').filter((line) => line.includes('{Select: yes}') || line.includes('selected'));

it('approves those that can be approved, and keeps what changed meanwhile chosen', async () => {
	const screen = await open({
		answers: {
			'wastage.get': ({ documentId }) => {
				const now = screen.kitchen.call('wastage.get', { documentId });
				return succeed(documentId.endsWith('1') ? { ...now, cost: '99' } : now);
			},
		},
	});
	expect(chosenRows(screen.shown())).toEqual([
		'{Select: yes} | <WST-1 #/waste/service%3Awastage%3AW-1> | Thu 19 Nov | Whole milk | – | 1 | 12.00 | Submitted | Approver |',
		'{Select: yes} | <WST-2 #/waste/service%3Awastage%3AW-2> | Thu 19 Nov | Butter | – | 1 | 1.50 | Submitted | Approver |',
		'{Select: yes} | <WST-3 #/waste/service%3Awastage%3AW-3> | Thu 19 Nov | Whole milk | – | 1 | 1.00 | Approved Locked | Nobody |',
		'3 selected [Approve 2] [Reject 2] [Lock 2] [Unlock 1] [Clear selection]',
	]);
	await screen.click('Approve 2');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Approve 2 documents?
		Total €13.50. Each document is sent separately. It cannot be done with the other selected document.
		[Cancel] [Approve 2]"
	`);
	await screen.confirm('Approve 2');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"1 document is in the outbox
		[Close]
		1 was not added and stays selected.
		Document | What happened | Result |
		<WST-1 #/waste/service%3Awastage%3AW-1> | Whole milk | This has changed in the meantime. Check it again. |
		<WST-2 #/waste/service%3Awastage%3AW-2> | Butter | In the outbox |
		[Close]"
	`);
	await screen.keys('{Escape}');
	expect(screen.dialog()).toBe('');
	expect(chosenRows(screen.shown())).toEqual([
		'{Select: yes} | <WST-1 #/waste/service%3Awastage%3AW-1> | Thu 19 Nov | Whole milk | – | 1 | 12.00 | Submitted | Approver |',
		'{Select: yes} | <WST-3 #/waste/service%3Awastage%3AW-3> | Thu 19 Nov | Whole milk | – | 1 | 1.00 | Approved Locked | Nobody |',
		'2 selected [Approve 1] [Reject 1] [Lock 1] [Unlock 1] [Clear selection]',
	]);
	await screen.kitchen.send();
	expect(written(screen.kitchen)).toEqual(['wastage.approve']);
	await screen.click('Clear selection');
	expect(chosenRows(screen.shown())).toEqual([]);
});

it('says how many lines the total of the chosen documents leaves out', async () => {
	const screen = await open();
	const [known, unknown] = ['1', '99'].map((itemId, at) => ({
		id: `w-${String(at)}`,
		itemId,
		uomId: 1,
		quantity: '3',
	}));
	await screen.kitchen.shows({
		'wastage.list': [of(1, { items: [known, unknown] }), of(2, { items: [unknown, unknown] })],
	});
	await screen.keys('{Control>}a{/Control}');
	await screen.click('Approve 2');
	expect(screen.dialog()).toContain('Total €1.50 (excluding 3 lines of unknown cost).');
});

it('names who approves, where another must', async () => {
	const screen = await open({ named: true });
	await opensAnew(screen, 'Approve 2');
	await screen.confirm('Approve 2');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Approve 2 documents?
		Total €13.50. Each document is sent separately. It cannot be done with the other selected document.
		Approver
		{Approver, wrong: } [Show the list]
		Choose the approver from the list.
		[Cancel] [Approve 2]"
	`);
	await screen.pick(/Approver/, 'Sa');
	await screen.confirm('Approve 2');
	expect(screen.asked('wastage.approve').map(({ documentId, by }) => [documentId, by])).toEqual([
		['service:wastage:W-1', 'Sam'],
		['service:wastage:W-2', 'Sam'],
	]);
	await screen.keys('{Escape}');
	expect(chosenRows(screen.shown())).toEqual([
		'{Select: yes} | <WST-3 #/waste/service%3Awastage%3AW-3> | Thu 19 Nov | Whole milk | – | 1 | 1.00 | Approved Locked | Nobody |',
		'1 selected [Unlock 1] [Clear selection]',
	]);
});

it('rejects with a reason for all', async () => {
	const screen = await open();
	await opensAnew(screen, 'Reject 2');
	await screen.confirm('Reject 2');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Reject 2 documents?
		Total €13.50. Each document is sent separately. It cannot be done with the other selected document.
		Reason {Reason, wrong: }
		Applies to each document. Kept on this PC, because the service has no field for it. Tell whoever entered it yourself.
		Enter a reason first.
		[Cancel] [Reject 2]"
	`);
	await screen.user.type(screen.page.getByRole('textbox', { name: /Reason/ }), ' Logged twice ');
	await screen.confirm('Reject 2');
	expect(
		screen.asked('wastage.reject').map(({ documentId, reason }) => [documentId, reason]),
	).toEqual([
		['service:wastage:W-1', 'Logged twice'],
		['service:wastage:W-2', 'Logged twice'],
	]);
});

it.each([
	['reject', 'Reject 2'],
	['approve', 'Approve 2'],
] as const)('asks anew after it was told to %s documents', async (verb, button) => {
	const screen = await open({
		named: true,
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
			await screen.keys('{Escape}');
			const [first, second] = screen.page.getAllByRole('checkbox', { name: 'Select' });
			for (const row of [first!, second!]) await screen.user.click(row);
			await screen.settle();
		},
	);
});

it('locks and unlocks', async () => {
	const screen = await open();
	await screen.click('Lock 2');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Lock 2 documents?
		Total €13.50. Each document is sent separately. It cannot be done with the other selected document.
		[Cancel] [Lock 2]"
	`);
	await screen.confirm('Lock 2');
	await screen.keys('{Escape}');
	await screen.click('Unlock 1');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Unlock 1 document?
		Total €1.00. Each document is sent separately.
		[Cancel] [Unlock 1]"
	`);
	await screen.confirm('Unlock 1');
	expect(
		screen.asked('wastage.lock').map(({ documentId, locked }) => [documentId, locked]),
	).toEqual([
		['service:wastage:W-1', true],
		['service:wastage:W-2', true],
		['service:wastage:W-3', false],
	]);
});

it('submits complete drafts, and says what the others lack', async () => {
	const kitchen = await openStockedKitchen();
	kitchen.call('wastage.save', wasteToSave());
	kitchen.call('wastage.save', wasteToSave([wasteLine({ lineId: 'line-2', reasonId: null })]));
	const screen = await openScreen('/waste', { kitchen });
	await screen.keys('{Control>}a{/Control}');
	await screen.click('Submit 2');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Submit 2 documents?
		Total €2.00. Each document is sent separately.
		[Cancel] [Submit 2]"
	`);
	await screen.confirm('Submit 2');
	expect(screen.dialog().replaceAll(/ #\/waste\/[-\d]+/g, '')).toMatchInlineSnapshot(`
		"1 document is in the outbox
		[Close]
		1 was not added and stays selected.
		Document | What happened | Result |
		<Draft> | Whole milk | Not complete yet. Open it to see what is missing |
		<Draft> | Whole milk | In the outbox |
		[Close]"
	`);
});
