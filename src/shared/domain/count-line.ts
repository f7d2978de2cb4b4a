// One line of a count: its three states, what its boxes come to, its variance, and the guards that ask
// "are you sure?" without ever standing in the way.
import { abs, add, compare, isZero, multiply, multiplyByRatio, subtract } from './decimal.ts';
import type { DecimalText } from './decimal.ts';
import { lineCost } from './money.ts';
import type { Currency } from './money.ts';
import { toBase } from './unit.ts';
import type { ItemUnit, UnitQuantity } from './unit.ts';

/** One box of a line: what was typed, word for word, and what it came to in the box's unit. */
export interface CountBox {
	readonly unitId: string;
	readonly typed: string;
	/** Null while blank, or while what is typed is no quantity. */
	readonly quantity: DecimalText | null;
}

/** Blank is not zero: a line nobody looked at is `uncounted`, an empty shelf is `zero`. */
export type LineState = 'uncounted' | 'zero' | 'quantity';

export function lineState(boxes: readonly CountBox[]): LineState {
	const counted = boxes.flatMap(({ quantity }) => quantity ?? []);
	if (counted.length === 0) return 'uncounted';
	return counted.every(isZero) ? 'zero' : 'quantity';
}

/** What the boxes come to in base units; null while the line is uncounted. Blank boxes beside filled ones add nothing. */
export function lineTotal(
	boxes: readonly CountBox[],
	units: readonly ItemUnit[],
): DecimalText | null {
	const counted = filled(boxes);
	return counted.length === 0 ? null : toBase(counted, units);
}

/**
 * counted − (book + movements), all in base units. `movementsSince` is what came (+) and went (−) between the
 * reading of the book quantity and the counting of the line.
 */
export function variance(
	counted: DecimalText,
	book: DecimalText,
	movementsSince: DecimalText = '0',
): DecimalText {
	return subtract(counted, add(book, movementsSince));
}

/** A variance in money of the currency: below zero for a loss. `unitCost` is per base unit. */
export function varianceCost(
	quantity: DecimalText,
	unitCost: DecimalText,
	currency: Currency,
): DecimalText {
	return lineCost(quantity, unitCost, currency);
}

export type GuardCode = 'half-or-less' | 'double-or-more' | 'pack-slip' | 'assumed-zero';

export interface Guard {
	readonly code: GuardCode;
	/** For `pack-slip`: what was probably meant. */
	readonly meant: UnitQuantity | null;
}

export interface GuardedLine {
	readonly boxes: readonly CountBox[];
	readonly units: readonly ItemUnit[];
	/** Base units: the book quantity or the last count; null when not known. */
	readonly expected: DecimalText | null;
	/** True when the zero stands for a blank that was confirmed in bulk, not for a zero that somebody typed. */
	readonly assumedZero?: boolean;
}

/** A quantity this near to the expected one, as a part of it, counts as the same when a slip is looked for. */
const SLIP_TOLERANCE = '0.1';

/**
 * What to ask about a counted line. `half-or-less` and `double-or-more` compare with what was expected; a
 * `pack-slip` is said beside them when the same number in another of the item's units would be as expected.
 */
export function guards({ boxes, units, expected, assumedZero = false }: GuardedLine): Guard[] {
	const total = lineTotal(boxes, units);
	if (total === null) return [];
	if (assumedZero && isZero(total)) return [{ code: 'assumed-zero', meant: null }];
	if (expected === null || compare(expected, '0') <= 0) return [];

	const found: Guard[] = [];
	if (compare(multiply(total, '2'), expected) <= 0)
		found.push({ code: 'half-or-less', meant: null });
	if (compare(total, multiply(expected, '2')) >= 0)
		found.push({ code: 'double-or-more', meant: null });
	const meant = found.length > 0 ? slipOf(filled(boxes), units, expected) : null;
	if (meant !== null) found.push({ code: 'pack-slip', meant });
	return found;
}

function filled(boxes: readonly CountBox[]): UnitQuantity[] {
	return boxes.flatMap(({ unitId, quantity }) => (quantity === null ? [] : [{ unitId, quantity }]));
}

/** The one number entered, in the unit that brings it nearest to what was expected, if that is near enough. */
function slipOf(
	entered: readonly UnitQuantity[],
	units: readonly ItemUnit[],
	expected: DecimalText,
): UnitQuantity | null {
	const [entry, another] = entered.filter(({ quantity }) => !isZero(quantity));
	if (entry === undefined || another !== undefined) return null;
	let nearest: { readonly unitId: string; readonly distance: DecimalText } | null = null;
	for (const unit of units) {
		if (unit.unitId === entry.unitId) continue;
		const distance = abs(subtract(multiplyByRatio(entry.quantity, unit.factor), expected));
		if (compare(distance, multiply(expected, SLIP_TOLERANCE)) > 0) continue;
		if (nearest === null || compare(distance, nearest.distance) < 0) {
			nearest = { unitId: unit.unitId, distance };
		}
	}
	return nearest === null ? null : { unitId: nearest.unitId, quantity: entry.quantity };
}
