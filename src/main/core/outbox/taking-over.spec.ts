import { beforeEach, expect, test } from 'vitest';
import { body, create, eachQueue, lane, step, submit } from '../../../../test/support/queue.ts';
import { noReply } from '../../../../test/support/verdicts.ts';

const queue = eachQueue();
beforeEach(() => {
	queue.store.durable.exec(
		`INSERT INTO account VALUES ('old', 'http://127.0.0.1:2', 'client', 'Old', 0, '{}', 0, 1)`,
	);
});

const draftId = '0190c1f0-1111-7000-8000-000000000001';
async function queuedWithOld(): Promise<string> {
	const laneId = queue.enqueue(draftId, create(`${draftId}/1/create`));
	await queue.clock.settle();
	for (const table of ['lane', 'action']) {
		queue.store.durable.prepare(`UPDATE ${table} SET account_id = 'old'`).run();
	}
	return laneId;
}
const takeOver = () => {
	queue.outbox.takeOver({ accountId: 'old', name: 'Old' }, 'Kit');
};

test('an unsent step is looked for under the new address before it is sent', async () => {
	queue.online = false;
	const laneId = await queuedWithOld();
	queue.online = true;
	const description = `${body.description} [${queue.referenceOf(laneId)}]`;
	queue.lists({ ...body, id: 'W-9', description });
	takeOver();
	expect(queue.outbox.counts()).toEqual({ waiting: 1, needYou: 0 });
	await queue.clock.settle();
	expect(queue.rows(laneId)).toMatchObject([{ state: 'confirmed', confirmed_by: 'probe' }]);
	expect(queue.written()).toEqual([]);
});

test('two accounts that changed the same document have one lane of it, with the steps of both', async () => {
	queue.online = false;
	const document = { ...lane('service:W-1'), server: { id: 'W-1', number: 'WST-1' } };
	const record = { id: 'W-1', number: 'WST-1', status: 'Draft', ...body };
	queue.shows(record);
	queue.enqueueIn(document, [
		{ ...step('update'), payload: { path: { id: 'W-1' }, body }, intentId: 'i1' },
	]);
	for (const table of ['lane', 'action']) {
		queue.store.durable.prepare(`UPDATE ${table} SET account_id = 'old'`).run();
	}
	const { durable } = queue.store;
	durable.exec(`
		INSERT INTO import_run (run_id, account_id, source, title, state, created_at, created_by)
			VALUES ('run', 'old', 'file', '', 'running', 0, 'Kit');
		INSERT INTO import_row (run_id, number, type, draft_id, revision, title, changes, state, intent_id, lane_id)
			SELECT 'run', 1, 'supplier', 'W-1', 1, '', '[]', 'sent', 'i1', lane_id FROM lane`);
	const laneId = queue.enqueueIn({ ...document, server: null }, [submit('i2')]);
	const found = () => {
		queue.outbox.makeFound();
		return durable
			.prepare(
				`SELECT document_id FROM lane JOIN lane_text ON lane_text.rowid = lane.rowid
				WHERE lane_text MATCH 'dropped' AND account_id <> 'old'`,
			)
			.pluck()
			.all();
	};
	expect(found()).toEqual([]);
	takeOver();
	expect(found()).toEqual(['service:W-1']);
	expect(queue.outbox.laneOf('wastage', 'service:W-1')?.serverId).toBe('W-1');
	expect(durable.prepare('SELECT lane_id FROM import_row').pluck().get()).toBe(laneId);
	expect(queue.rows(laneId).map(({ operation }) => operation)).toEqual([
		'wastage.update',
		'wastage.submit',
	]);
	expect(queue.outbox.counts()).toEqual({ waiting: 1, needYou: 0 });
	expect(queue.store.durable.prepare('SELECT count(*) FROM lane').pluck().get()).toBe(1);
});

test('a step that may have been sent is sent only on a person’s order if the service does not have it', async () => {
	queue.service.verdicts = [noReply];
	queue.lists();
	const laneId = await queuedWithOld();
	takeOver();
	await queue.clock.pass(3_600_000);
	expect(queue.ends(laneId)).toEqual(['not-confirmed-absent']);
	expect(queue.written()).toHaveLength(1);
	queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
	await queue.clock.settle();
	expect(queue.written()).toHaveLength(2);
});
