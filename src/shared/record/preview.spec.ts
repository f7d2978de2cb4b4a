// The laws of preview.ts, on a random catalogue.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexOf, world, type World } from '../../../test/support/record-world.ts';
import { csvOf } from '../report/csv.ts';
import { apply, diff } from './merge.ts';
import { exportColumn, exportRows, exportSheets } from './preview-export.ts';
import type { Reading } from './preview-numbers.ts';
import { proposeTables, type Proposed, type Table } from './preview-table.ts';
import { proposeUndo, stateOf, type NamedType, type Proposal } from './preview.ts';
import type { Plain } from './record-kit.ts';
import { recordTypeNames, typeNamed } from './records.ts';
import { tablesOfText } from './table-text.ts';

const types: readonly NamedType[] = recordTypeNames.map((name) => ({ ...typeNamed(name), name }));
const reading: Reading = { decimalSign: '.', dayOrder: 'day-month-year' };
const commas: Reading = { decimalSign: ',', dayOrder: 'month-day-year' };

function done<Value>(work: Generator<undefined, Value>): Value {
	for (;;) {
		const step = work.next();
		if (step.done === true) return step.value;
	}
}

/** The records of a type as they come back from a file. */
const exported = (of: World, type: NamedType): readonly Table[] =>
	exportSheets(type).map((sheet) => ({
		type,
		columns: sheet.paths.map((path) => exportColumn(sheet, path, path)),
		rows: (of.get(type.name) ?? []).flatMap((each) => exportRows(type, sheet, each, indexOf(of))),
	}));

const proposed = (of: World, tables: readonly Table[], how = reading): Proposed =>
	done(proposeTables(tables, how, indexOf(of)));

/** The world after everything that is not an error was sent. */
function sent(of: World, proposals: readonly Proposal[]): World {
	const after = new Map([...of].map(([name, records]) => [name, [...records]]));
	for (const [no, proposal] of proposals.entries()) {
		const { type, id, desired } = proposal;
		if (stateOf(proposal) === 'error') continue;
		const records = after.get(type) ?? [];
		const made = id ?? `made-${String(no)}`;
		const at = records.findIndex((each) => each.id === id);
		const record = { id: made, record: { ...desired, id: made } };
		if (at < 0) records.push(record);
		else records[at] = record;
	}
	return after;
}

const all = fc.constantFrom(...types);
/** Rows of another catalogue, of which some have an id of this one. */
const foreign = fc
	.tuple(world, world, all, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }))
	.map(([of, other, type, known]) => ({
		of,
		type,
		tables: exported(other, type).map((table) => ({
			...table,
			rows: table.rows.map(([id = '', ...cells], at) => [
				known[at % 12] === true ? id : '',
				...cells,
			]),
		})),
	}));

describe('what a table proposes', () => {
	test('is nothing for the records as they were exported, whatever the region', () => {
		fc.assert(
			fc.property(world, all, fc.constantFrom(reading, commas), (of, type, how) => {
				const { proposals, rows } = proposed(of, exported(of, type), how);
				expect(proposals.flatMap(({ changes, problems }) => [...changes, ...problems])).toEqual([]);
				expect(rows.length).toBeGreaterThanOrEqual(3);
			}),
			{ numRuns: 150 },
		);
	});

	test('is nothing for records that went through a CSV file', () => {
		fc.assert(
			fc.property(world, all, (of, type) => {
				const tables = exported(of, type).map((table) => {
					const text = csvOf({
						name: '',
						columns: table.columns.map(({ heading }) => ({ kind: 'text', label: heading })),
						rows: table.rows.map((row) => row.map(String)),
					});
					const read = tablesOfText(text);
					const [headings, ...rows] = read.rows;
					expect(headings).toEqual(table.columns.map(({ heading }) => heading));
					return { ...table, rows };
				});
				const { proposals } = proposed(of, tables);
				expect(proposals.flatMap(({ changes, problems }) => [...changes, ...problems])).toEqual([]);
			}),
			{ numRuns: 100 },
		);
	});

	test('is nothing the second time', () => {
		fc.assert(
			fc.property(foreign, ({ of, tables }) => {
				const first = proposed(of, tables);
				// Rows without an id find the record that they made, unless nothing identifies it.
				const second = proposed(sent(of, first.proposals), tables);
				for (const [at, { proposal }] of second.rows.entries()) {
					const before = first.proposals[first.rows[at]?.proposal ?? -1];
					const again = second.proposals[proposal];
					if (before === undefined || again === undefined) throw new Error('A row was lost.');
					if (stateOf(before) !== 'error' && stateOf(again) !== 'error') {
						expect(again.changes).toEqual([]);
					}
				}
			}),
			{ numRuns: 150 },
		);
	});

	test('never touches a column that is not mapped or may not overwrite', () => {
		fc.assert(
			fc.property(
				foreign,
				fc.array(fc.constantFrom('unmapped', 'kept', 'used'), { minLength: 30, maxLength: 30 }),
				({ of, tables }, uses) => {
					const limited = tables.map((table) => ({
						...table,
						columns: table.columns.map((column, at) => {
							const use = column.path === 'id' ? 'used' : uses[at % 30];
							return {
								...column,
								path: use === 'unmapped' ? null : column.path,
								mayOverwrite: use === 'used',
							};
						}),
					}));
					const used = new Set(
						limited.flatMap(({ columns }) =>
							columns.flatMap(({ path, mayOverwrite }) =>
								path !== null && mayOverwrite ? [path] : [],
							),
						),
					);
					for (const { id, type, changes } of proposed(of, limited).proposals) {
						if (id === null) continue;
						for (const { at } of changes) {
							const [field = ''] = at.split('/');
							const { kind } = typeNamed(type).fields[field] ?? {};
							const isUsed =
								kind === 'lines' || kind === 'group'
									? [...used].some((path) => path.startsWith(`${field}/`))
									: used.has(field);
							expect({ at, isUsed }).toEqual({ at, isUsed: true });
						}
					}
				},
			),
			{ numRuns: 150 },
		);
	});

	test('is undone by its inverse, except where somebody changed the record since', () => {
		fc.assert(
			fc.property(foreign, fc.boolean(), ({ of, tables }, meanwhile) => {
				const { proposals } = proposed(of, tables);
				for (const made of proposals) {
					const { id, type: name, now, desired, changes } = made;
					if (id === null || now === null || stateOf(made) === 'error') continue;
					const type: NamedType = { ...typeNamed(name), name };
					const [first] = changes;
					const touched =
						meanwhile && first !== undefined && type.fields[first.at]?.kind === 'text';
					const present: Plain = touched ? { ...desired, [first.at]: 'Of somebody else' } : desired;
					const facts = indexOf(of).factsFor(name, id, present);
					const back = proposeUndo(type, { id, isNew: false, changes }, present, facts);
					const restored = apply(type.fields, present, back.changes);
					const rest = diff(type.fields, now, restored);
					expect(rest.map(({ at }) => at)).toEqual(touched ? [first.at] : []);
					expect(back.problems.filter(({ code }) => code === 'changed-since')).toHaveLength(
						touched ? 1 : 0,
					);
				}
			}),
			{ numRuns: 150 },
		);
	});
});
