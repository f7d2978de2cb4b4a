// Error messages for an item's quantity box.
import { entryMessage } from './entry-message.ts';
import type { Message } from './message.ts';
import type { SheetLine } from '../../shared/bridge/stocktake.ts';
import type { ItemUnitView } from '../../shared/bridge/values.ts';
import { holdsSeveral } from '../../shared/domain/box-entry.ts';
import type { Entry } from '../../shared/domain/quantity-entry.ts';

/** One or two sentences for a problem entry; else null. */
export function boxMessage(
	entry: Entry,
	unit: ItemUnitView,
	line: Pick<SheetLine, 'baseUnitName'>,
): Message | null {
	const tooFine = entry.kind === 'problem' && entry.code === 'too-many-places';
	return tooFine && holdsSeveral(unit)
		? { key: 'sheet.partNotEven', values: { base: line.baseUnitName } }
		: entryMessage(entry, unit.places);
}
