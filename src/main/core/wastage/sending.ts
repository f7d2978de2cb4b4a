// A draft of waste on its way out: what its lines come to, what stands in its way, and the steps that it goes in.
import type { z } from 'zod';
import type { Problem } from '../../../shared/bridge/reply.ts';
import { filled, inOneUnit } from '../../../shared/domain/sent-boxes.ts';
import type { wastageItem, wastageRequest } from '../../../shared/service/wastage.ts';
import { costOfRead, readLine, type DraftLine, type ReadLine } from '../document/draft-line.ts';
import { isUntouched } from '../document/editing.ts';
import { documentOf } from '../document/lane-fold.ts';
import { serverId, type NewAction, type NewLane } from '../outbox/outbox.ts';
import type { DraftRow } from '../store/drafts.ts';
import { wasteBodyOf, type WasteBody } from './waste-body.ts';

/** A draft, with what each of its lines comes to. */
export interface ReadWaste {
	body: WasteBody;
	lines: readonly ReadWasteLine[];
}

interface ReadWasteLine {
	line: DraftLine;
	read: ReadLine;
}

/** Reads a draft as it is saved. */
export function readWaste(row: DraftRow): ReadWaste {
	const body = wasteBodyOf(row);
	return {
		body,
		lines: body.lines.map((line) => ({ line, read: readLine(line, body.currency) })),
	};
}

/**
 * What stands in the way of sending, by `lines.<lineId>.<field>`; nothing of a line that goes back as it came.
 * @param reasonsKnown a service without reasons for waste cannot be given one.
 */
export function sendingProblems(
	{ body, lines }: ReadWaste,
	reasonsKnown: () => boolean,
): Problem[] {
	if (lines.length === 0) return [{ path: 'lines', message: 'no-lines' }];
	return lines.flatMap(({ line, read: { problems } }) => {
		// What the service has already may be anything; it goes back as it came.
		if (isUntouched(body.edits, line)) return [];
		return line.reasonId === null && reasonsKnown()
			? [...problems, { path: `lines.${line.lineId}.reason`, message: 'missing' }]
			: problems;
	});
}

/** Where what becomes of a draft waits: of one that changes a document of the service, that document's lane. */
export function sendingLane(row: DraftRow, { body, lines }: ReadWaste): NewLane {
	const { description, currency, edits } = body;
	return {
		document: 'wastage',
		documentId: edits === undefined ? row.draft_id : documentOf(edits.record.id),
		label: {
			locationId: row.location_id,
			title: description === '' ? lines.map(({ line }) => line.item.name).join(', ') : description,
			lines: lines.length,
			...costOfRead(lines.map(({ read }) => read)),
			currency,
		},
		server: edits === undefined ? null : { id: edits.record.id, number: edits.record.number ?? '' },
	};
}

/** The document is made as a draft and then submitted: a twin of a draft would move no stock. */
export function sendingActions(
	row: DraftRow,
	{ body, lines }: ReadWaste,
	date: string,
): NewAction[] {
	const intent = `${row.draft_id}/${row.revision}`;
	return [
		{
			intentId: `${intent}/create`,
			operation: 'wastage.create',
			payload: {
				body: {
					locationId: row.location_id,
					date,
					...(body.description === '' ? {} : { description: body.description }),
					items: lines.map(readableItem),
				} satisfies z.input<typeof wastageRequest>,
			},
		},
		{
			intentId: `${intent}/submit`,
			operation: 'wastage.submit',
			payload: { path: { id: serverId } },
		},
	];
}

/** The service has one text for a line: the staff's words for the reason stand before the note. */
function describedLine({ label, note }: DraftLine): { description?: string } {
	const description = [label, note].filter((text) => text !== '').join(': ');
	return description === '' ? {} : { description };
}

/** A line as it is sent, in one unit (`inOneUnit`); null while its quantity cannot be read. */
export function itemOf({ line, read }: ReadWasteLine): z.input<typeof wastageItem> | null {
	const { item } = line;
	const known = read.boxes.filter(({ unitId }) =>
		item.units.some((unit) => unit.unitId === unitId),
	);
	const sent = inOneUnit(filled(known), item.units);
	if (sent === null) return null;
	return {
		itemId: item.itemId,
		uomId: Number(sent.unitId),
		quantity: sent.quantity,
		...(line.reasonId === null ? {} : { wasteReasonId: line.reasonId }),
		...describedLine(line),
	};
}

function readableItem(line: ReadWasteLine): z.input<typeof wastageItem> {
	const item = itemOf(line);
	if (item === null) throw new Error('A line without a quantity was submitted.');
	return item;
}
