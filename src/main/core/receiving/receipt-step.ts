// The step that sends what was entered, and the prices in it.
import { receivingOf, type ReceivingDraft } from '../../../shared/document/receiving.ts';
import { nominalOf } from '../../../shared/domain/catch-weight.ts';
import { divide, isZero, multiply } from '../../../shared/domain/decimal.ts';
import { byUnit, filled } from '../../../shared/domain/sent-boxes.ts';
import { BASE_PLACES } from '../../../shared/domain/unit.ts';
import { operationOf } from '../document/editing.ts';
import type { NewAction } from '../outbox/outbox.ts';
import {
	allDue,
	baseOf,
	blankLine,
	cameOf,
	entryOf,
	inUnitOf,
	sentIn,
	type EnteredLine,
	type Expected,
	type ExpectedLine,
} from './entered.ts';

/**
 * The step that sends the entered quantities. Goods to be sent on are received with the rest first, because only
 * received stock can leave.
 *
 * @param date ISO 8601, when it came or left
 */
export function actionOf(
	{ name, record, base, lines }: Expected,
	{ row, body }: NonNullable<Expected['entered']>,
	date: string,
	locale: string,
): NewAction {
	const { against, verb, names, quantity: form } = receivingOf(name);
	const items = lines.flatMap((line) => {
		if (line.extra !== undefined) return [];
		const entered = body.lines[line.record.id] ?? blankLine;
		const entry = entryOf(name, line, entered);
		const price = sentPriceOf(name, line, entered);
		const quantity = cameOf(name, line, entered);
		const boxes = quantity === entry.total ? entry.boxes : allDue(name, line, locale);
		if (quantity === null || (form === 'one unit' && isZero(quantity))) return [];
		const { units, itemId } = line.item;
		const text = textOf(line, entry.reason, entered);
		return {
			[names.line]: line.record.id,
			itemId,
			...(form === 'one unit'
				? { uomId: line.record.uomId, quantity: sentIn(name, line, quantity) }
				: {
						quantities: byUnit(filled(boxes), units).map((each) => ({
							uomId: Number(each.unitId),
							quantity: each.quantity,
						})),
						quantity,
					}),
			...(price === null ? {} : { price }),
			...(text === '' ? {} : { description: text }),
		};
	});
	const invoiceNumber = body.invoice?.number ?? '';
	const head = invoiceNumber === '' ? {} : { invoiceNumber };
	return {
		intentId: `${row.draft_id}/${row.revision}/${verb}`,
		operation: operationOf(against, verb).name,
		payload: { body: { [names.document]: record.id, ...head, date, items } },
		base: base ?? record,
	};
}

/** Free goods cost nothing; what is paid for is billed as the supplier says. */
export function sentPriceOf(
	name: ReceivingDraft,
	line: ExpectedLine,
	entered: EnteredLine,
): string | null {
	const price = unitPriceOf(name, line, entered);
	const { settlement: how, total, due } = entryOf(name, line, entered);
	if (price === null || how !== 'keep-free' || total === null || isZero(total)) return price;
	// The line is paid for as ordered, so the free part lowers the price of each unit.
	return divide(multiply(price, due), total, BASE_PLACES);
}

/** The ordered price of the unit in which the line is billed: its own, or that of weight. */
export function billedPriceOf(line: ExpectedLine): string | null {
	const { price } = line.record;
	if (price === undefined || line.weighed?.measure !== 'weight') return price ?? null;
	const weight = nominalOf(line.weighed, baseOf(line, '1'));
	return isZero(weight) ? null : divide(price, weight, PER_WEIGHT_PLACES);
}

const PER_WEIGHT_PLACES = 4;

/**
 * The price of one unit of the line: as billed, or what the weight comes to. Null if unknown.
 * @param places enough to send it; for amounts `EXACT_PLACES`
 */
export function unitPriceOf(
	name: ReceivingDraft,
	line: ExpectedLine,
	entered: EnteredLine = blankLine,
	places = BASE_PLACES,
): string | null {
	const billed = entered.price?.value ?? null;
	const { weighed, record } = line;
	if (weighed?.measure !== 'weight') return billed ?? record.price ?? null;
	const { total } = entryOf(name, line, entered);
	const one = baseOf(line, '1');
	const nominal = nominalOf(weighed, one);
	// A typed weight is of the pieces beside it. What did not come, or was rejected, weighs the same per piece.
	const typed =
		entered.weight === null || total === null || isZero(total)
			? null
			: { weight: entered.weight.value, pieces: total };
	const { weight, pieces } = typed ?? { weight: nominal, pieces: one };
	const quantity = inUnitOf(line, pieces);
	if (billed !== null) return divide(multiply(billed, weight), quantity, places);
	if (record.price === undefined || typed === null) return record.price ?? null;
	return divide(multiply(record.price, weight), multiply(nominal, quantity), places);
}

/** So many that the price times the quantity is exactly the weight times its price. */
export const EXACT_PLACES = 15;

/** The reason, and the weight, for which the service has no field. */
function textOf({ weighed }: ExpectedLine, reason: string, entered: EnteredLine): string {
	const { weight } = entered;
	const second =
		weighed?.sendsText && weight !== null ? `${weight.value} ${weighed.unit.name}` : '';
	return [reason, second].filter((each) => each !== '').join(', ');
}
