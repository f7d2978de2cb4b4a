// The stored body of a draft of a record: its changes by field.
import { z } from 'zod';
import { keptAs } from '../store/kept-json.ts';

const plain = z.record(z.string(), z.unknown());
const recordDraftBody = z.object({
	/** The record when the editing began; null for a new one. */
	base: plain.nullable(),
	changes: z.array(z.object({ at: z.string(), was: z.unknown(), to: z.unknown() })),
	/** The text of boxes that are no value yet. */
	typed: z.record(z.string(), z.string()),
});
export type RecordDraftBody = z.infer<typeof recordDraftBody>;

export const recordDraftBodyOf = (row: { body: string }): RecordDraftBody =>
	keptAs(recordDraftBody, row.body);
