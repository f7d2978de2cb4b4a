import { afterEach, describe, expect, test } from 'vitest';
import { mostRows } from '../../../shared/bridge/import.ts';
import { refusalOf } from '../../../../test/support/kitchen.ts';
import { bakery, dairy, farm, Importing } from '../../../../test/support/importing.ts';

let importing: Importing;
afterEach(() => importing.kitchen.end());

describe('a pasted table', () => {
	test('finds records by id, code or name, and shows what each row changes', async () => {
		importing = await Importing.open();
		const { previewId, summary } = await importing.read(
			[
				['P-2', '', 'Green Hill Farms', '14'],
				['', '007', '', '30'],
				['', '', 'abbey bakery', '21'],
				['', 'NB', 'New Brewery', '10'],
			],
			['id', 'code', 'name', 'paymentDays'],
		);
		expect(summary).toMatchObject({
			counts: { new: 1, changed: 2, same: 1, error: 0 },
			toSend: 3,
			needsNetwork: false,
		});
		expect(importing.rows(previewId).map(({ id, state, changes }) => [id, state, changes])).toEqual(
			[
				[
					'P-2',
					'changed',
					[
						{ at: 'name', was: 'Green Hill Farm', to: 'Green Hill Farms' },
						{ at: 'paymentDays', was: null, to: 14 },
					],
				],
				['P-1', 'same', []],
				['P-3', 'changed', [{ at: 'paymentDays', was: null, to: 21 }]],
				[
					null,
					'new',
					[
						{ at: 'name', was: null, to: 'New Brewery' },
						{ at: 'code', was: null, to: 'NB' },
						{ at: 'paymentDays', was: null, to: 10 },
					],
				],
			],
		);
		expect(importing.writes()).toEqual([]);
	});

	test('keeps leading zeros: 007 is not 7', async () => {
		importing = await Importing.open();
		const { previewId } = await importing.read(
			[
				['007', '1'],
				['7', '2'],
			],
			['code', 'paymentDays'],
		);
		expect(importing.rows(previewId).map(({ id }) => id)).toEqual(['P-1', 'P-3']);
	});

	test('never guesses: a row that fits several records is an error, as is a record that two rows name', async () => {
		importing = await Importing.open({
			'supplier.list': [dairy, { ...farm, name: dairy.name }, bakery],
		});
		const { previewId } = await importing.read(
			[
				['Riverside Dairy', '1'],
				['Abbey Bakery', '2'],
				['abbey bakery ', '3'],
			],
			['name', 'paymentDays'],
		);
		expect(importing.problems(previewId)).toEqual([
			[['name', 'several-fit', 'Riverside Dairy']],
			[[null, 'named-twice', '']],
			[[null, 'named-twice', '']],
		]);
		const lines = importing.rows(previewId).map(({ problems }) => problems[0]?.args['line']);
		expect(lines).toEqual([undefined, 4, 3]);
	});

	test('calls a row without a name by its code', async () => {
		importing = await Importing.open();
		const { previewId } = await importing.read([['NM', '']], ['code', 'name']);
		expect(importing.rows(previewId).map(({ title }) => title)).toEqual(['NM']);
	});

	test('shows a change only on the row that makes it', async () => {
		const at = { currency: 'EUR', fromDate: '2026-11-20T00:00:00Z' };
		importing = await Importing.open({
			'purchaseOption.list': [{ id: 'O-1', itemId: '1', prices: [{ ...at, price: '6' }] }],
		});
		const { previewId } = await importing.read(
			['7', '8', '8'].map((price) => ['O-1', at.currency, at.fromDate, price]),
			['id', 'prices/currency', 'prices/fromDate', 'prices/price'],
			{ type: 'purchaseOption' },
		);
		const place = `prices/${at.fromDate},${at.currency}/price`;
		expect(importing.rows(previewId).map(({ state, changes }) => [state, changes])).toEqual([
			['error', [{ at: place, was: '6', to: '7' }]],
			['error', []],
			['error', []],
		]);
		const [, second, third] = importing.rows(previewId);
		expect([second, third].map((row) => row?.problems[0]?.args['line'])).toEqual([2, 2]);
	});

	test('names the supplier that is not known, if it would tell which price a row is about', async () => {
		importing = await Importing.open();
		const { previewId } = await importing.read(
			[
				['Nobody', 'N-1', '5'],
				['', '', '5'],
			],
			['supplierId', 'supplierItemCode', 'price'],
			{ type: 'purchaseOption' },
		);
		expect(importing.problems(previewId)).toEqual([
			[['supplierId', 'no-such-record', 'Nobody']],
			[[null, 'no-key', '']],
		]);
	});
});

describe('a cell', () => {
	test('leaves what a cell does not say, and clears what says so', async () => {
		importing = await Importing.open();
		const { previewId } = await importing.read([['P-2', '', '(empty)']], ['id', 'name', 'phone']);
		expect(importing.rows(previewId)[0]?.changes).toEqual([
			{ at: 'phone', was: '12 34', to: null },
		]);
		await importing.send(previewId);
		expect(importing.supplier('P-2')).toEqual({ ...farm, phone: null });
	});

	test('states how numbers were read, and marks cells that read differently another way', async () => {
		importing = await Importing.open();
		const rows = [
			['Whole milk', 'Riverside Dairy', 'each', '12,50'],
			['Butter', 'Riverside Dairy', 'case', '1.234'],
		];
		const { previewId, summary } = await importing.read(
			rows,
			['itemId', 'supplierId', 'uomId', 'price'],
			{
				type: 'purchaseOption',
			},
		);
		expect(summary.reading).toEqual({
			decimalSign: ',',
			dayOrder: 'day-month-year',
			ambiguous: 1,
		});
		expect(importing.rows(previewId).map(({ ambiguous }) => ambiguous)).toEqual([[], ['price']]);
		expect(importing.rows(previewId)[1]?.changes).toContainEqual({ at: 'uomId', was: null, to: 3 });
	});

	test('a number with decimals is not called no number where a whole one is needed', async () => {
		importing = await Importing.open();
		const rows = [
			['P-1', '1.5'],
			['P-2', 1.5],
		];
		const { previewId } = await importing.read(rows, ['id', 'paymentDays']);
		expect(importing.problems(previewId)).toEqual([
			[['paymentDays', 'not-whole', '1.5']],
			[['paymentDays', 'not-whole', '1.5']],
		]);
	});

	test('says what is wrong with a cell, and accepts the correction', async () => {
		importing = await Importing.open();
		const { previewId } = await importing.readDays({ 'P-1': '1O', 'P-2': '12' });
		expect(importing.problems(previewId)).toEqual([[['paymentDays', 'not-a-number', '1O']], []]);
		const fixed = await importing.fix({ previewId, row: 0, column: 1, text: '10' });
		expect(fixed.counts).toEqual({ new: 0, changed: 2, same: 0, error: 0 });
	});

	test('remembers the columns of a set of headings once they were sent', async () => {
		importing = await Importing.open();
		const first = await importing.readDays({ 'P-1': '10' });
		expect(first.remembered).toEqual([null]);
		await importing.send(first.previewId);
		const again = await importing.readDays({ 'P-1': '10' });
		expect(again.remembered[0]?.map(({ path }) => path)).toEqual(['id', 'paymentDays']);
	});
});

describe('a hostile table changes nothing', () => {
	test('of formulas: none runs, and one without a value is an error', async () => {
		importing = await Importing.open();
		const { previewId, summary } = await importing.readDays({
			'P-1': '#REF!',
			'P-2': '=1+1',
			'=P-3': '1',
		});
		expect(importing.problems(previewId)).toEqual([
			[['paymentDays', 'failed-formula', '#REF!']],
			[['paymentDays', 'not-a-number', '=1+1']],
			[['id', 'no-such-id', '=P-3']],
		]);
		await nothingSent(previewId, summary.toSend);
	});

	test('of a row with an unquoted separator: the cells after it would be of other columns', async () => {
		importing = await Importing.open();
		const { previewId, summary } = await importing.read(
			[
				['P-1', 'Riverside', 'Dairy', '14'],
				['P-2', 'Green Hill Farm', '', '', ' '],
			],
			['id', 'name', 'paymentDays'],
		);
		expect(importing.problems(previewId)).toEqual([
			[
				[null, 'too-many-cells', '14'],
				['paymentDays', 'not-a-number', 'Dairy'],
			],
			[],
		]);
		await nothingSent(previewId, summary.toSend);
	});

	test('of duplicate keys, in thousands', async () => {
		importing = await Importing.open();
		const rows = Array.from({ length: 3000 }, (_, at) => ['007', String(at)]);
		const { previewId, summary } = await importing.read(rows, ['code', 'paymentDays']);
		expect(summary.counts).toEqual({ new: 0, changed: 0, same: 0, error: 3000 });
		await nothingSent(previewId, summary.toSend);
	});

	test('of more rows or columns than a preview takes', async () => {
		importing = await Importing.open();
		const { previewId } = importing.kitchen.call('import.open', {
			source: 'file',
			title: 'big.csv',
			sheets: [{ type: 'supplier', headings: ['id'] }],
		});
		const add = (rows: string[][]) =>
			refusalOf(() => importing.kitchen.call('import.add', { previewId, sheet: 0, rows }))?.code;
		expect(() => add([Array.from({ length: 300 }, () => 'x')])).toThrow('too_big');
		const thousand = Array.from({ length: 1000 }, () => ['P-1']);
		for (let from = 0; from < mostRows; from += 1000) expect(add(thousand)).toBeUndefined();
		expect(add([['P-1']])).toBe('not-possible-now');
		expect(importing.writes()).toEqual([]);
	});

	async function nothingSent(previewId: string, toSend: number): Promise<void> {
		expect(toSend).toBe(0);
		await expect(importing.begin(previewId)).rejects.toThrow('incomplete');
		await importing.kitchen.clock.pass(5_000);
		await importing.kitchen.send();
		expect(importing.writes()).toEqual([]);
	}
});

test('row numbers are those of the file, including the rows above the headings', async () => {
	importing = await Importing.open();
	const { previewId } = await importing.read([['P-1'], ['P-2']], ['id'], { above: 3 });
	expect(importing.rows(previewId).map(({ line }) => line)).toEqual([5, 6]);
});

test('a preview without a column that identifies records is refused', async () => {
	importing = await Importing.open();
	await expect(importing.read([['14']], ['paymentDays'])).rejects.toThrow('incomplete');
	expect(refusalOf(() => importing.kitchen.call('import.rows', { previewId: 'gone' }))?.code).toBe(
		'not-found',
	);
});
