// Names of the kinds fetched from the service.
import type { SyncState } from '../../../shared/bridge/app.ts';
import { recordTypeNames } from '../../../shared/record/records.ts';
import { kindNames } from '../../../shared/document/kinds.ts';
import type { Language } from '../../messages/language.svelte.ts';
import { isMessageKey } from '../../messages/message.ts';

/** A kind without a message is shown under the core's name. */
export function kindWords(t: Language['t'], kind: string): string {
	const key = [`settings.kind-${kind}`, `recordTypes.${kind}`, `${kind}.title`].find(isMessageKey);
	return key === undefined ? kind : t(key);
}

/** In a person's order: places, goods, documents. */
const order: readonly string[] = [
	'location',
	'storageArea',
	'inventoryItem',
	'prepItem',
	'menuItem',
	'stock',
	...kindNames,
	'production',
	'receiving',
	'requisitionTemplate',
	...recordTypeNames,
];

/** Sorted in that order; unknown kinds last, as the core lists them. */
export const inOrder = (tables: SyncState['tables']): SyncState['tables'] =>
	tables.toSorted((a, b) => placeOf(a.kind) - placeOf(b.kind));

const placeOf = (kind: string): number =>
	order.includes(kind) ? order.indexOf(kind) : order.length;
