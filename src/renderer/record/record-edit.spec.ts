// Editing a record against a core that the test answers for.
import { describe, expect, test } from 'vitest';
import { fail, succeed, type Reply } from '../../shared/bridge/reply.ts';
import { typeNamed } from '../../shared/record/records.ts';
import { problemsOf } from '../../shared/record/rules.ts';
import { putBack } from './put-back.ts';
import { RecordEdit, type OpenedRecord, type RecordCalls } from './record-edit.svelte.ts';

const supplier = { ...typeNamed('supplier'), name: 'supplier' } as const;
const dairy = { id: 'P-1', name: 'Dairy', phone: '12', paymentDays: 30 };
const queued = { may: true, goes: 'queue' } as const;

const opened = (more: Partial<OpenedRecord> = {}): OpenedRecord => ({
	serverId: 'P-1',
	record: dairy,
	names: {},
	unknown: {},
	standing: 'service',
	laneId: null,
	draft: null,
	clashes: [],
	problems: [],
	history: [],
	acts: { create: queued, change: queued, remove: { may: false, because: 'no-operation' } },
	...more,
});

const keptHere = { draftId: 'id-1', revision: 1, typed: {} };
/** The draft after another phone number was entered. */
const phoneKept = (to: string) => ({
	...keptHere,
	base: dairy,
	changes: [{ at: 'phone', was: '12', to }],
});

type Saves = Parameters<RecordCalls['save']>[0];

type Saved = Extract<Awaited<ReturnType<RecordCalls['save']>>, { ok: true }>['value'];

function usualAnswer({ step, revision }: Saves): Saved {
	switch (step) {
		case 'keep':
			return { state: 'kept', revision: revision + 1, problems: [], clashes: [] };
		case 'discard':
			return { state: 'discarded' };
		case 'send':
			return { state: 'queued', id: 'P-1', laneId: 'L-1' };
	}
}

/** A core with one record. `answer` changes what it says next. */
function core(record: Reply<OpenedRecord> = succeed(opened())) {
	let ids = 0;
	const state = {
		record,
		saves: [] as Saves[],
		answer: null as Awaited<ReturnType<RecordCalls['save']>> | null,
	};
	const calls: RecordCalls = {
		get: () => Promise.resolve(state.record),
		create: () => Promise.resolve(queued),
		remove: () => Promise.resolve(succeed({ state: 'removed' })),
		newId: () => `id-${String((ids += 1))}`,
		save(input) {
			state.saves.push(input);
			return Promise.resolve(state.answer ?? succeed(usualAnswer(input)));
		},
	};
	return { state, calls };
}

const writing = { locale: 'en-GB', pricePlaces: 2 };

async function open({ calls }: ReturnType<typeof core>, place = { id: 'P-1', isNew: false }) {
	const edit = new RecordEdit(supplier, place, calls, () => writing);
	await edit.load();
	return edit;
}

async function type(edit: RecordEdit, at: string, text: string): Promise<void> {
	edit.typing(at, text);
	await edit.leave();
}

describe('a record being edited', () => {
	test('keeps each field as it is left, with what the person saw before', async () => {
		const { state, calls } = core();
		const edit = await open({ state, calls });
		edit.typing('phone', '56');
		expect(state.saves).toEqual([]);
		expect(edit.textAt('phone')).toBe('56');
		await edit.leave();
		await type(edit, 'paymentDays', '7 + 7');
		expect(state.saves.at(-1)).toMatchObject({
			step: 'keep',
			id: 'P-1',
			revision: 1,
			changes: [
				{ at: 'phone', was: '12', to: '56' },
				{ at: 'paymentDays', was: 30, to: 14 },
			],
		});
		await type(edit, 'phone', '78');
		expect(state.saves.at(-1)).toMatchObject({
			changes: [{ at: 'phone', was: '12', to: '78' }, { at: 'paymentDays' }],
		});
	});

	test('keeps the text of a box that is no value', async () => {
		const { state, calls } = core();
		const edit = await open({ state, calls });
		await type(edit, 'paymentDays', '12,');
		expect(state.saves.at(-1)).toMatchObject({ changes: [], typed: { paymentDays: '12,' } });
		expect(edit.textAt('paymentDays')).toBe('12,');
		expect(edit.shown['paymentDays']).toBe(30);
	});

	test('leaves no draft behind when a field is as before again', async () => {
		const { state, calls } = core();
		const edit = await open({ state, calls });
		await type(edit, 'phone', '56');
		await type(edit, 'phone', '12');
		expect(state.saves.map(({ step }) => step)).toEqual(['keep', 'discard']);
		await type(edit, 'phone', '12');
		expect(state.saves).toHaveLength(2);
		expect(edit.isChanged).toBe(false);
	});

	test('drops no entry for an answer that was asked for before it', async () => {
		const { calls } = core();
		const answer = Promise.withResolvers<Reply<OpenedRecord>>();
		const again = Promise.withResolvers<Reply<OpenedRecord>>();
		const answers = [answer, again];
		Object.assign(calls, { get: () => answers.shift()?.promise });
		const late = new RecordEdit(supplier, { id: 'P-1', isNew: false }, calls, () => writing);
		void late.load();
		await type(late, 'name', 'Farm');
		answer.resolve(succeed(opened()));
		await expect.poll(() => late.loaded).toBe(true);
		expect(late.shown).toMatchObject({ name: 'Farm', phone: '12' });
		expect(answers, 'it is read again').toEqual([]);
	});
});

describe('saving a record', () => {
	test('keeps its entries on screen when another window saved first', async () => {
		const { state, calls } = core();
		const edit = await open({ state, calls });
		state.answer = fail('changed-meanwhile', 'Changed.');
		await type(edit, 'phone', '56');
		expect(edit.keeping).toMatchObject({ state: 'failed' });
		await edit.load();
		expect(edit.shown).toMatchObject({ phone: '56' });
		expect(await edit.save()).toMatchObject({ state: 'failed' });
		state.answer = null;
		await edit.keepMine();
		expect(edit.keeping).toMatchObject({ state: 'kept' });
	});

	test('sends once with the choices, and then shows the record as it is', async () => {
		const { state, calls } = core();
		const edit = await open({ state, calls });
		edit.typing('phone', '56');
		edit.choose('phone', 'mine');
		state.record = succeed(opened({ problems: [{ at: 'name', code: 'needed' }] }));
		expect(await edit.save()).toMatchObject({ state: 'queued' });
		expect(edit.problemAt('name')).toBeNull();
		expect(state.saves.map(({ step }) => step)).toEqual(['keep', 'send']);
		expect(state.saves.at(-1)).toMatchObject({ revision: 1, choices: { phone: 'mine' } });
		expect(edit.isChanged).toBe(false);
		expect(await edit.save()).toEqual({ state: 'unchanged' });
	});

	test('can be typed offline, but only read where the service has no operation', async () => {
		const offline = { may: false, because: 'offline' } as const;
		const never = { may: false, because: 'no-operation' } as const;
		const acts = (change: OpenedRecord['acts']['change']) => ({
			create: queued,
			change,
			remove: never,
		});
		const typed = await open(core(succeed(opened({ acts: acts(offline) }))));
		expect(typed.canEdit).toBe(true);
		const read = await open(core(succeed(opened({ acts: acts(never) }))));
		expect(read.canEdit).toBe(false);
	});
});

describe('lines of a record', () => {
	const units = {
		kind: 'lines',
		key: ['uomId'],
		fields: {
			uomId: { kind: 'whole', needed: true },
			factor: { kind: 'decimal' },
			areas: { kind: 'lines', key: ['name'], fields: { name: { kind: 'text' } } },
		},
	} as const;
	const item = { ...supplier, fields: { ...supplier.fields, units, scopes: { kind: 'numbers' } } };
	const crate = { uomId: 3, factor: '12', colour: 'green' };
	const openItem = async (
		record: object = { id: 'P-1', name: 'Milk', units: [crate, { uomId: 5 }] },
	) => {
		const { state, calls } = core(succeed(opened({ record: { ...record } })));
		const edit = new RecordEdit(item, { id: 'P-1', isNew: false }, calls, () => writing);
		await edit.load();
		return { edit, state };
	};
	const keys = (edit: RecordEdit) => edit.rowsAt('units').map(({ key }) => key);

	test('keep their row, their half-typed texts and their other fields when their key changes', async () => {
		const { edit, state } = await openItem();
		const [row] = edit.rowsAt('units');
		await type(edit, 'units/3/factor', '12,,');
		await type(edit, 'units/3/uomId', '4');
		expect(edit.rowsAt('units')[0]).toEqual({ id: row?.id, key: '4' });
		expect(keys(edit)).toEqual(['4', '5']);
		expect(edit.textAt('units/4/factor')).toBe('12,,');
		expect(edit.shown['units']).toContainEqual({ ...crate, uomId: 4 });
		expect(state.saves.at(-1)).toMatchObject({
			changes: [
				{ at: 'units/4', was: null, to: { ...crate, uomId: 4 } },
				{ at: 'units/3', was: crate, to: null },
			],
			typed: { 'units/4/factor': '12,,' },
		});
		await type(edit, 'units/4/uomId', '3');
		await type(edit, 'units/3/factor', '12');
		expect(state.saves.at(-1)).toMatchObject({ step: 'discard' });
		expect(edit.isChanged).toBe(false);
	});

	test('are added one after the other, and leave no draft when they are removed again', async () => {
		const { edit, state } = await openItem();
		await edit.addLine('units');
		await edit.addLine('units');
		expect(keys(edit)).toEqual(['3', '5', '', '#2']);
		await type(edit, 'units/#2/uomId', '7');
		await type(edit, 'units/7/factor', '2');
		await edit.addLine('units/7/areas');
		await type(edit, 'units/7/areas//name', 'Cellar');
		expect(keys(edit)).toEqual(['3', '5', '', '7']);
		expect(state.saves.at(-1)).toMatchObject({
			changes: [
				{ at: 'units/', to: {} },
				{ at: 'units/7', to: { uomId: 7, factor: '2', areas: [{ name: 'Cellar' }] } },
			],
		});
		await type(edit, 'units/7/uomId', '8');
		expect(edit.rowsAt('units/8/areas')).toEqual([{ id: '', key: 'Cellar' }]);
		await edit.removeLine('units/');
		await edit.removeLine('units/8');
		expect(state.saves.at(-1)).toMatchObject({ step: 'discard' });
	});

	test('say which of two lines with one key is too much', async () => {
		const { edit } = await openItem();
		await type(edit, 'units/5/uomId', '3');
		expect(keys(edit)).toEqual(['3', '3#2']);
		const facts = { before: null, exists: () => null, record: () => null, hasTwin: () => null };
		expect(problemsOf(item, edit.shown, facts)).toEqual([{ at: 'units/3#2', code: 'same-key' }]);
		await type(edit, 'units/3/uomId', '6');
		expect(keys(edit)).toEqual(['6', '3']);
		expect(edit.isChanged).toBe(true);
	});

	test('that others change meanwhile appear beside our own entries', async () => {
		const { edit, state } = await openItem();
		await type(edit, 'units/5/factor', '6');
		state.record = succeed(
			opened({
				draft: {
					...keptHere,
					base: { id: 'P-1', name: 'Milk', units: [crate, { uomId: 5 }] },
					changes: [{ at: 'units/5/factor', was: null, to: '6' }],
				},
				record: {
					id: 'P-1',
					name: 'Milk',
					units: [{ ...crate, factor: '24' }, { uomId: 5 }, { uomId: 9 }],
				},
			}),
		);
		await edit.load();
		await type(edit, 'units/3/uomId', '4');
		expect(keys(edit)).toEqual(['4', '5', '9']);
		expect(state.saves.at(-1)).toMatchObject({
			changes: [
				{ at: 'units/5/factor', was: null, to: '6' },
				{ at: 'units/4', to: { factor: '24' } },
				{ at: 'units/3', was: { factor: '24' } },
			],
		});
	});

	test('and numbers are kept as they are typed until they can be read', async () => {
		const { edit, state } = await openItem();
		await type(edit, 'scopes', '3, 12,x');
		expect(state.saves.at(-1)).toMatchObject({ changes: [], typed: { scopes: '3, 12,x' } });
		await type(edit, 'scopes', '3, 12 3');
		expect(edit.shown['scopes']).toEqual([3, 12]);
		expect(edit.textAt('scopes')).toBe('3, 12');
	});
});

test('old values of an edit are put back, where nobody has changed them since', async () => {
	const record = { id: 'P-1', name: 'Milk', units: [{ uomId: 3, factor: '12' }, { uomId: 5 }] };
	const { state, calls } = core(succeed(opened({ record })));
	const units = {
		kind: 'lines',
		key: ['uomId'],
		fields: { uomId: { kind: 'whole' }, factor: { kind: 'decimal' } },
	} as const;
	const type = { ...supplier, fields: { ...supplier.fields, units } };
	const edit = new RecordEdit(type, { id: 'P-1', isNew: false }, calls, () => writing);
	await edit.load();
	const changes = [
		{ at: 'name', was: 'Whole milk', to: 'Milk' },
		{ at: 'units/3/factor', was: '24', to: '6' },
		{ at: 'units/5', was: null, to: { uomId: 5 } },
		{ at: 'units/8', was: { uomId: 8, factor: '2' }, to: null },
	];
	expect(await putBack(edit, changes)).toBe(3);
	expect(edit.shown).toMatchObject({
		name: 'Whole milk',
		units: [
			{ uomId: 3, factor: '12' },
			{ uomId: 8, factor: '2' },
		],
	});
	expect(state.saves.at(-1)).toMatchObject({ step: 'keep' });
	expect(await putBack(edit, changes), 'they are back already').toBe(0);
});

test('a late answer does not overwrite a record that was sent meanwhile', async () => {
	const server = core();
	const late = Promise.withResolvers<Reply<OpenedRecord>>();
	const edit = await open(server);
	const { get } = server.calls;
	Object.assign(server.calls, { get: () => late.promise });
	const slow = edit.load();
	Object.assign(server.calls, { get });
	await edit.load();
	late.resolve(succeed(opened({ standing: 'waiting' })));
	await slow;
	expect(edit.opened?.standing).toBe('service');
});

test('a clash that was read while an entry was being kept shows afterwards', async () => {
	const server = core();
	const edit = await open(server);
	const kept = Promise.withResolvers<Reply<Saved>>();
	const { save } = server.calls;
	Object.assign(server.calls, { save: () => kept.promise });
	const entering = edit.enter('phone', '14');
	const draft = phoneKept('14');
	const clash = { at: 'phone', base: '12', mine: '14', theirs: '13' };
	server.state.record = succeed(
		opened({
			draft,
			clashes: [clash],
			record: { ...dairy, phone: '13' },
		}),
	);
	const loading = edit.load();
	await Promise.resolve();
	kept.resolve(succeed({ state: 'kept', revision: 1, problems: [], clashes: [] }));
	await entering;
	await loading;
	Object.assign(server.calls, { save });
	expect(edit.clashes).toEqual([clash]);
});

test('what others changed is read after a send that meets it', async () => {
	const { state, calls } = core();
	const sent = Promise.withResolvers<Awaited<ReturnType<RecordCalls['save']>>>();
	const sends = { ...calls };
	const edit = await open({ state, calls: sends });
	await type(edit, 'phone', '14');
	sends.save = () => sent.promise;
	const saved = edit.save();
	await Promise.resolve();
	const draft = phoneKept('14');
	const record = { ...dairy, phone: '13', email: 'a@example.com' };
	const clash = { at: 'phone', base: '12', mine: '14', theirs: '13' };
	state.record = succeed(opened({ draft, record, clashes: [clash] }));
	await edit.load();
	sent.resolve(succeed({ state: 'clash', clashes: [clash] }));
	expect(await saved).toMatchObject({ state: 'clash' });
	expect(edit.clashes).toEqual([clash]);
	expect(edit.shown).toMatchObject({ email: 'a@example.com' });
	edit.choose('phone', 'theirs');
	expect(edit.shown).toMatchObject({ phone: '13' });
});
