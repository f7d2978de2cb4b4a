// Rows that name their parents, as a tree.
import type { PlaceInBusiness } from '../../../shared/bridge/lookup.ts';

export interface Branch {
	readonly place: PlaceInBusiness;
	readonly below: readonly Branch[];
}

/** A row that is its own ancestor stands at the top, so that each is there once. */
export function branchesOf(places: readonly PlaceInBusiness[]): readonly Branch[] {
	const byParent = Map.groupBy(places, ({ parentId }) => parentId);
	const shown = new Set<string>();
	const branch = (place: PlaceInBusiness): Branch => {
		shown.add(place.id);
		const below = (byParent.get(place.id) ?? []).filter(({ id }) => !shown.has(id));
		return { place, below: below.map(branch) };
	};
	const roots = (byParent.get(null) ?? []).map(branch);
	const rest: Branch[] = [];
	for (const place of places) if (!shown.has(place.id)) rest.push(branch(place));
	return [...roots, ...rest];
}
