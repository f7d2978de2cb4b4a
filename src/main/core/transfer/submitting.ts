// Transfers created here: the draft's contents, what blocks sending, and the queued actions.
import { z } from 'zod';
import type { Problem } from '../../../shared/bridge/reply.ts';
import { isZero } from '../../../shared/domain/decimal.ts';
import { byUnit, filled } from '../../../shared/domain/sent-boxes.ts';
import type { transferItemRequest, transferRequest } from '../../../shared/service/transfer.ts';
import { costOfRead, draftLine, readLine } from '../document/draft-line.ts';
import { receiptOfDraft } from '../document/follow-up.ts';
import { editActions, editedDocument, isUntouched } from '../document/editing.ts';
import { transferNameOf } from '../document/transfer-id.ts';
import { serverId, type NewAction, type NewLane } from '../outbox/outbox.ts';
import type { DraftRow } from '../store/drafts.ts';
import { keptAs } from '../store/kept-json.ts';

const transferBody = z.object({
	description: z.string(),
	/** The receiver of an outgoing transfer, the sender of a request. */
	otherLocationId: z.string().nullable(),
	/** ISO 4217, of the draft's location when last saved. */
	currency: z.string(),
	lines: z.array(draftLine),
	edits: editedDocument.optional(),
	receipt: receiptOfDraft.optional(),
});
export type TransferBody = z.infer<typeof transferBody>;

export const transferBodyOf = (row: Pick<DraftRow, 'body'>): TransferBody =>
	keptAs(transferBody, row.body);

export const directionOf = (row: DraftRow): 'out' | 'in' =>
	row.document === 'transfer-in' ? 'in' : 'out';

export function sendingProblems(
	row: DraftRow,
	{ otherLocationId, lines, edits }: TransferBody,
): Problem[] {
	const problems: Problem[] = [];
	if (otherLocationId === null) problems.push({ path: 'otherLocationId', message: 'missing' });
	if (otherLocationId === row.location_id) {
		problems.push({ path: 'otherLocationId', message: 'same-location' });
	}
	if (lines.length === 0) problems.push({ path: 'lines', message: 'no-lines' });
	// Lines that came from the service and are unchanged are not validated: they are sent back as they came.
	const touched = lines.filter((line) => !isUntouched(edits, line));
	return [...problems, ...touched.flatMap((line) => readLine(line, '').problems)];
}

export function sendingLane(
	row: DraftRow,
	{ currency, lines, edits }: TransferBody,
	otherName: string,
): NewLane {
	return {
		document: directionOf(row) === 'out' ? 'transfer-out' : 'transfer-in',
		documentId:
			edits === undefined ? row.draft_id : transferNameOf(directionOf(row), edits.record.id),
		label: {
			locationId: row.location_id,
			title: otherName,
			lines: lines.length,
			...costOfRead(lines.map((line) => readLine(line, currency))),
			currency,
		},
		server: edits === undefined ? null : { id: edits.record.id, number: edits.record.number ?? '' },
	};
}

/** Creates a draft, then submits it: if the create is doubled, the extra draft moves no stock. */
export function sendingActions(
	row: DraftRow,
	body: TransferBody,
	date: string,
	submit: boolean,
): NewAction[] {
	const intent = `${row.draft_id}/${row.revision}`;
	const out = directionOf(row) === 'out';
	if (body.edits !== undefined) {
		return editActions(out ? 'transferOut' : 'transferIn', row, body.edits, {
			description: body.description,
			lines: body.lines.map((line) => ({ line, item: itemOf(line, body.currency) })),
			submit,
		});
	}
	const other = body.otherLocationId ?? '';
	return [
		{
			intentId: `${intent}/create`,
			operation: out ? 'transferOut.create' : 'transferIn.create',
			payload: {
				body: {
					fromLocationId: out ? row.location_id : other,
					toLocationId: out ? other : row.location_id,
					date,
					...(body.description === '' ? {} : { description: body.description }),
					items: body.lines.flatMap((line) => itemOf(line, body.currency) ?? []),
				} satisfies z.input<typeof transferRequest>,
			},
		},
		{
			intentId: `${intent}/submit`,
			operation: out ? 'transferOut.submit' : 'transferIn.submit',
			payload: { path: { id: serverId } },
		},
	];
}

/** Null if the quantity is unreadable. */
function itemOf(
	line: TransferBody['lines'][number],
	currency: string,
): z.input<typeof transferItemRequest> | null {
	const boxes = filled(readLine(line, currency).boxes);
	const quantities = byUnit(boxes, line.item.units).map(({ unitId, quantity }) => ({
		...{ uomId: Number(unitId), quantity },
	}));
	const above = quantities.filter(({ quantity }) => !isZero(quantity));
	if (quantities.length === 0) return null;
	return {
		itemId: line.item.itemId,
		// Omit zeros next to a real quantity.
		quantities: above.length === 0 ? quantities : above,
		...(line.note === '' ? {} : { description: line.note }),
	};
}
