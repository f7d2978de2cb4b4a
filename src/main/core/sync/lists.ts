// Which lists a pull fetches, and in which order.
import { kindNames, kinds } from '../../../shared/document/kinds.ts';
import { recordTypeNames } from '../../../shared/record/records.ts';
import { EVERYWHERE, type PullKind } from '../store/pulls.ts';

const places = ['location', 'storageArea'] as const;
const goods = ['class', 'category', 'inventoryItem', 'prepItem', 'menuItem'] as const;
/** Locations first, because their stock is fetched by location. A record type may be among the others. */
export const catalogue = [...new Set([...places, ...goods, ...recordTypeNames])];
const documents = kindNames.filter((kind) => kinds[kind].pulled === 'often');
/** Orders and production are fetched again when the cut-off of a count is reviewed. */
const seldomRead = [
	...kindNames.filter((kind) => kinds[kind].pulled !== 'often'),
	'production',
	'receiving',
	'requisitionTemplate',
] as const;
export const pulledKinds = [...catalogue, 'stock', ...documents, ...seldomRead] as const;

export type PulledList =
	{ kind: Exclude<PullKind, 'stock'>; locationId: '' } | { kind: 'stock'; locationId: string };

export const nameOf = ({ kind, locationId }: PulledList): string => `${kind} ${locationId}`;

/** In the order of a first pull: locations come before their stock. */
export function listsOf(withCatalogue: boolean, locationIds: readonly string[]): PulledList[] {
	const everywhere = (each: readonly Exclude<PullKind, 'stock'>[]): PulledList[] =>
		each.map((kind) => ({ kind, locationId: EVERYWHERE }));
	return [
		...(withCatalogue ? everywhere(catalogue) : []),
		...locationIds.map((locationId): PulledList => ({ kind: 'stock', locationId })),
		...everywhere(documents),
		...(withCatalogue ? everywhere(seldomRead) : []),
	];
}

export function lastChanged(
	lists: readonly PulledList[],
	changed: ReadonlyMap<string, number>,
): PulledList | undefined {
	const at = (list: PulledList) => changed.get(nameOf(list)) ?? -Infinity;
	return lists.reduce<PulledList | undefined>(
		(latest, list) => (latest === undefined || at(list) > at(latest) ? list : latest),
		undefined,
	);
}
