// Suppliers and prices of an item, and purchase requests.
import type { CreatePurchaseRequest } from '../../shared/service/purchasing.ts';
import { checkDate } from './document.ts';
import { Documents } from './documents.ts';
import type { HandlersOf, Practice } from './handler.ts';
import { checkReferences, matching, pageRows, refusalFor } from './plain.ts';
import { problemsOf } from './stockable.ts';

export const priceOf = (
	{ records }: Practice,
	wanted: { itemId: string; supplierId: string; uomId: number },
): string | undefined =>
	matching(records.all('purchaseOption'), {
		itemId: wanted.itemId,
		supplierId: wanted.supplierId,
	}).find((each) => each.uomId === wanted.uomId && each.isActive !== false)?.price;

export const purchasingHandlers = {
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

export const purchaseRequests = new Documents<'purchaseRequest', CreatePurchaseRequest>(
	'purchaseRequest',
	{
		one: 'purchase request',
		prefix: 'PRQ',
		refusalOf(body, practice) {
			const wrong = problemsOf(body, body.items, practice, { of: 'item' });
			if (body.neededDate !== undefined) {
				checkDate(body.neededDate, 'neededDate', wrong.malformed);
			}
			for (const [index, { supplierId }] of body.items.entries()) {
				const path = `items[${index}].supplierId`;
				checkReferences(supplierId, 'supplier', path, practice, wrong.broken);
			}
			return refusalFor(wrong);
		},
		filled: (body, practice) => ({
			...body,
			items: body.items.map((line) => ({ ...line, id: line.id ?? practice.newId() })),
		}),
	},
);
