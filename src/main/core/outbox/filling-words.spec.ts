import { expect, test } from 'vitest';
import { wasteLine, wasteToSave } from '../../../../test/support/documents.ts';
import {
	caller,
	openKitchen,
	openStockedKitchen,
	valueOf,
} from '../../../../test/support/kitchen.ts';
import { create, openQueue } from '../../../../test/support/queue.ts';
import { applied } from '../../../../test/support/verdicts.ts';
import { outboxCalls } from '../../../shared/bridge/outbox.ts';

const minute = 60_000;
test('a document is found by kind, day and words right after saving, and after a crash at that moment', async () => {
	let kitchen = await openStockedKitchen();
	const found = (asked: { text?: string; document?: 'wastage'; from?: number }) => {
		const input = outboxCalls['outbox.list'].input.parse({ filter: 'all', ...asked });
		return valueOf(kitchen.calls['outbox.list'](input, caller)).lanes.length;
	};
	const withoutWords = () =>
		kitchen.store.durable.prepare(`SELECT count(*) FROM lane WHERE words = ''`).pluck().get();
	const submit = (description: string) => {
		const butter = wasteToSave([wasteLine({ itemId: '2' })], { description });
		const { documentId } = valueOf(kitchen.calls['wastage.save'](butter, caller));
		valueOf(kitchen.calls['wastage.submit']({ documentId, intentId: description }, caller));
	};
	try {
		submit('Spilt');
		expect(withoutWords()).toBe(1);
		expect(found({})).toBe(1);
		expect(found({ text: 'spilt butter' })).toBe(1);
		expect(withoutWords()).toBe(0);
		submit('Dropped');
		expect(found({ document: 'wastage' })).toBe(2);
		submit('Burnt');
		expect(found({ from: 1 })).toBe(3);

		submit('Mouldy');
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
