// Which other record types refer to a type: their references turned round.
import type { AnyFields } from '../../shared/record/field.ts';
import type { RecordTypeName } from '../../shared/record/records.ts';
import { referencesIn } from '../../shared/record/references.ts';
import { targetsOf } from '../../shared/record/targets.ts';

export interface Use {
	readonly type: RecordTypeName;
	/** Its path: `ingredients/itemId`. */
	readonly field: string;
	/** The field of the target that it holds. */
	readonly by: string;
}

export const usesOf = (
	target: RecordTypeName,
	types: readonly { readonly name: RecordTypeName; readonly fields: AnyFields }[],
): readonly Use[] =>
	types.flatMap(({ name, fields }) =>
		referencesIn(fields)
			.filter(({ field }) => targetsOf(field.to).includes(target))
			.map(({ path, field }) => ({ type: name, field: path, by: field.by ?? 'id' })),
	);
