// One line of a count: its three states, what its boxes come to, and the guards that ask
// "are you sure?" without ever standing in the way.
import { exactQuantity } from './box-entry.ts';
import {
	abs,
	addRatios,
	compare,
	isZero,
	multiply,
	multiplyByRatio,
	multiplyRatios,
	roundRatio,
	subtract,
} from './decimal.ts';
import type { DecimalText, Ratio } from './decimal.ts';
import { BASE_PLACES } from './unit.ts';
import type { ItemUnit, UnitQuantity } from './unit.ts';

/** One box of a line: what was typed, word for word, and what it came to in the box's unit. */
export interface CountBox {
	readonly unitId: string;
	readonly typed: string;
	/** By which `typed` is read. */
	readonly locale?: string | undefined;
	/** Null while blank, or while what is typed is no quantity. */
	readonly quantity: DecimalText | null;
}

/** Blank is not zero: a line nobody looked at is `uncounted`, an empty shelf is `zero`. */
type LineState = 'uncounted' | 'zero' | 'quantity';

export function lineState(boxes: readonly CountBox[]): LineState {
	const counted = boxes.flatMap(({ quantity }) => quantity ?? []);
	if (counted.length === 0) return 'uncounted';
	return counted.every(isZero) ? 'zero' : 'quantity';
}

/** What was counted in one place, with the units that the item had when its line was made. */
export interface CountedPlace {
	readonly boxes: readonly CountBox[];
	readonly units: readonly ItemUnit[];
}

/** What the boxes come to in base units; null while the line is uncounted. Blank boxes beside filled ones add nothing. */
export const lineTotal = (
	boxes: readonly CountBox[],
	units: readonly ItemUnit[],
): DecimalText | null => totalOf([{ boxes, units }]);

/**
 * What several places come to together: exact over all of their boxes, and rounded once. Null while nothing is counted.
 * Throws when a box names a unit that its place does not have.
 */
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
	/** For `pack-slip`: what was probably meant. */
	readonly meant: UnitQuantity | null;
	/** What the count was compared with; null where it was compared with nothing. */
	readonly against: 'expected' | 'last' | null;
}

/** What a line came to in the last count of it. */
export interface LastCount {
	/** Base units. */
	readonly quantity: DecimalText;
	/** The units in which there was something. */
	readonly unitIds: readonly string[];
}

interface GuardedLine {
	readonly boxes: readonly CountBox[];
	readonly units: readonly ItemUnit[];
	/**
	 * Book quantity in base units; null when not known, and to those who count blind: a question would tell them what
	 * they are not to know. They are asked against the last count alone.
	 */
	readonly expected: DecimalText | null;
	readonly last?: LastCount | null;
	/** True when the zero stands for a blank that was confirmed in bulk, not for a zero that somebody typed. */
	readonly assumedZero?: boolean;
	/** What the boxes come to, where that is known: of several places, each in its own units. */
	readonly total?: DecimalText | null;
}

/** A quantity this near to the expected one, as a part of it, counts as the same when a slip is looked for. */
const SLIP_TOLERANCE = '0.1';

/**
 * What to ask about a counted line. `half-or-less` and `double-or-more` compare with the book, or where that is not
 * known (or hidden) with the last count; a `pack-slip` is said beside them when the same number in another of the
 * item's units would be about that. `partly-counted`: a unit in which the last count found some is blank.
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
		odd.push({ code: 'double-or-more', meant: null, against });
	const meant = odd.length > 0 ? slipOf(filled(boxes), units, compared) : null;
	if (meant !== null) odd.push({ code: 'pack-slip', meant, against });
	return [...odd, ...found];
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
