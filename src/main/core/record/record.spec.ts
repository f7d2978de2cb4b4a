import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import {
	failureOf,
	openKitchen,
	openStockedKitchen,
	type Kitchen,
} from '../../../../test/support/kitchen.ts';
import { noReply, notSent, refused } from '../../../../test/support/verdicts.ts';
import type { WriteVerdict } from '../api/verdict.ts';
import { routeOf } from '../../../shared/record/registry.ts';
import { recordCapability, recordParts } from './record.ts';

const dairy = { id: 'P-1', name: 'Riverside Dairy', code: 'RD', phone: '12 34', rating: 4 };
const farm = { id: 'P-2', name: 'Green Hill Farm', code: 'GH', paymentDays: 30, isActive: false };
const type = 'supplier';

let kitchen: Kitchen;
const open = async (suppliers: object[] = [dairy, farm]) => {
	kitchen = await openStockedKitchen({ lists: { 'supplier.list': suppliers } });
	// The service replaces a record whole.
	kitchen.service.onWrite = (name) => {
		const { body } = kitchen.service.writes.at(-1)!;
		if (name !== 'supplier.update') return;
		kitchen.service.lists['supplier.list'] = kitchen.service.lists['supplier.list']!.map((each) =>
			(each as { id: string }).id === body['id'] ? body : each,
		);
	};
};
afterEach(() => kitchen.end());

type Changes = Record<string, [was: unknown, to: unknown]>;

/** A form that changes some fields, until it is sent. */
function edit(
	id: string | null,
	changes: Changes,
	more: { draftId?: string; revision?: number } = {},
) {
	const { draftId = randomUUID(), revision = 0 } = more;
	const draft = { type, id, draftId } as const;
	const kept = kitchen.call('record.save', {
		...draft,
		revision,
		step: 'keep',
		changes: Object.entries(changes).map(([at, [was, to]]) => ({ at, was, to })),
	});
	if (kept.state !== 'kept') throw new Error('It was not kept.');
	const intentId = randomUUID();
	return {
		...draft,
		kept,
		send: (choices: Record<string, 'mine' | 'theirs'> = {}) =>
			kitchen.call('record.save', {
				...draft,
				revision: kept.revision,
				step: 'send',
				intentId,
				choices,
			}),
	};
}

const get = (id: string) => kitchen.call('record.get', { type, id });
const names = (input: object = {}) =>
	kitchen.call('record.list', { type, ...input }).rows.map(({ values }) => values['name']);
const lastWrite = () => kitchen.service.writes.at(-1);

describe('the list of a record type', () => {
	test('finds by words, filters by any field and sorts by a column', async () => {
		await open();
		expect(names()).toEqual(['Green Hill Farm', 'Riverside Dairy']);
		expect(names({ search: 'dairy' })).toEqual(['Riverside Dairy']);
		expect(names({ search: 'gh' })).toEqual(['Green Hill Farm']);
		// A record without the field is active.
		expect(names({ where: { isActive: [true] } })).toEqual(['Riverside Dairy']);
		expect(names({ where: { paymentDays: [null] } })).toEqual(['Riverside Dairy']);
		expect(names({ order: { by: 'code', descending: true } })).toEqual([
			'Riverside Dairy',
			'Green Hill Farm',
		]);
		expect(kitchen.call('record.list', { type, from: 1, limit: 1 })).toMatchObject({
			rows: [{ id: 'P-1', standing: 'service', edited: false }],
			total: 2,
			complete: true,
			create: { may: true, goes: 'queue' },
		});
	});

	test('shows drafts, and work that waits in the outbox', async () => {
		await open();
		kitchen.service.there = false;
		edit(null, { name: [null, 'Abbey Bakery'] });
		edit('P-1', { phone: ['12 34', '56 78'] });
		edit('P-2', { name: ['Green Hill Farm', 'Hill Farm'] }).send();
		expect(kitchen.call('record.list', { type }).rows).toMatchObject([
			{ standing: 'draft', edited: true, values: { name: 'Abbey Bakery' } },
			{ id: 'P-2', standing: 'waiting', edited: false, values: { name: 'Hill Farm' } },
			{ id: 'P-1', standing: 'service', edited: true, values: { name: 'Riverside Dairy' } },
		]);
	});
});

describe('a draft of a record', () => {
	test('survives a restart with the text of boxes that are no value yet', async () => {
		await open();
		const draftId = randomUUID();
		const change = { at: 'name', was: 'Riverside Dairy', to: 'River Dairy' };
		kitchen.call('record.save', {
			type,
			id: 'P-1',
			draftId,
			revision: 0,
			step: 'keep',
			changes: [change],
			typed: { paymentDays: '1x' },
		});
		await kitchen.close();
		kitchen = openKitchen({ folder: kitchen.folder });
		const { draft, problems } = get('P-1');
		expect(draft).toMatchObject({ draftId, revision: 1, changes: [change] });
		expect(draft?.typed).toEqual({ paymentDays: '1x' });
		expect(problems).toEqual([{ at: 'paymentDays', code: 'not-a-number' }]);
	});

	test('takes over what others change under it, and marks what both changed', async () => {
		await open();
		const { draftId } = edit('P-1', { phone: ['12 34', '56 78'] });
		await kitchen.shows({ 'supplier.list': [{ ...dairy, code: 'RD-2' }, farm] });
		expect(get('P-1')).toMatchObject({ record: { code: 'RD-2' }, clashes: [] });
		await kitchen.shows({ 'supplier.list': [{ ...dairy, phone: '99' }, farm] });
		expect(get('P-1')).toMatchObject({
			draft: { draftId },
			clashes: [{ at: 'phone', base: '12 34', mine: '56 78', theirs: '99' }],
		});
	});

	test('is refused from a window that saw an older one', async () => {
		await open();
		const { draftId } = edit('P-1', { phone: ['12 34', '56 78'] });
		const again = {
			type: 'supplier' as const,
			id: 'P-1',
			draftId,
			revision: 0,
			step: 'keep' as const,
			changes: [],
		};
		expect(failureOf(() => kitchen.call('record.save', again)).code).toBe('changed-meanwhile');
		const second = { ...again, draftId: randomUUID() };
		expect(failureOf(() => kitchen.call('record.save', second)).code).toBe('changed-meanwhile');
	});

	test('is discarded, and the record stays as it is', async () => {
		await open();
		const { draftId, kept } = edit('P-1', { phone: ['12 34', null] });
		const discard = { type, id: 'P-1', draftId, revision: kept.revision, step: 'discard' } as const;
		expect(kitchen.call('record.save', discard)).toEqual({ state: 'discarded' });
		expect(get('P-1')).toMatchObject({ draft: null, record: { phone: '12 34' } });
	});
});

describe('an edit of a record', () => {
	test('sends the whole record with undeclared fields, and reports what the service changed', async () => {
		await open();
		const { send } = edit('P-1', { phone: ['12 34', '56 78'] });
		const sent = send();
		expect(sent).toMatchObject({ state: 'queued', id: 'P-1' });
		// A double click is one write.
		expect(send()).toEqual(sent);
		expect(get('P-1')).toMatchObject({
			standing: 'waiting',
			record: { phone: '56 78' },
			unknown: { rating: 4 },
			draft: null,
		});
		kitchen.service.onWrite = () => {
			kitchen.service.lists['supplier.list'] = [{ ...dairy, phone: '5678', isActive: true }, farm];
		};
		await kitchen.send();
		expect(kitchen.service.writes).toHaveLength(1);
		expect(lastWrite()).toMatchObject({ name: 'supplier.update' });
		expect(lastWrite()?.body).toEqual({ ...dairy, phone: '56 78' });
		await kitchen.pull();
		expect(get('P-1')).toMatchObject({ standing: 'service', record: { phone: '5678' } });
		expect(get('P-1').history).toMatchObject([
			{
				by: 'Noor',
				act: 'change',
				state: 'confirmed',
				changes: [{ at: 'phone', was: '12 34', to: '56 78' }],
				// It was active before the service said so.
				told: [{ at: 'phone', what: 'changed', sent: '56 78', now: '5678' }],
			},
		]);
	});

	test('is merged with what others changed, and asks where both changed a field', async () => {
		await open();
		const first = edit('P-1', { phone: ['12 34', '56 78'] });
		await kitchen.shows({ 'supplier.list': [{ ...dairy, phone: '99', code: 'RD-2' }, farm] });
		const clashes = [{ at: 'phone', base: '12 34', mine: '56 78', theirs: '99' }];
		expect(first.send()).toEqual({ state: 'clash', clashes });
		expect(first.send({ phone: 'mine' })).toMatchObject({ state: 'queued' });
		await kitchen.send();
		expect(lastWrite()?.body).toEqual({ ...dairy, phone: '56 78', code: 'RD-2' });
	});

	test('reports a cleared value that the service keeps', async () => {
		await open();
		edit('P-1', { phone: ['12 34', null] }).send();
		kitchen.service.onWrite = () => undefined;
		await kitchen.send();
		expect(lastWrite()?.body).toMatchObject({ phone: null });
		await kitchen.pull();
		expect(get('P-1')).toMatchObject({
			record: { phone: '12 34' },
			history: [{ told: [{ at: 'phone', what: 'added', sent: null, now: '12 34' }] }],
		});
	});

	test('is stopped by input that cannot be intended, and only warned about a guess', async () => {
		await open();
		const blank = edit('P-1', { name: ['Riverside Dairy', ' '] });
		expect(blank.kept.problems).toEqual([{ at: 'name', code: 'needed' }]);
		expect(blank.send()).toMatchObject({ state: 'stopped', problems: [{ code: 'needed' }] });
		const warned = edit('P-2', { paymentDays: [30, 400] });
		expect(warned.kept.problems).toMatchObject([{ at: 'paymentDays', code: 'out-of-bounds' }]);
		expect(warned.send()).toMatchObject({ state: 'queued' });
	});

	test('becomes a draft again when it is undone', async () => {
		await open();
		kitchen.service.there = false;
		const { draftId, send } = edit('P-1', { phone: ['12 34', '56 78'] });
		send();
		kitchen.undo('record:supplier', 'P-1');
		expect(get('P-1')).toMatchObject({
			standing: 'service',
			record: { phone: '12 34' },
			draft: { draftId, changes: [{ at: 'phone', to: '56 78' }] },
		});
	});
});

describe('a new record', () => {
	test('is found by its draft until the service has it, and then by both names', async () => {
		await open();
		kitchen.service.there = false;
		const { draftId, send } = edit(null, { name: [null, 'Abbey Bakery'], paymentDays: [null, 14] });
		expect(get(draftId)).toMatchObject({ standing: 'draft', serverId: null });
		expect(send()).toMatchObject({ state: 'queued', id: draftId });
		expect(get(draftId)).toMatchObject({ standing: 'waiting', record: { paymentDays: 14 } });
		// Changed before it was sent: one create with all of it.
		edit(draftId, { phone: [null, '77'] }).send();
		const body = { name: 'Abbey Bakery', paymentDays: 14, phone: '77' };
		expect(get(draftId).record).toEqual(body);
		edit(draftId, { code: [null, 'AB'] }).send();
		kitchen.service.there = true;
		await kitchen.send();
		expect(kitchen.service.writes).toHaveLength(1);
		expect(lastWrite()).toMatchObject({ name: 'supplier.create', body: { ...body, code: 'AB' } });
		expect(get(draftId)).toMatchObject({ serverId: 'S-1', standing: 'service' });
		await kitchen.pull();
		expect(get('S-1')).toMatchObject({ serverId: 'S-1', record: { name: 'Abbey Bakery' } });
		expect(names()).toEqual(['Abbey Bakery', 'Green Hill Farm', 'Riverside Dairy']);
	});

	test('warns about another record with the same name', async () => {
		await open();
		const { kept } = edit(null, { name: [null, 'riverside dairy'] });
		expect(kept.problems).toEqual([{ at: 'name', code: 'taken' }]);
	});
});

describe('switching records', () => {
	test('sends one full update for each, and nothing for those that are as wanted', async () => {
		await open();
		const asked = { type: 'supplier' as const, ids: ['P-1', 'P-2', 'P-9'], isActive: false };
		expect(kitchen.call('record.switch', { ...asked, intentId: 'intent-1' }).records).toEqual([
			{ id: 'P-1', state: 'queued', said: '' },
			{ id: 'P-2', state: 'unchanged', said: '' },
			{ id: 'P-9', state: 'not-possible-now', said: '' },
		]);
		await kitchen.send();
		expect(kitchen.service.writes.map(({ body }) => body)).toEqual([{ ...dairy, isActive: false }]);
	});
});

test('An act without an operation of the service is not offered', async () => {
	await open();
	const { acts } = kitchen.call('record.get', { type: 'wasteReason', id: 'R-1' });
	expect(acts.change).toEqual({ may: false, because: 'no-operation' });
	const asked = {
		type: 'wasteReason' as const,
		ids: ['R-1'],
		isActive: false,
		intentId: 'intent-1',
	};
	expect(kitchen.call('record.switch', asked).records).toMatchObject([
		{ state: 'not-possible-now' },
	]);
	const remove = { type, id: 'P-1', intentId: 'intent-2' } as const;
	expect(failureOf(() => kitchen.call('record.remove', remove)).code).toBe('not-possible-now');
});

/** Suppliers, as if the service took changes only while somebody waits. */
const waited = async () => {
	await open();
	const { 'record.save': save, 'record.switch': switchAll } = recordCapability(
		kitchen.context,
		recordParts(kitchen.context, (name, act) => {
			const route = routeOf(name, act);
			return route && { ...route, goes: 'online-only' };
		}),
	);
	return { save, switchAll };
};
type SaveCall = Awaited<ReturnType<typeof waited>>['save'];
const press = async (save: SaveCall, changes: Changes) => {
	const { kept, draftId } = edit('P-1', changes);
	return save(
		{
			type,
			id: 'P-1',
			draftId,
			revision: kept.revision,
			step: 'send',
			choices: {},
			intentId: randomUUID(),
		},
		{ connection: 'test' },
	);
};
const send = async (save: SaveCall, changes: Changes) => {
	const replied = press(save, changes);
	await kitchen.clock.pass(10_000);
	return replied;
};
const laneOf = () => kitchen.outbox.laneOf('record:supplier', 'P-1');

describe('a write that must not wait', () => {
	test('is merged with the record as it is now, and answered with what the service has', async () => {
		const { save } = await waited();
		// Changed at the service since the last pull.
		kitchen.service.lists['supplier.list'] = [{ ...dairy, code: 'RD-2' }, farm];
		const reply = await send(save, { phone: ['12 34', '56 78'] });
		expect(reply).toMatchObject({
			ok: true,
			value: { state: 'applied', id: 'P-1', record: { phone: '56 78', code: 'RD-2' }, told: [] },
		});
		expect(kitchen.service.writes.map(({ body }) => body)).toEqual([
			{ ...dairy, phone: '56 78', code: 'RD-2' },
		]);
	});

	test('adds nothing while the service does not answer', async () => {
		const { save } = await waited();
		kitchen.service.there = false;
		expect(await send(save, { phone: ['12 34', '56 78'] })).toMatchObject({
			code: 'needs-network',
		});
		expect(laneOf()).toBeNull();
		expect(get('P-1').draft).not.toBeNull();
	});

	test.each<[string, WriteVerdict, object]>([
		['a refusal', refused, { ok: true, value: { state: 'refused', said: 'items: empty' } }],
		['a request that never left', notSent, { ok: false, code: 'needs-network' }],
	])('is a draft again after %s, and never goes by itself', async (_why, verdict, expected) => {
		const { save } = await waited();
		kitchen.service.next = [verdict];
		expect(await send(save, { phone: ['12 34', '56 78'] })).toMatchObject(expected);
		await kitchen.clock.pass(24 * 3_600_000);
		expect(kitchen.service.writes).toHaveLength(1);
		expect(get('P-1')).toMatchObject({ standing: 'service', record: { phone: '12 34' } });
		expect(get('P-1').draft?.changes).toHaveLength(1);
	});

	test('is decided by reading back when no answer came, and otherwise left to a person', async () => {
		const { save } = await waited();
		kitchen.service.next = [noReply];
		expect(await send(save, { phone: ['12 34', '56 78'] })).toMatchObject({
			value: { state: 'not-confirmed' },
		});
		// The service had done it.
		await kitchen.clock.pass(120_000);
		expect(laneOf()).toMatchObject({ standing: 'done', actions: [{ state: 'confirmed' }] });
		kitchen.service.next = [noReply];
		kitchen.service.onWrite = () => undefined;
		await kitchen.pull();
		await send(save, { phone: ['56 78', '90'] });
		await kitchen.clock.pass(24 * 3_600_000);
		expect(kitchen.service.writes).toHaveLength(2);
		expect(laneOf()).toMatchObject({
			standing: 'needs-you',
			actions: [{ state: 'confirmed' }, { attention: 'not-confirmed-absent' }],
		});
	});

	test('is asked about after a crash, and not sent again', async () => {
		const { save } = await waited();
		let ended = false;
		kitchen.service.onWrite = () => {
			ended = true;
			return new Promise(() => undefined);
		};
		void press(save, { phone: ['12 34', '56 78'] });
		await kitchen.clock.pass(1_000);
		expect(ended).toBe(true);
		expect(laneOf()?.actions).toMatchObject([{ state: 'sending' }]);
		// The program ends without closing anything.
		const { folder, service } = kitchen;
		kitchen.store.close();
		kitchen = openKitchen({ folder });
		kitchen.service.lists = service.lists;
		expect(laneOf()?.actions).toMatchObject([{ state: 'ambiguous' }]);
		await kitchen.clock.pass(24 * 3_600_000);
		expect(kitchen.service.writes).toEqual([]);
		expect(laneOf()?.actions).toMatchObject([{ attention: 'not-confirmed-absent' }]);
	});

	test('switches one record after the other, each with its own answer', async () => {
		const { switchAll } = await waited();
		kitchen.service.next = [refused];
		const asked = { type: 'supplier' as const, ids: ['P-1', 'P-2'], isActive: false };
		const replied = Promise.resolve(
			switchAll({ ...asked, intentId: 'intent-1' }, { connection: 'test' }),
		);
		await kitchen.clock.pass(10_000);
		expect(await replied).toMatchObject({
			value: {
				records: [
					{ id: 'P-1', state: 'refused', said: 'items: empty' },
					{ id: 'P-2', state: 'unchanged' },
				],
			},
		});
	});
});
