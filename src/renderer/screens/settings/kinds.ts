// The names of what is fetched from the service.
import type { SyncState } from '../../../shared/bridge/app.ts';
import { messagesOf, type MessageKey } from '../../messages/catalogue.ts';
import type { Language } from '../../messages/language.svelte.ts';

const known = messagesOf('en');
const isKey = (key: string): key is MessageKey => known.has(key);

/** A kind without a name of its own in the catalogue is shown as the core calls it. */
export function kindWords(t: Language['t'], kind: string): string {
	const key = `settings.kind-${kind}`;
	return isKey(key) ? t(key) : kind;
}

/** As a person thinks of them: places, goods, documents. */
const order = [
	'location',
	'storageArea',
	'class',
	'category',
	'item',
	'prepItem',
	'menuItem',
	'stock',
	'supplier',
	'wasteReason',
	'wastage',
	'transferOut',
	'transferIn',
	'purchaseOrder',
	'production',
];

/** The tables in that order; kinds that are not in it come last, as the core lists them. */
export const inOrder = (tables: SyncState['tables']): SyncState['tables'] =>
	tables.toSorted((a, b) => placeOf(a.kind) - placeOf(b.kind));

const placeOf = (kind: string): number =>
	order.includes(kind) ? order.indexOf(kind) : order.length;
