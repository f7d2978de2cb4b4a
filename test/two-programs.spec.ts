// Records that two people edit, each at a program with a data folder of its own, against one service.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallOutput } from '../src/shared/bridge/contract.ts';
import type { Plain } from '../src/shared/record/record-kit.ts';
import type { RecordTypeName } from '../src/shared/record/records.ts';
import { operationNamed } from '../src/shared/service/index.ts';
import type { TestPc } from './support/pc.ts';
import { TestPcs } from './support/pcs.ts';

let pcs: TestPcs;
let noor: TestPc;
let ben: TestPc;

beforeAll(async () => {
	pcs = await TestPcs.start();
	noor = await pcs.connected('Noor');
	ben = await pcs.connected('Ben');
}, 60_000);
afterAll(() => pcs.end());

const atService = async (type: RecordTypeName, id: string): Promise<Plain | undefined> => {
	const { name } = operationNamed(`${type}.list` as 'supplier.list');
	return (await pcs.service.all<Plain>(name)).find((each) => each['id'] === id);
};
const idsOf = async (type: RecordTypeName): Promise<string[]> =>
	(await noor.call('record.list', { type })).rows.map(({ id }) => id);

interface Draft {
	readonly type: RecordTypeName;
	readonly id: string;
	readonly draftId: string;
	readonly revision: number;
}

async function type(pc: TestPc, of: RecordTypeName, id: string, to: Plain): Promise<Draft> {
	const { record } = await pc.call('record.get', { type: of, id });
	const changes = Object.entries(to).map(([at, value]) => ({
		at,
		was: record[at] ?? null,
		to: value,
	}));
	const draft = { type: of, id, draftId: crypto.randomUUID(), revision: 0 };
	const kept = await pc.call('record.save', { ...draft, step: 'keep', changes });
	if (kept.state !== 'kept') throw new Error(`The draft is ${kept.state}.`);
	return { ...draft, revision: kept.revision };
}

const send = (
	pc: TestPc,
	draft: Draft,
	choices: Record<string, 'mine' | 'theirs'> = {},
): Promise<CallOutput<'record.save'>> =>
	pc.call('record.save', { ...draft, step: 'send', intentId: crypto.randomUUID(), choices });
const done = (pc: TestPc) => pc.until(({ outbox }) => outbox.waiting === 0);

async function change(pc: TestPc, of: RecordTypeName, id: string, to: Plain): Promise<void> {
	expect((await send(pc, await type(pc, of, id, to))).state).toBe('queued');
	await done(pc);
}

const pull = async (pc: TestPc, list: 'supplier' | 'category'): Promise<void> => {
	await pc.call('sync.pull', { lists: [list] });
};

test('fields that only one of them changed are merged, and one that both changed is asked', async () => {
	const [id = ''] = await idsOf('supplier');
	const mine = await type(noor, 'supplier', id, { phone: '01', paymentDays: 5 });
	await change(ben, 'supplier', id, { phone: '02', email: 'orders@dairy.example' });
	await pull(noor, 'supplier');
	const { clashes, record } = await noor.call('record.get', { type: 'supplier', id });
	expect(record['email']).toBe('orders@dairy.example');
	expect(clashes).toMatchObject([{ at: 'phone', mine: '01', theirs: '02' }]);
	expect(await send(noor, mine)).toMatchObject({ state: 'clash', clashes: [{ at: 'phone' }] });
	expect(await send(noor, mine, { phone: 'mine' })).toMatchObject({ state: 'queued' });
	await done(noor);
	expect(await atService('supplier', id)).toMatchObject({
		phone: '01',
		email: 'orders@dairy.example',
		paymentDays: 5,
	});
});

test('an edit that waited offline keeps what the other program changed meanwhile', async () => {
	const [, id = '', other = ''] = await idsOf('supplier');
	noor.unplug();
	expect((await send(noor, await type(noor, 'supplier', id, { phone: '11' }))).state).toBe(
		'queued',
	);
	expect((await send(noor, await type(noor, 'supplier', other, { phone: '12' }))).state).toBe(
		'queued',
	);
	await change(ben, 'supplier', id, { email: 'new@farm.example' });
	await change(ben, 'supplier', other, { phone: '13' });
	noor.plugIn();
	await noor.until(({ outbox }) => outbox.waiting === 0 && outbox.needYou === 1);
	expect(await atService('supplier', id)).toMatchObject({ phone: '11', email: 'new@farm.example' });
	expect(await atService('supplier', other), 'a person decides').toMatchObject({ phone: '13' });
	const { lanes } = await noor.call('outbox.list', { filter: 'needs-you' });
	expect(lanes.map(({ documentId }) => documentId)).toEqual([other]);
	const step = lanes[0]!.steps.at(-1)!;
	await noor.call('outbox.discard', {
		actionId: step.actionId,
		revision: step.revision,
		reason: 'Ben is right',
	});
});

test('lines that each of them added are both there', async () => {
	const [id = ''] = await idsOf('inventoryItem');
	const { record } = await noor.call('record.get', { type: 'inventoryItem', id });
	const before = record['barcodes'] as Plain[];
	const uomId = record['baseUomId'];
	const code = (barcode: string) => ({ barcode, uomId });
	const mine = await type(noor, 'inventoryItem', id, { barcodes: [...before, code('111')] });
	await change(ben, 'inventoryItem', id, { barcodes: [...before, code('222')] });
	expect((await send(noor, mine)).state).toBe('queued');
	await done(noor);
	const after = (await atService('inventoryItem', id))?.['barcodes'] as Plain[];
	expect(after.map(({ barcode }) => barcode).toSorted()).toEqual(
		[...before.map(({ barcode }) => barcode), '111', '222'].toSorted(),
	);
});

test('what goes only online is merged with what the service has just then', async () => {
	const [id = ''] = await idsOf('role');
	const mine = await type(noor, 'role', id, { name: 'Head chef' });
	const theirs = await type(ben, 'role', id, { description: 'Runs the kitchen' });
	expect(await send(ben, theirs)).toMatchObject({ state: 'applied' });
	expect(await send(noor, mine)).toMatchObject({ state: 'applied' });
	expect(await atService('role', id)).toMatchObject({
		name: 'Head chef',
		description: 'Runs the kitchen',
	});

	const late = await type(noor, 'role', id, { name: 'Chef de cuisine' });
	expect((await send(ben, await type(ben, 'role', id, { description: '' }))).state).toBe('applied');
	const again = await type(ben, 'role', id, { name: 'Head cook' });
	expect((await send(ben, again)).state).toBe('applied');
	expect(await send(noor, late)).toMatchObject({ state: 'clash', clashes: [{ at: 'name' }] });
	expect(await atService('role', id)).toMatchObject({ name: 'Head cook' });
});

test('undoing an import leaves what the other program changed since', async () => {
	const [, , , one = '', two = ''] = await idsOf('supplier');
	const phones = [one, two].map((id, at) => [id, `555 ${String(at)}`]);
	const was = await atService('supplier', one);
	const headings = ['id', 'phone'];
	const { previewId } = await noor.call('import.open', {
		source: 'paste',
		title: 'Phones',
		sheets: [{ type: 'supplier', headings }],
	});
	await noor.call('import.add', { previewId, sheet: 0, rows: phones });
	const columns = [headings.map((path) => ({ heading: path, path, mayOverwrite: true }))];
	await noor.call('import.read', { previewId, columns });
	const { runId } = await noor.call('import.send', { previewId, intentId: crypto.randomUUID() });
	await runEnds(runId);
	await pull(ben, 'supplier');
	await change(ben, 'supplier', two, { phone: '999' });
	await pull(noor, 'supplier');
	const undo = await noor.call('import.propose', { source: 'undo', runId });
	expect(undo.counts).toMatchObject({ changed: 1 });
	const { rows } = await noor.call('import.rows', { previewId: undo.previewId });
	expect(rows.find(({ id }) => id === two)?.problems).toMatchObject([
		{ at: 'phone', code: 'changed-since' },
	]);
	const sent = { previewId: undo.previewId, intentId: crypto.randomUUID() };
	await runEnds((await noor.call('import.send', sent)).runId);
	expect((await atService('supplier', one))?.['phone'] ?? null).toBe(was?.['phone'] ?? null);
	expect(await atService('supplier', two)).toMatchObject({ phone: '999' });
});

async function runEnds(runId: string): Promise<void> {
	for (;;) {
		const changed = Promise.withResolvers<null>();
		const stops = (['app.changed', 'import.changed'] as const).map((event) =>
			noor.core.on(event, () => changed.resolve(null)),
		);
		const { run } = await noor.call('import.run', { runId });
		const isOver = run.state === 'done';
		if (!isOver) await changed.promise;
		for (const stop of stops) stop();
		if (isOver) break;
	}
	await done(noor);
}

test('a draft of a record that the other program deleted can be read and discarded', async () => {
	const created = await pcs.service.call('category.create', { body: { name: 'Short-lived' } });
	const { id } = created.json as { id: string };
	await pull(noor, 'category');
	await pull(ben, 'category');
	const draft = await type(noor, 'category', id, { name: 'Long-lived' });
	await ben.call('record.remove', { type: 'category', id, intentId: crypto.randomUUID() });
	await pull(noor, 'category');
	const {
		record,
		draft: kept,
		clashes,
		acts,
	} = await noor.call('record.get', {
		type: 'category',
		id,
	});
	expect(record['name'], 'what it was').toBe('Short-lived');
	expect(kept?.changes).toMatchObject([{ at: 'name', to: 'Long-lived' }]);
	expect(clashes).toEqual([]);
	for (const act of Object.values(acts)) expect(act).toEqual({ may: false, because: 'gone' });
	const drafts = async () =>
		(await noor.call('record.list', { type: 'category', limit: 500 })).rows.filter(
			({ standing }) => standing === 'draft',
		);
	expect(await drafts()).toMatchObject([{ id, known: false, values: { name: 'Long-lived' } }]);
	const again = { ...draft, step: 'send' as const, intentId: crypto.randomUUID(), choices: {} };
	for (const each of [again, { ...again, id: null }]) {
		expect(await noor.reply('record.save', each)).toMatchObject({ code: 'not-found' });
	}
	expect(await noor.call('record.save', { ...draft, step: 'discard' })).toEqual({
		state: 'discarded',
	});
	expect(await drafts()).toEqual([]);
	expect(await atService('category', id), 'it stays deleted').toBeUndefined();
});
