import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { caller } from '../../../../test/support/kitchen.ts';
import { Importing } from '../../../../test/support/importing.ts';

let importing: Importing;
afterEach(() => importing.kitchen.end());

describe('a bulk edit', () => {
	const option = (id: string, price: string) => ({
		id,
		itemId: '1',
		supplierId: 'P-1',
		uomId: 1,
		price,
	});
	const options = [option('O-1', '10.00'), option('O-2', '3.33'), option('O-3', '0.10')];

	test('changes the records that were selected, whatever changes afterwards', async () => {
		importing = await Importing.open({ 'purchaseOption.list': options });
		const asked = { source: 'bulk', type: 'purchaseOption', ids: ['O-2', 'O-1', 'O-2'] } as const;
		const preview = await importing.propose({
			...asked,
			ids: [...asked.ids],
			field: 'price',
			act: 'percent',
			by: '5',
			roundTo: '0.05',
		});
		expect(
			importing.rows(preview.previewId).map(({ id, changes }) => [id, changes[0]?.to]),
		).toEqual([
			['O-2', '3.5'],
			['O-1', '10.5'],
		]);
	});

	test('clears, and names a record that is not here any more', async () => {
		importing = await Importing.open();
		const preview = await importing.propose({
			source: 'bulk',
			type: 'supplier',
			ids: ['P-2', 'P-9'],
			field: 'phone',
			act: 'clear',
			roundTo: null,
		});
		expect(importing.rows(preview.previewId).map(({ state }) => state)).toEqual([
			'changed',
			'error',
		]);
		expect(importing.problems(preview.previewId)[1]).toEqual([[null, 'gone', '']]);
	});

	test('adds to a set and takes out of it, each once', async () => {
		const dish = (id: string, ...modifierGroupIds: string[]) => ({
			id,
			name: id,
			modifierGroupIds,
		});
		importing = await Importing.open({
			'menuItem.list': [dish('Latte', 'G-1', 'G-2'), dish('Tea')],
			'modifierGroup.list': [
				{ id: 'G-1', name: 'Milk' },
				{ id: 'G-2', name: 'Size' },
			],
		});
		const sets = async (act: 'add' | 'remove') => {
			const preview = await importing.propose({
				source: 'bulk',
				type: 'menuItem',
				ids: ['Latte', 'Tea'],
				field: 'modifierGroupIds',
				act,
				to: ['G-1'],
				roundTo: null,
			});
			return importing
				.rows(preview.previewId)
				.map(({ id, changes }) => [id, changes.map(({ at, to }) => [at, to])]);
		};
		expect(await sets('add')).toEqual([
			['Latte', []],
			['Tea', [['modifierGroupIds/G-1', true]]],
		]);
		expect(await sets('remove')).toEqual([
			['Latte', [['modifierGroupIds/G-1', null]]],
			['Tea', []],
		]);
	});

	test('is refused for what cannot be done with a field', async () => {
		importing = await Importing.open();
		const asked = {
			source: 'bulk',
			type: 'supplier',
			ids: ['P-2'],
			field: 'name',
			act: 'percent',
			by: '5',
			roundTo: null,
		} as const;
		const reply = importing.kitchen.calls['import.propose'](
			{ ...asked, ids: [...asked.ids] },
			caller,
		);
		expect(await reply).toMatchObject({ ok: false, code: 'invalid-input' });
	});
});

test('a sheet sends the drafts of its cells as one run', async () => {
	importing = await Importing.open();
	for (const id of ['P-1', 'P-2']) {
		importing.kitchen.call('record.save', {
			type: 'supplier',
			id,
			draftId: randomUUID(),
			revision: 0,
			step: 'keep',
			changes: [{ at: 'paymentDays', was: id === 'P-1' ? 30 : null, to: 14 }],
		});
	}
	const preview = await importing.propose({
		source: 'grid',
		type: 'supplier',
		ids: ['P-1', 'P-2', 'P-3'],
	});
	expect(preview.counts).toMatchObject({ changed: 2 });
	const { run } = await importing.send(preview.previewId);
	expect(run).toMatchObject({ applied: 2, failed: 0 });
	expect(
		importing.kitchen.call('record.list', { type: 'supplier' }).rows.some(({ edited }) => edited),
	).toBe(false);
});

test('a record is replaced wherever it is used, never by a unit that the other does not have', async () => {
	const options = [
		{ id: 'O-1', itemId: '1', supplierId: 'P-1', uomId: 1, price: '1' },
		{ id: 'O-2', itemId: '1', supplierId: 'P-1', uomId: 7, price: '1' },
		{ id: 'O-3', itemId: '2', supplierId: 'P-1', uomId: 1, price: '1' },
	];
	importing = await Importing.open({ 'purchaseOption.list': options });
	const preview = await importing.propose({
		source: 'replace',
		type: 'inventoryItem',
		id: '1',
		by: '3',
	});
	expect(preview).toMatchObject({ title: 'Whole milk', counts: { changed: 1, error: 1 } });
	expect(importing.rows(preview.previewId)).toMatchObject([
		{ id: 'O-1', type: 'purchaseOption', changes: [{ at: 'itemId', was: '1', to: '3' }] },
		{ id: 'O-2', problems: [{ at: 'uomId', code: 'no-such-unit', text: '7' }] },
	]);
});

test('an ingredient is replaced in its recipes, but never beside a line of the other', async () => {
	const dish = (id: string, ...ingredients: readonly (readonly [string, number])[]) => ({
		id,
		name: id,
		ingredients: ingredients.map(([itemId, uomId]) => ({ itemId, uomId, quantity: '2' })),
	});
	importing = await Importing.open({
		'menuItem.list': [
			dish('Latte', ['1', 1], ['2', 1]),
			dish('Cake', ['1', 1], ['3', 1]),
			dish('Soup', ['1', 7]),
			dish('Toast', ['2', 1]),
		],
	});
	const preview = await importing.propose({
		source: 'replace',
		type: 'inventoryItem',
		id: '1',
		by: '3',
	});
	expect(preview).toMatchObject({ counts: { changed: 1, error: 2 } });
	expect(importing.rows(preview.previewId)).toMatchObject([
		{
			id: 'Cake',
			problems: [
				{ at: 'ingredients/3,1', code: 'already-there' },
				{ at: 'ingredients/3,1#2', code: 'same-key' },
			],
		},
		{
			id: 'Latte',
			changes: [
				{ at: 'ingredients/3,1', to: { itemId: '3', uomId: 1, quantity: '2' } },
				{ at: 'ingredients/1,1', to: null },
			],
			problems: [],
		},
		{ id: 'Soup', problems: [{ at: 'ingredients/1,7/uomId', code: 'no-such-unit' }] },
	]);
});

test('an export can be imported again, and proposes nothing', async () => {
	importing = await Importing.open();
	const { sheets, total } = importing.kitchen.call('import.export', { type: 'inventoryItem' });
	expect(total).toBe(3);
	const { previewId } = importing.kitchen.call('import.open', {
		source: 'file',
		title: 'catalogue.xlsx',
		sheets: sheets.map(({ paths }) => ({ type: 'inventoryItem' as const, headings: paths })),
	});
	for (const [sheet, { rows }] of sheets.entries())
		importing.kitchen.call('import.add', { previewId, sheet, rows });
	const columns = sheets.map(({ paths, lines }) =>
		paths.map((path) => ({
			heading: path,
			path,
			mayOverwrite: lines === null || path.startsWith(`${lines}/`),
		})),
	);
	const summary = await importing.readColumns({ previewId, columns });
	expect(summary.counts).toEqual({ new: 0, changed: 0, same: 10, error: 0 });
});
