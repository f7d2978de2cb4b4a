// Assigns an item's units to columns: case, pack, then single units.
import type { App } from '../../app.svelte.ts';
import type { ItemUnitView } from '../../../shared/bridge/values.ts';
import { compareRatios } from '../../../shared/domain/decimal.ts';

/** `more-1`, `more-2`… hold units beyond the first three columns. */
export type UnitColumn = 'case' | 'pack' | 'single' | `more-${number}`;

const SINGLE_FIRST = ['each', 'weight', 'other'] as const;

/** Every unit by column; none is left out, so everything is countable. */
export function unitsByColumn(
	units: readonly ItemUnitView[],
): ReadonlyMap<UnitColumn, ItemUnitView> {
	const placed = new Map<UnitColumn, ItemUnitView>();
	const place = (column: UnitColumn, unit: ItemUnitView | undefined): void => {
		if (unit !== undefined) placed.set(column, unit);
	};
	const bigFirst = [...units].sort((a, b) => compareRatios(b.factor, a.factor));
	place(
		'case',
		bigFirst.find((unit) => unit.kind === 'case'),
	);
	place(
		'pack',
		bigFirst.find((unit) => unit.kind === 'pack'),
	);
	// The smallest of its kind: the unit of stock and of leftovers.
	const smallFirst = bigFirst.toReversed();
	place(
		'single',
		SINGLE_FIRST.map((kind) => smallFirst.find((unit) => unit.kind === kind)).find(
			(unit) => unit !== undefined,
		),
	);
	const taken = new Set(placed.values());
	bigFirst
		.filter((unit) => !taken.has(unit))
		.forEach((unit, index) => placed.set(`more-${index + 1}`, unit));
	return placed;
}

/** The sheet's columns in order, without unused ones. */
export function columnsOf(
	lines: Iterable<ReadonlyMap<UnitColumn, ItemUnitView>>,
): readonly UnitColumn[] {
	const used = new Set<UnitColumn>();
	for (const line of lines) for (const column of line.keys()) used.add(column);
	const more = [...used].filter((column) => column.startsWith('more-')).sort();
	const first = (['case', 'pack', 'single'] as const).filter((column) => used.has(column));
	return [...first, ...more];
}

export function columnLabel(t: App['t'], column: UnitColumn): string {
	switch (column) {
		case 'case':
			return t('stocktake.column-case');
		case 'pack':
			return t('stocktake.column-pack');
		case 'single':
			return t('stocktake.column-single');
		default:
			return t('stocktake.column-more', { number: column.slice('more-'.length) });
	}
}
