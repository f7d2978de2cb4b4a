// The declarations, held against the service's operations and records, and against each other.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { findOperation } from '../service/index.ts';
import type { Operation } from '../service/operation.ts';
import { kindNames, kinds } from './kinds.ts';
import type { AnyKind, Field, Fields } from './kit.ts';
import { receivingDrafts, receivings } from './receiving.ts';

const operation = (name: string): Operation => {
	const found = findOperation(name);
	if (found === undefined) throw new Error(`The service has no ${name}.`);
	return found;
};

const fieldsOf = (schema: unknown): z.ZodObject['shape'] => {
	if (schema instanceof z.ZodOptional) return fieldsOf(schema.def.innerType);
	if (schema instanceof z.ZodArray) return fieldsOf(schema.def.element);
	return schema instanceof z.ZodObject ? schema.shape : {};
};

const writtenOf = (fields: Fields): string[] =>
	Object.values(fields).flatMap(({ edit, service }) =>
		edit === 'never' || service === null ? [] : service,
	);

const servicesOf = (fields: Readonly<Record<string, Field>>): string[] =>
	Object.values(fields).flatMap(({ service }) => service ?? []);

describe.each(kindNames)('%s', (name) => {
	const kind: AnyKind = kinds[name];

	test('has its operations at the service', () => {
		const verbs = [
			'list',
			'get',
			...(kind.written ? ['create', 'update', 'submit'] : []),
			...Object.keys(kind.steps),
		];
		for (const verb of verbs) expect(operation(`${name}.${verb}`).name).toBe(`${name}.${verb}`);
	});

	test('names fields that the service shows and accepts', () => {
		const { answer } = operation(`${name}.get`);
		const shown = fieldsOf('schema' in answer ? answer.schema : null);
		const head = [kind.place, ...servicesOf(kind.head)];
		const line = servicesOf(kind.lines.fields);
		expect(Object.keys(shown)).toEqual(expect.arrayContaining(head));
		expect(Object.keys(fieldsOf(shown['items']))).toEqual(expect.arrayContaining(line));
		if (!kind.written) return;
		const taken = fieldsOf(operation(`${name}.create`).body);
		expect(Object.keys(taken)).toEqual(expect.arrayContaining(writtenOf(kind.head)));
		expect('isDraft' in taken || !kind.saysDraft).toBe(true);
		expect(Object.keys(fieldsOf(taken['items']))).toEqual(
			expect.arrayContaining(writtenOf(kind.lines.fields)),
		);
	});

	test('leads to phases that it has, and names references and their records alike', () => {
		const phases = Object.keys(kind.phases);
		const reached = Object.values(kind.steps).flatMap(({ to }) => to ?? []);
		expect(phases).toEqual(expect.arrayContaining(reached));
		if (kind.open !== 'drafts') expect(phases).toEqual(expect.arrayContaining([...kind.open]));
		for (const [field, { as }] of Object.entries({ ...kind.head, ...kind.lines.fields }))
			expect(field.endsWith('Id'), field).toBe(as === 'reference');
	});
});

test.each(receivingDrafts)('what is entered as %s has its operation at the service', (name) => {
	const { against, verb } = receivings[name];
	expect(operation(`${against}.${verb}`).replay?.proof).toBe('quantities');
});

test.each(receivingDrafts)('a %s names fields that the service shows and accepts', (name) => {
	const { against, verb, before, names } = receivings[name];
	const { answer } = operation(`${against}.get`);
	const shown = fieldsOf('schema' in answer ? answer.schema : null);
	expect(Object.keys(fieldsOf(shown['items']))).toContain(before);
	const taken = fieldsOf(operation(`${against}.${verb}`).body);
	expect(Object.keys(taken)).toContain(names.document);
	expect(Object.keys(fieldsOf(taken['items']))).toContain(names.line);
});

test('no property is there for one kind only', () => {
	const users = new Map<string, Set<string>>();
	const use = (property: string, by: string) => {
		users.set(property, (users.get(property) ?? new Set()).add(by));
	};
	for (const name of kindNames) {
		const { head, lines }: AnyKind = kinds[name];
		for (const field of Object.values<Field>({ ...head, ...lines.fields })) {
			for (const property of Object.keys(field)) use(property, name);
			for (const place of field.list ?? []) use(`list ${place}`, name);
		}
	}
	expect([...users].filter(([, by]) => by.size < 2).map(([property]) => property)).toEqual([]);
});
