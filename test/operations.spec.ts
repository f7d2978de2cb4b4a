import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operationsCsv, operationsMarkdown } from '../scripts/operations/listing.ts';
import { reachText } from '../scripts/operations/reach.ts';
import { unused } from '../scripts/operations/unused.ts';
import { operations } from '../src/shared/service/index.ts';
import { partsOfPath, type Operation } from '../src/shared/service/operation.ts';

const all: readonly Operation[] = operations;
const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

describe('registry', () => {
	test("is the service's list of operations, in its order, both ways", () => {
		const listed = textOf('support/operations.csv').trimEnd().split('\n');
		const ours = operationsCsv().trimEnd().split('\n');
		expect(ours.filter((line) => !listed.includes(line))).toEqual([]);
		expect(listed.filter((line) => !ours.includes(line))).toEqual([]);
		expect(ours).toEqual(listed);
	});

	test('has 250 operations, 96 methods shown and 154 assumed', () => {
		const methods = Map.groupBy(all, ({ method, path }) => `${method} ${path}`).values();
		const evidence = Object.groupBy(methods, ([first]) => first?.evidence.method ?? 'assumed');
		expect([evidence.shown?.length, evidence.assumed?.length]).toEqual([96, 154]);
	});

	test('names every operation once', () => {
		expect(new Set(all.map((each) => each.name)).size).toBe(all.length);
		const asked = all.map(({ method, path, sets = '' }) => `${method} ${path} ${sets}`);
		expect(new Set(asked).size).toBe(all.length);
	});

	test('has a rule for every write and for nothing else', () => {
		const wrong = all.filter((each) => (each.method === 'GET') !== (each.replay === undefined));
		expect(wrong.map((each) => each.name)).toEqual([]);
	});

	test('names only existing reads in its rules, with all their path parameters in the payload', () => {
		const wrong = all.flatMap(({ name, path, body, replay }) => {
			if (replay === undefined || replay.proof === 'none') return [];
			const read = replay.proof === 'reference' ? replay.list : replay.read;
			const found = all.find((each) => each.name === read);
			if (found?.method !== 'GET') return [`${name} reads ${read}`];
			if (replay.proof === 'reference' && found.answer.kind !== 'list') {
				return [`${read} is no list`];
			}
			if (replay.proof !== 'state' && replay.proof !== 'equality') return [];
			const inBody = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
			return partsOfPath(found.path).every(
				(part) => partsOfPath(path).includes(part) || inBody.includes(part),
			)
				? []
				: [`${name} does not name the document that ${read} reads`];
		});
		expect(wrong).toEqual([]);
	});

	test('never queues a write that cannot be proved', () => {
		const wrong = all.filter(
			({ replay }) => replay?.proof === 'none' && replay.offline !== 'never',
		);
		expect(wrong.map((each) => each.name)).toEqual([]);
	});

	test('queues approvals and rejections only by choice', () => {
		const judgements = all.filter((each) => /\.(approve|reject)$/.test(each.name));
		expect(judgements.length).toBe(14);
		const rules = judgements.map(({ replay }) => replay?.proof === 'state' && replay);
		expect(rules.every((rule) => rule && rule.judgement && rule.offline === 'by-choice')).toBe(
			true,
		);
	});

	test('declares every record under its name in the document', () => {
		const named = recordNames();
		// One belongs to the profile (lists), the other is part of records defined elsewhere.
		const left = ['PaginationData', 'TransferItemQuantityRequest'];
		const wanted = textOf('support/record-names.txt').trimEnd().split('\n');
		expect(wanted.filter((name) => !named.has(name)).sort()).toEqual(left);
	});

	test('gives no two records with different fields the same name', () => {
		const wrong = [...recordNames()].filter(([, shapes]) => shapes.size > 1);
		expect(wrong.map(([name]) => name)).toEqual([]);
	});
});

test('reach counts what was called, and names the reason of what no screen needs', () => {
	const text = reachText(new Set(['supplier.list', 'stocktake', 'role.get']));
	expect(text).toContain('Purchasing: 1 of ');
	expect(text).toContain('role.update: The update of one role by its path does the same');
	expect(text.trimEnd().split('\n').at(-1)).toBe('reach: 2 of 250');
	const names = new Set(all.map(({ name }) => name));
	expect(Object.keys(unused).filter((name) => !names.has(name))).toEqual([]);
});

test('docs/service.md matches the registry', () => {
	expect(operationsMarkdown()).toBe(textOf('../docs/service.md'));
});

/** All request and answer records: name, and the sets of fields declared for it. */
function recordNames(): Map<string, Set<string>> {
	const names = new Map<string, Set<string>>();
	const walk = (schema: unknown): void => {
		if (schema instanceof z.ZodOptional) walk(schema.def.innerType);
		else if (schema instanceof z.ZodArray) walk(schema.def.element);
		else if (schema instanceof z.ZodObject) {
			const name = schema.meta()?.['recordName'];
			const fields = Object.keys(schema.shape).sort().join(' ');
			if (typeof name === 'string') {
				names.set(name, (names.get(name) ?? new Set<string>()).add(fields));
			}
			for (const field of Object.values(schema.shape)) walk(field);
		}
	};
	for (const { body, answer } of all) {
		walk(body);
		if ('schema' in answer) walk(answer.schema);
	}
	return names;
}
