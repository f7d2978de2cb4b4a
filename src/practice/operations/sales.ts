// Sales, which only the demo data has: a sale removes its recipes from stock at once.
import { negate } from '../../shared/domain/decimal.ts';
import type { AddSale } from '../../shared/service/sales.ts';
import { numberFor } from './document.ts';
import type { Practice } from './handler.ts';
import { baseOf, moveStockOf, scaled } from './stockable.ts';

export function sell(body: AddSale, practice: Practice): void {
	const sale = { ...body, id: practice.newId(), number: numberFor(practice, 'Sale', 'SAL') };
	practice.records.insert('sale', sale);
	const origin = { kind: 'sale', locationId: sale.locationId, document: sale } as const;
	for (const { menuItemId, quantity } of sale.items) {
		const recipe = practice.records.get('menuItem', menuItemId)?.ingredients ?? [];
		for (const line of scaled(recipe, quantity)) {
			moveStockOf(practice, origin, line.itemId, negate(baseOf(practice, line)));
		}
	}
}
