// Items and their units for specs of screens and rules.
import type { ItemUnitView, ItemView } from '../../src/shared/bridge/values.ts';

/** @param holds base units, as a numerator */
export const unit = (
	kind: ItemUnitView['kind'],
	holds = '1',
	{ places = 0, of = '1' }: { places?: number; of?: string } = {},
): ItemUnitView => ({
	unitId: kind,
	name: kind,
	kind,
	places,
	factor: { numerator: holds, denominator: of },
});

/** Milk by the case of twelve and by the piece. */
export const milk = (more: Partial<ItemView> = {}): ItemView => ({
	itemId: 'milk',
	code: 'DA-1',
	name: 'Whole milk',
	category: 'Dairy',
	units: [unit('case', '12'), unit('each')],
	baseUnitName: 'each',
	unitCost: null,
	barcodes: [],
	onHand: null,
	asOf: null,
	...more,
});
