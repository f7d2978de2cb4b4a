// What is wrong with a typed quantity, said in the language of the person; every screen with quantity boxes says it so.
import type { Entry } from '../../shared/domain/quantity-entry.ts';
import type { Format } from './format.svelte.ts';
import type { Language } from './language.svelte.ts';

/** The words for a problem entry, one sentence; `places` are those that the box's unit allows. Else null. */
export function entryWords(
	entry: Entry,
	places: number,
	t: Language['t'],
	format: Pick<Format, 'quantity'>,
): string | null {
	if (entry.kind !== 'problem') return null;
	if (entry.code === 'too-many-places') return t('entry.too-many-places', { places });
	if (entry.code !== 'ambiguous') return t(`entry.${entry.code}`);
	const [first, second] = entry.readings.map(format.quantity);
	if (first === undefined) return t('entry.ambiguous');
	const readings = second === undefined ? first : t('entry.or', { first, second });
	return t('entry.ambiguousOf', { readings });
}
