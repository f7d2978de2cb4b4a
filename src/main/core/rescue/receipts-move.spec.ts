// Two receipts that wait in one lane, each with its own draft, and what stays on the PC.
import { expect, test } from 'vitest';
import { eachQueue, orderLane } from '../../../../test/support/queue.ts';
import { openTestStore } from '../../../../test/support/store.ts';
import { importInto, writtenWork } from '../../../../test/support/work-import.ts';
import { documentReopening } from '../document/reopen.ts';
import type { NewAction } from '../outbox/outbox.ts';
import type { DraftRow } from '../store/drafts.ts';
import { keptFields } from '../store/kept-fields.ts';
import { workTables } from '../store/work-tables.ts';

const queue = eachQueue();
const accountId = 'account-1';

const draft = (draft_id: string): DraftRow => ({
	draft_id,
	account_id: accountId,
	document: 'receipt',
	location_id: 'L1',
	server_id: 'PO-1',
	state: 'submitted',
	revision: 1,
	body: JSON.stringify({ transfer: {}, lines: {} }),
	business_date: '2026-11-20',
	time_zone: 'Europe/Dublin',
	created_at: 1,
	changed_at: 1,
	entered_by: 'Kit',
});

const receive = (draftId: string): NewAction => ({
	intentId: `${draftId}/1/receive`,
	operation: 'purchaseOrder.receive',
	payload: {
		body: {
			purchaseOrderId: 'PO-1',
			invoiceNumber: draftId,
			date: '2026-11-20T09:00:00.000Z',
			items: [{ purchaseOrderItemId: 'POL-1', itemId: 'I1', uomId: 1, quantity: '1' }],
		},
	},
});

/** Two receipts wait without a network. @returns the lane */
function twoReceipts(): string {
	const { drafts } = queue.store;
	queue.online = false;
	let laneId = '';
	for (const draftId of ['draft-1', 'draft-2']) {
		drafts.insert(draft(draftId));
		laneId = queue.enqueueIn(orderLane, [receive(draftId)]);
	}
	return laneId;
}

const stateOf = (draftId: string, store = queue.store) =>
	store.drafts.get(accountId, draftId)?.state;

test('both drafts travel with their steps', () => {
	twoReceipts();
	const work = workTables(queue.store.durable).waiting(accountId);
	expect(work.drafts.map((row) => row['draft_id'])).toEqual(['draft-1', 'draft-2']);
});

test('an undone step reopens its own draft', () => {
	const laneId = twoReceipts();
	const reopen = documentReopening(queue.store);
	const lane = queue.outbox.tables.lane(laneId);
	const [first] = queue.rows(laneId);
	if (lane === null || first === undefined) throw new Error('Nothing is queued.');
	reopen(lane, [first]);
	expect([stateOf('draft-1'), stateOf('draft-2')]).toEqual(['open', 'submitted']);
});

test('one receipt is undone or discarded without the other', () => {
	const laneId = twoReceipts();
	expect(queue.outbox.cancel(queue.targetOf(laneId), 'Kit')).toMatchObject({ ok: true });
	expect(queue.ends(laneId)).toEqual(['cancelled', 'queued']);
});

test('a refused receipt is discarded without the next one', async () => {
	const laneId = twoReceipts();
	queue.online = true;
	queue.service.reads['purchaseOrder.get'] = () => ({
		ok: false,
		kind: 'not-found',
		status: 404,
		said: 'No order',
		waitUntil: null,
	});
	queue.outbox.wake();
	await queue.clock.settle();
	queue.outbox.discard({ ...queue.targetOf(laneId), reason: 'Entered twice' }, 'Kit');
	await queue.clock.settle();
	// The next one met the same.
	expect(queue.ends(laneId)).toEqual(['discarded', 'cannot-be-asked']);
});

test('a receipt is not undone over another open entry for its order', () => {
	const laneId = twoReceipts();
	queue.store.drafts.insert({ ...draft('draft-3'), state: 'open' });
	const undone = queue.outbox.cancel(queue.targetOf(laneId), 'Kit');
	expect(undone).toMatchObject({ ok: false, code: 'not-possible-now' });
	expect(queue.ends(laneId)).toEqual(['queued', 'queued']);
	expect(stateOf('draft-1')).toBe('submitted');
});

test('what stays on this PC travels with the work, and the last change counts', () => {
	const here = keptFields(queue.store.durable);
	const sent = {
		account_id: accountId,
		document_id: 'service:purchaseOrder:PO-1',
		line_id: '',
		field: 'sentAt',
		changed_at: 1,
		changed_by: 'Kit',
	};
	here.keep({ ...sent, value: '2026-11-20T09:00:00.000Z' });
	here.keep({ ...sent, line_id: 'POL-1', field: 'closedShort', value: '2' });
	const other = openTestStore('account-2');
	const there = keptFields(other.durable);
	const text = () => writtenWork(workTables(queue.store.durable).waiting(accountId));
	const take = () => other.durable.transaction(() => importInto(other, 'account-2', text()))();
	const values = () => there.of('account-2', sent.document_id).map(({ value }) => value);

	take();
	expect(values()).toEqual(['2026-11-20T09:00:00.000Z', '2']);
	const older = text();
	here.keep({ ...sent, line_id: 'POL-1', field: 'closedShort', value: '3' });
	take();
	expect(values()).toEqual(['2026-11-20T09:00:00.000Z', '3']);
	other.durable.transaction(() => importInto(other, 'account-2', older))();
	expect(values()).toEqual(['2026-11-20T09:00:00.000Z', '3']);
	other.end();
});
