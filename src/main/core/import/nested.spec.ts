// A line in a line has no column: rules in the layers of an approval. A table leaves them as they are.
import { afterEach, expect, test } from 'vitest';
import { Importing } from '../../../../test/support/importing.ts';

const rule = (roleId: string, amountFrom: string) => ({ roleId, condition: { amountFrom } });
const matrix = {
	id: 'M-1',
	name: 'Orders',
	documentType: 'PurchaseOrder',
	layers: [
		{ sequence: 1, rules: [rule('R-1', '10'), rule('R-2', '500')] },
		{ sequence: 2, rules: [rule('R-2', '1000')] },
	],
	isActive: true,
};
const type = 'approvalMatrix' as const;

let importing: Importing;
afterEach(() => importing.kitchen.end());

const open = async (): Promise<void> => {
	importing = await Importing.open({
		'approvalMatrix.list': [matrix],
		'role.list': [
			{ id: 'R-1', name: 'Chef' },
			{ id: 'R-2', name: 'Area manager' },
		],
	});
};
const paths = ['id', 'name', 'layers/sequence'];

test('a table without a change proposes nothing', async () => {
	await open();
	const rows = [
		['M-1', 'Orders', 1],
		['M-1', 'Orders', 2],
	];
	const { summary } = await importing.read(rows, paths, { type });
	expect(summary.counts).toEqual({ new: 0, changed: 0, same: 2, error: 0 });
});

test('a changed name, or a table with fewer layers, keeps every layer with its rules', async () => {
	await open();
	const { previewId, summary } = await importing.read([['M-1', 'All orders', 1]], paths, { type });
	expect(summary.counts).toMatchObject({ changed: 1, error: 0 });
	await importing.send(previewId);
	const sent = importing.kitchen.service.writes.find(({ name }) =>
		name.startsWith('approvalMatrix.'),
	);
	expect(sent?.body).toMatchObject({ name: 'All orders', layers: matrix.layers });
});

test('a new layer, and a new record, are refused: their rules cannot be in the table', async () => {
	await open();
	const rows = [
		['M-1', 'Orders', 'PurchaseOrder', 3],
		['', 'Waste', 'Wastage', 1],
	];
	const [id, name, ...rest] = paths;
	const { previewId, summary } = await importing.read(rows, [id!, name!, 'documentType', ...rest], {
		type,
	});
	expect(summary.counts).toMatchObject({ error: 2 });
	expect(importing.problems(previewId)).toEqual([
		[['layers/3/rules', 'needed', '']],
		[['layers/1/rules', 'needed', '']],
	]);
});

test('undoing an import keeps the rules', async () => {
	await open();
	const { previewId } = await importing.read([['M-1', 'All orders', 1]], paths, { type });
	const { run } = await importing.send(previewId);
	await importing.kitchen.shows({ 'approvalMatrix.list': [{ ...matrix, name: 'All orders' }] });
	const undo = await importing.propose({ source: 'undo', runId: run.runId });
	await importing.send(undo.previewId);
	const sent = importing.kitchen.service.writes.at(-1);
	expect(sent?.body).toMatchObject({ name: 'Orders', layers: matrix.layers });
});
