// What quantities say about a receipt or a part of a count: before it is sent, and after a lost answer.
import { describe, expect, test } from 'vitest';
import { answer, body, eachQueue, lane, transfer } from '../../../../test/support/queue.ts';
import { applied, noReply, unreachable } from '../../../../test/support/verdicts.ts';
import type { ReadFailure } from '../api/verdict.ts';
import { alsoElsewhere } from '../store/also-elsewhere.ts';

const queue = eachQueue();
const hour = 3_600_000;
const [undecided, absent] = ['not-confirmed-undecided', 'not-confirmed-absent'] as const;
const failing = (kind: ReadFailure['kind']): ReadFailure => ({ ...unreachable, kind, said: 'No.' });
const received = (quantity: string) => {
	queue.service.reads['transferIn.get'] = () => answer(transfer(quantity));
};
const last = (laneId: string) => queue.outbox.tables.history(laneId).at(-1)!;

/** Sends a receipt that gets no answer, after which the service shows so much as received. */
async function lose(quantity: string, before: string, after: string): Promise<string> {
	received(before);
	queue.service.verdicts = [
		() => {
			received(after);
			return noReply;
		},
		applied(null),
	];
	const laneId = queue.enqueueReceipt(quantity);
	await queue.clock.pass(hour);
	return laneId;
}

test.each([
	['that shows it', null, '5', '1', '6', 'confirmed', 'quantities-after'],
	['that shows nothing new', null, '5', '1', '1.0', absent, 'quantities-before'],
	['that shows less', null, '5', '1', '3', undecided, 'quantities-neither'],
	['that shows it twice', null, '5', '1', '11', undecided, 'quantities-neither'],
	['of nothing', null, '0', '1', '1', undecided, 'quantities-neither'],
	['cut to its digits', 2, '0.583333', '0', '0.58', 'confirmed', 'quantities-after'],
	['rounded up', 2, '0.583333', '0', '0.59', 'confirmed', 'quantities-after'],
	['further away', 2, '0.583333', '0', '0.60', undecided, 'quantities-neither'],
	['exactly one digit away', 2, '0.58', '0', '0.59', undecided, 'quantities-neither'],
	['of digits nobody knows', null, '0.583333', '0', '0.58', undecided, 'quantities-neither'],
	['smaller than its digits', 2, '0.004', '1', '1', undecided, 'quantities-neither'],
] as const)(
	'a receipt without an answer at a service %s is told by its quantities',
	async (_, quantityScale, quantity, before, after, end, code) => {
		queue.profile = { ...queue.profile, quantityScale };
		const laneId = await lose(quantity, before, after);
		expect(queue.ends(laneId)).toEqual([end]);
		expect(last(laneId).code).toBe(code);
		expect(queue.written()).toHaveLength(1);
	},
);

test('a line that the service does not show yet has nothing received', async () => {
	queue.service.reads['transferIn.get'] = () => answer({ ...transfer('0'), items: [] });
	queue.service.verdicts = [
		() => {
			received('5');
			return noReply;
		},
	];
	const laneId = queue.enqueueReceipt('5');
	await queue.clock.pass(hour);
	expect(queue.ends(laneId)).toEqual(['confirmed']);
});

test.each([
	['turned up', '5', 'confirmed', 1],
	['is still missing', '0', 'confirmed', 2],
	['may have been changed by others', '3', undecided, 1],
])(
	'a person orders a receipt that %s: it is never sent blindly',
	async (_, there, end, requests) => {
		const laneId = await lose('5', '0', '0');
		expect(queue.ends(laneId)).toEqual([absent]);
		received(there);
		queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
		await queue.clock.settle();
		expect(queue.ends(laneId)).toEqual([end]);
		expect(queue.written()).toHaveLength(requests);
		if (end === 'confirmed') return;
		// The person has seen it, and orders it again.
		queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
		await queue.clock.settle();
		expect(queue.ends(laneId)).toEqual(['confirmed']);
		expect(queue.written()).toHaveLength(2);
	},
);

test.each([
	['not-found', 'cannot-be-asked'],
	['refused', 'cannot-be-asked'],
	['unreachable', 'queued'],
] as const)('nothing is received while the transfer is %s', async (kind, end) => {
	queue.service.reads['transferIn.get'] = () => failing(kind);
	const laneId = queue.enqueueReceipt('5');
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual([end]);
	expect(queue.written()).toEqual([]);
});

test('a lost receipt is asked for until the transfer can be read', async () => {
	received('0');
	queue.service.verdicts = [noReply];
	const laneId = queue.enqueueReceipt('5');
	await queue.clock.settle();
	queue.service.reads['transferIn.get'] = () => unreachable;
	await queue.clock.pass(hour);
	expect(queue.ends(laneId)).toEqual(['ambiguous']);
	received('5');
	await queue.clock.pass(hour);
	expect(queue.ends(laneId)).toEqual(['confirmed']);
});

test.each([
	['saw the first of them', '2', '5', 'confirmed'],
	['saw none of them', '0', '5', 'confirmed'],
	['saw both', '5', '5', 'confirmed'],
	['saw the first, while a colleague received one more', '2', '6', 'moved-meanwhile'],
	['saw none, while a colleague took one back', '0', '4', 'moved-meanwhile'],
])('after two receipts of ours, a third goes if its person %s', async (_, seen, now, end) => {
	let there = 0;
	queue.service.reads['transferIn.get'] = () => answer(transfer(String(there)));
	queue.service.verdicts = [2, 3, 1].map((more) => () => {
		there += more;
		return applied(null);
	});
	queue.enqueueReceipt('2', transfer('0'));
	await queue.clock.settle();
	queue.enqueueReceipt('3', transfer('2'));
	await queue.clock.settle();
	there = Number(now);
	const laneId = queue.enqueueReceipt('1', transfer(seen));
	await queue.clock.settle();
	expect(queue.ends(laneId)).toEqual(['confirmed', 'confirmed', end]);
	expect(queue.written()).toHaveLength(end === 'confirmed' ? 3 : 2);
	if (end !== 'confirmed') expect(last(laneId).code).toBe('moved-since-entered');
});

describe('a part of a count that another PC may have sent', () => {
	const stock = (quantity: string) => {
		queue.service.reads['inventoryItem.currentStock'] = () =>
			answer([{ itemId: 'I1', locationId: 'L1', storageAreaId: 'S1', quantity }]);
	};
	const enter = (countedQuantity?: string) =>
		queue.enqueueIn({ ...lane('c1'), document: 'stocktake' }, [
			{
				intentId: 'c1/1',
				operation: 'inventoryItem.changeStock',
				payload: {
					body: {
						locationId: 'L1',
						date: body.date,
						items: [{ itemId: 'I1', storageAreaId: 'S1', quantity: '2', countedQuantity }],
					},
				},
			},
		]);

	test.each([
		['as it was before the count', '12', '10', 'confirmed'],
		['as the count would leave it', '12', '12', 'maybe-elsewhere'],
		['not known from the count', undefined, '10', 'maybe-elsewhere'],
	])('is sent by itself only if the stock is as before: %s', async (_, counted, there, end) => {
		alsoElsewhere(queue.store.durable).add('c1', 0);
		stock(there);
		queue.service.verdicts = [applied(null)];
		const laneId = enter(counted);
		await queue.clock.settle();
		expect(queue.ends(laneId)).toEqual([end]);
		if (end === 'confirmed') return;
		expect(last(laneId).code).toBe('moved-since-entered');
		expect(queue.written()).toEqual([]);
		queue.outbox.sendAgain(queue.targetOf(laneId), 'Kit');
		await queue.clock.settle();
		expect(queue.ends(laneId)).toEqual(['confirmed']);
	});

	test('is compared with the stock, unlike a part of this PC alone', async () => {
		stock('50');
		queue.service.verdicts = [applied(null)];
		const laneId = enter('12');
		await queue.clock.settle();
		expect(queue.ends(laneId)).toEqual(['confirmed']);
	});
});
