// A random catalogue: records of every type that refer to each other, with the texts that tables trip over.
import fc from 'fast-check';
import type { AnyField, AnyFields } from '../../src/shared/record/field.ts';
import { RecordIndex, type IndexedRecord } from '../../src/shared/record/record-index.ts';
import type { Plain } from '../../src/shared/record/record-kit.ts';
import {
	recordTypeNames,
	typeNamed,
	type RecordTypeName,
} from '../../src/shared/record/records.ts';
import { targetsOf } from '../../src/shared/record/reference-targets.ts';

export type World = ReadonlyMap<RecordTypeName, readonly IndexedRecord[]>;

const texts = fc.constantFrom(
	'Butter',
	'butter',
	' Cream ',
	'007',
	'7',
	'=1+1',
	'-5 % cream',
	"'quoted'",
	'a; b',
	'two\nlines',
	'two\r\nlines',
	'1,234',
	'زبدة',
	'yes',
	'x-1',
	'x-2',
	'(empty)',
	'#N/A',
);
const amounts = fc.constantFrom(
	'0',
	'1',
	'1.0',
	'1.50',
	'1.234',
	'1234',
	'0.000001',
	'99999999999',
);
const instants = fc.constantFrom(
	'2026-01-02T00:00:00Z',
	'2026-03-04T09:30:00Z',
	'2026-11-12T00:00:00.000Z',
);
const idsOf = (name: RecordTypeName) => [1, 2, 3].map((no) => `${name}-${String(no)}`);

const plain = (value: unknown): unknown =>
	typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trim() : (value ?? '');

function valueOf(field: AnyField): fc.Arbitrary<unknown> {
	switch (field.kind) {
		case 'flag':
			return fc.boolean();
		case 'whole':
		case 'unit':
			return fc.integer({ min: 0, max: 9 });
		case 'decimal':
		case 'money':
			return amounts;
		case 'day':
			return instants;
		case 'choice':
			return fc.constantFrom(
				...((field.options as readonly string[] | undefined) ?? []),
				'unheard of',
			);
		case 'coded':
			return fc.constantFrom(
				...Object.entries(field.options ?? {}).map(([id, name]) => ({ id: Number(id), name })),
				{ id: 99, name: 'unheard of' },
			);
		case 'reference':
			return fc.constantFrom(...targetsOf(field.to).flatMap(idsOf), 'gone');
		case 'references':
			return fc.uniqueArray(fc.constantFrom(...targetsOf(field.to).flatMap(idsOf), 'gone'));
		case 'numbers':
			return fc.uniqueArray(fc.integer({ min: 1, max: 9 }));
		case 'group':
			return recordOf(field.fields ?? {});
		case 'lines':
			return fc.uniqueArray(recordOf(field.fields ?? {}), {
				maxLength: 3,
				selector: (line) => JSON.stringify((field.key ?? []).map((name) => plain(line[name]))),
			});
		default:
			return texts;
	}
}

const recordOf = (fields: AnyFields): fc.Arbitrary<Plain> =>
	fc.record(
		Object.fromEntries(
			Object.entries(fields)
				.filter(([, field]) => field.owned !== true)
				.map(([name, field]) => [name, valueOf(field)]),
		),
		{ requiredKeys: [] },
	);

/** Three records of each type. */
export const world: fc.Arbitrary<World> = fc
	.tuple(
		...recordTypeNames.map((name) =>
			fc.tuple(
				...idsOf(name).map((id) =>
					recordOf(typeNamed(name).fields).map((record) => ({ id, record: { ...record, id } })),
				),
			),
		),
	)
	.map((all) => new Map(recordTypeNames.map((name, at) => [name, all[at] ?? []])));

export const indexOf = (of: World): RecordIndex =>
	new RecordIndex({
		all: (name) => of.get(name) ?? [],
		whole: (name, id) => of.get(name)?.find((each) => each.id === id)?.record ?? null,
	});
