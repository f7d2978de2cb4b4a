import { describe, expect, it } from 'vitest';
import { updateWastage, wastageRecord } from '../../../shared/service/wastage.ts';
import { updateTransferOut } from '../../../shared/service/transfer.ts';
import { holds, mergeEdit } from './edits.ts';

const waste = { sent: updateWastage, shown: wastageRecord };
const line = (itemId: string, quantity: string, more: object = {}) => ({
	itemId,
	uomId: 1,
	quantity,
	...more,
});
const body = {
	id: 'W-1',
	locationId: 'L-1',
	date: '2026-11-19T10:00:00Z',
	description: 'Spoiled',
	items: [line('milk', '2'), line('butter', '3')],
};
/** As the service shows it: numbered, priced, its own way of writing numbers and dates. */
const record = (items: object[] = body.items, more: object = {}) => ({
	...body,
	number: 'WST-1',
	status: 'Draft',
	date: '2026-11-19T11:00:00+01:00',
	items: items.map((each, index) => ({ ...each, id: `l-${index}`, unitCost: '1.20' })),
	...more,
});

describe('the service has what was sent', () => {
	it('whatever it adds, and however it writes numbers and dates', () => {
		expect(holds(updateWastage, record([line('milk', '2.000'), line('butter', '3')]), body)).toBe(
			true,
		);
	});

	it.each([
		['another quantity', record([line('milk', '2.5'), line('butter', '3')])],
		['a line too few', record([line('milk', '2')])],
		['another text', record(undefined, { description: 'Burnt' })],
		[
			'a note that was taken away',
			record([line('milk', '2', { description: 'x' }), line('butter', '3')]),
		],
	])('not with %s', (_what, shown) => {
		expect(holds(updateWastage, shown, body)).toBe(false);
	});

	it('in the parts of a line as well', () => {
		const transfer = {
			id: 'T-1',
			fromLocationId: 'L-1',
			toLocationId: 'L-2',
			date: '2026-11-19T10:00:00Z',
			items: [{ itemId: 'milk', quantities: [{ uomId: 3, quantity: '1' }] }],
		};
		const shown = (quantity: string) => ({
			...transfer,
			items: [
				{ ...transfer.items[0], id: 'l', quantity: '12', quantities: [{ uomId: 3, quantity }] },
			],
		});
		expect(holds(updateTransferOut, shown('1.0'), transfer)).toBe(true);
		expect(holds(updateTransferOut, shown('2'), transfer)).toBe(false);
	});
});

describe('an edit of a document that others changed', () => {
	it('keeps their lines and ours where they do not meet', () => {
		const mine = { ...body, items: [line('milk', '5'), line('butter', '3')] };
		const merged = mergeEdit(waste, {
			base: record(),
			body: mine,
			current: record([line('milk', '2'), line('butter', '3'), line('flour', '1', { lot: 'A7' })], {
				description: 'Spoiled in the heat',
			}),
		});
		expect(merged.overlaps).toEqual([]);
		expect(merged.taken).toEqual(['description', 'items#["flour",1]']);
		expect(merged.body).toEqual({
			...body,
			date: '2026-11-19T10:00:00Z',
			description: 'Spoiled in the heat',
			items: [
				line('milk', '5'),
				line('butter', '3'),
				// With what nobody here knows, without what the service works out.
				line('flour', '1', { id: 'l-2', lot: 'A7' }),
			],
		});
	});

	it('asks about a line that both changed, and goes as the person chose', () => {
		const versions = {
			base: record(),
			body: { ...body, items: [line('milk', '5'), line('butter', '3')] },
			current: record([line('milk', '7'), line('butter', '3')]),
		};
		const { overlaps } = mergeEdit(waste, versions);
		expect(overlaps).toMatchObject([
			{
				key: 'items#["milk",1]',
				base: { value: line('milk', '2') },
				mine: { value: line('milk', '5') },
				theirs: { value: line('milk', '7') },
			},
		]);
		const choices = new Map([['items#["milk",1]', 'theirs' as const]]);
		expect(mergeEdit(waste, versions, choices)).toMatchObject({
			overlaps: [],
			body: { items: [line('milk', '7'), line('butter', '3')] },
		});
	});
});
