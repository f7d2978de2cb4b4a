// What is wrong with the text of a quantity box of an item, in the language of the person.
import type { App } from '../app.svelte.ts';
import { entryWords } from './entry-words.ts';
import type { SheetLine } from '../../shared/bridge/stocktake.ts';
import type { ItemUnitView } from '../../shared/bridge/values.ts';
import { holdsSeveral } from '../../shared/domain/box-entry.ts';
import type { Entry } from '../../shared/domain/quantity-entry.ts';

/** The words for a problem entry, one sentence or two; else null. */
export function boxWords(
	entry: Entry,
	unit: ItemUnitView,
	line: Pick<SheetLine, 'baseUnitName'>,
	t: App['t'],
	format: Pick<App['format'], 'quantity'>,
): string | null {
	const tooFine = entry.kind === 'problem' && entry.code === 'too-many-places';
	return tooFine && holdsSeveral(unit)
		? t('sheet.partNotEven', { base: line.baseUnitName })
		: entryWords(entry, unit.places, t, format);
}
