// The stored body of a waste draft; quantities are kept as typed.
import { z } from 'zod';
import { draftLine } from '../document/draft-line.ts';
import { editedDocument } from '../document/editing.ts';
import { receiptOfDraft } from '../document/follow-up.ts';
import type { DraftRow } from '../store/drafts.ts';
import { keptAs } from '../store/kept-json.ts';

const wasteBody = z.object({
	description: z.string(),
	/** ISO 4217, of the location when last saved. */
	currency: z.string(),
	lines: z.array(draftLine),
	edits: editedDocument.optional(),
	receipt: receiptOfDraft.optional(),
});
export type WasteBody = z.infer<typeof wasteBody>;

export const wasteBodyOf = (row: Pick<DraftRow, 'body'>): WasteBody => keptAs(wasteBody, row.body);
