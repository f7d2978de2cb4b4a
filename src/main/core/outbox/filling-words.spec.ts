import { expect, test } from 'vitest';
import {
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
test('a document is found by kind, day and words right after saving, and after a crash at that moment', async () => {
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

test('a document in flight gets its words when idle or searched for, an offline one soon', async () => {
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
