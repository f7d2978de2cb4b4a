// After an outbox step, refreshes the copies of its document and of the stock it moved.
import { isKindName } from '../../../shared/document/kinds.ts';
import { operationsOf } from '../../../shared/document/receiving.ts';
import { recordTypeOf } from '../../../shared/record/records.ts';
import type { LaneRow } from '../outbox/action.ts';
import { labelOf } from '../outbox/lane-label.ts';
import type { Log } from '../ports.ts';
import type { Sync } from './sync.ts';

/** Operations after which the stock is read again. */
const entersStock: readonly string[] = [
	'inventoryItem.changeStock',
	'inventoryItem.rollBack',
	...operationsOf('in'),
];

/** @param isBusy skips it: waiting work needs every request, and the next pull brings the copies */
export function refreshAfter(
	{ sync, isBusy, log }: { sync: Sync; isBusy: boolean; log: Log },
	lane: LaneRow,
	operation: string,
): void {
	const work: Promise<unknown>[] = [];
	const type = recordTypeOf(lane.document);
	if (type !== null && isBusy) sync.outdated({ kind: type, locationId: '' });
	else if (type !== null) work.push(sync.refreshRecord(type, lane.server_id));
	const kind = isKindName(lane.document) ? lane.document : null;
	if (kind !== null && lane.server_id !== null) {
		if (isBusy) sync.outdated({ kind, locationId: '' });
		else work.push(sync.refreshDocument(kind, lane.server_id));
	}
	if (entersStock.includes(operation)) {
		const { locationId } = labelOf(lane);
		if (locationId !== '' && isBusy) sync.outdated({ kind: 'stock', locationId });
		else if (locationId !== '') work.push(sync.refreshStock(locationId));
	}
	Promise.all(work).catch((error: unknown) => {
		log.warn('A copy could not be fetched again', { error: String(error) });
	});
}
