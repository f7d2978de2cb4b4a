// Suppliers and prices of an item.
import type { HandlersOf, Practice } from './handler.ts';
import { matching, pageRows } from './plain.ts';

export const priceOf = (
	{ records }: Practice,
	wanted: { itemId: string; supplierId: string; uomId: number },
): string | undefined =>
	matching(records.all('purchaseOption'), {
		itemId: wanted.itemId,
		supplierId: wanted.supplierId,
	}).find((each) => each.uomId === wanted.uomId && each.isActive !== false)?.price;

export const purchaseOptionHandlers = {
	'purchaseOption.list': ({ query, page }, { records }) =>
		pageRows(matching(records.all('purchaseOption'), query), page),
	'purchaseOption.suppliers': ({ query, page }, { records }) => {
		const options = matching(records.all('purchaseOption'), query);
		const selling = new Set(options.map((each) => each.supplierId));
		return pageRows(
			records.all('supplier').filter((each) => selling.has(each.id)),
			page,
		);
	},
} satisfies HandlersOf<'purchaseOption'>;
