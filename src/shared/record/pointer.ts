// Where a pointer leads: `name`, `distributer/name`, `units/3/conversionFactor`, `layers/1/rules/R-1`.
import type { AnyField, AnyFields } from './field.ts';
import { isSet, linesByKey, partsOf, unescaped } from './merge.ts';
import type { Plain } from './record-kit.ts';

export interface PointerStep {
	/** Of the field in its group, line or record. */
	readonly name: string;
	readonly field: AnyField | null;
	/** The line or element of the field that the pointer goes through, as it is written there. */
	readonly key: string | null;
}

/** The fields that a pointer goes through. Ends at a field that nobody declared. */
export function stepsOf(fields: AnyFields, at: string): readonly PointerStep[] {
	const [name = '', ...rest] = at.split('/');
	const field = (Object.hasOwn(fields, name) ? fields[name] : undefined) ?? null;
	if (field === null) return [{ name, field, key: null }];
	const hasKey = (field.kind === 'lines' || isSet(field)) && rest.length > 0;
	const [key = null, deeper] = hasKey ? [rest[0], rest.slice(1)] : [null, rest];
	return [
		{ name, field, key },
		...(deeper.length === 0 ? [] : stepsOf(field.fields ?? {}, deeper.join('/'))),
	];
}

/** The declaration of the field that a pointer names; null for a whole line or an unknown field. */
export function fieldOf(fields: AnyFields, at: string): AnyField | null {
	const last = stepsOf(fields, at).at(-1);
	return last === undefined || last.key !== null ? null : last.field;
}

/** The values of the fields that identify a line, from its step of a pointer. A twin has a number: 2, 3, … */
export function keyPartsOf(step: string): { parts: readonly string[]; twin: number } {
	const [key = '', twin = '1'] = step.split('#');
	return { parts: key.split(',').map(unescaped), twin: Number(twin) };
}

/** The value in a record; undefined where there is none. */
export function valueAt(fields: AnyFields, record: Plain, at: string): unknown {
	return stepsOf(fields, at).reduce<unknown>((within, { name, field, key }) => {
		const value = partsOf(within)[name];
		if (key === null || field === null) return value;
		if (field.kind === 'lines') return linesByKey(field, value).get(key);
		return Array.isArray(value) && value.some((each) => String(each) === unescaped(key))
			? true
			: undefined;
	}, record);
}
