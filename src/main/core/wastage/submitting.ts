// Sends a waste draft: its parsed lines, what blocks sending, and the queued actions.
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

export interface ReadWaste {
	body: WasteBody;
	lines: readonly ReadWasteLine[];
}

interface ReadWasteLine {
	line: DraftLine;
	read: ReadLine;
}

export function readWaste(row: DraftRow): ReadWaste {
	const body = wasteBodyOf(row);
	return {
		body,
		lines: body.lines.map((line) => ({ line, read: readLine(line, body.currency) })),
	};
}

/** @param reasonsKnown whether the service has waste reasons; without them none is required */
export function sendingProblems(
	{ body, lines }: ReadWaste,
	reasonsKnown: () => boolean,
): Problem[] {
	if (lines.length === 0) return [{ path: 'lines', message: 'no-lines' }];
	return lines.flatMap(({ line, read: { problems } }) => {
		// Lines that came from the service and are unchanged are not validated: they are sent back as they came.
		if (isUntouched(body.edits, line)) return [];
		return line.reasonId === null && reasonsKnown()
			? [...problems, { path: `lines.${line.lineId}.reason`, message: 'missing' }]
			: problems;
	});
}

/** An edit goes into the lane of the service's document; a new document gets its own lane. */
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

/** Creates a draft at the service, then submits it: if the create is doubled, the extra draft moves no stock. */
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

/** The service has one text per line: put our label for the reason before the note. */
function describedLine({ label, note }: DraftLine): { description?: string } {
	const description = [label, note].filter((text) => text !== '').join(': ');
	return description === '' ? {} : { description };
}

/** The line for the request, in a single unit (`inOneUnit`); null if its quantity is unreadable. */
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
