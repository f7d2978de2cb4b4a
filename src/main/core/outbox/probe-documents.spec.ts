import { afterEach, beforeEach, expect, test } from 'vitest';
import {
	body,
	create,
	known,
	lane as laneOf,
	listAnswer,
	openQueue,
	type Queue,
} from '../../../../test/support/queue.ts';
import { applied, noReply } from '../../../../test/support/verdicts.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';

const lane = laneOf('d1');
let queue: Queue;
beforeEach(() => {
	queue = openQueue();
});
afterEach(() => queue.remove());

const shown = { id: 'W-5', number: 'WST-5', ...body, description: '' };
const unsure = serviceProfile.parse({ behaviour: { ...known, keepsReferences: null } });

function loseTheAnswer(rows: (reference: string) => object[]): string {
	queue.service.reads['wastage.list'] = () => listAnswer();
	queue.service.verdicts = [
		() => {
			queue.service.reads['wastage.list'] = () => listAnswer(...rows(queue.referenceOf(laneId)));
			return noReply;
		},
		applied('W-9'),
	];
	const laneId = queue.enqueue('d1', create('i1'));
	return laneId;
}

test('a document listed twice counts as one', async () => {
	const laneId = loseTheAnswer((reference) => {
		const ours = { ...shown, description: `Dropped [${reference}]` };
		return [ours, ours];
	});
	await queue.clock.pass(91_000);
	expect(queue.states(laneId)).toEqual(['confirmed']);
});

test('a document with our content prevents a resend even if references are kept', async () => {
	const laneId = loseTheAnswer(() => [shown]);
	await queue.clock.pass(1_000_000);
	expect(queue.rows(laneId)[0]).toMatchObject({
		state: 'attention',
		attention: 'not-confirmed-undecided',
	});
	expect(queue.written()).toHaveLength(1);
});

test('a document with our content prevents a resend even if somebody else entered it', async () => {
	const laneId = loseTheAnswer(() => [{ ...shown, description: 'Dropped [SR-0123456789]' }]);
	await queue.clock.pass(1_000_000);
	expect(queue.states(laneId)).toEqual(['attention']);
	expect(queue.written()).toHaveLength(1);
});

test('a document of another day does not prevent a resend', async () => {
	const laneId = loseTheAnswer(() => [{ ...shown, date: '2026-11-18T09:00:00.000Z' }]);
	await queue.clock.pass(1_000_000);
	expect(queue.states(laneId)).toEqual(['confirmed']);
	expect(queue.written()).toHaveLength(2);
});

test.each([
	['in capitals', (text: string) => text.toUpperCase()],
	['in small letters', (text: string) => text.toLowerCase()],
	['with spaces around it', (text: string) => `  ${text} `],
	['in another normal form', (text: string) => text.normalize('NFKD')],
	['without brackets', (text: string) => text.replaceAll(/[[\]]/g, '')],
])('finds our reference if the service shows the text %s', async (_name, change) => {
	const laneId = loseTheAnswer((reference) => [
		{ ...shown, date: '2026-11-20', description: change(`Dropped a trày [${reference}]`) },
	]);
	await queue.clock.pass(91_000);
	expect(queue.states(laneId)).toEqual(['confirmed']);
	expect(queue.written()).toHaveLength(1);
});

test.each([
	['to the second', { date: '2026-11-20T09:00:07Z' }],
	['to the minute', { date: '2026-11-20T09:00:00.000Z' }],
	['to the minute, by the clock of the location', { date: '2026-11-20T09:00' }],
	['to the day', { date: '2026-11-20' }],
	[
		'in whole units',
		{ date: '2026-11-20T09:00:07Z', items: [{ ...body.items[0]!, quantity: '2' }] },
	],
	['in capitals', { date: '2026-11-20', description: 'DROPPED A T' }],
])(
	'if references may not be kept, finds our document when its time is shown %s',
	async (_name, as) => {
		queue.profile = unsure;
		const laneId = queue.enqueueIn(lane, [
			{
				...create('i1'),
				payload: {
					body: {
						...body,
						date: '2026-11-20T09:00:07.128Z',
						items: [{ ...body.items[0]!, quantity: '2.05' }],
					},
				},
			},
		]);
		queue.service.reads['wastage.list'] = () => listAnswer();
		const fine = { ...shown, ...as };
		queue.service.verdicts = [
			() => {
				const items = 'items' in as ? as.items : [{ ...body.items[0]!, quantity: '2.05' }];
				queue.service.reads['wastage.list'] = () => listAnswer({ ...fine, items });
				return noReply;
			},
		];
		await queue.clock.pass(91_000);
		expect(queue.states(laneId)).toEqual(['confirmed']);
		expect(queue.outbox.laneOf('wastage', 'd1')?.serverId).toBe('W-5');
	},
);

test('without references, finds our document by its day and the digits the service keeps', async () => {
	const reference = { wastage: null };
	queue.profile = serviceProfile.parse({ behaviour: known, reference, quantityScale: 2 });
	const items = [{ ...body.items[0]!, quantity: '2.125' }];
	const laneId = queue.enqueueIn(lane, [
		{ ...create('i1'), payload: { body: { ...body, items } } },
	]);
	queue.service.reads['wastage.list'] = () => listAnswer();
	queue.service.verdicts = [
		() => {
			const kept = [{ ...body.items[0]!, quantity: '2.13' }];
			queue.service.reads['wastage.list'] = () =>
				listAnswer({ ...shown, date: '2026-11-20', items: kept });
			return noReply;
		},
	];
	await queue.clock.pass(91_000);
	expect(queue.states(laneId)).toEqual(['confirmed']);
});

test('if references may not be kept, a document with another reference is not ours', async () => {
	queue.profile = unsure;
	const laneId = loseTheAnswer(() => [{ ...shown, description: 'Dropped a tray [SR-0123456789]' }]);
	await queue.clock.pass(1_000_000);
	expect(queue.states(laneId)).toEqual(['attention']);
	expect(queue.outbox.laneOf('wastage', 'd1')?.serverId).toBeNull();
});

test('a text that quotes another reference and was cut before ours does not belong to another entry', async () => {
	queue.profile = unsure;
	const text = 'As [SR-0123456789] says, a tray';
	const laneId = queue.enqueueIn(lane, [
		{ ...create('i1'), payload: { body: { ...body, description: text } } },
	]);
	queue.service.reads['wastage.list'] = () => listAnswer();
	queue.service.verdicts = [
		() => {
			queue.service.reads['wastage.list'] = () => listAnswer({ ...shown, description: text });
			return noReply;
		},
	];
	await queue.clock.pass(91_000);
	expect(queue.states(laneId)).toEqual(['confirmed']);
});

test('a document that another entry claims is probed three times, then needs attention', async () => {
	const first = queue.enqueue('d0', create('i0'));
	await queue.clock.settle();
	expect(queue.states(first)).toEqual(['confirmed']);
	let reads = 0;
	queue.service.verdicts = [noReply];
	const laneId = queue.enqueue('d1', create('i1'));
	queue.service.reads['wastage.list'] = () => {
		reads += 1;
		return listAnswer({ ...shown, id: 'W-1', description: `[${queue.referenceOf(laneId)}]` });
	};
	await queue.clock.pass(7 * 86_400_000);
	expect(queue.rows(laneId)[0]).toMatchObject({
		state: 'attention',
		attention: 'not-confirmed-undecided',
	});
	expect(reads).toBe(3);
});

test.each([
	['fewer-than-told', 'The service has more rows of the list than it sent.'],
	['not-proved', 'The service does not show whether the list has more rows.'],
	['changed', 'The list changed while it was read.'],
] as const)('a list that is not whole (%s) is told by its true reason', async (code, said) => {
	const laneId = loseTheAnswer(() => []);
	await queue.clock.pass(1_000);
	queue.service.reads['wastage.list'] = () => ({
		...{ ok: true, readNo: 1, serverDate: null },
		value: { rows: [], complete: false, incomplete: { code, page: 1, came: 0, told: 40 } },
	});
	await queue.clock.pass(100_000_000);
	expect(queue.rows(laneId)[0]).toMatchObject({ state: 'attention', service_said: said });
	expect(queue.written()).toHaveLength(1);
});
