// Rows that name their parents, as a tree.
import type { PlaceInBusiness } from '../../../shared/bridge/lookup.ts';

export interface Branch {
	readonly place: PlaceInBusiness;
	readonly below: readonly Branch[];
}

/** Each row appears once. If rows form a cycle, the first of them is at the top. */
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
