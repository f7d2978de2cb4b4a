import { expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf, itemRecord } from '../../../../test/support/kitchen.ts';
import {
	arrival,
	arrivalInCases,
	receivingAt,
	transferLine as line,
	transferToSave,
	written,
} from '../../../../test/support/documents.ts';
import type { TransferLineInput } from '../../../shared/bridge/transfer.ts';

const kitchen = eachKitchen({ lists: { 'transferIn.list': [arrivalInCases()] } });

const documentId = 'service:transferIn:T-1';
const { get, enter, explain, enterAllAsDue, receive } = receivingAt(() => kitchen);
const list = () =>
	kitchen
		.call('transfer.list', { locationId: 'L-1' })
		.documents.map(({ documentId: id, kind, phase, standing, move }) => ({
			id,
			kind,
			phase,
			standing,
			move,
		}));
const save = (lines: TransferLineInput[], otherLocationId: string | null = 'L-2') =>
	kitchen.call('transferOut.save', transferToSave(lines, { otherLocationId }));
const send = (id: string) =>
	kitchen.call('transferOut.submit', { documentId: id, intentId: 'intent-0002' });

test('sending queues create and submit once, and then waits for an approver', async () => {
	const draft = save([line()]);
	expect(draft).toMatchObject({
		standing: 'draft',
		move: 'ours',
		otherLocationName: 'Garden Room',
		cost: '12',
	});
	kitchen.service.there = false;
	expect(send(draft.documentId)).toMatchObject({ standing: 'waiting', move: 'network' });
	expect(send(draft.documentId).standing).toBe('waiting');
	kitchen.service.there = true;
	await kitchen.send();
	expect(written(kitchen)).toEqual(['transferOut.create', 'transferOut.submit']);
	expect(kitchen.service.writes[0]!.body).toMatchObject({
		fromLocationId: 'L-1',
		toLocationId: 'L-2',
		items: [{ itemId: '1', quantities: [{ uomId: 3, quantity: '2' }] }],
	});
	expect(list().filter(({ kind }) => kind === 'transferOut')).toEqual([
		{
			id: draft.documentId,
			kind: 'transferOut',
			phase: 'submitted',
			standing: 'service',
			move: 'approver',
		},
	]);
});

test('quantities are sent in the units they were typed in, without zeros', async () => {
	const boxes = [
		{ unitId: '3', typed: '2' },
		{ unitId: '1', typed: '3*2' },
	];
	const loose = [
		{ unitId: '3', typed: '0' },
		{ unitId: '1', typed: '4' },
	];
	const draft = save([line({ boxes }), line({ lineId: 'line-2', itemId: '2', boxes: loose })]);
	expect(draft.lines[0]).toMatchObject({ requested: '30', cost: '15' });
	send(draft.documentId);
	await kitchen.send();
	expect(kitchen.service.writes[0]!.body['items']).toEqual([
		{
			itemId: '1',
			quantities: [
				{ uomId: 3, quantity: '2' },
				{ uomId: 1, quantity: '6' },
			],
		},
		{ itemId: '2', quantities: [{ uomId: 1, quantity: '4' }] },
	]);
});

test('sending reports every problem at once', () => {
	const draft = save([line({ boxes: [{ unitId: '3', typed: 'two' }] })], null);
	expect(failureOf(() => send(draft.documentId)).details).toEqual([
		{ path: 'otherLocationId', message: 'missing' },
		{ path: 'lines.line-1.quantity', message: 'not-a-number' },
	]);
	const round = save([], 'L-1');
	expect(failureOf(() => send(round.documentId)).details).toEqual([
		{ path: 'otherLocationId', message: 'same-location' },
		{ path: 'lines', message: 'no-lines' },
	]);
});

test('both ends of a transfer may have the same id', async () => {
	await kitchen.shows({
		'transferOut.list': [
			arrival({ fromLocationId: 'L-1', toLocationId: 'L-2', status: 'Approved' }),
		],
	});
	const [first, second] = list().sort((a, b) => a.kind.localeCompare(b.kind));
	expect([first!.kind, second!.kind]).toEqual(['transferIn', 'transferOut']);
	expect(get(first!.id).kind).toBe('transferIn');
	expect(get(second!.id)).toMatchObject({ kind: 'transferOut', move: 'ours' });
});

test('an incoming transfer waits for us, and its blanks are not zero', () => {
	expect(list()).toEqual([
		{ id: documentId, kind: 'transferIn', phase: 'in-transit', standing: 'service', move: 'ours' },
	]);
	const document = get();
	expect(document.receiving).toBe('receipt');
	expect(document.lines.map(({ sent, entry }) => [sent, entry?.total])).toEqual([
		['18', null],
		['3', null],
	]);
	expect(failureOf(receive).details).toEqual([
		{ path: 'lines.l-1.entry', message: 'missing' },
		{ path: 'lines.l-2.entry', message: 'missing' },
	]);
});

test('entries against an arrival survive a restart', async () => {
	enter('l-1', '3/2', '3');
	expect(failureOf(() => enter('l-1', 'six')).code).toBe('not-a-quantity');
	await kitchen.restart();
	expect(get().lines[0]!.entry).toEqual({
		before: '0',
		due: '18',
		total: '18',
		difference: '0',
		boxes: [{ unitId: '3', typed: '3/2', locale: 'en-GB', quantity: '1.5' }],
		reason: '',
		cause: '',
		settlement: 'none',
		price: '',
	});
	enter('l-1', '', '3');
	expect(get().lines[0]!.entry!.total).toBeNull();
});

test('an entry in a unit that the item no longer has is shown and must be entered again', async () => {
	enter('l-1', '2', '3');
	const loose = itemRecord('1', 'Whole milk', {
		units: [{ uomId: 1, name: 'each', type: 'each', conversionFactor: '1', decimals: 0 }],
	});
	await kitchen.shows({ 'inventoryItem.list': [loose, itemRecord('2', 'Butter')] });
	const lost = { boxes: [{ unitId: '3', typed: '2', quantity: '2' }], total: null };
	expect(get().lines[0]!.entry).toMatchObject(lost);

	const filled = enterAllAsDue();
	expect(filled.lines.map(({ entry }) => entry!.total)).toEqual([null, '3']);
	expect(failureOf(receive).details).toEqual([
		{ path: 'lines.l-1.entry', message: 'unknown-unit' },
	]);
	expect(enter('l-1', '18').lines[0]!.entry).toMatchObject({
		boxes: [{ unitId: '1', typed: '18', quantity: '18' }],
		total: '18',
	});
	expect(receive().standing).toBe('waiting');
});

test('a shortage needs a reason, and the reason is sent', async () => {
	enter('l-1', '1', '3');
	kitchen.call('transferIn.confirmBlanksAsZero', { documentId });
	expect(failureOf(receive).details).toEqual([
		{ path: 'lines.l-1.reason', message: 'missing' },
		{ path: 'lines.l-2.reason', message: 'missing' },
	]);
	explain('l-1', 'Damaged');
	explain('l-2', 'Not in the delivery');
	expect(receive()).toMatchObject({
		standing: 'waiting',
		move: 'network',
		receiving: null,
	});
	expect(receive().standing).toBe('waiting');
	await kitchen.send();
	expect(kitchen.service.writes).toHaveLength(1);
	expect(kitchen.service.writes[0]).toMatchObject({
		name: 'transferIn.receive',
		body: {
			transferId: 'T-1',
			items: [
				{
					transferItemId: 'l-1',
					itemId: '1',
					quantity: '12',
					quantities: [{ uomId: 3, quantity: '1' }],
					description: 'Damaged',
				},
				{ transferItemId: 'l-2', quantity: '0', quantities: [{ uomId: 1, quantity: '0' }] },
			],
		},
	});
});

test('"all as sent" fills only blank lines, in the units of the sender', () => {
	enter('l-2', '2');
	const { lines } = enterAllAsDue();
	expect(lines.map(({ entry }) => [entry!.total, entry!.boxes])).toMatchObject([
		[
			'18',
			[
				{ unitId: '3', typed: '1', quantity: '1' },
				{ unitId: '1', typed: '6', quantity: '6' },
			],
		],
		['2', [{ unitId: '1', typed: '2', quantity: '2' }]],
	]);
});

test('a third of a case of twelve is received as four, in boxes that add up to it', () => {
	enter('l-1', '4/3', '3');
	enter('l-1', '2');
	enterAllAsDue();
	expect(get().lines[0]!.entry).toMatchObject({ total: '18', difference: '0' });
	receive();
	const [step] = kitchen.outbox.stepsOf('transferIn', documentId);
	expect(step?.body['items']).toMatchObject([
		{
			quantity: '18',
			quantities: [
				{ uomId: 3, quantity: '1' },
				{ uomId: 1, quantity: '6' },
			],
		},
		{ quantity: '3' },
	]);
});

test('a receipt is shown until a later copy shows it, then the service’s record is', async () => {
	enterAllAsDue();
	receive();
	await kitchen.send();
	expect(list()).toEqual([
		{ id: documentId, kind: 'transferIn', phase: 'received', standing: 'service', move: 'nobody' },
	]);
	expect(failureOf(() => enter('l-1', '1')).code).toBe('already-submitted');
	await kitchen.shows({
		'transferIn.list': [
			arrival({
				status: 'PartiallyReceived',
				items: [{ id: 'l-1', itemId: '1', quantity: '18', quantityReceived: '12' }],
			}),
		],
	});
	expect(get()).toMatchObject({
		phase: 'partly-received',
		receiving: 'receipt',
		move: 'ours',
	});
	expect(get()).toMatchObject({
		tags: ['short'],
		onTheWay: { cost: '3', costsUnknown: 0 },
	});
	expect(get().lines).toMatchObject([
		{ sent: '18', received: '12', difference: '-6', entry: { due: '6', total: null } },
	]);
	enter('l-1', '6');
	receive();
	await kitchen.send();
	expect(kitchen.service.writes.at(-1)!.body['items']).toMatchObject([{ quantity: '6' }]);
});

test('a queued receipt is shown even if the service’s list no longer has the transfer', async () => {
	enterAllAsDue();
	kitchen.service.verdict = { kind: 'rejected', status: 409, said: 'No.', serverDate: null };
	receive();
	await kitchen.send();
	await kitchen.shows({ 'transferIn.list': [] });
	expect(list()).toMatchObject([{ id: documentId, standing: 'needs-you', move: 'ours' }]);
	expect(get().lines[0]!.entry!.total).toBe('18');
});

test('undoing a receipt reopens it with all entries', async () => {
	kitchen.service.there = false;
	enterAllAsDue();
	receive();
	kitchen.undo('transferIn', documentId);
	expect(get()).toMatchObject({ receiving: 'receipt', standing: 'service' });
	enter('l-2', '2');
	explain('l-2', 'Damaged');
	expect(receive().standing).toBe('waiting');
	kitchen.service.there = true;
	await kitchen.send();
	expect(written(kitchen)).toEqual(['transferIn.receive']);
});

test('more than was sent needs a reason, and beyond the tolerance cannot be received', () => {
	enter('l-1', '19');
	enter('l-2', '4');
	expect(failureOf(receive).details).toEqual([
		{ path: 'lines.l-1.reason', message: 'missing' },
		{ path: 'lines.l-2.entry', message: 'over-tolerance' },
	]);
	enter('l-2', '3');
	explain('l-1', 'More than was sent');
	expect(receive().standing).toBe('waiting');
});

test('without a tolerance in the profile, any quantity can be received with a reason', async () => {
	await kitchen.restart({
		profile: { transfer: { receiveIn: ['in-transit'], fulfillIn: [], overReceiptPercent: null } },
	});
	enter('l-1', '180');
	explain('l-1', 'More than was sent');
	enterAllAsDue();
	expect(receive().standing).toBe('waiting');
});

test('requesting from another location queues a transfer in and its submit', async () => {
	const draft = kitchen.call('transferIn.save', transferToSave([line()]));
	const { documentId: draftId } = draft;
	expect(draft).toMatchObject({ kind: 'transferIn', locationId: 'L-1', otherLocationId: 'L-2' });
	kitchen.call('transferIn.submit', { documentId: draftId, intentId: 'intent-0002' });
	await kitchen.send();
	expect(written(kitchen)).toEqual(['transferIn.create', 'transferIn.submit']);
	expect(kitchen.service.writes[0]!.body).toMatchObject({
		fromLocationId: 'L-2',
		toLocationId: 'L-1',
	});
	expect(list().filter(({ id }) => id !== documentId)).toMatchObject([
		{ kind: 'transferIn', phase: 'submitted', move: 'approver' },
	]);
});
