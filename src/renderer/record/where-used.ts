// Which other record types refer to a type: their references turned round.
import type { AnyFields } from '../../shared/record/field.ts';
import type { RecordTypeName } from '../../shared/record/records.ts';

export interface Use {
	readonly type: RecordTypeName;
	readonly field: string;
}

/** Fields of groups and lines cannot be searched for, so only a record's own references count. */
export const usesOf = (
	target: string,
	types: readonly { readonly name: RecordTypeName; readonly fields: AnyFields }[],
): readonly Use[] =>
	types.flatMap(({ name, fields }) =>
		Object.entries(fields)
			.filter(([, { kind, to }]) => kind.startsWith('reference') && to === target)
			.map(([field]) => ({ type: name, field })),
	);
