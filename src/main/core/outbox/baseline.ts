// What an attempt is compared with later: read from the service just before sending.
import { z } from 'zod';
import { readKept } from '../store/kept-json.ts';
import type { ActionRow } from './action.ts';

const baseline = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('state'), phase: z.string() }),
	z.object({
		kind: z.literal('quantities'),
		present: z.record(z.string(), z.string()),
		/** The outbox's last event before the read. */
		asOf: z.number(),
	}),
	/** The read that proves a deletion showed the record, so its later absence proves something. */
	z.object({ kind: z.literal('shown') }),
	z.object({ kind: z.literal('documents'), ids: z.array(z.string()) }),
	/** The document had changed before the decision was sent: its new record (changed-decision.ts). */
	z.object({ kind: z.literal('decided-on'), current: z.looseObject({}) }),
	/** Others changed the same lines as an edit: their record, and the person's choices so far (edits.ts). */
	z.object({
		kind: z.literal('overlaps'),
		current: z.looseObject({}),
		choices: z.record(z.string(), z.enum(['mine', 'theirs'])),
	}),
]);
export type Baseline = z.output<typeof baseline>;

/** null if the action has none, or one that cannot be read. */
export function baselineOf({ baseline: json }: Pick<ActionRow, 'baseline'>): Baseline | null {
	const read = json === null ? null : baseline.safeParse(readKept(json));
	return read?.success ? read.data : null;
}
