// Reading, changing and discarding drafts made from a transfer.
import { caller, valueOf, type Kitchen } from '../support/kitchen.ts';
import type { Leaves } from './transfers-oracle.ts';
import { baseUnit, type DraftLine } from './transfers-service.ts';

/** The lines of either kind of draft. */
export function draftOf({ calls }: Kitchen, how: Leaves, documentId: string) {
	const lines =
		how === 'waste'
			? valueOf(calls['wastage.get']({ documentId }, caller)).lines.map(
					({ total: quantity, ...line }) => ({ ...line, quantity }),
				)
			: valueOf(calls['transfer.get']({ documentId }, caller)).lines.map(
					({ requested: quantity, ...line }) => ({ ...line, quantity }),
				);
	return lines.map(({ lineId, item, quantity, boxes, cost }) => ({
		...{ lineId, item: item.itemId, quantity, boxes, cost },
	}));
}

export function discardDraft({ calls }: Kitchen, how: Leaves, documentId: string): void {
	valueOf(calls[how === 'waste' ? 'wastage.discard' : 'transfer.discard']({ documentId }, caller));
}

/** @param lowered the line that is to say one now */
export function saveDraft(
	{ calls }: Kitchen,
	how: Leaves,
	documentId: string,
	kept: readonly DraftLine[],
	lowered: string | undefined,
	intentId: string,
): void {
	const lines = kept.map(({ lineId, item, boxes }) => ({
		...{ lineId, itemId: item, note: '' },
		boxes:
			lineId === lowered
				? [{ unitId: baseUnit, typed: '1' }]
				: boxes.map(({ unitId, typed }) => ({ unitId, typed })),
	}));
	const more = { locationId: 'L-1', locale: 'en-GB', intentId, documentId };
	if (how === 'waste') {
		const { revision, description } = valueOf(calls['wastage.get']({ documentId }, caller));
		const typed = lines.map((line) => ({ ...line, reasonId: 'R-1', label: '' }));
		valueOf(calls['wastage.save']({ ...more, revision, description, lines: typed }, caller));
	} else {
		const { revision, description } = valueOf(calls['transfer.get']({ documentId }, caller));
		const ends = { direction: 'out' as const, otherLocationId: 'L-2' };
		valueOf(calls['transfer.save']({ ...more, ...ends, revision, description, lines }, caller));
	}
}
