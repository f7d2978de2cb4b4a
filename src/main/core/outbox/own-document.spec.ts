import { afterEach, beforeEach, expect, test } from 'vitest';
import {
	answer,
	body,
	create,
	listAnswer,
	openQueue,
	submit,
	type Queue,
} from '../../../../test/support/queue.ts';
import { applied, noReply } from '../../../../test/support/verdicts.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';

let queue: Queue;
beforeEach(() => {
	queue = openQueue();
});
afterEach(() => queue.remove());

async function submitWhere(show: (reference: string) => object): Promise<string> {
	queue.service.reads['wastage.list'] = () => listAnswer();
	queue.service.verdicts = [applied('W-1')];
	queue.service.reads['wastage.get'] = () =>
		answer({ id: 'W-1', number: 'WST-W-1', status: 'Draft', ...body, ...show(reference) });
	const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
	const reference = queue.referenceOf(laneId);
	await queue.clock.pass(1_000);
	return laneId;
}
const submitted = () => queue.written().includes('wastage.submit');

test('sends no step to a document with the reference of another entry', async () => {
	const laneId = await submitWhere(() => ({ description: 'Bread [SR-0123456789]' }));
	expect(queue.states(laneId)).toEqual(['confirmed', 'attention']);
	expect(queue.outbox.tables.lastEventOf(queue.rows(laneId)[1]!.action_id)).toMatchObject({
		code: 'other-document',
	});
	expect(submitted()).toBe(false);
});

test.each<[string, object]>([
	['of another location', { locationId: 'L2' }],
	['with another number', { number: 'WST-0815' }],
	[
		'of another time, with other items',
		{ date: '2026-11-17T10:11:12.000Z', items: [{ itemId: 'I9', uomId: 1, quantity: '1' }] },
	],
	['with other items', { items: [{ itemId: 'I9', uomId: 1, quantity: '1' }] }],
	[
		'of another time, with other quantities',
		{ date: '2026-11-17T10:11:12.000Z', items: [{ itemId: 'I1', uomId: 1, quantity: '4' }] },
	],
	['with the text of somebody else', { description: 'Of someone else' }],
])('sends no step to a document %s and without our reference', async (_name, more) => {
	const laneId = await submitWhere(() => ({ description: '', ...more }));
	expect(queue.states(laneId)).toEqual(['confirmed', 'attention']);
	expect(submitted()).toBe(false);
});

test.each<[string, (reference: string) => object]>([
	[
		'that others changed and that carries our reference',
		(reference) => ({
			...{ description: `New text [${reference}]`, number: 'WST-7', date: '2026-11-17T10:11:12Z' },
			items: [{ itemId: 'I9', uomId: 1, quantity: '1' }],
		}),
	],
	['with our text cut before the reference', () => ({ description: 'Dropped a' })],
	['without a text', () => ({ description: undefined })],
	[
		'with lines in another unit',
		() => ({
			...{ description: '', items: [{ itemId: 'I1', uomId: 9, quantity: '48' }] },
		}),
	],
	['with the day of the service', () => ({ description: '', date: '2026-11-21' })],
])('accepts a document %s as ours', async (_name, show) => {
	const laneId = await submitWhere(show);
	expect(submitted()).toBe(true);
	expect(queue.states(laneId)).toEqual(['confirmed', 'confirmed']);
});

test('sends no step to another document that got the id after a change of ours was confirmed', async () => {
	queue.service.reads['wastage.list'] = () => listAnswer();
	queue.service.verdicts = [applied('W-1')];
	const shown = { id: 'W-1', number: 'WST-W-1', status: 'Draft', ...body };
	queue.service.reads['wastage.get'] = () => answer(shown);
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(1_000);
	const payload = { body: { ...body, id: 'W-1' } };
	queue.enqueue('d1', { intentId: 'i2', operation: 'wastage.update', payload });
	await queue.clock.pass(1_000);
	expect(queue.states(laneId)).toEqual(['confirmed', 'confirmed']);
	queue.service.reads['wastage.get'] = () => answer({ ...shown, number: 'WST-0815' });
	queue.enqueue('d1', submit('i3'));
	await queue.clock.pass(1_000);
	expect(queue.states(laneId)).toEqual(['confirmed', 'confirmed', 'attention']);
	expect(submitted()).toBe(false);
});

test('accepts a changed text or item list if the documents were read before the create', async () => {
	queue.profile = serviceProfile.parse({});
	const laneId = await submitWhere(() => ({
		...{ description: 'New text', items: [{ itemId: 'I9', uomId: 1, quantity: '1' }] },
	}));
	expect(queue.states(laneId)).toEqual(['confirmed', 'confirmed']);
});

test('the answer to a create does not replace a look unless it shows our reference', async () => {
	const value = { id: 'W-1', number: 'WST-W-1', status: 'Draft' };
	queue.service.verdicts = [applied('W-1', value)];
	queue.service.reads['wastage.get'] = () =>
		answer({ ...body, ...value, description: 'Of someone else' });
	const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
	await queue.clock.pass(1_000);
	expect(queue.states(laneId)).toEqual(['confirmed', 'attention']);
	expect(submitted()).toBe(false);
});

test.each(['with its reference', 'without a reference'])(
	'sends no step to a document of another entry that a person names, %s',
	async (shown) => {
		queue.profile = serviceProfile.parse({});
		const first = await submitWhere((reference) =>
			shown === 'with its reference' ? { description: `[${reference}]` } : { description: '' },
		);
		expect(queue.states(first)).toEqual(['confirmed', 'confirmed']);
		queue.service.verdicts = [noReply];
		const second = queue.enqueue('d2', create('i3'), submit('i4'));
		await queue.clock.pass(1_000_000);
		expect(queue.rows(second)[0]).toMatchObject({ state: 'attention' });
		queue.outbox.markDone({ ...queue.targetOf(second), serverId: 'W-1' }, 'Kit');
		await queue.clock.pass(1_000);
		expect(queue.states(second)).toEqual(['confirmed', 'attention']);
		expect(queue.written().filter((name) => name === 'wastage.submit')).toHaveLength(1);
	},
);
