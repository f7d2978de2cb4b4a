// Each record type against the registry: what the compiler cannot tell apart, because it is text in both cases.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { decimal, flag, id, integer, isDated, text } from '../service/field.ts';
import { findOperation } from '../service/index.ts';
import type { AnyField, AnyFields } from './field.ts';
import { recordTypes, typeNamed, type RecordTypeName } from './records.ts';

const names = Object.keys(recordTypes) as RecordTypeName[];

const insideOf = (schema: unknown): unknown =>
	schema instanceof z.ZodOptional ? insideOf(schema.def.innerType) : schema;

function shapeOf(schema: unknown): Readonly<Record<string, unknown>> {
	const inside = insideOf(schema);
	return inside instanceof z.ZodObject ? inside.shape : {};
}

const texts = ['text', 'paragraph', 'email', 'phone', 'code', 'choice', 'reference'];

/** The kinds that fit a field of the service. */
function kindsFor(schema: unknown): readonly string[] {
	const inside = insideOf(schema);
	if (inside === decimal) return ['decimal', 'money'];
	if (isDated(inside)) return ['day'];
	if (inside === flag) return ['flag'];
	if (inside === integer) return ['whole', 'unit', 'reference'];
	if (inside === id) return ['reference', 'text'];
	if (inside === text) return texts;
	if (inside instanceof z.ZodObject) return ['group', 'coded'];
	if (!(inside instanceof z.ZodArray)) return [];
	const element = insideOf(inside.def.element);
	if (element === id) return ['references'];
	return element === integer ? ['numbers'] : ['lines'];
}

function check(fields: AnyFields, shape: Readonly<Record<string, unknown>>, at: string): void {
	for (const [name, field] of Object.entries<AnyField>(fields)) {
		expect(kindsFor(shape[name]), `${at}${name}`).toContain(field.kind);
		const inside = insideOf(shape[name]);
		const inner = inside instanceof z.ZodArray ? inside.def.element : inside;
		if (field.fields) check(field.fields, shapeOf(inner), `${at}${name}/`);
	}
}

describe.each(names)('the record type %s', (name) => {
	const type = typeNamed(name);
	const list = findOperation(`${name}.list`);
	const shown = list?.answer.kind === 'list' ? shapeOf(list.answer.schema) : {};
	const create = findOperation(`${name}.create`)?.body;
	const update = findOperation(`${name}.update`)?.body;

	test('declares each field of the service, as what it is', () => {
		const shape = { ...shapeOf(create), ...shapeOf(update), ...shown };
		const ours = Object.keys(shape).filter((field) => !['id', 'modifiedDate'].includes(field));
		expect(Object.keys(type.fields).sort()).toEqual(ours.sort());
		check(type.fields, shape, '');
	});

	test('has every field that can be edited in its form, and none twice', () => {
		const editable = Object.entries(type.fields).filter(([, field]) => field.owned !== true);
		const shownInForm = Object.values(type.form).flat();
		expect(shownInForm).toEqual(expect.arrayContaining(editable.map(([field]) => field)));
		expect(new Set(shownInForm).size).toBe(shownInForm.length);
	});

	test('sends the same fields when it is created and when it is changed', () => {
		if (create === undefined || update === undefined) return;
		expect(Object.keys(shapeOf(update)).filter((field) => field !== 'id')).toEqual(
			Object.keys(shapeOf(create)),
		);
	});
});
