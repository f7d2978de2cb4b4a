// Values for the fields of a record type, made from its declaration and the records that the service has.
import type { AnyField, AnyFields } from '../../src/shared/record/field.ts';
import type { AnyType, Plain } from '../../src/shared/record/record-kit.ts';
import { targetsOf } from '../../src/shared/record/reference-targets.ts';

/** Raw records of the service, by resource. */
export type RecordsOf = (resource: string) => readonly Plain[];

/** A record with every field that can be sent. @param no makes texts and numbers differ from those of other records */
export function madeUp(type: AnyType, of: RecordsOf, no: number): Plain {
	const record = valuesFor(type.fields, {}, of, no);
	const [fields = []] = type.unique;
	const references = fields.flatMap((name) => {
		const field = type.fields[name];
		return field?.kind === 'reference' ? [{ name, field }] : [];
	});
	// A combination that no other record has.
	const others = of(type.name);
	const isFree = (candidate: Plain) =>
		!others.some((other) =>
			fields.every((name) => String(other[name]) === String(candidate[name])),
		);
	const last = references.at(-1);
	if (last === undefined || isFree(record)) return record;
	const free = choices(last.field, of)
		.map((value) => ({ ...record, [last.name]: value }))
		.find(isFree);
	if (free === undefined) throw new Error(`Every ${type.name} is taken.`);
	return free;
}

function valuesFor(fields: AnyFields, outer: Plain, of: RecordsOf, no: number): Plain {
	const values: Record<string, unknown> = {};
	// A unit is chosen among those of an item, so the item comes first.
	const inOrder = Object.entries(fields).toSorted(
		([, a], [, b]) => Number(a.kind === 'unit') - Number(b.kind === 'unit'),
	);
	for (const [name, field] of inOrder) {
		const value =
			field.owned === true ? undefined : valueFor(field, { ...outer, ...values }, of, no);
		if (value !== undefined) values[name] = value;
	}
	return values;
}

/** @param siblings the values beside it @param no another number gives another value */
export function valueFor(field: AnyField, siblings: Plain, of: RecordsOf, no: number): unknown {
	switch (field.kind) {
		case 'text':
			return field.pattern === undefined ? `Walk ${String(no)}` : `W${String(no)}`;
		case 'paragraph':
			return `Seen on walk ${String(no)}.`;
		case 'email':
			return `walk${String(no)}@business.example`;
		case 'phone':
			return `+00 ${String(no)}`;
		case 'code':
			return `0W-${String(no)}`;
		case 'whole':
			return within(field, Number(field.from ?? 1) + (no % 8));
		case 'decimal':
		case 'money':
			return field.unit === 'baseUomId' ? '1' : `${String(1 + (no % 90))}.25`;
		case 'day':
			return `2026-03-${String(1 + (no % 28)).padStart(2, '0')}T00:00:00Z`;
		case 'flag':
			return true;
		case 'choice':
			return Array.isArray(field.options) ? (field.options as readonly string[])[0] : undefined;
		case 'coded': {
			const [first] = Object.entries(field.options ?? {});
			return first && { id: Number(first[0]), name: first[1] };
		}
		case 'reference':
			return choices(field, of)[0];
		case 'references':
			return choices(field, of).slice(0, 1);
		case 'unit':
			return unitOf(field, siblings, of);
		case 'numbers':
			return [1, 2];
		case 'group':
			return valuesFor(field.fields ?? {}, siblings, of, no);
		case 'lines':
			return [valuesFor(field.fields ?? {}, siblings, of, no)];
		default:
			throw new Error(`No value is known for a field of the kind ${field.kind}.`);
	}
}

const within = ({ to }: AnyField, number: number): number =>
	to === undefined ? number : Math.min(number, Number(to));

const choices = ({ to, by = 'id' }: AnyField, of: RecordsOf): readonly unknown[] =>
	targetsOf(to)
		.flatMap((name) => of(name))
		.filter(({ isActive }) => isActive !== false)
		.map((record) => record[by]);

function unitOf({ of: item = '' }: AnyField, siblings: Plain, of: RecordsOf): unknown {
	const value = siblings[item];
	const units = Array.isArray(value)
		? (value as readonly Plain[])
		: ([...of('inventoryItem'), ...of('prepItem')].find(({ id }) => id === value)?.['units'] as
				readonly Plain[] | undefined);
	return units?.[0]?.['uomId'];
}
