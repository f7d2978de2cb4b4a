// Titles of the records that others refer to, and names of units: a screen shows them instead of ids.
import { isReference, type AnyField, type AnyFields } from '../../../shared/record/field.ts';
import { linesIn, partsOf } from '../../../shared/record/merge.ts';
import type { AnyType, Plain } from '../../../shared/record/record-kit.ts';
import { typeNamed, type RecordTypeName } from '../../../shared/record/records.ts';
import { targetsOf } from '../../../shared/record/reference-targets.ts';
import type { ShownRecords } from './shown.ts';

/** By `<target>/<value>`, `unit/<number>` and `right/<number>`. */
export type Names = Record<string, string>;

export class RecordNames {
	readonly #shown: ShownRecords;
	readonly #accountId: string;
	readonly #found = new Map<string, { title: string; record: Plain } | null>();
	readonly #byField = new Map<string, ReadonlyMap<string, Plain>>();

	constructor(shown: ShownRecords, accountId: string) {
		this.#shown = shown;
		this.#accountId = accountId;
	}

	/** Everything that a record refers to. @param only these of its fields */
	of(type: AnyType, record: Plain, only = Object.keys(type.fields)): Names {
		const names: Names = {};
		const fields = Object.fromEntries(
			only.flatMap((name) => {
				const field = type.fields[name];
				return field === undefined ? [] : [[name, field] as const];
			}),
		);
		this.#collect(fields, record, names);
		if (hasUnits(fields)) {
			const others: Names = {};
			this.#collect(type.fields, record, others);
			nameUnits(record, names);
			for (const key of Object.keys(others)) {
				const item = this.#found.get(key);
				if (item) nameUnits(item.record, names);
			}
		}
		return names;
	}

	/** Titles of the records with these values of a reference, for searching and sorting. */
	word(field: AnyField, value: unknown): string {
		const all: readonly unknown[] = Array.isArray(value) ? value : [value];
		return all.map((each) => this.#target(field, each)?.title ?? '').join(' ');
	}

	#collect(fields: AnyFields, record: Plain, names: Names): void {
		for (const [name, field] of Object.entries(fields)) {
			const value = record[name];
			if (field.kind === 'group') this.#collect(field.fields ?? {}, partsOf(value), names);
			for (const line of field.kind === 'lines' ? linesIn(value) : []) {
				this.#collect(field.fields ?? {}, line, names);
			}
			if (!isReference(field)) continue;
			for (const each of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
				const target = this.#target(field, each);
				if (target !== null) names[`${String(field.to)}/${String(each)}`] = target.title;
			}
		}
	}

	#target(field: AnyField, value: unknown): { title: string; record: Plain } | null {
		if (typeof value !== 'string' && typeof value !== 'number') return null;
		const key = `${String(field.to)}/${String(value)}`;
		const known = this.#found.get(key);
		if (known !== undefined) return known;
		const found = this.#look(field, String(value));
		this.#found.set(key, found);
		return found;
	}

	#look({ to, by = 'id' }: AnyField, value: string): { title: string; record: Plain } | null {
		for (const name of targetsOf(to)) {
			const record =
				by === 'id'
					? this.#shown.copy(this.#accountId, name, value)
					: (this.#allBy(name, by).get(value) ?? null);
			const title = record?.[typeNamed(name).title];
			if (record !== null && typeof title === 'string' && title !== '') return { title, record };
		}
		return null;
	}

	#allBy(name: RecordTypeName, by: string): ReadonlyMap<string, Plain> {
		const key = `${name}/${by}`;
		const known = this.#byField.get(key);
		if (known !== undefined) return known;
		const all = this.#shown.all(this.#accountId, name);
		const found = new Map(all.map(({ record }) => [String(record[by]), record]));
		this.#byField.set(key, found);
		return found;
	}
}

const hasUnits = (fields: AnyFields): boolean =>
	Object.values(fields).some(
		({ kind, fields: inner = {}, key = [] }) =>
			kind === 'unit' || key.includes('uomId') || hasUnits(inner),
	);

function nameUnits(record: Plain, names: Names): void {
	for (const { uomId, name } of linesIn(record['units'])) {
		if (typeof uomId === 'number' && typeof name === 'string')
			names[`unit/${String(uomId)}`] = name;
	}
}
