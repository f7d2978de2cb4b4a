// The order in which the store room is walked: the service's own until somebody arranges it, then the location's, into
// which whatever the service lists since is fitted where one would look for it.

/** One place where an item is counted. The same item may stand in several. */
export interface Place {
	/** The area in which one stands before it. */
	readonly areaId: string;
	readonly shelf: string;
	readonly itemId: string;
	/** The area to which the service keeps its stock: what is counted is booked there, wherever one meets it. */
	readonly stockAreaId: string;
}

/**
 * The places to walk through.
 *
 * @param arranged as somebody arranged them; places whose stock the service no longer lists are passed over.
 * @param listed every item in every area as the service lists them, areas and lines in its order.
 */
export function walkingOrder(
	arranged: readonly Place[],
	listed: readonly Place[],
): readonly Place[] {
	const stocked = new Set(listed.map(stockOf));
	const kept = arranged.filter((place) => stocked.has(stockOf(place)));
	const placed = new Set(kept.map(stockOf));
	/** What the service lists since, by the place after which it stands there; '' for those before all others. */
	const after = new Map<string, Place[]>();
	let before = '';
	for (const place of listed) {
		if (placed.has(stockOf(place))) {
			before = stockOf(place);
			continue;
		}
		const known = after.get(before);
		if (known === undefined) after.set(before, [place]);
		else known.push(place);
	}
	const walked: Place[] = [...(after.get('') ?? [])];
	after.delete('');
	for (const place of kept) {
		walked.push(place);
		// The same item may be arranged in several places: its neighbours stand behind the first.
		const newcomers = after.get(stockOf(place));
		if (newcomers === undefined) continue;
		walked.push(...newcomers);
		after.delete(stockOf(place));
	}
	return byArea(walked, listed);
}

/**
 * Moves a place behind another one, or in front of all places of its new area where `behind` is null. The place takes
 * the area and shelf of `to`.
 */
export function movePlace(
	places: readonly Place[],
	moved: Place,
	to: { readonly areaId: string; readonly shelf: string; readonly behind: Place | null },
): readonly Place[] {
	const rest = places.filter((place) => place !== moved);
	const placed: Place = { ...moved, areaId: to.areaId, shelf: to.shelf };
	const at =
		to.behind === null
			? rest.findIndex(({ areaId }) => areaId === to.areaId)
			: rest.indexOf(to.behind) + 1;
	return at < 0 ? [...rest, placed] : rest.toSpliced(at, 0, placed);
}

export const samePlace = (a: Place, b: Place): boolean =>
	a.areaId === b.areaId &&
	a.shelf === b.shelf &&
	a.itemId === b.itemId &&
	a.stockAreaId === b.stockAreaId;

const stockOf = ({ itemId, stockAreaId }: Place): string => `${stockAreaId}\u0000${itemId}`;

/** Area by area, in the service's order of them; the order within each stays. */
function byArea(places: readonly Place[], listed: readonly Place[]): readonly Place[] {
	const areas = [...new Set([...listed, ...places].map(({ areaId }) => areaId))];
	const rank = new Map(areas.map((areaId, index) => [areaId, index]));
	return places.toSorted((a, b) => (rank.get(a.areaId) ?? 0) - (rank.get(b.areaId) ?? 0));
}
