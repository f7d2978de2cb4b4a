// From whom an item can be bought, and at which price.
import { baseQuantity } from './document.ts';
import type { HandlersOf, Practice } from './handler.ts';
import { pageRows, plain } from './plain.ts';

const options = plain('purchaseOption', {
	one: 'purchase option',
	needs: [],
	unique: ['itemId', 'supplierId', 'uomId'],
	searched: ['supplierItemCode'],
	refers: { itemId: 'item', supplierId: 'supplier' },
	amounts: ['price', 'minimumQuantity'],
	check({ itemId, uomId }, { records }, { broken }) {
		const item = typeof itemId === 'string' ? records.get('item', itemId) : undefined;
		if (item && baseQuantity(item, Number(uomId), '1') === undefined) {
			broken['uomId'] = 'The item has no such unit.';
		}
	},
});

/** The price of a unit of an item from a supplier, where one is known. */
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
	'purchaseOption.create': ({ body }, practice) => options.create(body, practice),
	'purchaseOption.update': ({ body }, practice) => options.update(body.id, body, practice),
	'purchaseOption.remove': ({ body }, practice) => options.remove(body.id, practice),
	'purchaseOption.get': ({ path }, practice) => options.get(path.id, practice),
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
