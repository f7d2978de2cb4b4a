import { expect, test } from 'vitest';
import { body, create, eachQueue, step, submit } from '../../../../test/support/queue.ts';
import { applied, noReply } from '../../../../test/support/verdicts.ts';

const queue = eachQueue();
const made = { id: 'W-1', number: 'WST-W-1', status: 'Draft', ...body };
const others = [{ itemId: 'I9', uomId: 1, quantity: '1' }];

async function submitWhere(show: (reference: string) => object): Promise<string> {
	queue.lists();
	queue.service.verdicts = [applied('W-1')];
	const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
	queue.shows({ ...made, ...show(queue.referenceOf(laneId)) });
	await queue.clock.pass(1_000);
	return laneId;
}
const submits = () => queue.written().filter((name) => name === 'wastage.submit').length;

test('sends no step to a document with the reference of another entry', async () => {
	const laneId = await submitWhere(() => ({ description: 'Bread [SR-0123456789]' }));
	expect(queue.states(laneId)).toEqual(['confirmed', 'attention']);
	expect(queue.codes(laneId).at(-1)).toBe('other-document');
	expect(submits()).toBe(0);
});

test.each<[string, object]>([
	['of another location', { locationId: 'L2' }],
	['with another number', { number: 'WST-0815' }],
	['of another time, with other items', { date: '2026-11-17T10:11:12.000Z', items: others }],
	['with other items', { items: others }],
	[
		'of another time, with other quantities',
		{ date: '2026-11-17T10:11:12.000Z', items: [{ itemId: 'I1', uomId: 1, quantity: '4' }] },
	],
	['with the text of somebody else', { description: 'Of someone else' }],
	['with our text cut before the reference and other items', { description: 'D', items: others }],
])('sends no step to a document %s and without our reference', async (_name, more) => {
	const laneId = await submitWhere(() => ({ description: '', ...more }));
	expect(queue.states(laneId)).toEqual(['confirmed', 'attention']);
	expect(submits()).toBe(0);
});

test.each<[string, (reference: string) => object]>([
	[
		'that others changed and that carries our reference',
		(reference) => ({
			description: `New text [${reference}]`,
			number: 'WST-7',
			date: '2026-11-17T10:11:12Z',
			items: others,
		}),
	],
	['with our text cut before the reference', () => ({ description: 'Dropped a' })],
	['without a text', () => ({ description: undefined })],
	[
		'with lines in another unit',
		() => ({ description: '', items: [{ itemId: 'I1', uomId: 9, quantity: '48' }] }),
	],
	['with the day of the service', () => ({ description: '', date: '2026-11-21' })],
])('accepts a document %s as ours', async (_name, show) => {
	const laneId = await submitWhere(show);
	expect(submits()).toBe(1);
	expect(queue.ends(laneId)).toEqual(['confirmed', 'confirmed']);
});

test('sends no step to another document that got the id after a change of ours was confirmed', async () => {
	queue.lists();
	queue.service.verdicts = [applied('W-1')];
	queue.shows(made);
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(1_000);
	const payload = { body: { ...body, id: 'W-1' } };
	queue.enqueue('d1', { intentId: 'i2', operation: 'wastage.update', payload });
	await queue.clock.pass(1_000);
	expect(queue.ends(laneId)).toEqual(['confirmed', 'confirmed']);
	queue.shows({ ...made, number: 'WST-0815' });
	queue.enqueue('d1', submit('i3'));
	await queue.clock.pass(1_000);
	expect(queue.states(laneId)).toEqual(['confirmed', 'confirmed', 'attention']);
	expect(submits()).toBe(0);
});

test.each<[string, object, object?]>([
	['a changed text', { description: 'New text' }],
	['changed items', { items: others }],
	['changed items and no text', { description: '', items: others }],
	['a changed text without references', { description: 'New text' }, { wastage: null }],
	['changed items without references', { items: others }, { wastage: null }],
])('accepts %s if the documents were read before the create', async (_, changed, reference) => {
	queue.useProfile(reference === undefined ? {} : { reference });
	const laneId = await submitWhere(() => changed);
	expect(queue.ends(laneId)).toEqual(['confirmed', 'confirmed']);
});

test.each([
	['whatever was read', {}],
	['also where no text carries references', { reference: { wastage: null } }],
])('sends no step to a document with another text and other items, %s', async (_, profile) => {
	queue.useProfile(profile);
	const laneId = await submitWhere(() => ({ description: 'Of someone else', items: others }));
	expect(queue.states(laneId)).toEqual(['confirmed', 'attention']);
	expect(queue.codes(laneId).at(-1)).toBe('other-document');
	expect(submits()).toBe(0);
});

test.each([
	['of the same entry goes to no', 'd1/1/approve', 'attention', 0],
	['of a later entry goes to a', 'd2/1/approve', 'confirmed', 1],
])('an approval %s document with another text and other items', async (_, intentId, end, sent) => {
	queue.useProfile({});
	queue.lists();
	queue.service.verdicts = [applied('W-1')];
	queue.shows(made);
	const laneId = queue.enqueue('d1', create('d1/1/create'), submit('d1/1/submit'));
	await queue.clock.pass(1_000);
	expect(queue.ends(laneId)).toEqual(['confirmed', 'confirmed']);
	queue.shows({ ...made, status: 'Submitted', description: 'Of someone else', items: others });
	queue.enqueue('d1', { ...step('approve'), intentId });
	await queue.clock.pass(1_000);
	expect(queue.states(laneId).at(-1)).toBe(end);
	expect(queue.written().filter((name) => name === 'wastage.approve')).toHaveLength(sent);
});

test('accepts a document that may show our change, text and items', async () => {
	queue.useProfile({});
	queue.lists();
	queue.service.verdicts = [applied('W-1'), noReply];
	queue.shows(made);
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(1_000);
	const changed = { ...body, description: 'New text', items: others };
	const payload = { body: { ...changed, id: 'W-1' } };
	queue.enqueue('d1', { intentId: 'i2', operation: 'wastage.update', payload, base: made });
	await queue.clock.pass(1_000);
	await queue.clock.pass(1_000_000);
	expect(queue.states(laneId)).toEqual(['confirmed', 'attention']);
	queue.shows({ ...made, ...changed });
	queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
	await queue.clock.pass(1_000);
	expect(queue.ends(laneId)).toEqual(['confirmed', 'confirmed']);
	expect(queue.written()).toEqual(['wastage.create', 'wastage.update']);
});

test('a submit in doubt is not taken for done by the state of a document that is not ours', async () => {
	queue.useProfile({});
	queue.lists();
	queue.service.verdicts = [applied('W-1'), noReply];
	queue.shows(made);
	const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
	await queue.clock.pass(1_000);
	queue.shows({ ...made, status: 'Submitted', description: 'Of someone else', items: others });
	await queue.clock.pass(1_000_000);
	expect(queue.states(laneId)).toEqual(['confirmed', 'attention']);
	expect(queue.codes(laneId).at(-1)).toBe('other-document');
	expect(submits()).toBe(1);
});

test('accepts a document that we changed, text and items, after it was made', async () => {
	queue.useProfile({});
	queue.lists();
	queue.service.verdicts = [applied('W-1')];
	queue.shows(made);
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(1_000);
	const changed = { ...body, description: 'New text', items: others };
	const payload = { body: { ...changed, id: 'W-1' } };
	queue.enqueue('d1', { intentId: 'i2', operation: 'wastage.update', payload });
	await queue.clock.pass(1_000);
	queue.shows({ ...made, ...changed });
	queue.enqueue('d1', submit('i3'));
	await queue.clock.pass(1_000);
	expect(queue.ends(laneId)).toEqual(['confirmed', 'confirmed', 'confirmed']);
});

test('the answer to a create does not replace a look unless it shows our reference', async () => {
	const value = { id: 'W-1', number: 'WST-W-1', status: 'Draft' };
	queue.service.verdicts = [applied('W-1', value)];
	queue.shows({ ...made, description: 'Of someone else' });
	const laneId = queue.enqueue('d1', create('i1'), submit('i2'));
	await queue.clock.pass(1_000);
	expect(queue.states(laneId)).toEqual(['confirmed', 'attention']);
	expect(submits()).toBe(0);
});

test.each<[string, (reference: string) => string]>([
	['with its reference', (reference) => `[${reference}]`],
	['without a reference', () => ''],
])('sends no step to a document of another entry that a person names, %s', async (_, text) => {
	queue.useProfile({});
	const first = await submitWhere((reference) => ({ description: text(reference) }));
	expect(queue.ends(first)).toEqual(['confirmed', 'confirmed']);
	queue.service.verdicts = [noReply];
	const second = queue.enqueue('d2', create('i3'), submit('i4'));
	await queue.clock.pass(1_000_000);
	expect(queue.states(second)[0]).toBe('attention');
	queue.outbox.markDone({ ...queue.targetOf(second), serverId: 'W-1' }, 'Kit');
	await queue.clock.pass(1_000);
	expect(queue.states(second)).toEqual(['confirmed', 'attention']);
	expect(submits()).toBe(1);
});
