import { expect, test } from 'vitest';
import {
	accountId,
	caller,
	harbour,
	openKitchen,
	stockUp,
	valueOf,
} from '../../../../test/support/kitchen.ts';
import { create, openQueue } from '../../../../test/support/queue.ts';
import { applied } from '../../../../test/support/verdicts.ts';
import { outboxCalls } from '../../../shared/bridge/outbox.ts';

const minute = 60_000;
const label = JSON.stringify({
	locationId: 'L-1',
	title: 'Evening',
	lines: 1,
	cost: null,
	currency: 'EUR',
});

test('a document from before it was found by its items is found by them, once the items are here', async () => {
	const kitchen = openKitchen();
	try {
		const { durable } = kitchen.store;
		for (let each = 1; each <= 50; each += 1) {
			const id = `past-${String(each)}`;
			durable
				.prepare(
					`INSERT INTO lane (lane_id, account_id, document, document_id, label, created_at, created_by, words)
					 VALUES (@id, @accountId, 'wastage', @id, @label, 1, 'Kit', 'evening kit')`,
				)
				.run({ id, accountId, label });
			durable
				.prepare(
					`INSERT INTO action (action_id, intent_id, lane_id, account_id, actor, operation, payload_version, payload,
						reference, state, revision, since, created_at, fresh_from, service_said)
					 VALUES (@id, @id, @id, @accountId, 'Kit', 'wastage.create', 1,
						'{"body":{"description":"Spilt","items":[{"itemId":"2"}]}}', 'SR-1', 'confirmed', 1, 1, 1, 1, '')`,
				)
				.run({ id, accountId });
			durable.prepare('INSERT INTO lane_words_due VALUES (?)').run(id);
		}
		// What was left of a document in a damaged file keeps no other from being found.
		durable
			.prepare(
				`INSERT INTO lane (lane_id, account_id, document, document_id, label, created_at, created_by, words)
				 VALUES ('left', ?, 'stocktake', 'left', '{}', 1, '', '')`,
			)
			.run(accountId);
		const found = (text: string) =>
			valueOf(
				kitchen.calls['outbox.list'](
					outboxCalls['outbox.list'].input.parse({ filter: 'all', text }),
					caller,
				),
			).lanes.length;
		await kitchen.clock.pass(minute);
		expect(found('butter')).toBe(0);
		stockUp(kitchen);
		await kitchen.pull();
		await kitchen.clock.pass(2 * minute);
		expect(found('butter')).toBe(50);
		expect(found('evening harbour')).toBe(50);
		expect(durable.prepare('SELECT count(*) FROM lane_words_due').pluck().get()).toBe(0);
	} finally {
		await kitchen.end();
	}
});

test('a document is found by its kind, day and words in the moment that it is saved, and after the program ended then', async () => {
	let kitchen = openKitchen();
	const found = (asked: { text?: string; document?: 'wastage'; from?: number }) =>
		valueOf(
			kitchen.calls['outbox.list'](
				outboxCalls['outbox.list'].input.parse({ filter: 'all', ...asked }),
				caller,
			),
		).lanes.length;
	const withoutWords = () =>
		kitchen.store.durable.prepare(`SELECT count(*) FROM lane WHERE words = ''`).pluck().get();
	const submit = async (description: string) => {
		const { documentId } = valueOf(
			await kitchen.calls['wastage.save'](
				{
					documentId: null,
					revision: 0,
					locationId: harbour.id,
					description,
					locale: 'en-IE',
					lines: [
						{
							lineId: '1',
							itemId: '2',
							boxes: [{ unitId: '1', typed: '3' }],
							reasonId: 'R-1',
							label: '',
							note: '',
						},
					],
				},
				caller,
			),
		);
		valueOf(await kitchen.calls['wastage.submit']({ documentId, intentId: description }, caller));
	};
	try {
		stockUp(kitchen);
		await kitchen.pull();
		await submit('Spilt');
		expect(withoutWords()).toBe(1);
		expect(found({})).toBe(1);
		expect(found({ text: 'spilt butter' })).toBe(1);
		expect(withoutWords()).toBe(0);
		await submit('Dropped');
		expect(found({ document: 'wastage' })).toBe(2);
		await submit('Burnt');
		expect(found({ from: 1 })).toBe(3);

		await submit('Mouldy');
		kitchen.store.close();
		kitchen = openKitchen({ folder: kitchen.folder });
		await kitchen.clock.pass(minute);
		expect(withoutWords()).toBe(0);
		expect(found({ text: 'mould' })).toBe(1);
	} finally {
		await kitchen.end();
	}
});

test('what is under way gets its words when it rests or somebody looks, and what waits offline gets them soon', async () => {
	const queue = openQueue();
	const withoutWords = () =>
		queue.store.durable.prepare(`SELECT document_id FROM lane WHERE words = ''`).pluck().all();
	const answered = Promise.withResolvers<undefined>();
	queue.service.verdicts = [() => answered.promise.then(() => applied('W-1'))];
	try {
		queue.online = false;
		queue.enqueue('offline', create('offline'));
		await queue.clock.pass(1_000);
		expect(withoutWords()).toEqual([]);

		queue.online = true;
		queue.outbox.wake();
		queue.enqueue('looked-for', create('looked-for'));
		await queue.clock.pass(10_000);
		expect(withoutWords()).toEqual(['looked-for']);
		queue.outbox.makeFound();
		expect(withoutWords()).toEqual([]);

		queue.enqueue('resting', create('resting'));
		await queue.clock.pass(10_000);
		expect(withoutWords()).toEqual(['resting']);
		answered.resolve(undefined);
		await queue.clock.pass(1_000);
		expect(withoutWords()).toEqual([]);
	} finally {
		answered.resolve(undefined);
		await queue.clock.settle();
		await queue.remove();
	}
});
