// Stock changes from counts, for inventory and prep items, and reverting the last one.
import type { z } from 'zod';
import { isZero, negate } from '../../shared/domain/decimal.ts';
import type { rollBackItemTransaction } from '../../shared/service/inventory-item.ts';
import type { stockChanges } from '../../shared/service/stock.ts';
import {
	NOT_ACCEPTED,
	checkDate,
	checkQuantity,
	costAt,
	makePlace,
	numberFor,
} from './document.ts';
import type { Movement } from '../store/ledger.ts';
import { done, refuse } from './handler.ts';
import type { Fields, Practice } from './handler.ts';

type StockChanges = z.output<typeof stockChanges>;

export function changeStock(body: StockChanges, of: 'item' | 'prepItem', practice: Practice) {
	const fields = problemsOf(body, of, practice);
	if (Object.keys(fields).length > 0) return refuse(400, NOT_ACCEPTED, fields);
	const { records, ledger } = practice;
	const document = {
		...body,
		id: practice.newId(),
		number: numberFor(practice, 'StockChange', 'STC'),
	};
	records.insert('stockChange', document);
	for (const line of body.items) {
		const item = records.get(of, line.itemId);
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
	return done(null);
}

function problemsOf(body: StockChanges, of: 'item' | 'prepItem', { records }: Practice): Fields {
	const fields: Fields = {};
	checkDate(body.date, 'date', fields);
	if (!records.get('location', body.locationId)) {
		fields['locationId'] = 'No location has this identifier.';
	}
	if (body.items.length === 0) fields['items'] = 'At least one line is needed.';
	for (const [index, line] of body.items.entries()) {
		const at = `items[${index}]`;
		if (!records.get(of, line.itemId)) {
			fields[`${at}.itemId`] = 'No item has this identifier.';
		}
		if (records.get('storageArea', line.storageAreaId)?.locationId !== body.locationId) {
			fields[`${at}.storageAreaId`] = 'The location has no storage area of this identifier.';
		}
		checkQuantity(line.quantity, 'any', `${at}.quantity`, fields);
	}
	return fields;
}

export function rollBack(body: z.output<typeof rollBackItemTransaction>, practice: Practice) {
	const { records, ledger } = practice;
	if (!records.get('item', body.itemId)) return refuse(404, 'No item has this identifier.');
	const standing: Movement[] = [];
	const { locationId, itemId, storageAreaId } = body;
	for (const movement of ledger.movements({ locationId, itemId, storageAreaId })) {
		if (movement.kind === 'count') standing.push(movement);
		// A revert always cancels the last change standing at that time.
		else if (movement.kind === 'count-undone') standing.pop();
	}
	const last = standing.at(-1);
	if (last === undefined) {
		return refuse(409, 'No counted change of this item stands in this area.');
	}
	ledger.post({
		...last,
		at: practice.now(),
		quantity: negate(last.quantity),
		kind: 'count-undone',
		description: body.description,
	});
	return done(null);
}
