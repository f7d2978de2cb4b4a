// Wastage documents. Approval removes the stock.
import { negate } from '../../shared/domain/decimal.ts';
import { lineCost, sumMoney } from '../../shared/domain/money.ts';
import type { WastageRequest } from '../../shared/service/wastage.ts';
import { costAt, currencyAt, isoDate } from './document.ts';
import { Documents } from './documents.ts';
import type { HandlersOf, Practice } from './handler.ts';
import { checkReferences, matching, pageRows, refusalFor } from './plain.ts';
import { baseOf, knownStockable, moveStockOf, problemsOf } from './stockable.ts';

export const wastages = new Documents<'wastage', WastageRequest>('wastage', {
	one: 'wastage document',
	prefix: 'WST',
	starts: (practice) => ({ isLocked: false, createdDate: isoDate(practice) }),
	refusalOf(body, practice) {
		const wrong = problemsOf(body, body.items, practice, { of: 'item' });
		for (const [index, { wasteReasonId }] of body.items.entries()) {
			const path = `items[${index}].wasteReasonId`;
			checkReferences(wasteReasonId, 'wasteReason', path, practice, wrong.broken);
		}
		return refusalFor(wrong);
	},
	filled: costed,
	onApproval: takeFromStock,
});

export const wastageHandlers = {
	'wastage.items': ({ query, page }, practice) =>
		pageRows(
			matching(practice.records.all('wastage'), {
				id: query.wastageId,
				locationId: query.locationId,
			}).flatMap((wastage) =>
				(wastage.items ?? []).map((line) => ({
					...line,
					wastageId: wastage.id,
					...(wastage.number === undefined ? {} : { number: wastage.number }),
					locationId: wastage.locationId,
					date: wastage.date,
					status: wastages.shown(wastage, practice).status,
				})),
			),
			page,
		),
} satisfies HandlersOf<'wastage'>;

function costed(body: WastageRequest, practice: Practice) {
	const items = body.items.map((line) => {
		const item = knownStockable(practice, line.itemId);
		const unitCost = line.unitCost ?? costAt(practice, body.locationId, item);
		const currency = currencyAt(practice, body.locationId);
		return {
			...line,
			id: line.id ?? practice.newId(),
			unitCost,
			totalCost: line.totalCost ?? lineCost(baseOf(practice, line), unitCost, currency),
		};
	});
	return { ...body, items, totalCost: sumMoney(items.map((line) => line.totalCost)) };
}

function takeFromStock(id: string, practice: Practice): void {
	const wastage = practice.records.get('wastage', id);
	if (wastage === undefined) return;
	for (const line of wastage.items ?? []) {
		const document = { id, description: line.description ?? wastage.description };
		const origin = { kind: 'wastage', locationId: wastage.locationId, document } as const;
		moveStockOf(practice, origin, line.itemId, negate(baseOf(practice, line)));
	}
}
