// Suppliers and prices of an item, purchase requests and the requisition queue.
import type { CreatePurchaseRequest } from '../../shared/service/purchasing.ts';
import { checkDate, isoDate, numberFor } from './document.ts';
import { Documents } from './documents.ts';
import { done } from './handler.ts';
import type { HandlersOf, Practice } from './handler.ts';
import { checkReferences, matching, pageRows, refusalFor } from './plain.ts';
import type { Wrong } from './plain.ts';
import { checkLines, problemsOf } from './stockable.ts';

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
	'requisitionQueue.create': ({ body }, practice) => {
		const wrong: Wrong = { malformed: {}, broken: {} };
		checkDate(body.date, 'date', wrong.malformed);
		checkReferences(body.locationId, 'location', 'locationId', practice, wrong.broken);
		const { requisitionTemplateId } = body;
		checkReferences(
			requisitionTemplateId,
			'requisitionTemplate',
			'requisitionTemplateId',
			practice,
			wrong.broken,
		);
		if (body.items.length === 0) wrong.malformed['items'] = 'At least one line is needed.';
		checkLines(body.items, 'items', practice, wrong);
		const refusal = refusalFor(wrong);
		if (refusal) return refusal;
		const queued = {
			...body,
			id: practice.newId(),
			number: numberFor(practice, 'RequisitionQueue', 'RQQ'),
			createdDate: isoDate(practice),
		};
		practice.records.insert('requisitionQueue', queued);
		return done(queued);
	},
} satisfies HandlersOf<'purchaseOption' | 'requisitionQueue'>;

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
