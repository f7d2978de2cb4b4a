// Merge conflicts between our edit and someone else's: each line's base, ours and theirs, and the person's choice.
import { z } from 'zod';
import { call } from './call.ts';
import { decimal, nothing } from './values.ts';

const overlapVersion = z.object({
	amounts: z.array(z.object({ quantity: decimal, unit: z.string() })),
	reason: z.string(),
	text: z.string(),
});
export type OverlapVersion = z.infer<typeof overlapVersion>;

const overlapChoice = z.enum(['mine', 'theirs']);

export const overlap = z.object({
	key: z.string(),
	/** null for a document field; `field` then has its service name. */
	item: z.object({ name: z.string(), code: z.string() }).nullable(),
	field: z.string(),
	/** null if the line did not exist or was removed. */
	base: overlapVersion.nullable(),
	mine: overlapVersion.nullable(),
	theirs: overlapVersion.nullable(),
	/** null until chosen. */
	choice: overlapChoice.nullable(),
});
export type Overlap = z.infer<typeof overlap>;

/** Since the decision. `rejection` is the reason of a rejection, whatever the service calls it. */
const documentChange = overlap
	.pick({ key: true, item: true, field: true })
	.extend({ was: overlapVersion.nullable(), now: overlapVersion.nullable() });
export type DocumentChange = z.infer<typeof documentChange>;

const target = z.object({ actionId: z.string(), revision: z.number().int() });

export const outboxOverlapCalls = {
	'outbox.overlaps': call({ actionId: z.string() }, { overlaps: z.array(overlap) }),
	/** Chooses for one line; durable when it answers. Fails with `changed-meanwhile` if the step has moved on. */
	'outbox.choose': call(target.extend({ key: z.string(), choice: overlapChoice }), {
		overlaps: z.array(overlap),
	}),
	/** Sends the step with the choices. Fails with `incomplete` until every line has one. */
	'outbox.resolve': call(target, nothing),
	'outbox.changes': call({ actionId: z.string() }, { changes: z.array(documentChange) }),
	/** Applies the decision to the latest version of the document and sends it. */
	'outbox.decideAnew': call(target, nothing),
};
