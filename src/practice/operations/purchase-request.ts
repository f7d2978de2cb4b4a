// Purchase requests.
import type { CreatePurchaseRequest } from '../../shared/service/purchasing.ts';
import { checkDate } from './document.ts';
import { Documents } from './documents.ts';
import { checkReferences, refusalFor } from './plain.ts';
import { problemsOf } from './stockable.ts';

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
