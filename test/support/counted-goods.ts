// A kitchen whose counts have categories, classes, frequencies, shelves, costs, and units that differ.
import { itemRecord, openStockedKitchen, stockRecord, type Kitchen } from './kitchen.ts';

const every = (id: number, name: string) => ({ countingFrequency: { id, name } });
const kilos = {
	baseUomId: 2,
	units: [
		{ uomId: 4, name: 'sack', type: 'case', conversionFactor: '25', decimals: 2 },
		{ uomId: 2, name: 'kg', type: 'weight', conversionFactor: '1', decimals: 3 },
	],
};
/**
 * The Dry store has Whole milk (48 at 0.50) and Butter (24 at 2.20) on shelf A, Flour (60.0004 kg at 0.90, more
 * places than are shown) on shelf B; the Freezer has Whole milk (12) and Cream (7.5 at 3.10). All but Flour and Cream
 * have cases of 12.
 */
export const openCountedGoods = (
	options: NonNullable<Parameters<typeof openStockedKitchen>[0]> = {},
): Promise<Kitchen> =>
	openStockedKitchen({
		...options,
		lists: {
			'class.list': [
				{ id: 'K-1', name: 'Food' },
				{ id: 'K-2', name: 'Dry goods' },
			],
			'category.list': [
				{ id: 'C-1', name: 'Dairy', classId: 'K-1' },
				{ id: 'C-2', name: 'Baking', classId: 'K-2' },
			],
			'inventoryItem.list': [
				itemRecord('1', 'Whole milk', {
					barcodes: [{ barcode: '036000291452', uomId: 1 }],
					...every(1, 'Daily'),
				}),
				itemRecord('2', 'Butter', { unitCost: '2.20', ...every(2, 'Weekly') }),
				itemRecord('3', 'Cream', {
					unitCost: '3.10',
					barcodes: [{ barcode: '4006381333931', uomId: 1 }],
				}),
				itemRecord('4', 'Flour', { unitCost: '0.90', categoryName: 'Baking', ...kilos }),
				itemRecord('5', 'Saffron', {
					categoryName: 'Spices',
					barcodes: [{ barcode: '5901234123457', uomId: 1 }],
				}),
			],
			'inventoryItem.currentStock': [
				stockRecord('A-1', '1', '48', 1),
				{ ...stockRecord('A-1', '2', '24', 2), unitCost: '2.20' },
				{ ...stockRecord('A-1', '4', '60.0004', 3), shelf: 'B', unitCost: '0.90' },
				stockRecord('A-2', '1', '12', 1),
				{ ...stockRecord('A-2', '3', '7.5', 2), unitCost: '3.10' },
			],
			...options.lists,
		},
	});
