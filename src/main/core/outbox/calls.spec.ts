import { byArea } from '../../../shared/document/stored.ts';
import { expect, test } from 'vitest';
import { wasteLine, wasteToSave } from '../../../../test/support/documents.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { caller, failureOf, valueOf } from '../../../../test/support/kitchen.ts';
import { contract } from '../../../shared/bridge/contract.ts';
import { openWork } from '../store/open-work.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';

const profile = serviceProfile.parse({ pauses: { holdMs: 5_000 } });
const kitchen = eachKitchen({ profile });

function submitWaste(description: string): string {
	const waste = wasteToSave([wasteLine({ boxes: [{ unitId: '1', typed: '2*3' }] })], {
		description,
	});
	const { documentId } = valueOf(kitchen.calls['wastage.save'](waste, caller));
	const intentId = `intent-${documentId}`;
	valueOf(kitchen.calls['wastage.submit']({ documentId, intentId }, caller));
	return documentId;
}

const undoable = () => valueOf(kitchen.calls['outbox.undoable']({}, caller)).undoable;
const lane = (id: string) => {
	const found = valueOf(kitchen.calls['outbox.lane']({ id }, caller)).lane;
	if (found === null) throw new Error('It is not in the outbox.');
	return found;
};
const list = (text = '') => {
	const asked = contract['outbox.list'].input.parse({ filter: 'all', text });
	return valueOf(kitchen.calls['outbox.list'](asked, caller));
};
const found = (text: string) => list(text).lanes.map(({ documentId }) => documentId);

test('a submitted document can be undone until it is sent, and becomes the same draft again', async () => {
	const documentId = submitWaste('Dropped tray');
	await kitchen.clock.pass(4_000);
	const [what] = undoable();
	expect(what).toMatchObject({ documentId, title: 'Dropped tray', number: '', verb: 'create' });
	expect(what!.until - kitchen.clock.now()).toBe(1_000);
	valueOf(kitchen.calls['outbox.cancel'](what!, caller));
	await kitchen.clock.pass(10_000);
	expect(kitchen.service.writes).toEqual([]);
	expect(undoable()).toEqual([]);
	const draft = valueOf(kitchen.calls['wastage.get']({ documentId }, caller));
	expect(draft.standing).toBe('draft');
	expect(draft.lines[0]).toMatchObject({ boxes: [{ typed: '2*3' }] });
});

test('nothing can be undone once it may have been sent', async () => {
	submitWaste('Dropped tray');
	const [what] = undoable();
	await kitchen.clock.pass(6_000);
	expect(undoable()).toEqual([]);
	expect(failureOf(kitchen.calls['outbox.cancel'](what!, caller)).code).toBe('changed-meanwhile');
	expect(kitchen.service.writes.map(({ name }) => name)).toEqual([
		'wastage.create',
		'wastage.submit',
	]);
});

test('a document that could not be sent in time waits, and is not offered for undo', async () => {
	kitchen.service.there = false;
	const documentId = submitWaste('Dropped tray');
	await kitchen.clock.pass(6_000);
	expect(undoable()).toEqual([]);
	expect(lane(documentId).steps[0]?.can).toEqual(['cancel']);
});

test('a document is found by its item, text, location, person, reference and number', async () => {
	const documentId = submitWaste('Dropped tray');
	submitWaste('Other');
	const reference = kitchen.store.durable
		.prepare<[], string>('SELECT reference FROM action ORDER BY seq LIMIT 1')
		.pluck()
		.get()!;
	const [item] = valueOf(kitchen.calls['wastage.get']({ documentId }, caller)).lines;
	for (const text of [`${item!.item.name} drop`, 'tray', 'harb dropp', 'noor tray', reference])
		expect(found(text), text).toEqual([documentId]);
	expect(found('nothing of it')).toEqual([]);
	await kitchen.clock.pass(6_000);
	const { number } = lane(documentId);
	expect(number).not.toBe('');
	expect(found(number)).toEqual([documentId]);
});

test('the history gives reasons as codes, and keeps codes of a newer Stillroom', async () => {
	const documentId = submitWaste('Dropped tray');
	await kitchen.clock.pass(6_000);
	const { laneId, steps } = lane(documentId);
	kitchen.store.durable
		.prepare(
			`INSERT INTO action_event (action_id, at, from_state, to_state, by, why, code, args)
			 VALUES (?, 0, 'queued', 'sending', 'Stillroom', 'Sent by pigeon.', 'pigeon', '{}')`,
		)
		.run(steps[0]!.actionId);
	const { entries } = valueOf(kitchen.calls['outbox.history']({ laneId }, caller));
	const said = '';
	expect(entries.map(({ why }) => why)).toEqual([
		{ code: 'queued', args: {}, said },
		{ code: 'queued', args: {}, said },
		{ code: 'sent', args: { number: 1 }, said },
		{ code: 'answered', args: { status: 200 }, said },
		{ code: 'sent', args: { number: 1 }, said },
		{ code: 'answered', args: { status: 200 }, said },
		{ code: 'pigeon', args: {}, said: 'Sent by pigeon.' },
	]);
});

test('sums the attempts of a document over its steps', async () => {
	const took = (id: string) =>
		valueOf(kitchen.calls['outbox.requests']({ laneId: lane(id).laneId }, caller));
	const plain = submitWaste('Dropped tray');
	const nothing = { requests: 0, again: 0, refused: 0, unanswered: 0, unsent: 0, looked: 0 };
	expect(took(plain)).toEqual(nothing);
	await kitchen.clock.pass(6_000);
	expect(took(plain)).toEqual({ ...nothing, requests: lane(plain).steps.length });

	const lost = submitWaste('Spilt soup');
	const tries = ['not-sent', 'unknown', 'rejected', null, 'applied'];
	const { laneId, steps } = lane(lost);
	for (const [at, verdict] of tries.entries()) {
		kitchen.store.durable
			.prepare(
				'INSERT INTO attempt (action_id, number, revision, started_at, verdict) VALUES (?, ?, 1, 0, ?)',
			)
			.run(steps[0]!.actionId, at + 1, verdict);
	}
	kitchen.store.durable
		.prepare(
			`INSERT INTO action_event (action_id, at, from_state, to_state, by, why, code, args)
			 VALUES (?, 0, 'ambiguous', 'verifying', 'Stillroom', '', 'asked', '{}')`,
		)
		.run(steps[0]!.actionId);
	expect(valueOf(kitchen.calls['outbox.requests']({ laneId }, caller))).toEqual({
		requests: 4,
		again: 3,
		refused: 1,
		unanswered: 2,
		unsent: 1,
		looked: 1,
	});
});

test('counts documents that waited too long, and "send all" queues them in one commit', async () => {
	const passed: string[] = [];
	const crashPoint = (label: string) => passed.push(label);
	await kitchen.restart({ profile, crashPoint });
	kitchen.service.there = false;
	const documentIds = [submitWaste('Dropped tray'), submitWaste('Spilt soup')];
	await kitchen.clock.pass(25 * 60 * 60 * 1_000);
	kitchen.service.there = true;
	await kitchen.send();
	await kitchen.clock.pass(600_000);
	expect(list().counts).toMatchObject({ needsYou: 2, stale: 2 });
	expect(openWork(kitchen.store).needYou(kitchen.account())).toEqual({
		...byArea(() => 0),
		wastage: 2,
	});
	expect(kitchen.service.writes).toEqual([]);
	expect(lane(documentIds[0]!).steps[0]?.can, 'it may be wrong by now').toContain('cancel');
	passed.length = 0;
	expect(valueOf(kitchen.calls['outbox.sendStale']({}, caller)).documents).toBe(2);
	expect(passed).toEqual(['verdict: before commit', 'verdict: committed']);
	await kitchen.clock.pass(1_000);
	expect(list().counts).toEqual({ waiting: 0, needsYou: 0, done: 2, stale: 0 });
	expect(documentIds.map((id) => lane(id).standing)).toEqual(['done', 'done']);
});

test('a document with a damaged row is shown as far as possible, is sent, and hides no other', async () => {
	const damaged = submitWaste('Dropped tray');
	const whole = submitWaste('Burnt rolls');
	// SQLite does not notice disk damage inside a text value.
	kitchen.store.durable.exec(`
		UPDATE lane SET label = '{"locationId":"L-1","title":"Drop' WHERE document_id = '${damaged}';
		INSERT INTO action_event (action_id, at, from_state, to_state, by, why, code, args)
			SELECT action_id, 1, state, state, 'Kit', '', 'queued', '{"sec' FROM action JOIN lane USING (lane_id)
			WHERE document_id = '${damaged}';`);
	expect(found('').sort()).toEqual([damaged, whole].sort());
	expect(found('burnt')).toEqual([whole]);
	expect(lane(damaged)).toMatchObject({
		title: '',
		steps: [{ verb: 'create' }, { verb: 'submit' }],
	});
	expect(undoable()).toHaveLength(2);
	await kitchen.clock.pass(10_000);
	expect(found('milk').sort()).toEqual([damaged, whole].sort());
	expect([lane(damaged).standing, lane(whole).standing]).toEqual(['done', 'done']);
});

test('drafts and open counts wait for their account, like documents', () => {
	submitWaste('Dropped tray');
	valueOf(kitchen.calls['wastage.save'](wasteToSave([]), caller));
	const opened = contract['stocktake.open'].input.parse({
		locationId: 'L-1',
		name: 'Bar',
		plan: { scope: { kind: 'full' } },
		intentId: 'count-intent',
	});
	valueOf(kitchen.calls['stocktake.open'](opened, caller));
	const { serviceUrl, clientId } = kitchen.account();
	const { elsewhere } = openWork(kitchen.store);
	expect(elsewhere(null)).toMatchObject([
		{ serviceUrl, clientId, practice: false, documents: 1, drafts: 1, counts: 1 },
	]);
	expect(elsewhere(kitchen.account())).toEqual([]);
});

test('who entered, submitted and locked a document stays with it for good', async () => {
	const documentId = submitWaste('Dropped tray');
	const trail = (id: string) =>
		kitchen
			.call('outbox.trail', { document: 'wastage', documentId: id })
			.trail.map(({ what, by, done }) => [what, by, done]);
	expect(trail(documentId)).toEqual([
		['enter', 'Noor', true],
		['submit', 'Noor', false],
	]);
	await kitchen.clock.pass(6_000);
	const { serverId } = kitchen.outbox.lanes('wastage')[0]!;
	const before = { id: serverId, number: 'WST-1', locationId: 'L-1', status: 'Submitted' };
	kitchen.service.lists['wastage.list'] = [{ ...before, date: '2026-11-19T10:00:00Z', items: [] }];
	await kitchen.pull();
	kitchen.settings.person = 'Ben';
	const ofService = `service:wastage:${String(serverId)}`;
	const { version } = kitchen.call('wastage.get', { documentId: ofService });
	const locked = { documentId: ofService, version, intentId: 'intent-lock', locked: true };
	kitchen.call('wastage.lock', locked);
	await kitchen.clock.pass(6_000);
	const all = [
		['enter', 'Noor', true],
		['submit', 'Noor', true],
		['lock', 'Ben', true],
	];
	expect(trail(ofService)).toEqual(all);
	expect(trail(documentId)).toEqual(all);
	expect(trail('service:wastage:another')).toEqual([]);
});
