import { expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf, openKitchen, stockUp, valueOf } from '../../../../test/support/kitchen.ts';
import { wasteAt, wasteToSave, written } from '../../../../test/support/documents.ts';
import type { WasteDocument } from '../../../shared/bridge/waste.ts';
import { ExactNumber } from '../../../shared/exact-json.ts';

const kitchen = eachKitchen(() => stockUp(openKitchen()));

/** Too many digits for a binary floating-point number. */
const ticket = new ExactNumber('9007199254740993');
const milk = { id: 'w-1', itemId: '1', uomId: 1, quantity: '2', lot: 'A7', ticket };
const gone = { id: 'w-2', itemId: 'not-here-any-more', uomId: 9, quantity: '1.50' };
const wasteRecord = (status: string, more: object = {}) => ({
	id: 'W-9',
	number: 'WST-9',
	locationId: 'L-1',
	date: '2026-11-10T10:00:00Z',
	description: 'Spilt [SR-0123456789]',
	status,
	costCentre: 'bar',
	till: { ticket, rate: new ExactNumber('1.50') },
	totalCost: '1',
	items: [{ ...milk, unitCost: '0.50', totalCost: '1' }, gone],
	...more,
});
const showWaste = (status: string, more: object = {}) => {
	return kitchen.shows({ 'wastage.list': [wasteRecord(status, more)] });
};
const waste = (documentId = 'service:wastage:W-9') => kitchen.call('wastage.get', { documentId });
const edit = () => kitchen.call('wastage.edit', { documentId: 'service:wastage:W-9' });
const saveWaste = ({ documentId, revision, lines }: WasteDocument, typed: string) =>
	kitchen.call('wastage.save', {
		documentId,
		revision,
		locationId: 'L-1',
		description: 'Spilt in the bar',
		lines: lines.map((line) => ({
			lineId: line.lineId,
			itemId: line.item.itemId,
			boxes: line.boxes.map((box) => (line.item.itemId === '1' ? { ...box, typed } : box)),
			reasonId: line.item.itemId === '1' ? 'R-1' : line.reasonId,
			label: line.label,
			note: line.note,
		})),
		locale: 'en-GB',
	});
const sendWaste = ({ documentId }: WasteDocument, submit = true) =>
	kitchen.call('wastage.submit', { documentId, intentId: 'intent-send', submit });
const listed = () => wasteAt(kitchen);
const sent = () => written(kitchen);
const stepsOf = (documentId = 'service:wastage:W-9') =>
	kitchen.outbox.laneOf('wastage', documentId)!.actions;

test('a rejected document can be edited offline and shows the edit while it is queued', async () => {
	await showWaste('Rejected');
	expect(waste()).toMatchObject({ edit: 'begin', phase: 'rejected' });
	kitchen.service.there = false;
	const draft = edit();
	expect(draft).toMatchObject({
		standing: 'draft',
		edits: 'service:wastage:W-9',
		number: 'WST-9',
		phase: 'rejected',
		businessDate: '2026-11-10',
		description: 'Spilt',
		problems: [],
		lines: [{ boxes: [{ typed: '2' }] }, { boxes: [{ typed: '1.5' }] }],
	});
	expect(listed()).toMatchObject([{ documentId: draft.documentId, edits: 'service:wastage:W-9' }]);
	const saved = saveWaste(draft, '3');
	expect(sendWaste(saved)).toMatchObject({
		documentId: 'service:wastage:W-9',
		standing: 'waiting',
		description: 'Spilt in the bar',
		edit: null,
		lines: [{ boxes: [{ quantity: '3' }], cost: '1.5' }, { boxes: [{ quantity: '1.5' }] }],
	});
	expect(listed()).toMatchObject([
		{ documentId: 'service:wastage:W-9', standing: 'waiting', description: 'Spilt in the bar' },
	]);
	expect(sent()).toEqual([]);
});

test('an edit sends the whole document, with untouched parts, our reference and unknown fields unchanged', async () => {
	await showWaste('Rejected');
	const saved = saveWaste(edit(), '3');
	sendWaste(saved);
	await kitchen.send();
	expect(sent()).toEqual(['wastage.update', 'wastage.submit']);
	expect(kitchen.service.writes[0]!.body).toEqual({
		id: 'W-9',
		locationId: 'L-1',
		date: '2026-11-10T10:00:00Z',
		description: 'Spilt in the bar [SR-0123456789]',
		costCentre: 'bar',
		till: { ticket, rate: new ExactNumber('1.50') },
		items: [{ ...milk, quantity: '3', wasteReasonId: 'R-1' }, gone],
	});
	expect(kitchen.service.writes[1]!.path).toEqual({ id: 'W-9' });
	expect(waste()).toMatchObject({
		standing: 'service',
		phase: 'submitted',
		edit: null,
		lines: [{ boxes: [{ quantity: '3' }] }, {}],
	});
});

test('a draft of the service stays a draft if the person does not submit it', async () => {
	await showWaste('Draft');
	const saved = saveWaste(edit(), '3');
	sendWaste(saved, false);
	await kitchen.send();
	expect(sent()).toEqual(['wastage.update']);
});

test('two windows edit the same draft, and an outdated save is refused', async () => {
	await showWaste('Rejected');
	const first = edit();
	expect(waste().edit).toBe('go-on');
	const second = edit();
	expect(second.documentId).toBe(first.documentId);
	saveWaste(first, '3');
	expect(failureOf(() => saveWaste(second, '4')).code).toBe('changed-meanwhile');
});

test('discarding an edit shows the document of the service again', async () => {
	await showWaste('Rejected');
	const draft = edit();
	saveWaste(draft, '3');
	kitchen.call('wastage.discard', { documentId: draft.documentId });
	expect(listed()).toMatchObject([
		{ documentId: 'service:wastage:W-9', description: 'Spilt', edits: null },
	]);
	expect(waste()).toMatchObject({ edit: 'begin', lines: [{ boxes: [{ quantity: '2' }] }, {}] });
});

test.each(['Submitted', 'Approved', 'Rejected'])(
	'a locked or decided document cannot be edited: %s',
	async (status) => {
		await showWaste(status, { isLocked: status === 'Rejected' });
		expect(waste().edit).toBeNull();
		expect(failureOf(edit).code).toBe('not-possible-now');
	},
);

test('a document cannot be edited while its create or submit is being sent', async () => {
	await kitchen.pull();
	const draft = kitchen.call('wastage.save', wasteToSave());
	sendWaste(draft);
	kitchen.service.onRead = () => {
		// Goes offline between the two.
		kitchen.service.there = kitchen.service.writes.length === 0;
	};
	await kitchen.send();
	kitchen.service.onRead = () => undefined;
	expect(sent()).toEqual(['wastage.create']);
	kitchen.service.there = true;
	expect(
		failureOf(() => kitchen.call('wastage.edit', { documentId: 'service:wastage:S-1' })).code,
	).toBe('not-found');
	await kitchen.pull();
	expect(waste('service:wastage:S-1').edit).toBeNull();
});

test('an edit keeps changes that others made to other lines', async () => {
	await showWaste('Rejected');
	const saved = saveWaste(edit(), '3');
	const butter = { id: 'w-3', itemId: '2', uomId: 1, quantity: '4' };
	kitchen.service.lists['wastage.list'] = [
		wasteRecord('Rejected', {
			items: [milk, gone, butter],
			modifiedDate: '2026-11-20T00:00:00Z',
		}),
	];
	sendWaste(saved);
	await kitchen.send();
	expect(kitchen.service.writes[0]!.body['items']).toEqual([
		{ ...milk, quantity: '3', wasteReasonId: 'R-1' },
		gone,
		butter,
	]);
	expect(sent()).toEqual(['wastage.update', 'wastage.submit']);
});

test('an edit needs attention if the document was approved meanwhile', async () => {
	await showWaste('Rejected');
	const saved = saveWaste(edit(), '3');
	kitchen.service.lists['wastage.list'] = [wasteRecord('Approved')];
	sendWaste(saved);
	await kitchen.send();
	expect(sent()).toEqual([]);
	expect(stepsOf()).toMatchObject([
		{ state: 'attention', attention: 'changed' },
		{ state: 'queued' },
	]);
});

test('a refused edit becomes a draft again as typed, even after an earlier decision', async () => {
	await showWaste('Submitted');
	const { version } = waste();
	kitchen.call('wastage.reject', {
		documentId: 'service:wastage:W-9',
		version,
		intentId: 'intent-reject',
		reason: 'Weigh it',
	});
	await kitchen.send();
	await showWaste('Rejected');
	expect(waste().rejectedBecause).toBe('Weigh it');
	const saved = saveWaste(edit(), '3');
	expect(saved.rejectedBecause).toBe('Weigh it');
	kitchen.service.verdict = {
		kind: 'rejected',
		status: 422,
		said: 'Not that much.',
		serverDate: null,
	};
	sendWaste(saved);
	await kitchen.send();
	const step = kitchen.store.durable
		.prepare<[], { action_id: string; revision: number }>(
			`SELECT action_id, revision FROM action WHERE state = 'attention'`,
		)
		.get()!;
	valueOf(kitchen.outbox.edit({ actionId: step.action_id, revision: step.revision }, 'Noor'));
	const again = edit();
	expect(again).toMatchObject({ documentId: saved.documentId, description: 'Spilt in the bar' });
	expect(again.lines[0]!.boxes[0]!.typed).toBe('3');
	kitchen.service.verdict = {
		...kitchen.service.verdict,
		kind: 'applied',
		value: null,
		id: null,
		number: '',
	};
	sendWaste(saveWaste(again, '2+1'));
	await kitchen.send();
	expect(sent().slice(-2)).toEqual(['wastage.update', 'wastage.submit']);
});

test('undoing an edit before it is sent reopens its draft, and undoing an approval reopens none', async () => {
	await showWaste('Rejected');
	kitchen.service.there = false;
	const saved = saveWaste(edit(), '3');
	sendWaste(saved);
	const takeBack = () => {
		const { actionId } = stepsOf().at(-1)!;
		const { revision } = kitchen.outbox.tables.byId(actionId)!;
		valueOf(kitchen.outbox.cancel({ actionId, revision }, 'Noor'));
	};
	takeBack();
	expect(edit().documentId).toBe(saved.documentId);
	sendWaste(waste(saved.documentId));
	kitchen.service.there = true;
	await kitchen.send();
	await showWaste('Submitted');
	kitchen.settings.approvalsWait = true;
	kitchen.service.there = false;
	kitchen.call('wastage.approve', {
		documentId: 'service:wastage:W-9',
		version: waste().version,
		intentId: 'intent-approve',
	});
	takeBack();
	expect(listed()).toMatchObject([
		{ documentId: 'service:wastage:W-9', standing: 'service', edits: null },
	]);
});

test('after a crash between update and submit, the next start submits', async () => {
	await showWaste('Rejected');
	sendWaste(saveWaste(edit(), '3'));
	kitchen.service.onRead = () => {
		kitchen.service.there = kitchen.service.writes.length === 0;
	};
	await kitchen.send();
	expect(sent()).toEqual(['wastage.update']);
	const { lists } = kitchen.service;
	await kitchen.restart();
	Object.assign(kitchen.service.lists, lists);
	expect(waste()).toMatchObject({
		standing: 'waiting',
		lines: [{ boxes: [{ quantity: '3' }] }, {}],
	});
	await kitchen.send();
	await kitchen.clock.pass(400_000);
	expect(sent()).toEqual(['wastage.submit']);
});
