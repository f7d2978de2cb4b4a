// Receiving a transfer: what was entered against each of its lines, what it comes to, and what is queued.
import { z } from 'zod';
import type { Problem } from '../../../shared/bridge/reply.ts';
import type { TransferLine } from '../../../shared/bridge/transfer.ts';
import type { Box, ItemView } from '../../../shared/bridge/values.ts';
import { lineTotal } from '../../../shared/domain/count-line.ts';
import { compare, decimalText, isZero, subtract } from '../../../shared/domain/decimal.ts';
import { formatQuantity } from '../../../shared/domain/quantity-entry.ts';
import { splitIntoUnits, type UnitQuantity } from '../../../shared/domain/unit.ts';
import {
	transferRecord,
	type receiveTransferIn,
	type TransferRecord,
} from '../../../shared/service/transfer.ts';
import type { NewAction, NewLane } from '../outbox/outbox.ts';
import { documentOf } from '../document/lane-fold.ts';
import type { DraftRow } from '../store/drafts.ts';
import { outstanding, type ServiceLine, type ServiceTransfer } from './service-transfer.ts';

const receivedLine = z.object({
	boxes: z.array(
		z.object({
			unitId: z.string(),
			typed: z.string(),
			/** By which `typed` was read. */
			locale: z.string(),
			quantity: z.string(),
		}),
	),
	/** Why less or more came. */
	reason: z.string(),
});
export type ReceivedLine = z.infer<typeof receivedLine>;

/** What a receipt holds. */
const receiptBody = z.object({
	/** The transfer as it was when the receipt was begun: without the cache it still says what it is. */
	transfer: transferRecord,
	/** By line of the transfer. */
	lines: z.record(z.string(), receivedLine),
});
export type ReceiptBody = z.infer<typeof receiptBody>;

export const receiptBodyOf = (row: DraftRow): ReceiptBody =>
	receiptBody.parse(JSON.parse(row.body));

export const blankLine: ReceivedLine = { boxes: [], reason: '' };

const lineOf = (receipt: ReceiptBody | null, lineId: string): ReceivedLine =>
	receipt?.lines[lineId] ?? blankLine;

/**
 * The lines of an arrival. While it can be received, or a receipt of ours stands, `sent` is what was left to come and
 * `received` what was entered of it, so that a second delivery is compared with the rest alone; otherwise they are the
 * whole quantities of the service's record.
 * @param receipt null where the record alone is shown.
 */
export function arrivalLines(
	{ lines }: ServiceTransfer,
	receipt: ReceiptBody | null,
	canReceive: boolean,
): TransferLine[] {
	return lines.map(({ record, item, box, cost }): TransferLine => {
		const common = { lineId: record.id, item, box, note: record.description ?? '', cost };
		if (receipt === null && !canReceive) {
			const sent = decimalText(record.quantity);
			const came = record.quantityReceived;
			return {
				...common,
				sent,
				received: came === undefined ? null : decimalText(came),
				receivedBoxes: [],
				difference: came === undefined ? null : subtract(came, sent),
				differenceReason: '',
			};
		}
		const { boxes, reason } = lineOf(receipt, record.id);
		const left = outstanding(record);
		const received = lineTotal(boxes, item.units);
		return {
			...common,
			sent: left,
			received,
			receivedBoxes: boxes.map(({ unitId, typed, quantity }): Box => ({ unitId, typed, quantity })),
			difference: received === null ? null : subtract(received, left),
			differenceReason: reason,
		};
	});
}

/** What stands in the way of receiving: lines still blank, and differences that nobody explained. */
export function receivingProblems(lines: readonly TransferLine[]): Problem[] {
	return lines.flatMap(({ lineId, item, sent, received, difference, differenceReason }) => {
		const at = (field: string): string => `lines.${lineId}.${field}`;
		if (received === null) {
			// Nothing is left to come of a line that came whole before.
			if (sent !== null && isZero(sent)) return [];
			return item.units.length === 0
				? [{ path: at('item'), message: 'unknown-item' }]
				: [{ path: at('received'), message: 'missing' }];
		}
		return difference !== null && !isZero(difference) && differenceReason.trim() === ''
			? [{ path: at('differenceReason'), message: 'missing' }]
			: [];
	});
}

/**
 * What to write into the boxes of a line that came as it was sent: the units that the sender filled, where all of it is
 * still to come, else the rest spread over the item's units.
 */
export function asSent(line: ServiceLine, item: ItemView, locale: string): ReceivedLine['boxes'] {
	const left = outstanding(line);
	const filled = (line.quantities ?? []).map(({ uomId, quantity }): UnitQuantity => ({
		unitId: String(uomId),
		quantity: decimalText(quantity),
	}));
	const known = filled.every(({ unitId }) => item.units.some((unit) => unit.unitId === unitId));
	const whole = compare(left, line.quantity) === 0;
	const total = known && filled.length > 0 ? lineTotal(boxesOf(filled, locale), item.units) : null;
	const parts =
		whole && total !== null && compare(total, left) === 0
			? filled
			: splitIntoUnits(left, item.units).parts;
	return boxesOf(parts, locale);
}

/** Quantities that nobody typed, written as the person would have. */
export const boxesOf = (parts: readonly UnitQuantity[], locale: string): ReceivedLine['boxes'] =>
	parts.map(({ unitId, quantity }) => ({
		unitId,
		typed: formatQuantity(quantity, locale, { minus: 'plain', grouping: false }),
		locale,
		quantity,
	}));

export function receivingLane(
	{ head, record }: ServiceTransfer,
	lines: readonly TransferLine[],
): NewLane {
	return {
		document: 'transfer-in',
		documentId: documentOf(record.id),
		label: {
			locationId: record.toLocationId,
			title: head.fromName,
			lines: lines.length,
			cost: head.cost,
			currency: head.currency,
		},
		server: { id: record.id, number: head.number },
	};
}

/** @param date ISO 8601, when it was received. */
export function receivingAction(
	row: DraftRow,
	transfer: TransferRecord,
	lines: readonly TransferLine[],
	date: string,
): NewAction {
	const items = lines.flatMap(({ lineId, item, received, receivedBoxes, differenceReason }) =>
		received === null
			? []
			: [
					{
						transferItemId: lineId,
						itemId: item.itemId,
						quantities: receivedBoxes.flatMap(({ unitId, quantity }) =>
							quantity === null ? [] : [{ uomId: Number(unitId), quantity }],
						),
						quantity: received,
						...(differenceReason === '' ? {} : { description: differenceReason }),
					},
				],
	);
	return {
		intentId: `${row.draft_id}/${row.revision}/receive`,
		operation: 'transferIn.receive',
		payload: {
			body: { transferId: transfer.id, date, items } satisfies z.input<typeof receiveTransferIn>,
		},
	};
}
