// Overlaps of our edit with other people's: versions, the person's choices, the resulting edit (edits.ts merges).
import type { Choice, Choices } from '../../../shared/record/merge.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import type { ActionRow, LaneRow } from './action.ts';
import { baselineOf } from './baseline.ts';
import { editedAs, mergeEdit, revisionOf, type MergedEdit } from './edits.ts';
import { readKept } from '../store/kept-json.ts';
import { readPayload } from './payload.ts';

export interface Overlapping {
	overlaps: MergedEdit['overlaps'];
	choices: Choices;
	/** The columns of the step after these choices; null while one is missing. */
	chosen: Pick<ActionRow, 'payload_version' | 'payload' | 'base' | 'base_hash'> | null;
	withChoice: (at: string, choice: Choice) => string;
}

/** null if a person has nothing to choose. */
export function overlappingOf(row: ActionRow, lane: LaneRow): Overlapping | null {
	if (row.state !== 'attention' || row.attention !== 'changed') return null;
	const found = baselineOf(row);
	const operation = findOperation(row.operation);
	const as = operation === undefined ? null : editedAs(operation);
	const input = readPayload(row, lane);
	const base = row.base === null ? undefined : readKept(row.base);
	if (found?.kind !== 'overlaps' || as === null || typeof input === 'string' || base === undefined)
		return null;
	const versions = {
		base: base as Payload,
		body: input.body ?? {},
		current: found.current,
	};
	const { choices } = found;
	const merged = mergeEdit(as, versions, choices);
	return {
		overlaps: mergeEdit(as, versions).overlaps,
		choices,
		chosen:
			merged.overlaps.length > 0 ? null : revisionOf({ input }, merged.body, versions.current),
		withChoice: (at, choice) => JSON.stringify({ ...found, choices: { ...choices, [at]: choice } }),
	};
}
