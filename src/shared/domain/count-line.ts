// A count line: its states, its total, and the guards, which ask "are you sure?" but never block.
import { exactQuantity } from './box-entry.ts';
import {
	abs,
	addRatios,
	compare,
	divideRatios,
	isZero,
	multiply,
	multiplyByRatio,
	multiplyRatios,
	ratioOf,
	roundRatio,
	subtract,
	truncateRatio,
} from './decimal.ts';
import type { DecimalText, Ratio } from './decimal.ts';
import { BASE_PLACES } from './unit.ts';
import type { ItemUnit, UnitQuantity } from './unit.ts';

export interface CountBox {
	readonly unitId: string;
	readonly typed: string;
	/** The locale that reads `typed`. */
	readonly locale?: string | undefined;
	/** null if blank or unreadable. */
	readonly quantity: DecimalText | null;
}

/** Blank is not zero: an uncounted line is `uncounted`, an empty shelf is `zero`. */
type LineState = 'uncounted' | 'zero' | 'quantity';

export function lineState(boxes: readonly CountBox[]): LineState {
	const counted = boxes.flatMap(({ quantity }) => quantity ?? []);
	if (counted.length === 0) return 'uncounted';
	return counted.every(isZero) ? 'zero' : 'quantity';
}

/** A count in one place, with the item's units at the time the line was created. */
export interface CountedPlace {
	readonly boxes: readonly CountBox[];
	readonly units: readonly ItemUnit[];
}

/** Sum of the boxes in base units; null while the line is uncounted. Blank boxes beside filled ones add nothing. */
export const lineTotal = (
	boxes: readonly CountBox[],
	units: readonly ItemUnit[],
): DecimalText | null => totalOf([{ boxes, units }]);

/** Exact, rounded once; null while nothing is counted. @throws if a box has a unit that its place lacks */
export function totalOf(places: readonly CountedPlace[]): DecimalText | null {
	let total: Ratio | null = null;
	for (const { boxes, units } of places) {
		for (const { unitId, typed, locale, quantity } of boxes) {
			if (quantity === null) continue;
			const unit = units.find((each) => each.unitId === unitId);
			if (unit === undefined) throw new RangeError(`no unit ${unitId} among the item's units`);
			const held = exactQuantity({ typed, locale, quantity }, unit);
			const base = multiplyRatios(held, unit.factor);
			total = total === null ? base : addRatios(total, base);
		}
	}
	return total === null ? null : roundRatio(total, BASE_PLACES);
}

type GuardCode =
	| 'half-or-less'
	| 'double-or-more'
	| 'pack-slip'
	| 'partly-counted'
	| 'place-uncounted'
	| 'assumed-zero';

interface Guard {
	readonly code: GuardCode;
	readonly meant: UnitQuantity | null;
	/** For `double-or-more`: how many times as much, without decimals. */
	readonly times?: DecimalText;
	/** What the count was compared with; null for nothing. */
	readonly against: 'expected' | 'last' | null;
}

export interface LastCount {
	/** Base units. */
	readonly quantity: DecimalText;
	readonly unitIds: readonly string[];
}

interface GuardedLine {
	readonly boxes: readonly CountBox[];
	readonly units: readonly ItemUnit[];
	/**
	 * null if unknown, or if the count is blind, because a question would reveal it. Guards then use only the last
	 * count.
	 */
	readonly expected: DecimalText | null;
	readonly last?: LastCount | null;
	/** true if the zero comes from confirming blanks in bulk, not from typing it. */
	readonly assumedZero?: boolean;
	/** Total over several places, each in its own units, if known. */
	readonly total?: DecimalText | null;
}

/** Relative difference to the expected quantity that still suggests a slip. */
const SLIP_TOLERANCE = '0.1';

/**
 * `half-or-less` and `double-or-more` compare with the book, or with the last count. `pack-slip`: the same number in
 * another unit would be close. `partly-counted`: a unit of the last count is blank.
 */
export function guards({
	boxes,
	units,
	expected,
	last = null,
	assumedZero = false,
	total = lineTotal(boxes, units),
}: GuardedLine): Guard[] {
	if (total === null) return [];
	if (assumedZero && isZero(total)) return [{ code: 'assumed-zero', meant: null, against: null }];
	const found: Guard[] = [];
	const inHand = new Set(filled(boxes).map(({ unitId }) => unitId));
	if (!isZero(total) && last?.unitIds.some((unitId) => !inHand.has(unitId)) === true) {
		found.push({ code: 'partly-counted', meant: null, against: 'last' });
	}
	const against = expected === null ? 'last' : 'expected';
	const compared = expected ?? last?.quantity ?? null;
	if (compared === null || compare(compared, '0') <= 0) return found;

	const odd: Guard[] = [];
	if (compare(multiply(total, '2'), compared) <= 0)
		odd.push({ code: 'half-or-less', meant: null, against });
	if (compare(total, multiply(compared, '2')) >= 0)
		odd.push({
			code: 'double-or-more',
			meant: null,
			against,
			times: truncateRatio(divideRatios(ratioOf(total), ratioOf(compared)), 0),
		});
	const meant = odd.length > 0 ? slipOf(filled(boxes), units, compared) : null;
	if (meant !== null) odd.push({ code: 'pack-slip', meant, against });
	return [...odd, ...found];
}

function filled(boxes: readonly CountBox[]): UnitQuantity[] {
	return boxes.flatMap(({ unitId, quantity }) => (quantity === null ? [] : [{ unitId, quantity }]));
}

/** The entered number in whichever unit comes closest to the expected quantity, if close enough. */
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
