// Where a reference leads: to a record type, or to the items, which have copies and a search of their own.
import { isRecordTypeName, type RecordTypeName } from './records.ts';

export type TargetName = RecordTypeName | 'inventoryItem';

/** Empty for a target without copies. */
export function targetsOf(to: unknown): readonly TargetName[] {
	const names = to === 'stockable' ? ['inventoryItem', 'prepItem'] : [String(to)];
	return names.filter(
		(name): name is TargetName => name === 'inventoryItem' || isRecordTypeName(name),
	);
}
