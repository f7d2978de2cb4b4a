import { expect, it } from 'vitest';
import { itemRecord, openStockedKitchen } from '../../../../test/support/kitchen.ts';
import { arrival, departure, shortLines, written } from '../../../../test/support/documents.ts';
import { openScreen } from '../../../../test/support/screen.ts';
import { succeed } from '../../../shared/bridge/reply.ts';

async function open(path: string, { lists }: { lists: Record<string, object[]> }) {
	const kitchen = await openStockedKitchen({ lists });
	return { ...(await openScreen(path, { kitchen, can: ['print', 'save-file'] })), kitchen };
}
const shownAs = (kind: 'transferIn' | 'transferOut', more: object) =>
	open(`/transfers/service:${kind}:T-1`, {
		lists: {
			[`${kind}.list`]: [kind === 'transferIn' ? arrival(more) : departure({ id: 'T-1', ...more })],
		},
	});

it('shows what came of a transfer, and puts it on paper', async () => {
	const screen = await shownAs('transferIn', { status: 'Received', items: shortLines });
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Transfer from Garden Room
		TRI-7 · Sent Thu 19 Nov, 11:00 · Business day 19 Nov 2026 Received
		[Print or export] [All transfers]
		Item | Sent | Received | Difference | Note | Value, EUR |
		Whole milk DA-1 | 18each | 12each | −6 | | 9.00 |
		Butter DA-2 | 3each | 3each | | | 6.00 |
		Total | 15.00 |"
	`);
	await screen.fromMenu('Print or export', /CSV/);
	expect(screen.saved[0]?.name).toMatchInlineSnapshot(`"transfer Harbour Kitchen TRI-7.csv"`);
});

it('shows why less came, and what became of it', async () => {
	const kitchen = await openStockedKitchen({
		lists: { 'transferIn.list': [arrival({ status: 'Received', items: shortLines })] },
	});
	const documentId = 'service:transferIn:T-1';
	const document = kitchen.call('transfer.get', { documentId });
	const [milk, butter] = document.lines;
	const settled = [
		{ how: 'keep', quantity: '3', documentId: null, reason: 'Agreed by phone' },
		{ how: 'waste', quantity: '2', documentId: 'W-1', reason: '' },
		{ how: 'return', quantity: '1', documentId: null, reason: '' },
	] as const;
	const entry = { reason: 'Crate broke' } as never;
	const screen = await openScreen(`/transfers/${documentId}`, {
		kitchen,
		can: ['print'],
		answers: {
			'transfer.get': () =>
				succeed({
					...document,
					lines: [
						{ ...milk!, entry, settled: [...settled] },
						{ ...butter!, entry, excess: '2' },
					],
				}),
		},
	});
	expect(screen.shown().split('\n').slice(3)).toEqual([
		'Item | Sent | Received | Difference | Reason | Resolved | Note | Value, EUR |',
		'Whole milk DA-1 | 18each | 12each | −6 | Crate broke | 3 each kept: Agreed by phone <2 each as waste #/waste/W-1> 1 each to return to the sender: draft discarded | | 9.00 |',
		'Butter DA-2 | 3each | 3each | | Crate broke | [2 each not resolved] | | 6.00 |',
		'Total | 15.00 |',
	]);
	expect((await screen.paper()).split('\n').slice(-5)).toMatchInlineSnapshot(`
		[
		  "DA-1 | Whole milk | each | 18 | 12 | −6 | Crate broke | 3 each kept: Agreed by phone; 2 each as waste; 1 each to return to the sender: draft discarded | | 9.00 |",
		  "DA-2 | Butter | each | 3 | 3 | 0 | Crate broke | | | 6.00 |",
		  "Total | | | | | | | | | 15.00 |",
		  "Sent byName, date and signature",
		  "Received byName, date and signature",
		]
	`);
	await screen.keys('{Escape}');
	await screen.fromMenu('2 each not resolved', 'Keep it');
	expect(screen.dialog()).toContain('{Reason: Crate broke}');
});

it('shows a request that waits for approval, with what was asked for', async () => {
	const screen = await shownAs('transferIn', { status: 'Submitted', sentDate: undefined });
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Transfer from Garden Room
		TRI-7 · Business day 19 Nov 2026 Submitted
		[Print or export] [All transfers] [Reject] [Approve]
		Item | Requested | Note | Value, EUR |
		Whole milk DA-1 | 18each | | 9.00 |
		Butter DA-2 | 3each | | 6.00 |
		Total | 15.00 |"
	`);
});

it('finalizes an approved transfer', async () => {
	const screen = await shownAs('transferOut', { status: 'Approved', sentDate: undefined });
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Transfer to Garden Room
		TRO-5 · Business day 19 Nov 2026 Approved
		[Print or export] [All transfers] [Reject] [Finalise]
		Item | Requested | Note | Value, EUR |
		Whole milk DA-1 | 18each | | 9.00 |
		Butter DA-2 | 3each | | 6.00 |
		Total | 15.00 |"
	`);
	// No column for a step that is not known.
	expect((await screen.paper()).split('\n').slice(-6)).toMatchInlineSnapshot(`
		[
		  "Code | Item | Unit | Requested | Note | Value, EUR |",
		  "DA-1 | Whole milk | each | 18 | | 9.00 |",
		  "DA-2 | Butter | each | 3 | | 6.00 |",
		  "Total | | | | | 15.00 |",
		  "Sent byName, date and signature",
		  "Received byName, date and signature",
		]
	`);
	await screen.keys('{Escape}');
	await screen.click('Finalise');
	await screen.kitchen.send();
	expect(written(screen.kitchen)).toEqual(['transferOut.finalize']);
});

it('says that the other location comes next, and where its document differs', async () => {
	const sent = [
		{ id: 'l-1', itemId: '1', quantity: '18', quantityFulfilled: '18', unitCost: '0.50' },
		{ id: 'l-2', itemId: '2', quantity: '3', quantityFulfilled: '3', unitCost: '2' },
	];
	const screen = await open('/transfers/service:transferOut:T-5', {
		lists: {
			'transferOut.list': [departure({ counterpartId: 'T-6', items: sent })],
			'transferIn.list': [
				departure({
					id: 'T-6',
					counterpartId: 'T-5',
					items: [{ ...sent[0], quantity: '17', quantityFulfilled: '17' }, sent[1]],
				}),
			],
		},
	});
	expect(screen.shown()).toMatchInlineSnapshot(`
		"# Transfer to Garden Room
		TRO-5 · Sent Thu 19 Nov, 11:00 · Business day 19 Nov 2026 In transit
		[Print or export] [All transfers]
		Waiting on Garden Room.
		1 line has a different quantity in the document of Garden Room. Compare the two before you book anything.
		Item | Requested | Sent | Note | Value, EUR |
		Whole milk DA-1 | 18each | 18each Garden Room: 17 each | | 9.00 |
		Butter DA-2 | 3each | 3each | | 6.00 |
		Total | 15.00 |"
	`);
	await screen.tell('documents.changed', { area: 'transfer' });
	expect(screen.asked('transfer.get')).toHaveLength(2);
});

it('opens the sheet for receiving, with paper to write on', async () => {
	const screen = await shownAs('transferIn', {});
	await screen.fromMenu('Print or export', /CSV/);
	expect(new TextDecoder().decode(screen.saved[0]?.bytes)).toMatchInlineSnapshot(`
		"Code,Item,Unit,Expected,Case,Each / weight,Reason
		DA-1,Whole milk,each,18,,,
		DA-2,Butter,each,3,,,
		"
	`);
});

it('prints the rest that is due, with what came earlier and what is entered', async () => {
	const items = [{ id: 'l-1', itemId: '1', quantity: '18', quantityReceived: '4' }];
	const screen = await shownAs('transferIn', { status: 'PartiallyReceived', items });
	await screen.keys('1{Enter}');
	expect((await screen.paper()).split('\n').slice(-3)).toMatchInlineSnapshot(`
		[
		  "Code | Item | Unit | Received earlier | Expected | Case | Each / weight | Reason |",
		  "DA-1 | Whole milk | each | 4 | 14 | 1 | | |",
		  "Received byName, date and signature",
		]
	`);
});

it('opens the sheet for sending, and sends a part', async () => {
	const screen = await shownAs('transferOut', { status: 'Finalized', sentDate: undefined });
	expect(screen.shown()).toContain('# Send goods to Garden Room');
	await screen.keys('1{Enter}');
	await screen.click('Confirm 1 blank as zero');
	await screen.confirm('Confirm 1 blank as zero');
	await screen.keys('{Control>}{Enter}{/Control}');
	await screen.kitchen.send();
	expect(written(screen.kitchen)).toEqual(['transferOut.fulfill']);
});

it('rounds to the decimals of the unit, but leaves no difference as 0', async () => {
	const kilos = {
		baseUomId: 2,
		units: [{ uomId: 2, name: 'kg', type: 'weight', conversionFactor: '1', decimals: 3 }],
	};
	const line = (id: string, quantity: string, quantityReceived: string) => {
		return { id, itemId: '4', quantity, quantityReceived, unitCost: '1' };
	};
	const items = [line('l-1', '18.0004', '12'), line('l-2', '3.0004', '3')];
	const screen = await open('/transfers/service:transferIn:T-1', {
		lists: {
			'inventoryItem.list': [itemRecord('4', 'Flour', kilos)],
			'transferIn.list': [arrival({ status: 'Received', items })],
		},
	});
	expect(screen.shown().split('\n').slice(3)).toEqual([
		'Item | Sent | Received | Difference | Note | Value, EUR |',
		'Flour DA-4 | 18kg | 12kg | −6 | | 18.00 |',
		'Flour DA-4 | 3.0004kg | 3kg | −0.0004 | | 3.00 |',
		'Total | 21.00 |',
	]);
});
