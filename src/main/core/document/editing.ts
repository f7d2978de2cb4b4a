// Edits documents of the service: the draft starts from the record as seen and stores it as the base of the change. The
// outbox merges the edit with changes by others (outbox/edits.ts).
import { z } from 'zod';
import type { Box, Phase } from '../../../shared/bridge/values.ts';
import type { KindName } from '../../../shared/document/kinds.ts';
import { formatQuantity } from '../../../shared/domain/quantity-entry.ts';
import { referenceIn, withoutReference, withReference } from '../../../shared/domain/reference.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { Operation, Payload } from '../../../shared/service/operation.ts';
import { editedAs, elementOf, sendable, type EditedAs } from '../outbox/edits.ts';
import { serverId, type NewAction } from '../outbox/outbox.ts';
import type { DraftRow } from '../store/drafts.ts';
import { draftLine, type DraftLine } from './draft-line.ts';

export const editedDocument = z.object({
	record: z.looseObject({
		id: z.string(),
		status: z.string(),
		number: z.string().optional(),
		description: z.string().optional(),
		items: z.array(z.looseObject({ id: z.string().optional() })).optional(),
	}),
	/** The initial lines. A line that still equals its initial one is sent back unchanged. */
	lines: z.array(draftLine),
});
export type EditedDocument = z.infer<typeof editedDocument>;

const updateOf = (kind: KindName): Operation => {
	const operation = findOperation(`${kind}.update`);
	if (operation === undefined) throw new Error(`There is no operation ${kind}.update.`);
	return operation;
};

/** Whether the service takes changes to a document in this phase. */
export function takesEdits(kind: KindName, phase: Phase): boolean {
	const { replay } = updateOf(kind);
	return replay?.proof === 'equality' && (replay.from?.includes(phase) ?? true);
}

export function lineAsTyped(
	line: { lineId: string; item: DraftLine['item']; boxes: readonly Box[] },
	locale: string,
	more: Pick<DraftLine, 'note' | 'reasonId'>,
): DraftLine {
	const { lineId, item } = line;
	const boxes = line.boxes.map(({ unitId, quantity }) => ({
		unitId,
		typed: formatQuantity(quantity ?? '0', locale, { minus: 'plain', grouping: false }),
		locale,
		quantity,
	}));
	return { lineId, item, boxes, label: '', ...more };
}

export function isUntouched(edit: EditedDocument | undefined, line: DraftLine): boolean {
	const was = edit?.lines.find(({ lineId }) => lineId === line.lineId);
	return (
		was?.item.itemId === line.item.itemId &&
		was.boxes.length === line.boxes.length &&
		was.boxes.every(({ unitId, typed }) =>
			line.boxes.some((box) => box.unitId === unitId && box.typed === typed),
		) &&
		(['note', 'reasonId', 'label'] as const).every((field) => was[field] === line[field])
	);
}

/** Sends untouched parts as they came. @param sent.lines item is null only if untouched and unreadable */
export function editActions(
	kind: KindName,
	row: DraftRow,
	edit: EditedDocument,
	sent: {
		description: string;
		lines: readonly { line: DraftLine; item: Payload | null }[];
		submit: boolean;
	},
): [NewAction, ...NewAction[]] {
	const { record } = edit;
	const as = editedAs(updateOf(kind));
	const intent = `${row.draft_id}/${String(row.revision)}`;
	const {
		description: _before,
		items: _items,
		...kept
	} = sendable(as?.sent ?? null, as?.shown ?? null, record);
	const description = withReferenceOf(sent.description, record.description ?? '');
	return [
		{
			intentId: `${intent}/update`,
			operation: `${kind}.update`,
			payload: {
				body: {
					...kept,
					...(description === '' ? {} : { description }),
					items: sent.lines.map(({ line, item }) => itemOf(as, edit, line, item)),
				},
			},
			base: record,
		},
		...(sent.submit
			? [
					{
						intentId: `${intent}/submit`,
						operation: `${kind}.submit`,
						payload: { path: { id: serverId } },
					} as const,
				]
			: []),
	];
}

function itemOf(
	as: EditedAs | null,
	edit: EditedDocument,
	line: DraftLine,
	item: Payload | null,
): Payload {
	const began = edit.lines.findIndex(({ lineId }) => lineId === line.lineId);
	const record = edit.record.items?.[began];
	const sameItem = record?.['itemId'] === line.item.itemId;
	const asItCame = sameItem ? sendable(linesOf(as?.sent), linesOf(as?.shown), record) : {};
	if (sameItem && isUntouched(edit, line) && (item === null || isWhole(as, asItCame))) {
		return asItCame;
	}
	if (item === null) throw new Error('A line without a quantity was submitted.');
	const known = Object.keys(linesOf(as?.sent)?.shape ?? {});
	// From the original line, keep the id and unknown fields; everything else comes from the draft.
	const stays = Object.entries(asItCame).filter(([name]) => name === 'id' || !known.includes(name));
	return { ...Object.fromEntries(stays), ...item };
}

const isWhole = (as: EditedAs | null, line: Payload): boolean =>
	linesOf(as?.sent)?.safeParse(line).success ?? true;

const linesOf = (schema: z.ZodObject | null | undefined): z.ZodObject | null =>
	elementOf(schema?.shape['items']);

/** Keeps our reference at the end of the text: an edit must not delete the proof of the create. */
function withReferenceOf(text: string, before: string): string {
	const reference = withoutReference(before) === before ? null : referenceIn(before);
	return reference === null ? text : withReference(text, reference);
}
