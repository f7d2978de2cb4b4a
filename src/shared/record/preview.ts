// One preview for import, paste, bulk edit, replace-everywhere and undo: what should become of each record, as changes by
// field. Nothing here sends anything.
//
// Laws, tested on random records and tables:
//   1  round trip     reading what was exported proposes nothing
//   2  once           reading a table twice proposes nothing the second time
//   3  only mapped    a column that is not mapped, or may not overwrite, is never changed
//   4  undone         the inverse of a proposal restores every field that nobody changed since, and names the others
import type { AnyField } from './field.ts';
import { apply, diff, inverse, isSet, sameContent, type Change } from './merge.ts';
import { stepsOf, valueAt } from './pointer.ts';
import type { AnyType, Plain } from './record-kit.ts';
import type { RecordTypeName } from './records.ts';
import { problemsOf, weightOf, type Facts, type Problem } from './rules.ts';
import type { CellProblemCode } from './preview-cells.ts';

export type NamedType = AnyType & { readonly name: RecordTypeName };

/** What stops a row, besides the rules of its fields. */
export type RowProblemCode =
	| CellProblemCode
	| 'no-such-id'
	| 'several-fit'
	| 'no-key'
	| 'too-many-cells'
	| 'named-twice'
	| 'line-without-key'
	| 'cannot-create'
	| 'cannot-change'
	| 'open-draft'
	| 'needs-you'
	| 'changed-since'
	| 'already-there'
	| 'nothing-left'
	| 'gone';

export interface RowProblem {
	/** The row it is about, from 0; null: the whole record. */
	readonly row: number | null;
	/** The column or field; null: the whole row. */
	readonly at: string | null;
	/** What stands in the cell. */
	readonly text: string;
	readonly code: RowProblemCode | Problem['code'];
	readonly args: Readonly<Record<string, string | number>>;
	/** `stops`: the record is not sent. `warns`: the service decides. */
	readonly weight: 'stops' | 'warns';
}

/** What should become of one record. */
export interface Proposal {
	readonly type: RecordTypeName;
	/** null for a new record. */
	readonly id: string | null;
	readonly now: Plain | null;
	readonly desired: Plain;
	readonly changes: readonly Change[];
	readonly problems: readonly RowProblem[];
}

export const stateOf = ({
	id,
	changes,
	problems,
}: Pick<Proposal, 'id' | 'changes' | 'problems'>) =>
	problems.some(({ weight }) => weight === 'stops')
		? 'error'
		: id === null
			? 'new'
			: changes.length > 0
				? 'changed'
				: 'same';

export const stopping = (
	code: RowProblem['code'],
	more: Partial<Omit<RowProblem, 'code' | 'weight'>> = {},
): RowProblem => ({ row: null, at: null, text: '', args: {}, ...more, code, weight: 'stops' });

/** The proposal that makes a record what it should be, with everything that is wrong with it. */
export function propose(
	type: NamedType,
	{ id, now, desired }: Pick<Proposal, 'id' | 'now' | 'desired'>,
	facts: Facts,
	found: readonly RowProblem[] = [],
): Proposal {
	const changes = diff(type.fields, now ?? {}, desired);
	const broken =
		changes.length === 0 && now !== null
			? []
			: problemsOf(type, desired, facts).flatMap((problem): RowProblem[] => {
					const weight = weightOf[problem.code];
					const isOurs = now === null || weight === 'stops' || touches(changes, problem.at);
					return isOurs
						? [
								{
									row: null,
									at: problem.at,
									text: writtenOf(valueAt(type.fields, desired, problem.at)),
									code: problem.code,
									args: problem.args ?? {},
									weight,
								},
							]
						: [];
				});
	return { type: type.name, id, now, desired, changes, problems: [...found, ...broken] };
}

export const writtenOf = (value: unknown): string =>
	typeof value === 'string'
		? value
		: value === undefined || value === null
			? ''
			: JSON.stringify(value);

const touches = (changes: readonly Change[], at: string): boolean =>
	changes.some((change) => isIn(change.at, at) || isIn(at, change.at));

export const isIn = (inner: string, outer: string): boolean => `${inner}/`.startsWith(`${outer}/`);

/** What was changed by an import and its like, as its journal has it. */
export interface Made {
	readonly id: string;
	/** The record was created. */
	readonly isNew: boolean;
	readonly changes: readonly Change[];
}

/**
 * The inverse of what was made. A field that was changed since stays, and is named. A created record is made inactive,
 * because hardly any type can be deleted; one that was changed since stays.
 */
export function proposeUndo(
	type: NamedType,
	made: Made,
	now: Plain | null,
	facts: Facts,
): Proposal {
	const { id, isNew, changes } = made;
	if (now === null) {
		const problems = [stopping('gone')];
		return { type: type.name, id, now, desired: {}, changes: [], problems };
	}
	if (isNew) {
		const canEnd = type.fields['isActive'] !== undefined;
		const since = changes.filter(
			({ at, to }) => !sameContent(contentAt(type, at), valueAt(type.fields, now, at), to),
		);
		const problems = canEnd
			? since.map(({ at }) => stopping('changed-since', { at }))
			: [stopping('nothing-left')];
		const desired = problems.length === 0 ? { ...now, isActive: false } : now;
		return propose(type, { id, now, desired }, facts, problems);
	}
	const kept: RowProblem[] = [];
	const back = inverse(changes).filter(({ at, was, to }) => {
		const present = valueAt(type.fields, now, at);
		const field = contentAt(type, at);
		if (sameContent(field, present, was) || sameContent(field, present, to)) return true;
		kept.push({ ...stopping('changed-since', { at, text: writtenOf(present) }), weight: 'warns' });
		return false;
	});
	return propose(type, { id, now, desired: apply(type.fields, now, back) }, facts, kept);
}

/** An element of a set is there or not. */
function contentAt({ fields }: AnyType, at: string): AnyField {
	const last = stepsOf(fields, at).at(-1);
	const field = last?.field ?? { kind: 'text' };
	return isSet(field) && last?.key !== null ? { kind: 'flag' } : field;
}
