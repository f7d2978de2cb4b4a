// The content of a draft: its declared fields, and lines with a box per unit. Immutable, so that undo can restore it.
import type { Box, ItemUnitView, ItemView, TypedBox } from '../../shared/bridge/values.ts';
import {
	rulesOf,
	unitOfLine,
	type AnyKind,
	type Field,
	type Fields,
} from '../../shared/document/kit.ts';
import { readBox } from '../../shared/domain/box-entry.ts';
import {
	divideRatios,
	equalsRatio,
	multiplyByRatio,
	type DecimalText,
} from '../../shared/domain/decimal.ts';
import { lineCost } from '../../shared/domain/money.ts';
import { filled, inOneUnit, pricedCost } from '../../shared/domain/sent-boxes.ts';
import { strays } from '../../shared/domain/unit.ts';
import { columnOf, type BoxedLine, type LineSum } from '../ui/grid/unit-boxes.ts';
import type { UnitColumn } from '../ui/grid/unit-columns.ts';
import type { ShownDocument } from './kind-calls.ts';

/** Declared fields by name. Text is empty while blank, everything else null. */
export type FieldValues = Readonly<Record<string, string | number | null>>;

export interface DraftLine extends BoxedLine {
	readonly lineId: string;
	readonly fields: FieldValues;
	/** What the service takes off its cost. */
	readonly discount?: DecimalText | undefined;
	/** Its prices as they were written, and the unit that they are of, once its unit may have changed. */
	readonly priced?: Priced | undefined;
}

interface Priced {
	readonly unit: ItemUnitView;
	readonly prices: Readonly<Record<string, DecimalText>>;
}

export interface DraftContent {
	readonly fields: FieldValues;
	readonly lines: readonly DraftLine[];
}

/** A blank document of a kind. */
export interface DraftShape {
	readonly head: FieldValues;
	readonly line: FieldValues;
	/** Fields of a line that are money of one unit. */
	readonly prices: readonly string[];
	/** What a new line takes from the line above. */
	readonly defaults: (above: DraftLine) => FieldValues;
}

export function shapeOf(kind: AnyKind): DraftShape {
	const { defaults } = rulesOf(kind);
	return {
		head: blankOf(kind.head),
		line: blankOf(kind.lines.fields),
		prices: Object.entries<Field>(kind.lines.fields).flatMap(([name, { as, edit }]) =>
			as === 'money' && edit === 'draft' ? [name] : [],
		),
		defaults: ({ fields, ...line }) => defaults?.({ ...fields, ...line, total: null }) ?? {},
	};
}

const writtenFields = (fields: Fields): [string, Field][] =>
	Object.entries(fields).filter(([, { edit }]) => edit !== 'never');

const blankOf = (fields: Fields): FieldValues =>
	Object.fromEntries(
		writtenFields(fields).map(([name, { as }]) => [name, as === 'text' ? '' : null]),
	);

/** The fields that a person fills, of a head or line that came over the bridge. */
const writtenIn = (fields: Fields, shown: Readonly<Record<string, unknown>>): FieldValues =>
	Object.fromEntries(
		writtenFields(fields).map(([name, { as }]) => {
			const value = shown[name];
			const isValue = typeof value === 'string' || typeof value === 'number';
			return [name, isValue ? value : as === 'text' ? '' : null];
		}),
	);

export const contentOf = (
	{ head, lines: { fields } }: AnyKind,
	shown: ShownDocument,
): DraftContent => ({
	fields: writtenIn(head, shown),
	lines: shown.lines.map((line) => {
		const { lineId, item, boxes, discount } = line;
		return { lineId, item, boxes, discount, fields: writtenIn(fields, line) };
	}),
});

/** The line with other values in some fields; the same line if nothing changes. */
export function withFields(line: DraftLine, fields: FieldValues): DraftLine {
	const changed = Object.keys(fields).filter((name) => line.fields[name] !== fields[name]);
	if (changed.length === 0) return line;
	const { priced, ...rest } = line;
	const stays = priced !== undefined && !changed.some((name) => name in priced.prices);
	return { ...rest, fields: { ...line.fields, ...fields }, ...(stays ? { priced } : {}) };
}

/**
 * The line after typing in a box. Removes an empty box, and all boxes in units the item lacks. If the line goes in another
 * unit now, its prices are of that unit.
 */
export function withBox(line: DraftLine, box: Box, prices: readonly string[]): DraftLine {
	const others = line.boxes.filter(({ unitId }) => unitId !== box.unitId);
	const filled = box.typed === '' ? others : [...others, box];
	const boxes = line.item.units.flatMap(({ unitId }) =>
		filled.filter((each) => each.unitId === unitId),
	);
	const priced = line.priced ?? pricedIn(line, prices);
	return priced === null ? { ...line, boxes } : repriced({ ...line, boxes, priced }, priced);
}

/** The unit in which a line goes; null while its quantity is unknown. */
function sentUnitOf({ item, boxes }: DraftLine): ItemUnitView | null {
	const read = filled(boxes);
	if (read.length < boxes.length || strays(boxes, item.units).length > 0) return null;
	const unitId = inOneUnit(read, item.units)?.unitId;
	return item.units.find((unit) => unit.unitId === unitId) ?? null;
}

function pricedIn(line: DraftLine, names: readonly string[]): Priced | null {
	const prices = names.flatMap((name) => {
		const price = line.fields[name];
		return typeof price === 'string' ? [[name, price] as const] : [];
	});
	const unit = prices.length === 0 ? null : sentUnitOf(line);
	return unit && { unit, prices: Object.fromEntries(prices) };
}

/** The price of a case of twelve is twelve times that of a piece. */
function repriced(line: DraftLine, { unit, prices }: Priced): DraftLine {
	const now = sentUnitOf(line);
	if (now === null) return line;
	const size = divideRatios(now.factor, unit.factor);
	const fields = { ...line.fields };
	for (const [name, price] of Object.entries(prices))
		fields[name] = now.unitId === unit.unitId ? price : multiplyByRatio(price, size);
	return { ...line, fields };
}

/** Money in the currency; null while the quantity, or the price or the item's cost, is unknown. */
export function costOf(
	kind: AnyKind,
	{ item, boxes, fields, discount }: DraftLine,
	sum: LineSum,
	currency: string,
): DecimalText | null {
	if (sum.kind !== 'total') return null;
	const { price: priceOf } = rulesOf(kind);
	if (priceOf !== undefined)
		return pricedCost(
			filled(boxes),
			item.units,
			{ price: priceOf(fields), unitId: unitOfLine(kind.lines.fields, fields), discount },
			currency,
		);
	return item.unitCost && lineCost(sum.total, item.unitCost, currency);
}

/** Template boxes, read as if typed now. */
export const readBoxes = (item: ItemView, boxes: readonly TypedBox[], locale: string): Box[] =>
	boxes
		.filter(({ typed }) => typed !== '')
		.map(({ unitId, typed }) => {
			const unit = item.units.find((each) => each.unitId === unitId);
			const entry = unit && readBox(typed, locale, unit, item.units);
			return {
				unitId,
				typed,
				locale,
				quantity: entry?.kind === 'quantity' ? entry.quantity : null,
			};
		});

/** The base unit's column, which cannot be mistaken for a bigger unit. */
export function baseColumnOf(item: ItemView): UnitColumn | undefined {
	const base = item.units.find(({ factor }) => equalsRatio('1', factor)) ?? item.units[0];
	return base && columnOf(item, base.unitId);
}
