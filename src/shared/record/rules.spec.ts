import { describe, expect, test } from 'vitest';
import type { AnyType } from './record-kit.ts';
import { typeNamed } from './records.ts';
import { problemsOf, unreadBecause, weightOf, type Facts } from './rules.ts';

const facts: Facts = { before: null, exists: () => null, record: () => null, hasTwin: () => null };
const supplier = typeNamed('supplier');

const codes = (type: AnyType, record: Record<string, unknown>, known: Partial<Facts> = {}) =>
	problemsOf(type, record, { ...facts, ...known }).map(({ at, code }) => `${at}: ${code}`);

describe('the rules of a record', () => {
	test('stop a blank name, and only warn where the service decides', () => {
		expect(codes(supplier, { name: ' ' })).toEqual(['name: needed']);
		expect(weightOf.needed).toBe('stops');
		expect(codes(supplier, { name: 'A', email: 'nobody', paymentDays: 400 })).toEqual([
			'email: wrong-form',
			'paymentDays: out-of-bounds',
		]);
		expect([weightOf['wrong-form'], weightOf['out-of-bounds']]).toEqual(['warns', 'warns']);
	});

	test('name the bounds of a number', () => {
		const [problem] = problemsOf(supplier, { name: 'A', paymentDays: -1 }, facts);
		expect(problem?.args).toEqual({ from: 0, to: 365 });
	});

	test('warn about another record with the same name, if the copies show one', () => {
		expect(codes(supplier, { name: 'A' }, { hasTwin: () => true })).toEqual(['name: taken']);
		expect(codes(supplier, { name: 'A' }, { hasTwin: () => null })).toEqual([]);
	});

	const option: AnyType = {
		...supplier,
		fields: {
			itemId: { kind: 'reference', to: 'item', needed: true, fixed: true },
			prices: {
				kind: 'lines',
				key: ['fromDate'],
				fields: { fromDate: { kind: 'day' }, price: { kind: 'money', needed: true } },
			},
		},
		unique: [],
	};

	test('name a line by its key', () => {
		const line = { fromDate: '2026-01-01', price: '12,,5' };
		const record = { itemId: '1', prices: [line, { fromDate: '2026-01-01' }] };
		expect(codes(option, record)).toEqual([
			'prices/2026-01-01/price: not-a-number',
			'prices/2026-01-01#2: same-key',
			'prices/2026-01-01#2/price: needed',
		]);
	});

	test('warn about a missing reference, and about a change of a fixed field', () => {
		expect(codes(option, { itemId: '1' }, { exists: () => false })).toEqual([
			'itemId: unknown-record',
		]);
		expect(codes(option, { itemId: '1' }, { before: { itemId: '2' } })).toEqual(['itemId: fixed']);
	});
});

test.each([
	['whole', '1.5', 'not-whole'],
	['whole', ' 1,5', 'not-whole'],
	['whole', '-2.0', 'not-whole'],
	['whole', '١٫٥', 'not-whole'],
	['whole', '1O', 'not-a-number'],
	['whole', '-5', 'negative'],
	['decimal', '−٢٫٥', 'negative'],
	['money', '-1O', 'not-a-number'],
	['decimal', '1.5.2', 'not-a-number'],
	['day', '31 Feb', 'not-a-day'],
])('%s: %j is %s', (kind, text, code) => {
	expect(unreadBecause(kind, text)).toBe(code);
});
