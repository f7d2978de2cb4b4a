// A handover: a receipt or a fulfilment of a transfer, compared with what is still due and queued once.
import { z } from 'zod';
import type { Problem } from '../../../shared/bridge/reply.ts';
import {
	settlement,
	type HandoverEntry,
	type TransferDocument,
	type TransferLine,
} from '../../../shared/bridge/transfer.ts';
import type { ItemView } from '../../../shared/bridge/values.ts';
import type { ReceivingDraft } from '../../../shared/document/receiving.ts';
import { lineTotal } from '../../../shared/domain/count-line.ts';
import {
	add,
	compare,
	decimalText,
	isNegative,
	isZero,
	multiply,
	subtract,
} from '../../../shared/domain/decimal.ts';
import { formatQuantity } from '../../../shared/domain/quantity-entry.ts';
import { byUnit, filled } from '../../../shared/domain/sent-boxes.ts';
import { exactParts, strays, type UnitQuantity } from '../../../shared/domain/unit.ts';
import {
	transferRecord,
	type fulfillTransferOut,
	type receiveTransferIn,
	type TransferRecord,
} from '../../../shared/service/transfer.ts';
import type { NewAction, NewLane } from '../outbox/outbox.ts';
import type { DraftRow } from '../store/drafts.ts';
import {
	kindOf,
	type Direction,
	type ServiceLine,
	type ServiceTransfer,
} from './service-transfer.ts';
import { keptAs } from '../store/kept-json.ts';

export type Handover = NonNullable<TransferDocument['handover']>;

export const handoverAt = { in: 'receive', out: 'fulfill' } as const satisfies Record<
	Direction,
	Handover
>;

export const draftOf = { receive: 'receipt', fulfill: 'fulfilment' } as const satisfies Record<
	Handover,
	ReceivingDraft
>;

const drafted = z.object({
	draftId: z.string(),
	lineId: z.string(),
	/** Base units when it was drafted; the person may have changed the draft since. */
	quantity: z.string(),
});
export type Drafted = z.infer<typeof drafted>;

const enteredLine = z.object({
	boxes: z.array(
		z.object({
			unitId: z.string(),
			typed: z.string(),
			locale: z.string(),
			quantity: z.string(),
		}),
	),
	reason: z.string(),
	settlement,
	drafted: drafted.nullable(),
});
export type EnteredLine = z.infer<typeof enteredLine>;

const handoverBody = z.object({
	/** The transfer as of the first entry, so that the draft survives a lost cache. */
	transfer: transferRecord,
	lines: z.record(z.string(), enteredLine),
});
export type HandoverBody = z.infer<typeof handoverBody>;

export const handoverBodyOf = (row: Pick<DraftRow, 'body'>): HandoverBody =>
	keptAs(handoverBody, row.body);

export const blankLine: EnteredLine = {
	boxes: [],
	reason: '',
	settlement: 'none',
	drafted: null,
};

/** Base units still to be received or sent; never negative. */
export function dueOf(handover: Handover, line: ServiceLine): string {
	const before = handover === 'receive' ? line.quantityReceived : line.quantityFulfilled;
	const left = subtract(line.quantity, before ?? '0');
	return isNegative(left) ? '0' : left;
}

export const isDue = (handover: Handover, { lines }: ServiceTransfer): boolean =>
	lines.some(({ record }) => !isZero(dueOf(handover, record)));

/**
 * Compares a line's entry with what is still due, so a second delivery is compared only with the rest. The total is
 * null while a box uses a unit that the item no longer has.
 */
export function entryOf(
	handover: Handover,
	{ record, item }: Pick<ServiceTransfer['lines'][number], 'record' | 'item'>,
	body: Pick<HandoverBody, 'lines'> | null,
): HandoverEntry {
	const entered = body?.lines[record.id] ?? blankLine;
	const { boxes, reason } = entered;
	const due = dueOf(handover, record);
	const total = strays(boxes, item.units).length > 0 ? null : lineTotal(boxes, item.units);
	const difference = total === null ? null : subtract(total, due);
	return {
		due,
		boxes,
		total,
		difference,
		reason,
		settlement: isZero(difference ?? '0') ? 'none' : entered.settlement,
	};
}

/** Whether some of a line stays due. Quantities that are returned or wasted count as received. */
export const isLeftDue = ({ due, total, difference, settlement }: HandoverEntry): boolean =>
	total === null ? !isZero(due) : isNegative(difference ?? '0') && settlement === 'none';

/** Replaces a line's boxes. A reason and a settlement hold only while the line stays short (or blank), or stays over. */
export function withBoxes(
	line: Pick<ServiceTransfer['lines'][number], 'record' | 'item'>,
	handover: Handover,
	before: EnteredLine,
	boxes: EnteredLine['boxes'],
): EnteredLine {
	const signOf = (entered: EnteredLine): number => {
		const lines = { [line.record.id]: entered };
		const { difference } = entryOf(handover, line, { lines });
		return entered.boxes.length === 0 ? -1 : compare(difference ?? '0', '0');
	};
	const after = { ...before, boxes };
	return signOf(before) === signOf(after) ? after : { ...after, reason: '', settlement: 'none' };
}

/** What blocks a handover. @param overPercent limit above the quantity sent or requested; null for no limit */
export function handoverProblems(
	handover: Handover,
	lines: readonly TransferLine[],
	overPercent: number | null,
): Problem[] {
	const found = lines.flatMap(({ lineId, item, entry, requested, sent, received }): Problem[] => {
		if (entry === null) return [];
		const { due, total, difference, reason } = entry;
		const at = (field: string): string => `lines.${lineId}.${field}`;
		if (total === null || difference === null) {
			// The line was completed by an earlier handover.
			if (isZero(due) && entry.boxes.length === 0) return [];
			if (item.units.length === 0) return [{ path: at('item'), message: 'unknown-item' }];
			return [
				{ path: at('entry'), message: entry.boxes.length === 0 ? 'missing' : 'unknown-unit' },
			];
		}
		if (isZero(difference)) return [];
		const over = !isNegative(difference);
		if (handover === 'fulfill') {
			return over ? [{ path: at('entry'), message: 'more-than-asked' }] : [];
		}
		const most = multiply(sent ?? requested ?? '0', decimalText(String(100 + (overPercent ?? 0))));
		const came = multiply(add(received ?? '0', total), '100');
		if (over && overPercent !== null && compare(came, most) > 0) {
			return [{ path: at('entry'), message: 'over-tolerance' }];
		}
		return reason.trim() === '' ? [{ path: at('reason'), message: 'missing' }] : [];
	});
	const nothing = lines.every(({ entry }) => entry?.total === null || isZero(entry?.total ?? '0'));
	return handover === 'fulfill' && found.length === 0 && nothing
		? [{ path: 'lines', message: 'nothing-leaves' }]
		: found;
}

/** Boxes for the due quantity: the document's units if all of it is due, otherwise spread over the item's units. */
export function allDue(
	handover: Handover,
	line: ServiceLine,
	item: ItemView,
	locale: string,
): EnteredLine['boxes'] {
	const due = dueOf(handover, line);
	const named = (line.quantities ?? []).map(({ uomId, quantity }): UnitQuantity => ({
		unitId: String(uomId),
		quantity: decimalText(quantity),
	}));
	const known = strays(named, item.units).length === 0;
	const whole = compare(due, line.quantity) === 0;
	const total = known && named.length > 0 ? lineTotal(boxesOf(named, locale), item.units) : null;
	const parts =
		whole && total !== null && compare(total, due) === 0 ? named : exactParts(due, item.units);
	return boxesOf(parts, locale);
}

export const boxesOf = (parts: readonly UnitQuantity[], locale: string): EnteredLine['boxes'] =>
	parts.map(({ unitId, quantity }) => ({
		unitId,
		typed: formatQuantity(quantity, locale, { minus: 'plain', grouping: false }),
		locale,
		quantity,
	}));

export function handoverLane({ head, record, lines }: ServiceTransfer) {
	const out = head.direction === 'out';
	return {
		document: kindOf[head.direction],
		documentId: head.documentId,
		label: {
			locationId: out ? record.fromLocationId : record.toLocationId,
			title: out ? head.toName : head.fromName,
			lines: lines.length,
			cost: head.cost,
			costsUnknown: head.costsUnknown,
			currency: head.currency,
		},
		server: { id: record.id, number: head.number },
	} satisfies NewLane;
}

/** What goes into stock. Includes what will be returned or wasted: only received stock can leave again. */
export function received(
	{ lines }: ServiceTransfer,
	shown: readonly TransferLine[],
	locale: string,
): TransferLine[] {
	return shown.map((line) => {
		const { entry, item } = line;
		const record = lines.find((each) => each.record.id === line.lineId)?.record;
		if (record === undefined || entry === null || entry.settlement === 'none') return line;
		if (!isNegative(entry.difference ?? '0')) return line;
		const boxes = allDue('receive', record, item, locale);
		return { ...line, entry: { ...entry, boxes, total: entry.due } };
	});
}

/** @param date ISO 8601, when it was received or sent */
export function handoverAction(
	handover: Handover,
	row: DraftRow,
	transfer: TransferRecord,
	lines: readonly TransferLine[],
	date: string,
): NewAction {
	const entered = lines.flatMap(({ lineId, item, entry }) =>
		entry?.total === null || entry === null
			? []
			: [
					{
						transferItemId: lineId,
						itemId: item.itemId,
						quantities: byUnit(filled(entry.boxes), item.units).map(({ unitId, quantity }) => ({
							uomId: Number(unitId),
							quantity,
						})),
						quantity: entry.total,
						reason: entry.reason,
					},
				],
	);
	const intentId = `${row.draft_id}/${row.revision}/${handover}`;
	const about = { transferId: transfer.id, date };
	if (handover === 'fulfill') {
		const items = entered.map(({ reason: _why, ...line }) => line);
		const body = { ...about, items } satisfies z.input<typeof fulfillTransferOut>;
		return { intentId, operation: 'transferOut.fulfill', payload: { body }, base: transfer };
	}
	const items = entered.map(({ reason, ...line }) => ({
		...line,
		...(reason === '' ? {} : { description: reason }),
	}));
	const body = { ...about, items } satisfies z.input<typeof receiveTransferIn>;
	return { intentId, operation: 'transferIn.receive', payload: { body }, base: transfer };
}
