import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	ExactNumber,
	parseExact,
	parseStored,
	stringifyExact,
} from '../../../shared/exact-json.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';
import { operationNamed } from '../../../shared/service/index.ts';
import { updateWastage, wastageRecord } from '../../../shared/service/wastage.ts';
import { updateTransferOut } from '../../../shared/service/transfer.ts';
import { codecOf } from '../../../shared/service/wire.ts';
import { editedAs, fieldsOf, holds, mergeEdit, revisionOf, sendable } from './edits.ts';
import { readPayload } from './payload.ts';

const waste = { sent: updateWastage, shown: wastageRecord, fields: fieldsOf(updateWastage) };
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
/** As the service shows it: numbered, priced, with its own number and date formats. */
const record = (items: object[] = body.items, more: object = {}) => ({
	...body,
	number: 'WST-1',
	status: 'Draft',
	date: '2026-11-19T11:00:00+01:00',
	items: items.map((each, index) => ({ ...each, id: `l-${index}`, unitCost: '1.20' })),
	...more,
});

describe('comparing a record with what was sent', () => {
	it('ignores added fields and the format of numbers and dates', () => {
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
	])('does not match with %s', (_what, shown) => {
		expect(holds(updateWastage, shown, body)).toBe(false);
	});

	it('matches reordered lines by id, and new lines by content', () => {
		const sent = {
			...body,
			items: [
				line('milk', '2', { id: 'l-0' }),
				line('milk', '5', { id: 'l-1' }),
				line('butter', '3'),
				line('butter', '4'),
			],
		};
		const shown = (...items: object[]) => holds(updateWastage, { ...record(), items }, sent);
		const [first, second, third, fourth] = sent.items as [object, object, object, object];
		expect(shown({ ...fourth, id: 'l-3' }, second, { ...third, id: 'l-2' }, first)).toBe(true);
		expect(shown({ ...third, id: 'l-3' }, second, { ...third, id: 'l-2' }, first)).toBe(false);
		// A new line that says the same as a known one does not take its place.
		const again = { ...body, items: [line('milk', '2'), line('milk', '2', { id: 'l-0' })] };
		const both = [line('milk', '2', { id: 'l-0' }), line('milk', '2', { id: 'l-5' })];
		expect(holds(updateWastage, { ...record(), items: both }, again)).toBe(true);
		// The lines have changed places, which is not what was sent.
		const swapped = [line('milk', '5', { id: 'l-0' }), line('milk', '2', { id: 'l-1' })];
		expect(shown(...swapped, third, fourth)).toBe(false);
	});

	it('ignores the fields of return lines that the service computes', () => {
		const { body: schema } = operationNamed('returnOrder.update');
		const returned = { itemId: 'milk', uomId: 1, returnQuantity: '2', price: '3' };
		const sent = { id: 'R-1', locationId: 'L-1', supplierId: 'S-1', returnDate: body.date };
		const amounts = { totalCost: '6', taxValue: '0', totalAmount: '6', totalLineAmount: '6' };
		const shown = { ...sent, items: [{ ...returned, id: 'l-0', unitCost: '3', ...amounts }] };
		expect(holds(schema, shown, { ...sent, items: [returned] })).toBe(true);
		const more = { ...returned, returnQuantity: '3' };
		expect(holds(schema, shown, { ...sent, items: [more] })).toBe(false);
	});

	it('compares the parts of a line', () => {
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
	it('keeps their lines and ours if they do not overlap', () => {
		const mine = { ...body, items: [line('milk', '5'), line('butter', '3')] };
		const merged = mergeEdit(waste, {
			base: record(),
			body: mine,
			current: record([line('milk', '2'), line('butter', '3'), line('flour', '1', { lot: 'A7' })], {
				description: 'Spoiled in the heat',
			}),
		});
		expect(merged.overlaps).toEqual([]);
		expect(merged.taken).toEqual(['description', 'items/flour,1']);
		expect(merged.body).toEqual({
			...body,
			date: '2026-11-19T10:00:00Z',
			description: 'Spoiled in the heat',
			items: [
				line('milk', '5', { id: 'l-0' }),
				line('butter', '3', { id: 'l-1' }),
				// Keeps fields that Stillroom does not know, drops those the service computes.
				line('flour', '1', { id: 'l-2', lot: 'A7' }),
			],
		});
	});

	it('leaves fields that Stillroom does not know as others changed them meanwhile', () => {
		const seen = record([line('milk', '2', { lot: 'A7' })], { ticket: 1, shift: 'early' });
		const mine = {
			...sendable(updateWastage, wastageRecord, seen),
			items: [{ ...line('milk', '5', { lot: 'A7' }), id: 'l-0' }],
		};
		const { shift: _left, ...current } = record([line('milk', '2', { lot: 'B2' })], {
			ticket: 2,
			till: 'new',
		}) as Record<string, unknown>;
		const merged = mergeEdit(waste, { base: seen, body: mine, current });
		expect(merged.overlaps).toEqual([]);
		expect(merged.body).toMatchObject({
			ticket: 2,
			till: 'new',
			items: [{ quantity: '5', lot: 'B2' }],
		});
		expect(merged.body).not.toHaveProperty('shift');
	});

	it('merges a record type field by field, and keeps cleared fields empty', () => {
		const as = editedAs(operationNamed('supplier.update'))!;
		const base = { id: 'P-1', name: 'Riverside', phone: '12', email: 'a@b.c', rating: 1 };
		const merged = mergeEdit(as, {
			base,
			body: { ...base, phone: null },
			current: { ...base, email: 'c@d.e', rating: 2 },
		});
		expect(merged).toMatchObject({ taken: ['email'], overlaps: [] });
		expect(merged.body).toEqual({ ...base, phone: null, email: 'c@d.e', rating: 2 });
	});

	it('asks about a line that both changed, and sends what the person chose', () => {
		const versions = {
			base: record(),
			body: { ...body, items: [line('milk', '5'), line('butter', '3')] },
			current: record([line('milk', '7'), line('butter', '3')]),
		};
		const { overlaps } = mergeEdit(waste, versions);
		expect(overlaps).toMatchObject([
			{
				at: 'items/milk,1',
				base: line('milk', '2'),
				mine: line('milk', '5'),
				theirs: line('milk', '7'),
			},
		]);
		const choices = { 'items/milk,1': 'theirs' as const };
		expect(mergeEdit(waste, versions, choices)).toMatchObject({
			overlaps: [],
			body: { items: [line('milk', '7'), line('butter', '3')] },
		});
	});
});

describe('fields that only the service knows', () => {
	const number = fc
		.tuple(fc.bigInt(), fc.constantFrom('', '.0', '.50', '.000000000000000000001', 'e5'))
		.map(([whole, rest]) => new ExactNumber(`${String(whole)}${rest}`));
	const fields = fc.dictionary(
		fc.constantFrom('ticket', 'till', 'rate', 'tax code'),
		fc.oneof(number, fc.array(number), fc.record({ no: number, text: fc.string() })),
	);
	const profile = serviceProfile.parse({});

	it('survive a copy, a merge and a saved payload digit for digit', () => {
		fc.assert(
			fc.property(fields, fields, (ofDocument, ofLine) => {
				const shown = record([line('milk', '2', ofLine), line('butter', '3')], ofDocument);
				const text = stringifyExact(codecOf(wastageRecord, profile).write(shown));
				const read = () =>
					parseStored(
						JSON.stringify(codecOf(wastageRecord, profile).read(parseExact(text), '$', [])),
					) as ReturnType<typeof record>;
				const [base, current] = [read(), read()];
				const mine = {
					...sendable(updateWastage, wastageRecord, base),
					items: [base.items[0]!, line('butter', '4')],
				};
				const merged = mergeEdit(waste, {
					base,
					body: mine,
					current: { ...current, description: 'Dropped' },
				});
				const row = {
					...revisionOf({ input: {} }, merged.body, current),
					operation: 'wastage.update',
				};
				const sent = readPayload(row, { server_id: 'W-1' });
				const body = typeof sent === 'string' ? {} : (sent.body ?? {});
				const wire = stringifyExact(codecOf(updateWastage, profile).write(body));
				for (const [name, value] of Object.entries({ ...ofDocument, ...ofLine })) {
					expect(wire).toContain(`${JSON.stringify(name)}:${JSON.stringify(value)}`);
				}
			}),
		);
	});
});
