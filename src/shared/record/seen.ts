// The base of a draft's changes: in each changed field what the person saw, although others may have changed it since.
import type { AnyFields } from './field.ts';
import { apply, type Change } from './merge.ts';
import type { Plain } from './record-kit.ts';

export const asSeen = (fields: AnyFields, base: Plain, changes: readonly Change[]): Plain =>
	apply(
		fields,
		base,
		changes.map(({ at, was }) => ({ at, was: null, to: was })),
	);

/** The base with the fields that are changed now for the first time. */
export function seenBefore(
	fields: AnyFields,
	{ base, changes, made }: { base: Plain; changes: readonly Change[]; made: readonly Change[] },
): Plain {
	const isIn = (inner: Change, outer: Change) => `${inner.at}/`.startsWith(`${outer.at}/`);
	const first = made.filter((change) => !changes.some((earlier) => isIn(change, earlier)));
	return asSeen(fields, asSeen(fields, base, first), changes);
}
