// The new place of a line moved one step in the walking order, or dropped on another line.
import type { SheetArea, SheetRow } from './sheet-lines.svelte.ts';

/** After another line of an area, or (null) at its start. */
export interface NewPlace {
	readonly areaId: string;
	readonly shelf: string;
	readonly behind: number | null;
}

/** An item to count in another place, as shown in a list. */
export interface ItemToPlace {
	readonly value: string;
	readonly label: string;
	readonly note?: string;
}

type Area = Pick<SheetArea, 'areaId' | 'rows'>;

/**
 * One step up or down: past the next line of its shelf, into the next shelf, or into the next area. null at both ends.
 */
export function stepOf(areas: readonly Area[], row: SheetRow, by: 1 | -1): NewPlace | null {
	const at = areas.findIndex(({ areaId }) => areaId === row.line.areaId);
	const rows = areas[at]?.rows ?? [];
	const index = rows.indexOf(row);
	const next = rows[index + by];
	const { areaId } = row.line;
	if (next === undefined) {
		const area = areas[at + by];
		if (area === undefined) return null;
		const edge = by === 1 ? area.rows[0] : area.rows.at(-1);
		return {
			areaId: area.areaId,
			shelf: edge?.line.shelf ?? '',
			behind: by === 1 ? null : (edge?.line.lineNo ?? null),
		};
	}
	const behindOf = (place: number): number | null => rows[place]?.line.lineNo ?? null;
	const { shelf } = next.line;
	// Crossing a shelf edge keeps the line between the same two lines.
	if (shelf !== row.line.shelf) return { areaId, shelf, behind: behindOf(index - 1) };
	return { areaId, shelf, behind: by === 1 ? behindOf(index + 1) : behindOf(index - 2) };
}

/** A drop on the upper half of a line goes before it, on the lower half after it. */
export function dropOf(
	area: Area,
	row: SheetRow,
	target: SheetRow,
	half: 'upper' | 'lower',
): NewPlace | null {
	if (target === row) return null;
	const { shelf, lineNo } = target.line;
	if (half === 'lower') return { areaId: area.areaId, shelf, behind: lineNo };
	const rest = area.rows.filter((each) => each !== row);
	const before = rest[rest.indexOf(target) - 1];
	return { areaId: area.areaId, shelf, behind: before?.line.lineNo ?? null };
}
