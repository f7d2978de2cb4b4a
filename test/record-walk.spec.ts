// Record types at the practice service by a real PC. Each is opened and created; each that is changed online, and one of
// each other way of writing, is edited, discarded, saved, refused, changed meanwhile, offline, switched and deleted. What
// the table says happens.
// test/e2e/record-walk.e2e.ts changes and deletes every type on its screens.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallOutput } from '../src/shared/bridge/contract.ts';
import type { AnyField } from '../src/shared/record/field.ts';
import { diff } from '../src/shared/record/merge.ts';
import type { AnyType, Plain } from '../src/shared/record/record-kit.ts';
import {
	recordDocument,
	recordTypeNames,
	typeNamed,
	type RecordTypeName,
} from '../src/shared/record/records.ts';
import { findOperation, operationNamed } from '../src/shared/service/index.ts';
import type { TestPc } from './support/pc.ts';
import { ways, type Way } from './support/record-ways.ts';
import { TestPcs } from './support/pcs.ts';
import { madeUp, valueFor } from './support/record-values.ts';

const creates = recordTypeNames.filter((name) => ways[name][0] !== '-');

/** One type of each way of writing in the outbox: the kit does the same for the others. Each that is changed online. */
const inOutbox: readonly RecordTypeName[] = ['supplier', 'inventoryItem', 'wasteReason', 'admin'];
const samples = recordTypeNames.filter(
	(name) => inOutbox.includes(name) || ways[name][1] === 'online',
);
const [created, changes, removes] = [0, 1, 2].map((act) =>
	samples.filter((name) => ways[name][act] !== '-'),
) as [RecordTypeName[], RecordTypeName[], RecordTypeName[]];

let pcs: TestPcs;
let pc: TestPc;
/** The service's records, as they came last. */
const there = new Map<string, readonly Plain[]>();
/** The record of each type that is changed here. */
const walked = new Map<RecordTypeName, string>();

beforeAll(async () => {
	pcs = await TestPcs.start();
	pc = await pcs.connected('Noor');
	for (const name of recordTypeNames) await look(name);
}, 60_000);
afterAll(() => pcs.end());

async function look(name: string): Promise<readonly Plain[]> {
	const rows = await pcs.service.all<Plain>(operationNamed(`${name}.list` as 'supplier.list').name);
	there.set(name, rows);
	return rows;
}
const known = (name: string): readonly Plain[] => there.get(name) ?? [];

/** The record at the service, or undefined. */
const atService = async (name: RecordTypeName, id: string): Promise<Plain | undefined> =>
	(await look(name)).find((each) => each['id'] === id);

const get = (type: RecordTypeName, id: string) => pc.call('record.get', { type, id });

/** Asks again after each change until it fits. */
async function until(fits: () => Promise<boolean>): Promise<void> {
	for (;;) {
		const changed = Promise.withResolvers<null>();
		const stops = [
			pc.core.on('app.changed', () => changed.resolve(null)),
			pc.core.on('documents.changed', () => changed.resolve(null)),
		];
		const done = await fits();
		if (!done) await changed.promise;
		for (const stop of stops) stop();
		if (done) return;
	}
}
const drained = () => pc.until(({ outbox }) => outbox.waiting === 0);

/** Nobody has to decide about the last write of a record: reading back proved it. */
async function decided(id: string): Promise<void> {
	await until(async () => {
		const { lane } = await pc.call('outbox.lane', { id });
		expect(lane?.steps.at(-1)?.attention ?? null).toBeNull();
		return lane?.standing === 'done';
	});
}

const operationOf = (name: RecordTypeName, act: 'create' | 'change' | 'remove') =>
	act !== 'change'
		? operationNamed(`${name}.${act}` as 'supplier.create').name
		: operationNamed(
				(findOperation(`${name}.updateOne`) === undefined
					? `${name}.update`
					: `${name}.updateOne`) as 'supplier.update',
			).name;

const writesOf = async (name: RecordTypeName) =>
	(await pcs.service.journal()).filter(
		({ operation, committed }) => operation.startsWith(`${name}.`) && committed,
	).length;

interface Typed {
	readonly type: RecordTypeName;
	readonly id: string | null;
	readonly draftId: string;
	readonly revision: number;
}

async function type(name: RecordTypeName, id: string | null, to: Plain): Promise<Typed> {
	const draftId = crypto.randomUUID();
	const before: Plain = id === null ? {} : (await get(name, id)).record;
	const kept = await pc.call('record.save', {
		step: 'keep',
		type: name,
		id,
		draftId,
		revision: 0,
		changes: Object.entries(to).map(([at, value]) => ({ at, was: before[at] ?? null, to: value })),
	});
	if (kept.state !== 'kept') throw new Error(`The draft is ${kept.state}.`);
	expect(kept.problems, 'nothing is wrong with it').toEqual([]);
	return { type: name, id, draftId, revision: kept.revision };
}

type Sent = CallOutput<'record.save'>;
const send = (draft: Typed, choices: Record<string, 'mine' | 'theirs'> = {}): Promise<Sent> =>
	pc.call('record.save', { ...draft, step: 'send', intentId: crypto.randomUUID(), choices });
const discard = (draft: Typed) => pc.call('record.save', { ...draft, step: 'discard' });

/** @returns the state that a write of this way has after it was sent */
const sentAs = (way: Way) => (way === 'wait' ? 'queued' : 'applied');

/** Two fields that can be changed; words before numbers, and the ones that name the record last. */
function twoFields(declared: AnyType): [string, string] {
	const kinds = [
		'paragraph',
		'text',
		'code',
		'email',
		'phone',
		'money',
		'decimal',
		'whole',
		'flag',
	];
	const first = declared.unique[0] ?? [];
	const rank = ([name, { kind }]: [string, AnyField]) =>
		kinds.indexOf(kind) + (first.includes(name) ? 5 : 0) + (kind === 'flag' ? 10 : 0);
	const [one, two] = Object.entries(declared.fields)
		.filter(([, { kind, owned, fixed }]) => !owned && !fixed && kinds.includes(kind))
		.toSorted((a, b) => rank(a) - rank(b));
	if (!one || !two) throw new Error(`${declared.name} has no two such fields.`);
	return [one[0], two[0]];
}

let no = 10;
/** Another value of a field than before. */
function another(name: RecordTypeName, at: string, before: unknown = true): unknown {
	const field = typeNamed(name).fields[at]!;
	no += 1;
	return field.kind === 'flag' ? before === false : valueFor(field, {}, known, no);
}

/** Somebody else changes a field at the service. */
async function othersChange(name: RecordTypeName, id: string, change: Plain): Promise<void> {
	const before = await atService(name, id);
	const operation = operationOf(name, 'change');
	const exact = Object.fromEntries(
		Object.entries(change).map(([at, value]) =>
			['money', 'decimal'].includes(typeNamed(name).fields[at]!.kind)
				? [at, Number(value)]
				: [at, value],
		),
	);
	const answer = await pcs.service.call(operation, { path: { id }, body: { ...before, ...exact } });
	expect(answer.status, answer.text).toBe(200);
}

/** The one that was made here; for a type that cannot be created, the second of the service. */
const recordOf = (name: RecordTypeName): string =>
	walked.get(name) ?? String(known(name)[1]?.['id']);

const valueAt = async (name: RecordTypeName, id: string, at: string) =>
	(await get(name, id)).record[at];

test('every way of writing is walked', () => {
	const waysOf = (names: readonly RecordTypeName[]) =>
		new Set(names.map((name) => ways[name].join(' ')));
	expect(waysOf(samples)).toEqual(waysOf(recordTypeNames));
});

test.each(recordTypeNames)('%s: lists and opens what the service has', async (name) => {
	const rows = known(name);
	const list = await pc.call('record.list', { type: name, limit: 500 });
	expect(list).toMatchObject({ total: rows.length, complete: true });
	expect(list.rows.length, 'there is something to open').toBeGreaterThan(0);
	const opened = await get(name, list.rows[0]!.id);
	expect(opened).toMatchObject({ standing: 'service', draft: null, problems: [], clashes: [] });
	const offered = Object.values(opened.acts).map((act) =>
		act.may
			? act.goes === 'queue'
				? 'wait'
				: 'online'
			: act.because === 'no-operation'
				? '-'
				: '?',
	);
	expect(offered).toEqual(ways[name]);
});

test.each(creates)('%s: a new one has at the service every field that was typed', async (name) => {
	const declared = typeNamed(name);
	const wanted = madeUp(declared, known, (no += 1));
	const before = known(name).length;
	const draft = await type(name, null, wanted);
	const sent = await send(draft);
	expect(sent.state).toBe(sentAs(ways[name][0]));
	await drained();
	const rows = await look(name);
	expect(rows).toHaveLength(before + 1);
	await until(async () => (await get(name, draft.draftId)).serverId !== null);
	const { serverId } = await get(name, draft.draftId);
	walked.set(name, serverId!);
	await until(async () => (await get(name, serverId!)).standing === 'service');
	const { record, history } = await get(name, serverId!);
	expect(diff(declared.fields, wanted, record).filter(({ to }) => to === null)).toEqual([]);
	expect(history[0]?.told, 'the service changed nothing').toEqual([]);
});

describe.each(changes)('%s: a change', (name) => {
	const [one, two] = twoFields(typeNamed(name));
	const way = ways[name][1];

	test('that is discarded reaches nobody', async () => {
		const id = recordOf(name);
		const writes = await writesOf(name);
		const before = await valueAt(name, id, one);
		const draft = await type(name, id, { [one]: another(name, one, before) });
		expect(await discard(draft)).toEqual({ state: 'discarded' });
		expect(await get(name, id)).toMatchObject({ draft: null, record: { [one]: before } });
		expect(await writesOf(name)).toBe(writes);
	});

	test('is sent once, and shown as the service has it', async () => {
		const id = recordOf(name);
		const writes = await writesOf(name);
		const to = another(name, one, await valueAt(name, id, one));
		const sent = await send(await type(name, id, { [one]: to }));
		expect(sent.state).toBe(sentAs(way));
		await drained();
		expect(String((await atService(name, id))?.[one])).toBe(String(to));
		expect(await writesOf(name)).toBe(writes + 1);
		await until(async () => (await get(name, id)).history[0]?.state === 'confirmed');
		expect(await valueAt(name, id, one)).toEqual(to);
	});

	test('that the service refuses is a draft again', async () => {
		const id = recordOf(name);
		const writes = await writesOf(name);
		await pcs.service.setFaults({
			kind: 'refused',
			operation: operationOf(name, 'change'),
			times: 1,
		});
		const before = await valueAt(name, id, one);
		const draft = await type(name, id, { [one]: another(name, one, before) });
		const sent = await send(draft);
		if (way === 'wait') {
			await pc.until(({ outbox }) => outbox.needYou > 0);
			const { lane } = await pc.call('outbox.lane', { id });
			expect(lane?.document).toBe(recordDocument(name));
			const step = lane!.steps.at(-1)!;
			expect(step).toMatchObject({ attention: 'rejected', serviceStatus: 422 });
			await pc.call('outbox.edit', { actionId: step.actionId, revision: step.revision });
		} else expect(sent).toMatchObject({ state: 'refused' });
		const opened = await get(name, id);
		expect(opened).toMatchObject({ standing: 'service', draft: { draftId: draft.draftId } });
		expect(await writesOf(name)).toBe(writes);
		await discard({ ...draft, revision: opened.draft!.revision });
	});

	test('is merged with a change of another field, and asks about the same field', async () => {
		const id = recordOf(name);
		const now = await get(name, id);
		const mine = another(name, one, now.record[one]);
		const draft = await type(name, id, { [one]: mine });
		const theirs = { [two]: another(name, two, now.record[two]) };
		await othersChange(name, id, theirs);
		expect((await send(draft)).state).toBe(sentAs(way));
		await drained();
		const merged = await atService(name, id);
		expect([merged?.[one], merged?.[two]].map(String)).toEqual([mine, theirs[two]].map(String));

		await pc.call('sync.pull', { lists: [name] });
		const { record: second } = await get(name, id);
		const again = another(name, one, second[one]);
		const clashing = await type(name, id, { [one]: again });
		const others = another(name, one, again);
		await othersChange(name, id, { [one]: others });
		await pc.call('sync.pull', { lists: [name] });
		expect(await send(clashing)).toMatchObject({ state: 'clash', clashes: [{ at: one }] });
		expect((await send(clashing, { [one]: 'mine' })).state).toBe(sentAs(way));
		await drained();
		expect(String((await atService(name, id))?.[one])).toBe(String(again));
	});

	test('of which no answer came is not sent again', async () => {
		const id = recordOf(name);
		const writes = await writesOf(name);
		const to = another(name, one, await valueAt(name, id, one));
		await pcs.service.setFaults({
			kind: 'drop-reply',
			operation: operationOf(name, 'change'),
			times: 1,
		});
		await send(await type(name, id, { [one]: to }));
		await decided(id);
		expect(await writesOf(name)).toBe(writes + 1);
		await until(async () => (await get(name, id)).standing === 'service');
		expect(await valueAt(name, id, one)).toEqual(to);
	});
});

test.each(created)('%s: a new one of which no answer came is not made twice', async (name) => {
	const before = (await look(name)).length;
	await pcs.service.setFaults({
		kind: 'drop-reply',
		operation: operationOf(name, 'create'),
		times: 1,
	});
	const draft = await type(name, null, madeUp(typeNamed(name), known, (no += 1)));
	await send(draft);
	await decided(draft.draftId);
	expect(await look(name)).toHaveLength(before + 1);
	await until(async () => (await get(name, draft.draftId)).standing === 'service');
});

test.each(changes)('%s: is switched off and on', async (name) => {
	const id = recordOf(name);
	const wasActive = (await valueAt(name, id, 'isActive')) !== false;
	for (const isActive of [!wasActive, wasActive]) {
		const switched = await pc.call('record.switch', {
			type: name,
			ids: [id],
			isActive,
			intentId: crypto.randomUUID(),
		});
		expect(switched.records).toMatchObject([{ id, state: sentAs(ways[name][1]) }]);
		await drained();
		expect((await atService(name, id))?.['isActive']).toBe(isActive);
		await until(async () => (await get(name, id)).standing === 'service');
	}
});

describe('without a network', () => {
	beforeAll(async () => {
		pc.unplug();
		await pc.call('network.check', {});
	});

	test.each(changes)('%s: a change waits, or says that it cannot', async (name) => {
		const id = recordOf(name);
		const [one] = twoFields(typeNamed(name));
		const { acts, record } = await get(name, id);
		const draft = await type(name, id, { [one]: another(name, one, record[one]) });
		const reply = await pc.reply('record.save', {
			...draft,
			step: 'send',
			intentId: crypto.randomUUID(),
		});
		if (ways[name][1] === 'wait') {
			expect(acts.change).toEqual({ may: true, goes: 'queue' });
			expect(reply).toMatchObject({ ok: true, value: { state: 'queued' } });
			expect((await get(name, id)).standing).toBe('waiting');
		} else {
			expect(acts.change).toEqual({ may: false, because: 'offline' });
			expect(reply).toMatchObject({ ok: false, code: 'needs-network' });
			expect((await get(name, id)).draft).toMatchObject({ draftId: draft.draftId });
			await discard(draft);
		}
	});

	test.each(created)('%s: a new one waits, or says that it cannot', async (name) => {
		const draft = await type(name, null, madeUp(typeNamed(name), known, (no += 1)));
		const reply = await pc.reply('record.save', {
			...draft,
			step: 'send',
			intentId: crypto.randomUUID(),
		});
		if (ways[name][0] === 'wait') {
			expect(reply).toMatchObject({ ok: true, value: { state: 'queued' } });
		} else {
			expect(reply).toMatchObject({ ok: false, code: 'needs-network' });
			await discard(draft);
		}
	});

	test('and everything that waited is sent when it is back', async () => {
		pc.plugIn();
		await drained();
		expect((await pc.call('app.state', {})).outbox.needYou).toBe(0);
	});
});

test.each(samples)('%s: is deleted only where the service deletes', async (name) => {
	const { rows } = await pc.call('record.list', { type: name, limit: 1 });
	const id = walked.get(name) ?? rows[0]!.id;
	const input = { type: name, id, intentId: crypto.randomUUID() } as const;
	if (!removes.includes(name)) {
		const writes = await writesOf(name);
		expect(await pc.reply('record.remove', input)).toMatchObject({ code: 'not-possible-now' });
		expect(await writesOf(name)).toBe(writes);
		return;
	}
	await pcs.service.setFaults({
		kind: 'refused',
		operation: operationOf(name, 'remove'),
		times: 1,
	});
	expect(await pc.reply('record.remove', input)).toMatchObject({ ok: false, code: 'refused' });
	await pcs.service.setFaults({
		kind: 'drop-reply',
		operation: operationOf(name, 'remove'),
		times: 1,
	});
	await pc.reply('record.remove', { ...input, intentId: crypto.randomUUID() });
	await decided(id);
	expect(await atService(name, id)).toBeUndefined();
	await until(async () => !(await pc.reply('record.get', { type: name, id })).ok);
});
