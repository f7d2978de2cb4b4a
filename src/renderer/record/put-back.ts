// Puts the old values of an edit back into the form, where nobody has changed them since.
import { apply, diff, inverse, type Change } from '../../shared/record/merge.ts';
import type { RecordEdit } from './record-edit.svelte.ts';

/** The changes of an edit that the form still shows. */
export const standing = (
	{ type, shown }: Pick<RecordEdit, 'type' | 'shown'>,
	changes: readonly Change[],
): readonly Change[] =>
	changes.filter(
		(change) => diff(type.fields, shown, apply(type.fields, shown, [change])).length === 0,
	);

/** @returns how many values are back in the form */
export async function putBack(edit: RecordEdit, changes: readonly Change[]): Promise<number> {
	const back = inverse(standing(edit, changes));
	for (const { at, to } of back) await edit.enter(at, to);
	return back.length;
}
