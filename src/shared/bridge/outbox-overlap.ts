// Where an edit of ours met one of others: the same line as it was, as we have it and as they have it, and what a person
// chooses of each.
import { z } from 'zod';
import { call } from './call.ts';
import { decimal, nothing } from './values.ts';

/** A line, or a field of the document in the place of a line (then `text` alone). */
const overlapVersion = z.object({
	amounts: z.array(z.object({ quantity: decimal, unit: z.string() })),
	reason: z.string(),
	text: z.string(),
});
export type OverlapVersion = z.infer<typeof overlapVersion>;

const overlapChoice = z.enum(['mine', 'theirs']);

export const overlap = z.object({
	key: z.string(),
	/** Null for a field of the document, which `field` names as the service does. */
	item: z.object({ name: z.string(), code: z.string() }).nullable(),
	field: z.string(),
	/** Null where the line was not there, or is there no more. */
	base: overlapVersion.nullable(),
	mine: overlapVersion.nullable(),
	theirs: overlapVersion.nullable(),
	/** Null while nothing was chosen. */
	choice: overlapChoice.nullable(),
});
export type Overlap = z.infer<typeof overlap>;

/**
 * What differs between the document that a person decided about and what the service had last. The field `rejection` is
 * the reason of a rejection, whatever the service calls it.
 */
const documentChange = overlap
	.pick({ key: true, item: true, field: true })
	.extend({ was: overlapVersion.nullable(), now: overlapVersion.nullable() });
export type DocumentChange = z.infer<typeof documentChange>;

const target = z.object({ actionId: z.string(), revision: z.number().int() });

export const outboxOverlapCalls = {
	/** What has to be chosen of a step; nothing where it needs no choice. */
	'outbox.overlaps': call(
		z.object({ actionId: z.string() }),
		z.object({ overlaps: z.array(overlap) }),
	),
	/** Chooses for one line; durable when it answers. `changed-meanwhile` when the step moved on since it was shown. */
	'outbox.choose': call(
		target.extend({ key: z.string(), choice: overlapChoice }),
		z.object({ overlaps: z.array(overlap) }),
	),
	/** The step goes as it was chosen. Refused with `incomplete` while a line was not chosen. */
	'outbox.resolve': call(target, nothing),
	/** What was changed since the decision of this step; nothing where it is no decision that is to be made anew. */
	'outbox.changes': call(
		z.object({ actionId: z.string() }),
		z.object({ changes: z.array(documentChange) }),
	),
	/** The step's decision holds for the document as the service had it last, and goes. */
	'outbox.decideAnew': call(target, nothing),
};
