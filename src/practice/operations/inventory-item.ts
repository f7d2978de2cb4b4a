// Items, their stock, and what a count changes in it.
import { isZero } from '../../shared/domain/decimal.ts';
import type { z } from 'zod';
import type { stockChanges } from '../../shared/service/inventory-item.ts';
import { NOT_ACCEPTED, checkDate, checkQuantity, costAt, makePlace } from './document.ts';
import { done, refuse } from './handler.ts';
import type { Fields, HandlersOf, Practice } from './handler.ts';

export const inventoryItemHandlers = {
	'inventoryItem.list': ({ query, page }, { records }) =>
		done(records.list('item', query, page, 'oldest-first')),
	'inventoryItem.get': ({ path }, { records }) => {
		const item = records.get('item', path.id);
		return item ? done(item) : refuse(404, 'No item has this identifier.');
	},
	'inventoryItem.currentStock': ({ query, page }, { ledger }) => done(ledger.list(query, page)),
	'inventoryItem.changeStock': ({ body }, practice) => {
		const fields = problemsOf(body, practice);
		if (Object.keys(fields).length > 0) return refuse(400, NOT_ACCEPTED, fields);
		changeStock(body, practice);
		return done(null);
	},
} satisfies HandlersOf<'inventoryItem'>;

type StockChanges = z.output<typeof stockChanges>;

function problemsOf(body: StockChanges, { records }: Practice): Fields {
	const fields: Fields = {};
	checkDate(body.date, 'date', fields);
	if (!records.get('location', body.locationId)) {
		fields['locationId'] = 'No location has this identifier.';
	}
	if (body.items.length === 0) fields['items'] = 'At least one line is needed.';
	for (const [index, line] of body.items.entries()) {
		const at = `items[${index}]`;
		if (!records.get('item', line.itemId)) {
			fields[`${at}.itemId`] = 'No item has this identifier.';
		}
		if (records.get('storageArea', line.storageAreaId)?.locationId !== body.locationId) {
			fields[`${at}.storageAreaId`] = 'The location has no storage area of this identifier.';
		}
		checkQuantity(line.quantity, 'any', `${at}.quantity`, fields);
	}
	return fields;
}

function changeStock(body: StockChanges, practice: Practice): void {
	const { records, ledger } = practice;
	const document = { ...body, id: practice.newId(), number: records.nextNumber('STC') };
	records.insert('stockChange', document, {
		locationId: body.locationId,
		search: [document.number, body.description],
	});
	for (const line of body.items) {
		const item = records.get('item', line.itemId);
		if (item === undefined || isZero(line.quantity)) continue;
		const place = {
			locationId: body.locationId,
			storageAreaId: line.storageAreaId,
			itemId: line.itemId,
		};
		makePlace(practice, place);
		ledger.post({
			...place,
			at: practice.now(),
			quantity: line.quantity,
			unitCost: costAt(practice, body.locationId, item),
			kind: 'count',
			documentId: document.id,
			description: line.description ?? body.description,
		});
	}
}
