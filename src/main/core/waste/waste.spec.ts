import { expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf, itemRecord } from '../../../../test/support/kitchen.ts';
import { wasteAt, wasteLine, wasteToSave } from '../../../../test/support/documents.ts';

const kitchen = eachKitchen();

const line = (more: Partial<ReturnType<typeof wasteLine>> = {}) =>
	wasteLine({ boxes: [{ unitId: '1', typed: '2*3' }], ...more });
const save = (...of: Parameters<typeof wasteToSave>) =>
	kitchen.call('wastage.save', wasteToSave(...of));
const submit = (documentId: string) =>
	kitchen.call('wastage.submit', { documentId, intentId: 'intent-0001' });
const get = (documentId: string) => kitchen.call('wastage.get', { documentId });
const list = () =>
	wasteAt(kitchen).map(({ documentId, number, phase, standing }) => ({
		documentId,
		number,
		phase,
		standing,
	}));

test('a draft keeps what was typed, shows its cost, and survives a restart', async () => {
	const { documentId } = save([
		line(),
		line({ lineId: 'line-2', boxes: [{ unitId: '3', typed: '1.5' }] }),
	]);
	await kitchen.restart();
	const draft = get(documentId);
	expect(draft).toMatchObject({ standing: 'draft', phase: 'draft', revision: 1, cost: '12' });
	expect(
		draft.lines.map(({ boxes: [box], total, cost }) => [box!.typed, box!.quantity, total, cost]),
	).toEqual([
		['2*3', '6', '6', '3'],
		['1.5', '1.5', '18', '9'],
	]);
	expect(draft.problems).toEqual([]);
});

test('a third of a case of twelve is four, in the draft, in its value, and when sent', async () => {
	const third = { boxes: [{ unitId: '3', typed: '1/3' }] };
	const more = [
		{ unitId: '3', typed: '1/3' },
		{ unitId: '1', typed: '2' },
	];
	const { documentId } = save([line(third), line({ lineId: 'line-2', boxes: more })]);
	const { lines, cost } = get(documentId);
	expect(lines.map(({ total }) => total)).toEqual(['4', '6']);
	expect(cost).toBe('5');
	submit(documentId);
	await kitchen.send();
	const [created] = kitchen.service.writes;
	expect(created?.body['items']).toMatchObject([
		{ uomId: 1, quantity: '4' },
		{ uomId: 1, quantity: '6' },
	]);
});

test('part of a case that is not a whole number of singles is refused, even next to a single', () => {
	const eighth = [
		{ unitId: '3', typed: '0.125' },
		{ unitId: '1', typed: '1' },
	];
	const { documentId, problems } = save([line({ boxes: eighth })]);
	const problem = { path: 'lines.line-1.quantity', message: 'too-many-places' };
	expect(problems).toEqual([problem]);
	expect(failureOf(() => submit(documentId)).details).toEqual([problem]);
});

test('a line without a quantity costs nothing in the totals, and its cost is not unknown', () => {
	save([line(), line({ lineId: 'line-2', itemId: '2', boxes: [] })]);
	const totals = kitchen.call('wastage.totals', {
		locationId: 'L-1',
	});
	expect(totals).toMatchObject({ documents: 1, costsUnknown: 0 });
});

test('unreadable text is kept as typed and reported as a problem', () => {
	const draft = save([
		line({ boxes: [{ unitId: '1', typed: '3**' }] }),
		line({ lineId: 'line-2', boxes: [{ unitId: '3', typed: '1,5' }] }),
	]);
	expect(draft.lines.map(({ boxes: [box] }) => [box!.typed, box!.quantity])).toEqual([
		['3**', null],
		['1,5', null],
	]);
	expect(draft.problems).toEqual([
		{ path: 'lines.line-1.quantity', message: 'not-a-number' },
		{ path: 'lines.line-2.quantity', message: 'ambiguous', readings: ['1.5', '15'] },
	]);
	expect(get(draft.documentId).lines[0]!.boxes[0]!.typed).toBe('3**');
});

test('text typed in one language is not parsed again in another', () => {
	const first = save([line({ boxes: [{ unitId: '3', typed: '1,5' }] })], { locale: 'fr-FR' });
	expect(first.lines[0]!.boxes[0]!.quantity).toBe('1.5');
	const again = save([line({ boxes: [{ unitId: '3', typed: '1,5' }], note: 'spilt' })], {
		documentId: first.documentId,
		revision: 1,
		locale: 'en-GB',
	});
	expect(again.lines[0]!.boxes[0]!.quantity).toBe('1.5');
	expect(again.problems).toEqual([]);
});

test('saving an outdated revision is refused and changes nothing', () => {
	const { documentId } = save([line()]);
	save([line({ boxes: [{ unitId: '1', typed: '5' }] })], { documentId, revision: 1 });
	expect(
		failureOf(() =>
			save([line({ boxes: [{ unitId: '1', typed: '7' }] })], { documentId, revision: 1 }),
		).code,
	).toBe('changed-meanwhile');
	expect(get(documentId).lines[0]!.boxes[0]!.typed).toBe('5');
});

test('a blocked submission reports every problem at once and queues nothing', () => {
	const { documentId } = save([
		line({ boxes: [{ unitId: '1', typed: '' }] }),
		line({ lineId: 'line-2', boxes: [{ unitId: '1', typed: '0' }] }),
		line({ lineId: 'line-3', reasonId: null }),
		line({ lineId: 'line-4', itemId: 'nobody-knows' }),
	]);
	const refused = failureOf(() => submit(documentId));
	expect(refused.code).toBe('incomplete');
	expect(refused.details).toEqual([
		{ path: 'lines.line-1.quantity', message: 'missing' },
		{ path: 'lines.line-2.quantity', message: 'not-above-zero' },
		{ path: 'lines.line-3.reasonId', message: 'missing' },
		{ path: 'lines.line-4.item', message: 'unknown-item' },
	]);
	expect(kitchen.outbox.lanes('wastage')).toEqual([]);
	expect(get(documentId).standing).toBe('draft');
});

test('submitting twice makes one lane that creates and then submits', async () => {
	const { documentId } = save([line({ boxes: [{ unitId: '3', typed: '1.5' }], note: 'spilt' })]);
	submit(documentId);
	expect(submit(documentId).standing).toBe('waiting');
	expect(kitchen.outbox.lanes('wastage')).toHaveLength(1);
	await kitchen.send();
	expect(kitchen.service.writes.map(({ name, path }) => [name, path['id']])).toEqual([
		['wastage.create', undefined],
		['wastage.submit', 'S-1'],
	]);
	expect(kitchen.service.writes[0]!.body).toMatchObject({
		locationId: 'L-1',
		items: [{ itemId: '1', uomId: 3, quantity: '1.5', wasteReasonId: 'R-1', description: 'spilt' }],
	});
});

test('several boxes of a line are stored as typed and sent as their sum in the base unit', async () => {
	const boxes = [
		{ unitId: '3', typed: '1/2' },
		{ unitId: '1', typed: '2+1' },
	];
	const { documentId, lines } = save([line({ boxes })]);
	expect(lines).toMatchObject([
		{
			boxes: [
				{ ...boxes[0], quantity: '0.5' },
				{ ...boxes[1], quantity: '3' },
			],
			total: '9',
			cost: '4.5',
		},
	]);
	submit(documentId);
	await kitchen.send();
	expect(kitchen.service.writes[0]!.body['items']).toMatchObject([
		{ itemId: '1', uomId: 1, quantity: '9' },
	]);
});

test('one unreadable box leaves the line without a total', () => {
	const boxes = [
		{ unitId: '3', typed: '1' },
		{ unitId: '1', typed: '2+' },
	];
	const { lines, problems } = save([line({ boxes })]);
	expect(lines[0]).toMatchObject({ total: null, cost: null });
	expect(problems).toEqual([{ path: 'lines.line-1.quantity', message: 'not-a-number' }]);
});

test('the document is sent with the business date on which it was begun', async () => {
	kitchen.clock.setWallClock(Date.UTC(2026, 10, 20, 23, 30));
	const { documentId, businessDate } = save([line()]);
	expect(businessDate).toBe('2026-11-20');
	kitchen.clock.setWallClock(Date.UTC(2026, 10, 21, 9, 0));
	submit(documentId);
	await kitchen.send();
	expect(kitchen.service.writes[0]!.body['date']).toBe('2026-11-20T23:30:00.000Z');
});

test('our document is shown until a later copy shows it, and never both', async () => {
	const { documentId } = save([line()]);
	kitchen.service.there = false;
	submit(documentId);
	expect(list()).toEqual([{ documentId, number: '', phase: 'draft', standing: 'waiting' }]);

	kitchen.service.there = true;
	// The list is read while our writes are being sent, so the copy may be from before them.
	await kitchen.send();
	expect(list()).toEqual([{ documentId, number: 'NO-1', phase: 'submitted', standing: 'service' }]);
	await kitchen.pull();
	expect(list()).toEqual([
		{ documentId: 'service:wastage:S-1', number: 'NO-1', phase: 'submitted', standing: 'service' },
	]);
	expect(get(documentId).documentId).toBe('service:wastage:S-1');
});

test('a copy read before our last write was answered does not replace our document', async () => {
	const { documentId } = save([line()]);
	let answerOld = (): void => undefined;
	const held = new Promise<void>((resolve) => (answerOld = resolve));
	const begun = new Set<string>();
	kitchen.service.onRead = (name) => {
		if (name !== 'wastage.list' || begun.has(name)) return undefined;
		begun.add(name);
		return held;
	};
	// The pull asks for the list before anything is sent, and the answer comes after both writes.
	kitchen.sync.pull();
	while (!begun.has('wastage.list')) await kitchen.clock.settle();
	submit(documentId);
	await kitchen.send();
	expect(kitchen.service.writes).toHaveLength(2);
	answerOld();
	while (kitchen.sync.state().running) await kitchen.clock.settle();
	expect(list().map((each) => each.documentId)).toEqual([documentId]);
});

test('a document that the service refuses needs attention', async () => {
	const { documentId } = save([line()]);
	kitchen.service.verdict = { kind: 'rejected', status: 422, said: 'No.', serverDate: null };
	submit(documentId);
	await kitchen.send();
	expect(list()[0]).toMatchObject({ documentId, standing: 'needs-you' });
});

test('a document undone before it was sent is a draft again and can be resubmitted', async () => {
	kitchen.service.there = false;
	const { documentId } = save([line()]);
	submit(documentId);
	kitchen.undo('wastage', documentId);
	const again = get(documentId);
	expect(again.standing).toBe('draft');
	save([line({ boxes: [{ unitId: '1', typed: '9' }] })], {
		documentId,
		revision: again.revision,
	});
	expect(submit(documentId).standing).toBe('waiting');
	kitchen.service.there = true;
	await kitchen.send();
	const creates = kitchen.service.writes.filter(({ name }) => name === 'wastage.create');
	expect(creates.map(({ body }) => (body['items'] as { quantity: string }[])[0]!.quantity)).toEqual(
		['9'],
	);
});

test('a submitted draft accepts no changes, and a discarded one is gone', () => {
	const first = save([line()]).documentId;
	submit(first);
	expect(failureOf(() => save([line()], { documentId: first, revision: 1 })).code).toBe(
		'already-submitted',
	);
	expect(failureOf(() => kitchen.call('wastage.discard', { documentId: first })).code).toBe(
		'already-submitted',
	);
	const second = save([line()]).documentId;
	kitchen.call('wastage.discard', { documentId: second });
	expect(failureOf(() => get(second)).code).toBe('not-found');
});

test('a draft still names its items after the catalogue has lost them', async () => {
	const { documentId } = save([line()]);
	await kitchen.shows({ 'inventoryItem.list': [itemRecord('2', 'Butter')] });
	expect(get(documentId).lines[0]).toMatchObject({
		item: { name: 'Whole milk' },
		total: '6',
	});
});

test('the service’s own documents show their lines without our reference', async () => {
	await kitchen.shows({
		'wastage.list': [
			{
				id: 'W-9',
				number: 'WST-9',
				locationId: 'L-1',
				date: '2026-11-20T02:00:00Z',
				status: 'OnHold',
				description: 'Power cut [SR-0123456789]',
				items: [{ id: 'x', itemId: '1', uomId: 3, quantity: '2.50', wasteReasonId: 'R-1' }],
			},
		],
	});
	expect(get('service:wastage:W-9')).toMatchObject({
		description: 'Power cut',
		businessDate: '2026-11-19',
		phase: 'unknown',
		stateWord: 'OnHold',
		cost: '15',
		lines: [{ total: '30', reasonName: 'Spoiled', boxes: [{ unitId: '3', quantity: '2.5' }] }],
	});
});

test('repeating the first save of a sheet, as after a lost answer, makes no second draft', async () => {
	const intent = { intentId: 'sheet-0001' };
	const first = save([line()], intent);
	expect(save([line()], intent)).toEqual(first);
	await kitchen.restart();
	const typedOn = save([line({ boxes: [{ unitId: '1', typed: '7' }] })], intent);
	expect(typedOn).toMatchObject({ documentId: first.documentId, revision: 2 });
	expect(list()).toHaveLength(1);
	expect(failureOf(() => save([line({ boxes: [{ unitId: '1', typed: '8' }] })], intent)).code).toBe(
		'changed-meanwhile',
	);
	expect(save([line()], { intentId: 'sheet-0002' }).documentId).not.toBe(first.documentId);
});

test('repeating the first save after the draft was submitted makes no second draft', () => {
	const intent = { intentId: 'sheet-0001' };
	const { documentId } = save([line()], intent);
	submit(documentId);
	expect(failureOf(() => save([line()], intent)).code).toBe('already-submitted');
});

test('a draft undone and then restored from an older snapshot is sent when it is resubmitted', () => {
	kitchen.service.there = false;
	const { documentId } = save([line()]);
	const revision = kitchen.store.durable.prepare('SELECT revision FROM draft').pluck().get();
	submit(documentId);
	const steps = () => kitchen.outbox.stepsOf('wastage', documentId);
	kitchen.undo('wastage', documentId);
	// Restoring a snapshot brings back the draft as it was and leaves the steps.
	kitchen.store.durable.prepare(`UPDATE draft SET state = 'open', revision = ?`).run(revision);
	submit(documentId);
	expect(steps().map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'queued', 'queued']);
});
