// Which record types a reference leads to.
import { isRecordTypeName, type RecordTypeName } from './records.ts';

/** Empty for a target that is no record type. */
export function targetsOf(to: unknown): readonly RecordTypeName[] {
	const names = to === 'stockable' ? ['inventoryItem', 'prepItem'] : [String(to)];
	return names.filter(isRecordTypeName);
}
