// The record types that a reference can name.
import { isRecordTypeName, type RecordTypeName } from './records.ts';

/** Empty if the target is not a record type. */
export function targetsOf(to: unknown): readonly RecordTypeName[] {
	const names = to === 'stockable' ? ['inventoryItem', 'prepItem'] : [String(to)];
	return names.filter(isRecordTypeName);
}
