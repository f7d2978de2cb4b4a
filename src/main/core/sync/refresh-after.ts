// After an outbox step, refreshes the copies of its document and of the stock it moved.
import {
	isRecordDocument,
	recordTypeOf,
	type RecordDocument,
} from '../../../shared/record/records.ts';
import type { LaneRow } from '../outbox/action.ts';
import { labelOf } from '../outbox/lane-label.ts';
import type { Log } from '../ports.ts';
import type { CachedDocument } from '../store/cache-records.ts';
import type { Sync } from './sync.ts';

const copyOf: Readonly<
	Record<Exclude<LaneRow['document'], RecordDocument>, CachedDocument | null>
> = {
	stocktake: null,
	wastage: 'wastage',
	transferOut: 'transferOut',
	transferIn: 'transferIn',
};

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
	const kind = isRecordDocument(lane.document) ? null : copyOf[lane.document];
	if (kind !== null && lane.server_id !== null) {
		if (isBusy) sync.outdated({ kind, locationId: '' });
		else work.push(sync.refreshDocument(kind, lane.server_id));
	}
	if (operation === 'transferIn.receive' || operation === 'inventoryItem.changeStock') {
		const { locationId } = labelOf(lane);
		if (locationId !== '' && isBusy) sync.outdated({ kind: 'stock', locationId });
		else if (locationId !== '') work.push(sync.refreshStock(locationId));
	}
	Promise.all(work).catch((error: unknown) => {
		log.warn('A copy could not be fetched again', { error: String(error) });
	});
}
