// Where a reference leads: to a record type, or to several.
import { isRecordTypeName, type RecordTypeName } from './records.ts';

/** Empty for a target without copies. */
export function targetsOf(to: unknown): readonly RecordTypeName[] {
	const names = to === 'stockable' ? ['inventoryItem', 'prepItem'] : [String(to)];
	return names.filter(isRecordTypeName);
}
