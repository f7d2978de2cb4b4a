import { expect, expectTypeOf, test } from 'vitest';
import type { CallArguments, CallInput, CallOutput } from '../bridge/contract.ts';
import { documentCalls, listCalls } from './document-calls.ts';
import { documentKind } from './kit.ts';
import { wastage } from './wastage.ts';
import type { z } from 'zod';

const calls = { ...documentCalls(wastage), ...listCalls(wastage) };
type Input<Name extends keyof typeof calls> = z.input<(typeof calls)[Name]['input']>;
type Output<Name extends keyof typeof calls> = z.output<(typeof calls)[Name]['output']>;

test('a kind has the calls of its steps, and of nothing else', () => {
	expect(Object.keys(calls).sort()).toEqual([
		'wastage.approve',
		'wastage.discard',
		'wastage.edit',
		'wastage.get',
		'wastage.inFull',
		'wastage.list',
		'wastage.lock',
		'wastage.reject',
		'wastage.save',
		'wastage.submit',
		'wastage.totals',
	]);
	expectTypeOf<Exclude<keyof typeof calls, `wastage.${string}`>>().toBeNever();
	expectTypeOf<string>().not.toExtend<keyof typeof calls>();
});

test('calls accept and return the declared fields', () => {
	expectTypeOf<Input<'wastage.lock'>>().toEqualTypeOf<
		{ documentId: string } & { version: string; intentId: string } & { locked: boolean }
	>();
	type Line = Input<'wastage.save'>['lines'][number];
	expectTypeOf<Line['reasonId']>().toEqualTypeOf<string | null>();
	expectTypeOf<Line['label']>().toEqualTypeOf<string | undefined>();
	expectTypeOf<CallArguments<'wastage.save'>['lines'][number]['label']>().toEqualTypeOf<string>();
	expectTypeOf<Line>().not.toHaveProperty('supplierId');
	expectTypeOf<Output<'wastage.get'>['lines'][number]['reasonName']>().toEqualTypeOf<string>();
	expectTypeOf<Output<'wastage.get'>['can']>().toEqualTypeOf<('approve' | 'reject' | 'lock')[]>();
	expectTypeOf<Output<'wastage.totals'>['by']>().toHaveProperty('reasonId');
	expectTypeOf<NonNullable<Input<'wastage.list'>['filter']>>().toHaveProperty('reasonId');
	expectTypeOf<CallInput<'wastage.reject'>>().toHaveProperty('reason');
	expectTypeOf<CallOutput<'wastage.get'>>().toHaveProperty('lines');
});

test('a text longer than its field is refused', () => {
	const line = { lineId: '1', itemId: 'i', boxes: [], reasonId: null, note: '' };
	const saving = { documentId: null, revision: 0, locationId: 'L', locale: 'en', description: '' };
	const { input } = calls['wastage.save'];
	const read = (label: string) =>
		input.safeParse({ ...saving, lines: [{ ...line, label }] }).success;
	expect(read('x'.repeat(80))).toBe(true);
	expect(read('x'.repeat(81))).toBe(false);
});

test('a kind that is only read has no call that writes', () => {
	const read = documentKind({ ...wastage, name: 'seen', written: false });
	expect(Object.keys(documentCalls(read))).toEqual(['seen.get']);
});
