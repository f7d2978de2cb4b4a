// Stocked things: inventory items and prep items, with their recipes.
import { add, divide, isZero, multiply, negate, sum } from '../../shared/domain/decimal.ts';
import type { MovementKind } from '../store/ledger.ts';
import { areaFor, baseQuantity, checkDate, checkQuantity, costAt } from './document.ts';
import type { Fields, Practice } from './handler.ts';
import { checkReferences } from './plain.ts';
import type { Wrong } from './plain.ts';

export interface Stockable {
	readonly id: string;
	readonly name: string;
	readonly baseUomId: number;
	readonly units: readonly {
		readonly uomId: number;
		readonly conversionFactor: string;
		readonly decimals?: number | undefined;
	}[];
	readonly unitCost?: string | undefined;
}

export interface RecipeLine {
	readonly itemId: string;
	readonly uomId: number;
	readonly quantity: string;
}

export const stockable = ({ records }: Practice, itemId: string): Stockable | undefined =>
	records.get('item', itemId) ?? records.get('prepItem', itemId);

export function knownStockable(practice: Practice, itemId: string): Stockable {
	const found = stockable(practice, itemId);
	if (found === undefined) throw new Error(`No item ${itemId}.`);
	return found;
}

export function checkLines(
	lines: readonly RecipeLine[],
	path: string,
	practice: Practice,
	wrong: Wrong,
	{ of, quantity = 'quantity', uomId = 'uomId' }: LineForm = {},
): void {
	for (const [index, line] of lines.entries()) {
		const at = `${path}[${index}]`;
		checkQuantity(line.quantity, 'above-zero', `${at}.${quantity}`, wrong.malformed);
		const item = of ? practice.records.get(of, line.itemId) : stockable(practice, line.itemId);
		if (item === undefined) wrong.broken[`${at}.itemId`] = 'No item has this identifier.';
		else if (baseQuantity(item, line.uomId, line.quantity) === undefined) {
			wrong.broken[`${at}.${uomId}`] = 'The item has no such unit.';
		}
	}
}

export function problemsOf(
	body: { readonly locationId: string; readonly date: string },
	lines: readonly RecipeLine[],
	practice: Practice,
	form: LineForm & { readonly date?: string } = {},
): Wrong {
	const wrong: Wrong = { malformed: {}, broken: {} };
	checkDate(body.date, form.date ?? 'date', wrong.malformed);
	checkReferences(body.locationId, 'location', 'locationId', practice, wrong.broken);
	if (lines.length === 0) wrong.malformed['items'] = 'At least one line is needed.';
	checkLines(lines, 'items', practice, wrong, form);
	return wrong;
}

interface LineForm {
	readonly of?: 'item' | 'prepItem';
	/** The request's names for these fields. */
	readonly quantity?: string;
	readonly uomId?: string;
}

/** Adds problems of an item's units: the base unit must be among them with factor 1, without duplicates. */
export function checkUnits(
	body: { readonly baseUomId: number; readonly units: Stockable['units'] },
	before: Stockable | undefined,
	isUsed: () => boolean,
	malformed: Fields,
): void {
	if (before === undefined || !isUsed()) return;
	const kept = before.units.every((unit) =>
		body.units.some(
			(each) =>
				each.uomId === unit.uomId &&
				isZero(add(each.conversionFactor, `-${unit.conversionFactor}`)),
		),
	);
	if (!kept || body.baseUomId !== before.baseUomId) {
		malformed['units'] = 'The item is used: its units stay as they are; new ones may come.';
	}
}

export function baseOf(practice: Practice, line: RecipeLine): string {
	const base = baseQuantity(knownStockable(practice, line.itemId), line.uomId, line.quantity);
	if (base === undefined) throw new Error(`Item ${line.itemId} has no unit ${line.uomId}.`);
	return base;
}

export const costOfLines = (
	lines: readonly RecipeLine[],
	locationId: string,
	practice: Practice,
): string =>
	sum(
		lines.map((line) =>
			multiply(
				baseOf(practice, line),
				costAt(practice, locationId, knownStockable(practice, line.itemId)),
			),
		),
	);

/** A recipe times so many portions or batches, rounded half-up to 6 places. */
export const scaled = (
	lines: readonly RecipeLine[],
	times: string,
	of = '1',
): readonly RecipeLine[] =>
	lines
		.map((line) => ({ ...line, quantity: divide(multiply(line.quantity, times), of, 6) }))
		.filter((line) => !isZero(line.quantity));

/** Why stock moves at a location. */
interface Origin {
	readonly kind: MovementKind;
	readonly locationId: string;
	readonly document: { readonly id: string; readonly description?: string | undefined };
}

/** Adds stock, and its cost to the average. */
export function bringIn(
	practice: Practice,
	origin: Origin,
	itemId: string,
	quantity: string,
	unitCost: string,
): void {
	practice.ledger.averageIn(origin.locationId, itemId, quantity, unitCost);
	moveStockOf(practice, origin, itemId, quantity, unitCost);
}

/** Base units, negative for outgoing stock; at average cost by default. */
export function moveStockOf(
	practice: Practice,
	{ kind, locationId, document }: Origin,
	itemId: string,
	quantity: string,
	unitCost?: string,
): void {
	if (isZero(quantity)) return;
	practice.ledger.post({
		at: practice.now(),
		locationId,
		storageAreaId: areaFor(practice, locationId, itemId),
		itemId,
		quantity,
		unitCost: unitCost ?? costAt(practice, locationId, knownStockable(practice, itemId)),
		kind,
		documentId: document.id,
		description: document.description,
	});
}

export function putBack(documentId: string, practice: Practice): void {
	const movements = practice.ledger.movements({ documentId });
	const placeOf = (each: { storageAreaId: string; itemId: string }) =>
		`${each.storageAreaId} ${each.itemId}`;
	for (const place of new Set(movements.map(placeOf))) {
		const here = movements.filter((each) => placeOf(each) === place);
		const left = sum(here.map((each) => each.quantity));
		const [first] = here;
		if (first === undefined || isZero(left)) continue;
		practice.ledger.post({ ...first, at: practice.now(), quantity: negate(left) });
	}
}
