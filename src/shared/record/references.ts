// References to other records, wherever they stand in a record: in a field, a group or a line.
import { isReference, type AnyField, type AnyFields } from './field.ts';
import { linesIn, partsOf } from './merge.ts';
import type { Plain } from './record-kit.ts';

export interface PlacedField {
	/** `categoryId`, or `ingredients/itemId` for a field of lines. */
	readonly path: string;
	readonly field: AnyField;
}

export const referencesIn = (fields: AnyFields, before = ''): readonly PlacedField[] =>
	Object.entries(fields).flatMap(([name, field]): readonly PlacedField[] =>
		isReference(field)
			? [{ path: before + name, field }]
			: referencesIn(field.fields ?? {}, `${before}${name}/`),
	);

/** The values of a field by its path: one for each line that has it. */
export function valuesIn(record: Plain, path: string): readonly unknown[] {
	const [name = '', ...rest] = path.split('/');
	const value = record[name];
	if (rest.length === 0) return Array.isArray(value) ? (value as readonly unknown[]) : [value];
	const parts = Array.isArray(value) ? linesIn(value) : value === undefined ? [] : [partsOf(value)];
	return parts.flatMap((part) => valuesIn(part, rest.join('/')));
}

export const fieldByPath = (fields: AnyFields, path: string): AnyField | undefined => {
	const [name = '', ...rest] = path.split('/');
	const field = fields[name];
	return rest.length === 0 ? field : fieldByPath(field?.fields ?? {}, rest.join('/'));
};
