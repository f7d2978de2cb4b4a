import { describe, expect, test } from 'vitest';
import { answer, body, eachQueue, orderLane } from '../../../../test/support/queue.ts';
import { applied, noReply } from '../../../../test/support/verdicts.ts';
import type { OperationName } from '../../../shared/service/index.ts';
import { serverId, type NewAction } from './outbox.ts';

const queue = eachQueue();
const hour = 3_600_000;

/** The service shows the order in this state from now on. */
const orderIs = (status: string, read: OperationName = 'purchaseOrder.get') => {
	queue.service.reads[read] = () => answer({ id: 'PO-1', number: 'PO-1', status, items: [] });
};

describe('submit, close and cancel of an order share a path', () => {
	const step = (verb: 'submit' | 'close' | 'cancel'): NewAction => ({
		intentId: verb,
		operation: `purchaseOrder.${verb}`,
		payload: { body: { id: serverId } },
	});

	test.each([
		['submit', 'Draft', 'Pending'],
		['close', 'PartiallyReceived', 'Closed'],
		['cancel', 'Approved', 'Withdrawn'],
	] as const)(
		'%s sends the word of the service, and is proved by it',
		async (verb, before, word) => {
			const words = { submitted: ['Pending'], closed: ['Closed'], cancelled: ['Withdrawn'] };
			const states = { ...queue.profile.states.purchaseOrder, ...words };
			queue.useProfile({ states: { purchaseOrder: states } });
			orderIs(before);
			queue.service.verdicts = [
				() => {
					orderIs(word);
					return noReply;
				},
			];
			const laneId = queue.enqueueIn(orderLane, [step(verb)]);
			await queue.clock.pass(100_000);
			expect(queue.ends(laneId)).toEqual(['confirmed']);
			expect(queue.service.writes).toMatchObject([
				{ input: { body: { id: 'PO-1', status: word } } },
			]);
		},
	);

	test.each([
		['submit', 'Cancelled'],
		['close', 'Submitted'],
		['cancel', 'PartiallyReceived'],
	] as const)('%s of an order that is %s goes to a person', async (verb, status) => {
		orderIs(status);
		const laneId = queue.enqueueIn(orderLane, [step(verb)]);
		await queue.clock.settle();
		expect(queue.ends(laneId)).toEqual(['changed']);
		expect(queue.written()).toEqual([]);
	});

	test('closing an order is repeated after absences only where a repetition is refused', async () => {
		orderIs('Approved');
		queue.service.verdicts = [noReply, applied(null)];
		const laneId = queue.enqueueIn(orderLane, [step('close')]);
		await queue.clock.pass(hour);
		expect(queue.ends(laneId)).toEqual(['confirmed']);
		expect(queue.written()).toHaveLength(2);
	});
});

test.each(['purchaseRequest', 'returnOrder', 'production'] as const)(
	'a change of a %s that was decided meanwhile goes to a person',
	async (kind) => {
		orderIs('Approved', `${kind}.get`);
		const base = { id: 'PO-1', status: 'Draft', items: [] };
		const laneId = queue.enqueueIn(orderLane, [
			{
				intentId: 'update',
				operation: `${kind}.update`,
				payload: { body: { ...body, id: 'PO-1', supplierId: 'S1', returnDate: body.date } },
				base,
			},
		]);
		await queue.clock.settle();
		expect(queue.ends(laneId)).toEqual(['changed']);
		expect(queue.written()).toEqual([]);
	},
);
