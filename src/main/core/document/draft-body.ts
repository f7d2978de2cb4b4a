// The stored body of a draft of waste or of a transfer; quantities are kept as typed.
import { z } from 'zod';
import { byKind, kinds, type KindName } from '../../../shared/document/kinds.ts';
import type { Field } from '../../../shared/document/kit.ts';
import { keptAs } from '../store/kept-json.ts';
import type { DraftRow } from '../store/drafts.ts';
import { draftLine } from './draft-line.ts';
import { editedDocument } from './editing.ts';
import { receiptOfDraft } from './follow-up.ts';

const blank = z.string().nullable();
const stored = {
	text: z.string(),
	day: blank,
	instant: z.number().nullable(),
	quantity: blank,
	reference: blank,
} as const satisfies Record<Field['as'], z.ZodType>;

const draftBody = z.object({
	description: z.string(),
	/** ISO 4217, of the draft's location when last saved. */
	currency: z.string(),
	lines: z.array(draftLine),
	edits: editedDocument.optional(),
	receipt: receiptOfDraft.optional(),
});
export type DraftBody = z.infer<typeof draftBody>;

const transferBody = draftBody.extend({
	/** The receiver of an outgoing transfer, the sender of a request. */
	otherLocationId: z.string().nullable(),
});
export type TransferBody = z.infer<typeof transferBody>;

export const draftBodyOf = (row: Pick<DraftRow, 'body'>): DraftBody => keptAs(draftBody, row.body);

export const transferBodyOf = (row: Pick<DraftRow, 'body'>): TransferBody =>
	keptAs(transferBody, row.body);

const bodies = byKind((kind) =>
	draftBody.extend(
		Object.fromEntries(
			Object.entries<Field>(kinds[kind].head).map(([name, { as }]) => [name, stored[as]]),
		),
	),
);

/** Throws if it cannot be read. */
export const bodyOfKind = (kind: KindName, row: Pick<DraftRow, 'body'>): object =>
	keptAs(bodies[kind], row.body);
