// Sales: a sale removes its recipe from stock at once; a refund puts it back.
import { multiply, negate } from '../../shared/domain/decimal.ts';
import { lineCost, sumMoney } from '../../shared/domain/money.ts';
import type { AddSale, SaleRecord } from '../../shared/service/sales.ts';
import { NOT_ACCEPTED, checkDate, checkQuantity, currencyAt, numberFor } from './document.ts';
import { done, refuse } from './handler.ts';
import type { HandlersOf, Practice, Refusal } from './handler.ts';
import { checkReferences, refusalFor } from './plain.ts';
import type { Wrong } from './plain.ts';
import { baseOf, costOfLines, moveStockOf, putBack, scaled } from './stockable.ts';
import type { RecipeLine } from './stockable.ts';

const REFUND = 2;

export const saleHandlers = {
	'sale.create': ({ body }, practice) => {
		const refusal = refusalOf(body, practice);
		if (refusal) return refusal;
		const { receiptNumber } = body;
		const twice =
			receiptNumber !== undefined &&
			practice.records
				.list('sale', { locationId: body.locationId, search: receiptNumber })
				.rows.some((each) => each.receiptNumber === receiptNumber);
		if (twice) return refuse(409, `The receipt ${receiptNumber} is there already.`);
		const sale: SaleRecord = {
			...costed(body, practice),
			id: practice.newId(),
			number: numberFor(practice, 'Sale', 'SAL'),
		};
		practice.records.insert('sale', sale);
		takeFromStock(sale, practice);
		return done(sale);
	},
	'sale.update': ({ path, body }, practice) => {
		const before = practice.records.get('sale', path.id);
		if (before === undefined) return refuse(404, 'No sale has this identifier.');
		if (before.locationId !== body.locationId) {
			return refuse(422, NOT_ACCEPTED, { locationId: 'A sale stays at its location.' });
		}
		const refusal = refusalOf(body, practice);
		if (refusal) return refusal;
		putBack(before.id, practice);
		const { number } = before;
		const sale: SaleRecord = {
			...costed(body, practice),
			id: path.id,
			...(number === undefined ? {} : { number }),
		};
		practice.records.update('sale', sale);
		takeFromStock(sale, practice);
		return done(null);
	},
} satisfies HandlersOf<'sale'>;

function refusalOf(body: AddSale, practice: Practice): Refusal | undefined {
	const wrong: Wrong = { malformed: {}, broken: {} };
	const { malformed, broken } = wrong;
	checkDate(body.date, 'date', malformed);
	checkReferences(body.locationId, 'location', 'locationId', practice, broken);
	checkReferences(body.diningOptionId, 'diningOption', 'diningOptionId', practice, broken);
	const type = body.transactionType?.id ?? 1;
	if (type !== 1 && type !== REFUND) broken['transactionType.id'] = 'A sale is 1, a refund 2.';
	if (body.items.length === 0) malformed['items'] = 'At least one line is needed.';
	for (const [index, line] of body.items.entries()) {
		const at = `items[${index}]`;
		checkQuantity(line.quantity, 'above-zero', `${at}.quantity`, malformed);
		if (line.price !== undefined) checkQuantity(line.price, 'from-zero', `${at}.price`, malformed);
		checkReferences(line.menuItemId, 'menuItem', `${at}.menuItemId`, practice, broken);
		for (const [place, modifier] of (line.modifiers ?? []).entries()) {
			const path = `${at}.modifiers[${place}]`;
			checkQuantity(modifier.quantity, 'above-zero', `${path}.quantity`, malformed);
			checkReferences(modifier.modifierId, 'modifier', `${path}.modifierId`, practice, broken);
		}
	}
	return refusalFor(wrong);
}

const REMOVES = 2;

function usedBy(sale: AddSale, { records }: Practice): readonly RecipeLine[] {
	return sale.items.flatMap((line) => [
		...scaled(records.get('menuItem', line.menuItemId)?.ingredients ?? [], line.quantity),
		...(line.modifiers ?? []).flatMap(({ modifierId, quantity }) => {
			const modifier = records.get('modifier', modifierId);
			const times = multiply(line.quantity, quantity);
			const removes = modifier?.impactType?.id === REMOVES;
			return scaled(modifier?.ingredients ?? [], removes ? negate(times) : times);
		}),
	]);
}

function costed(body: AddSale, practice: Practice) {
	const currency = currencyAt(practice, body.locationId);
	const amounts = body.items.map((line) =>
		lineCost(
			line.quantity,
			line.price ?? practice.records.get('menuItem', line.menuItemId)?.price ?? '0',
			currency,
		),
	);
	const cost = costOfLines(usedBy(body, practice), body.locationId, practice);
	return { ...body, totalAmount: sumMoney(amounts), totalCost: lineCost('1', cost, currency) };
}

function takeFromStock(sale: SaleRecord, practice: Practice): void {
	const origin = { kind: 'sale', locationId: sale.locationId, document: sale } as const;
	const isRefund = sale.transactionType?.id === REFUND;
	for (const line of usedBy(sale, practice)) {
		const base = baseOf(practice, line);
		moveStockOf(practice, origin, line.itemId, isRefund ? base : negate(base));
	}
}
