// The records on this PC by id, code, title and any set of fields, so that twenty thousand rows find theirs at once.
import { remembered } from '../domain/remembered.ts';
import type { AnyField } from './field.ts';
import { linesIn } from './merge.ts';
import { isMark, type Lookup } from './preview-cells.ts';
import type { Plain } from './record-kit.ts';
import { typeNamed, type RecordTypeName } from './records.ts';
import type { Facts } from './rules.ts';
import { targetsOf } from './reference-targets.ts';

export interface IndexedRecord {
	readonly id: string;
	readonly record: Plain;
	/** The service does not have it yet, so nothing can refer to it. */
	readonly isUnsent?: boolean;
}

export interface RecordSource {
	/** Of a list: perhaps without the fields that no list shows. */
	all(type: RecordTypeName): readonly IndexedRecord[];
	/** With all its fields; null if it is not there. */
	whole(type: RecordTypeName, id: string): Plain | null;
}

type Ids = ReadonlyMap<string, readonly string[]>;

export class RecordIndex implements Lookup {
	readonly #source: RecordSource;
	readonly #byFields = new Map<string, Ids>();
	readonly #byId = new Map<RecordTypeName, ReadonlyMap<string, IndexedRecord>>();
	readonly #named = new Map<string, string>();
	readonly #found = new Map<string, readonly (string | number)[]>();

	constructor(source: RecordSource) {
		this.#source = source;
	}

	/** Makes what finding records by these fields needs. Yields wherever the work may pause. */
	*prepare(type: RecordTypeName, fields: readonly string[]): Generator<undefined, void> {
		const records = this.#records(type);
		yield;
		const key = indexKey(type, fields);
		if (this.#byFields.has(key)) return;
		const ids = new Map<string, string[]>();
		for (const [id, { record }] of records) {
			addTo(ids, fields, id, record);
			yield;
		}
		this.#byFields.set(key, ids);
	}

	whole(type: RecordTypeName, id: string): Plain | null {
		return this.#records(type).has(id) ? this.#source.whole(type, id) : null;
	}

	/** Ids of the records with these values: texts in any case, except codes. */
	withValues(type: RecordTypeName, fields: readonly string[], values: readonly unknown[]) {
		return this.#index(type, fields).get(keyFrom(values)) ?? [];
	}

	find(field: AnyField, text: string): readonly (string | number)[] {
		const by = field.by ?? 'id';
		return remembered(this.#found, `${String(field.to)} ${by} ${text}`, () =>
			this.#findAmong(targetsOf(field.to), by, text),
		);
	}

	#findAmong(
		targets: readonly RecordTypeName[],
		by: string,
		text: string,
	): readonly (string | number)[] {
		const exact = targets.flatMap((name) => this.#valuesOf(name, by, [by], text, true));
		if (exact.length > 0) return exact.slice(0, 1);
		const coded = targets.flatMap((name) =>
			typeNamed(name).fields['code'] === undefined
				? []
				: this.#valuesOf(name, by, ['code'], text, true),
		);
		if (coded.length > 0) return [...new Set(coded)];
		return [
			...new Set(
				targets.flatMap((name) => this.#valuesOf(name, by, [typeNamed(name).title], text, false)),
			),
		];
	}

	nameFor(field: AnyField, value: unknown): string {
		const plain = typeof value === 'string' ? value : JSON.stringify(value);
		return remembered(this.#named, `${String(field.to)} ${field.by ?? 'id'} ${plain}`, () => {
			const title = this.#titleOf(field, plain);
			const isPlain =
				title !== null && title === title.trim() && !/[;\n\r]/.test(title) && !isMark(title);
			const found = isPlain ? this.find(field, title) : [];
			return isPlain && found.length === 1 && String(found[0]) === plain ? title : plain;
		});
	}

	unitsOf(itemId: string): readonly Plain[] {
		const item = targetsOf('stockable').map((name) => this.whole(name, itemId));
		return linesIn(item.find((each) => each !== null)?.['units']);
	}

	/** @param id of the record itself; null for a new one */
	factsFor(type: RecordTypeName, id: string | null, before: Plain | null): Facts {
		return {
			before,
			exists: (to, value, by) => {
				const targets = targetsOf(to);
				const isThere = (name: RecordTypeName) =>
					by === 'id'
						? this.#records(name).has(String(value))
						: this.withValues(name, [by], [value]).length > 0;
				return targets.length === 0 ? null : targets.some(isThere);
			},
			record: (to, other) =>
				targetsOf(to)
					.map((name) => this.whole(name, other))
					.find((found) => found !== null) ?? null,
			hasTwin: (fields, record) =>
				this.withValues(
					type,
					fields,
					fields.map((name) => record[name]),
				).some((other) => other !== id),
		};
	}

	#titleOf(field: AnyField, value: string): string | null {
		for (const name of targetsOf(field.to)) {
			const by = field.by ?? 'id';
			const ids = by === 'id' ? [value] : this.withValues(name, [by], [value]);
			const title = this.#records(name).get(ids[0] ?? '')?.record[typeNamed(name).title];
			if (typeof title === 'string' && title !== '') return title;
		}
		return null;
	}

	/** @param isExact a code or an id: `007` is not `7`, and `a` is not `A` */
	#valuesOf(
		type: RecordTypeName,
		by: string,
		fields: readonly [string],
		text: string,
		isExact: boolean,
	): readonly (string | number)[] {
		const [field] = fields;
		const known = (id: string) => {
			const found = this.#records(type).get(id);
			return found === undefined || found.isUnsent === true ? null : found.record;
		};
		if (field === 'id') return known(text) === null ? [] : [text];
		return this.withValues(type, fields, [text]).flatMap((id) => {
			const record = known(id);
			if (record === null) return [];
			const value = by === 'id' ? id : record[by];
			const fits = !isExact || String(record[field]).trim() === text;
			return fits && (typeof value === 'string' || typeof value === 'number') ? [value] : [];
		});
	}

	#records(type: RecordTypeName): ReadonlyMap<string, IndexedRecord> {
		return remembered(
			this.#byId,
			type,
			() => new Map(this.#source.all(type).map((each) => [each.id, each])),
		);
	}

	#index(type: RecordTypeName, fields: readonly string[]): Ids {
		return remembered(this.#byFields, indexKey(type, fields), () => {
			const ids = new Map<string, string[]>();
			for (const [id, { record }] of this.#records(type)) addTo(ids, fields, id, record);
			return ids;
		});
	}
}

const indexKey = (type: RecordTypeName, fields: readonly string[]): string =>
	`${type} ${fields.join(' ')}`;

function addTo(
	ids: Map<string, string[]>,
	fields: readonly string[],
	id: string,
	record: Plain,
): void {
	const key = keyFrom(fields.map((name) => record[name]));
	const known = ids.get(key);
	if (known === undefined) ids.set(key, [id]);
	else known.push(id);
}

/** Values as they are compared: texts without the white space around them, in any case. */
export const keyFrom = (values: readonly unknown[]): string =>
	JSON.stringify(
		values.map((value) =>
			typeof value === 'string' ? value.trim().toLowerCase() : JSON.stringify(value ?? ''),
		),
	);
