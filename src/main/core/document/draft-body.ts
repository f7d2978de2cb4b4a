// The stored body of a draft: the fields that its kind declares, and quantities as typed.
import { z } from 'zod';
import type { Field, Fields } from '../../../shared/document/kit.ts';
import { byKind, kinds, type KindName } from '../../../shared/document/kinds.ts';
import type { DraftRow } from '../store/drafts.ts';
import { keptAs } from '../store/kept-json.ts';
import { storedLine, type DraftLine } from './draft-line.ts';
import { editedRecord, type EditedDocument } from './editing.ts';
import { writtenIn, type DeclaredShape, type Values } from './fields.ts';
import { receiptOfDraft, type ReceiptOfDraft } from './receipt-drafts.ts';

export interface DraftBody {
	readonly values: Values;
	/** ISO 4217, of the draft's location when last saved. */
	readonly currency: string;
	readonly lines: readonly DraftLine[];
	readonly edits?: EditedDocument;
	readonly receipt?: ReceiptOfDraft;
}

const stored = {
	text: z.string(),
	day: z.string().nullable(),
	instant: z.number().nullable(),
	quantity: z.string().nullable(),
	money: z.string().nullable(),
	reference: z.string().nullable(),
	key: z.union([z.string(), z.number()]).nullable(),
} as const satisfies Record<Field['as'], z.ZodType>;

const shapeOf = (fields: Fields): DeclaredShape =>
	Object.fromEntries(
		Object.entries(fields)
			.filter(([, { edit }]) => edit !== 'never')
			.map(([name, { as }]) => [name, stored[as]]),
	);

function bodySchema(name: KindName) {
	const { head, lines: sheet } = kinds[name];
	const lines = z.array(storedLine.extend(shapeOf(sheet.fields))).transform((all) =>
		all.map(({ lineId, item, boxes, ...fields }): DraftLine => ({
			lineId,
			item,
			boxes,
			values: writtenIn(sheet.fields, fields),
		})),
	);
	return z
		.object({
			...shapeOf(head),
			currency: z.string(),
			lines,
			edits: z.object({ record: editedRecord, lines }).optional(),
			receipt: receiptOfDraft.optional(),
		})
		.transform(({ currency, lines: read, edits, receipt, ...values }): DraftBody => {
			return {
				values: writtenIn(head, values),
				currency,
				lines: read,
				...(edits === undefined ? {} : { edits }),
				...(receipt === undefined ? {} : { receipt }),
			};
		});
}

const schemas = byKind(bodySchema);

export const draftBodyOf = (name: KindName, { body }: Pick<DraftRow, 'body'>): DraftBody =>
	keptAs(schemas[name], body);

const flat = ({ values, ...line }: DraftLine): object => ({ ...line, ...values });

/** Flat, so that drafts of two PCs are merged field by field. */
export const storedBody = ({ values, lines, edits, ...body }: DraftBody): object => ({
	...values,
	...body,
	lines: lines.map(flat),
	...(edits === undefined ? {} : { edits: { ...edits, lines: edits.lines.map(flat) } }),
});
