// The walking order of the store room: the service's order until someone arranges it, then the location's, with newly
// listed items inserted next to their neighbours.

/** One place where an item is counted. An item may have several. */
export interface Place {
	readonly areaId: string;
	readonly shelf: string;
	readonly itemId: string;
	/** The service's stock area: counts are posted there, wherever the item is met. */
	readonly stockAreaId: string;
}

/**
 * @param arranged as someone arranged them; places without listed stock are skipped
 * @param listed every item in every area, in the service's order
 */
export function walkingOrder(
	arranged: readonly Place[],
	listed: readonly Place[],
): readonly Place[] {
	const stocked = new Set(listed.map(stockOf));
	const kept = arranged.filter((place) => stocked.has(stockOf(place)));
	const placed = new Set(kept.map(stockOf));
	/** New places by the place they follow at the service; '' for those at the start. */
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
	for (const place of kept) {
		walked.push(place);
		// An item may be arranged in several places: its new neighbours follow the first.
		const newcomers = after.get(stockOf(place));
		if (newcomers === undefined) continue;
		walked.push(...newcomers);
		after.delete(stockOf(place));
	}
	return byArea(walked, listed);
}

/** Behind another place, or to the start of its area. The place takes the area and shelf of `to`. */
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

function byArea(places: readonly Place[], listed: readonly Place[]): readonly Place[] {
	const areas = [...new Set([...listed, ...places].map(({ areaId }) => areaId))];
	const rank = new Map(areas.map((areaId, index) => [areaId, index]));
	return places.toSorted((a, b) => (rank.get(a.areaId) ?? 0) - (rank.get(b.areaId) ?? 0));
}
