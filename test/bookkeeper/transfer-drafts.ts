// Reading, changing and discarding drafts made from a transfer.
import type { Kitchen } from '../support/kitchen.ts';
import type { Leaves } from './transfer-oracle.ts';
import { baseUnit, type DraftLine } from './transfer-service.ts';

/** The lines of either kind of draft. */
export function draftOf({ call }: Kitchen, how: Leaves, documentId: string) {
	const lines =
		how === 'waste'
			? call('wastage.get', { documentId }).lines.map(({ total: quantity, ...line }) => ({
					...line,
					quantity,
				}))
			: call('transfer.get', { documentId }).lines.map(({ requested: quantity, ...line }) => ({
					...line,
					quantity,
				}));
	return lines.map(({ lineId, item, quantity, boxes, cost }) => ({
		lineId,
		item: item.itemId,
		quantity,
		boxes,
		cost,
	}));
}

export function discardDraft({ call }: Kitchen, how: Leaves, documentId: string): void {
	call(how === 'waste' ? 'wastage.discard' : 'transferOut.discard', { documentId });
}

/** @param lowered the line that is to say one now */
export function saveDraft(
	{ call }: Kitchen,
	how: Leaves,
	documentId: string,
	kept: readonly DraftLine[],
	lowered: string | undefined,
	intentId: string,
): void {
	const lines = kept.map(({ lineId, item, boxes }) => ({
		lineId,
		itemId: item,
		note: '',
		boxes:
			lineId === lowered
				? [{ unitId: baseUnit, typed: '1' }]
				: boxes.map(({ unitId, typed }) => ({ unitId, typed })),
	}));
	const more = { locationId: 'L-1', locale: 'en-GB', intentId, documentId };
	if (how === 'waste') {
		const { revision, description } = call('wastage.get', { documentId });
		const typed = lines.map((line) => ({ ...line, reasonId: 'R-1', label: '' }));
		call('wastage.save', { ...more, revision, description, lines: typed });
	} else {
		const { revision, description } = call('transfer.get', { documentId });
		call('transferOut.save', { ...more, otherLocationId: 'L-2', revision, description, lines });
	}
}
