import { expect, test } from 'vitest';
import {
	answer,
	body,
	create,
	eachQueue,
	known,
	listAnswer,
	textLimits,
} from '../../../../test/support/queue.ts';
import { alsoElsewhere } from '../store/also-elsewhere.ts';
import {
	applied,
	noReply,
	notSent,
	refused,
	unreachable,
} from '../../../../test/support/verdicts.ts';

const queue = eachQueue();
const shown = { id: 'W-5', number: 'WST-5', ...body, description: '' };
const anotherDay = '2026-11-18T09:00:00.000Z';
const unsure = { behaviour: { ...known, keepsReferences: null } };

/** Queues a create that gets no answer, after which the service lists these documents. */
function loseTheAnswer(rows: (reference: string) => object[], more: object = {}): string {
	queue.lists();
	queue.service.verdicts = [
		() => {
			queue.lists(...rows(queue.referenceOf(laneId)));
			return noReply;
		},
		applied('W-9'),
	];
	const laneId = queue.enqueue('d1', { ...create('i1'), payload: { body: { ...body, ...more } } });
	return laneId;
}

/** The last event in its history. */
function lastOf(laneId: string): string {
	const { code, args } = queue.outbox.tables.history(laneId).at(-1)!;
	return `${code} ${args}`;
}

test('a document listed twice counts as one', async () => {
	const laneId = loseTheAnswer((reference) => {
		const ours = { ...shown, description: `Dropped [${reference}]` };
		return [ours, ours];
	});
	await queue.clock.pass(91_000);
	expect(queue.ends(laneId)).toEqual(['confirmed']);
	expect(lastOf(laneId)).toBe(`reference-found {"reference":"${queue.referenceOf(laneId)}"}`);
});

test.each([
	['with our content prevents a resend', {}, 'alike-there {"number":"WST-5"}', 1],
	['without a number too', { number: undefined }, 'alike-there {"number":"W-5"}', 1],
	[
		'with our content that somebody else entered prevents a resend',
		{ description: 'Dropped [SR-0123456789]' },
		'alike-there {"number":"WST-5"}',
		1,
	],
	['of another day prevents no resend', { date: anotherDay }, 'answered {"status":200}', 2],
])('if references are kept, a document %s', async (_, more, last, requests) => {
	const laneId = loseTheAnswer(() => [{ ...shown, ...more }]);
	await queue.clock.pass(1_000_000);
	expect(lastOf(laneId)).toBe(last);
	expect(queue.ends(laneId)).toEqual([requests === 1 ? 'not-confirmed-undecided' : 'confirmed']);
	expect(queue.written()).toHaveLength(requests);
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
	expect(queue.ends(laneId)).toEqual(['confirmed']);
	expect(queue.written()).toHaveLength(1);
});

const lines = (quantity: string) => [{ ...body.items[0]!, quantity }];
test.each([
	['to the second', { date: '2026-11-20T09:00:07Z' }],
	['to the minute', { date: '2026-11-20T09:00:00.000Z' }],
	['to the minute, by the clock of the location', { date: '2026-11-20T09:00' }],
	['to the day', { date: '2026-11-20' }],
	['in whole units', { date: '2026-11-20T09:00:07Z', items: lines('2') }],
	['in capitals', { date: '2026-11-20', description: 'DROPPED A T' }],
])('if references may not be kept, finds our document when shown %s', async (_name, as) => {
	queue.useProfile(unsure);
	const sent = { date: '2026-11-20T09:00:07.128Z', items: lines('2.05') };
	const laneId = loseTheAnswer(() => [{ ...shown, items: sent.items, ...as }], sent);
	await queue.clock.pass(91_000);
	expect(queue.ends(laneId)).toEqual(['confirmed']);
	expect(queue.outbox.laneOf('wastage', 'd1')?.serverId).toBe('W-5');
});

test('without references, finds our document by its day and the digits the service keeps', async () => {
	queue.useProfile({ behaviour: known, reference: { wastage: null }, quantityScale: 2 });
	const laneId = loseTheAnswer(() => [{ ...shown, date: '2026-11-20', items: lines('2.13') }], {
		items: lines('2.125'),
	});
	await queue.clock.pass(91_000);
	expect(queue.ends(laneId)).toEqual(['confirmed']);
});

test('if references may not be kept, a document with another reference is not ours', async () => {
	queue.useProfile(unsure);
	const laneId = loseTheAnswer(() => [{ ...shown, description: 'Dropped a tray [SR-0123456789]' }]);
	await queue.clock.pass(1_000_000);
	expect(queue.states(laneId)).toEqual(['attention']);
	expect(queue.outbox.laneOf('wastage', 'd1')?.serverId).toBeNull();
});

test('a text that quotes another reference and was cut before ours does not belong to another entry', async () => {
	queue.useProfile(unsure);
	const description = 'As [SR-0123456789] says, a tray';
	const laneId = loseTheAnswer(() => [{ ...shown, description }], { description });
	await queue.clock.pass(91_000);
	expect(queue.ends(laneId)).toEqual(['confirmed']);
});

test('a document that another entry claims is probed three times, then needs attention', async () => {
	const first = queue.enqueue('d0', create('i0'));
	await queue.clock.settle();
	expect(queue.ends(first)).toEqual(['confirmed']);
	let reads = 0;
	queue.service.verdicts = [noReply];
	const laneId = queue.enqueue('d1', create('i1'));
	queue.lists({ ...shown, id: 'W-1', description: `[${queue.referenceOf(laneId)}]` });
	const list = queue.service.reads['wastage.list']!;
	queue.service.reads['wastage.list'] = () => {
		reads += 1;
		return list();
	};
	await queue.clock.pass(7 * 86_400_000);
	expect(queue.ends(laneId)).toEqual(['not-confirmed-undecided']);
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
		ok: true,
		readNo: 1,
		serverDate: null,
		value: { rows: [], complete: false, incomplete: { code, page: 1, came: 0, told: 40 } },
	});
	await queue.clock.pass(100_000_000);
	expect(queue.rows(laneId)[0]).toMatchObject({ state: 'attention', service_said: said });
	expect(queue.written()).toHaveLength(1);
});

const draftId = '0190c1f0-1111-7000-8000-000000000001';
const elsewhere = 'that another PC may have sent';
const edited = 'that was refused and edited';
const unsent = 'that was surely not sent';
const alikeThere = 'alike-there {"number":"WST-5"}';
const answered = 'answered {"status":200}';
/** What happened to a document before it is sent. */
const histories: Record<string, () => void | Promise<void>> = {
	[elsewhere]: () => alsoElsewhere(queue.store.durable).add(draftId, 0),
	[edited]: async () => {
		queue.service.verdicts = [refused, applied('W-9')];
		const laneId = queue.enqueue(draftId, create(`${draftId}/1/create`));
		await queue.clock.settle();
		queue.outbox.edit(queue.targetOf(laneId), 'Kit');
	},
	[unsent]: () => {
		queue.service.verdicts = [notSent, applied('W-9')];
	},
};

test.each([
	[elsewhere, [shown], alikeThere],
	[elsewhere, [{ ...shown, number: undefined }], 'alike-there {"number":"W-5"}'],
	[elsewhere, [{ ...shown, items: lines('7') }], answered],
	[edited, [shown], alikeThere],
	[edited, [shown, { ...shown, id: 'W-6' }], 'several-fit {"count":2}'],
	[unsent, [shown], answered],
])(
	'if references may not be kept, a document %s is compared with those listed: %j',
	async (history, rows, last) => {
		queue.useProfile(unsure);
		queue.lists();
		await histories[history]!();
		queue.lists(...rows);
		const laneId = queue.enqueue(draftId, create(`${draftId}/2/create`));
		await queue.clock.pass(60_000);
		expect(lastOf(laneId)).toBe(last);
		const end = last.startsWith('answered') ? 'confirmed' : 'maybe-elsewhere';
		expect(queue.ends(laneId).at(-1)).toBe(end);
	},
);

const quoting = 'SR-0123456789';
const fell = { items: lines('7'), reason: 'Fell [ours]' };
const dropped = { description: 'Dropped a tray [ours]' };
test.each<[string, object[], string, 'the field is another one'?]>([
	[elsewhere, [{ description: '' }], alikeThere],
	[edited, [{ description: '' }], answered],
	[edited, [{ description: '' }], alikeThere, 'the field is another one'],
	[elsewhere, [fell], 'sent-as-other {"number":"WST-5"}'],
	[edited, [fell], 'sent-as-other {"number":"WST-5"}'],
	[elsewhere, [dropped, { id: 'W-6' }], 'reference-found {"reference":"ours"}'],
	[elsewhere, [dropped, { ...fell, id: 'W-6' }], 'several-fit {"count":2}'],
	[elsewhere, [{ description: `Fell [${quoting}]` }], answered],
	[elsewhere, [{ items: lines('7') }], answered],
	[unsent, [{ description: '' }], answered],
])(
	'if references are kept, a document %s may have carried its reference in another field: %j',
	async (history, more, last, changed) => {
		queue.lists();
		if (changed !== undefined) {
			queue.useProfile({ behaviour: known, textLimits, reference: { wastage: 'reason' } });
		}
		await histories[history]!();
		queue.useProfile({ behaviour: known, textLimits });
		const laneId = queue.enqueue(draftId, create(`${draftId}/2/create`));
		const reference = queue.referenceOf(laneId);
		const ours = (text: string) => text.replace('ours', reference);
		queue.lists(
			...more.map((each) => JSON.parse(ours(JSON.stringify({ ...shown, ...each }))) as object),
		);
		await queue.clock.pass(60_000);
		expect(lastOf(laneId)).toBe(ours(last));
		const isAsked = !/^(answered|reference-found)/.test(last);
		expect(queue.ends(laneId).at(-1)).toBe(isAsked ? 'maybe-elsewhere' : 'confirmed');
	},
);

test('an attempt that surely failed is looked for by its reference alone', async () => {
	queue.service.verdicts = [notSent, applied('W-9')];
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	queue.lists({ ...shown, description: `Dropped a tray [${queue.referenceOf(laneId)}]` });
	await queue.clock.pass(60_000);
	expect(queue.ends(laneId)).toEqual(['confirmed']);
	expect(queue.written()).toHaveLength(1);
});

test.each([
	['the same content', {}, 'confirmed'],
	['other content', { items: lines('7') }, 'maybe-elsewhere'],
])('a document queued twice in its lane, then with %s, is made once', async (_, more, end) => {
	queue.lists();
	queue.service.verdicts = [applied('W-5'), applied('W-6')];
	const laneId = queue.enqueue(draftId, create(`${draftId}/1/create`));
	await queue.clock.settle();
	const description = `Dropped a tray [${queue.referenceOf(laneId)}]`;
	queue.lists({ ...shown, description });
	queue.enqueue(draftId, {
		...create(`${draftId}/2/create`),
		payload: { body: { ...body, ...more } },
	});
	await queue.clock.pass(60_000);
	expect(queue.ends(laneId)).toEqual(['confirmed', end]);
	expect(queue.written()).toHaveLength(1);
});

test('nothing that another PC may have sent is sent while the list is incomplete', async () => {
	alsoElsewhere(queue.store.durable).add(draftId, 0);
	queue.service.reads['wastage.list'] = () => answer({ rows: [], complete: false });
	const laneId = queue.enqueue(draftId, create(`${draftId}/1/create`));
	await queue.clock.pass(60_000);
	expect(queue.states(laneId)).toEqual(['queued']);
	expect(queue.written()).toEqual([]);
});

const other = { ...shown, date: anotherDay };
test.each([
	['is not answered', unreachable, 'ambiguous', 'The connection was lost.'],
	[
		'has a row more',
		listAnswer(other, { ...other, id: 'W-6' }),
		'attention',
		'The list changed while it was read.',
	],
	[
		'has another row',
		listAnswer({ ...other, id: 'W-6' }),
		'attention',
		'The list changed while it was read.',
	],
	[
		'shows our content in the same row',
		listAnswer(shown),
		'attention',
		'The list changed while it was read.',
	],
	[
		'is not whole',
		answer({ rows: [other], complete: false }),
		'attention',
		'The service does not show whether the list has more rows.',
	],
])('an absence needs a second list, and this one %s', async (_, second, state, said) => {
	const laneId = loseTheAnswer(() => []);
	await queue.clock.pass(1_000);
	let reads = 0;
	queue.service.reads['wastage.list'] = () => ((reads += 1) % 2 === 1 ? listAnswer(other) : second);
	await queue.clock.pass(100_000_000);
	expect(reads).toBeGreaterThan(1);
	expect(queue.rows(laneId)[0]).toMatchObject({ state, service_said: said });
	expect(queue.written()).toHaveLength(1);
});

test('two documents with our content are not told apart', async () => {
	queue.useProfile(unsure);
	const laneId = loseTheAnswer(() => [shown, { ...shown, id: 'W-6' }]);
	await queue.clock.pass(1_000_000);
	expect(queue.ends(laneId)).toEqual(['not-confirmed-undecided']);
	expect(lastOf(laneId)).toBe('several-fit {"count":2}');
});
