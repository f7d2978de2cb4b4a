// Suppliers and prices of an item.
import type { HandlersOf, Practice } from './handler.ts';
import { pageRows } from './plain.ts';

/** A supplier's unit price of an item, if known. */
export const priceOf = (
	{ records }: Practice,
	wanted: { itemId: string; supplierId: string; uomId: number },
): string | undefined =>
	records
		.all('purchaseOption')
		.find(
			(each) =>
				each.itemId === wanted.itemId &&
				each.supplierId === wanted.supplierId &&
				each.uomId === wanted.uomId &&
				each.isActive !== false,
		)?.price;

export const purchaseOptionHandlers = {
	'purchaseOption.list': ({ query, page }, { records }) =>
		pageRows(
			records
				.all('purchaseOption')
				.filter(
					(each) =>
						(query.itemId === undefined || each.itemId === query.itemId) &&
						(query.supplierId === undefined || each.supplierId === query.supplierId),
				),
			page,
		),
	'purchaseOption.suppliers': ({ query, page }, { records }) => {
		const selling = new Set(
			records
				.all('purchaseOption')
				.filter((each) => query.itemId === undefined || each.itemId === query.itemId)
				.map((each) => each.supplierId),
		);
		return pageRows(
			records.all('supplier').filter((each) => selling.has(each.id)),
			page,
		);
	},
} satisfies HandlersOf<'purchaseOption'>;
