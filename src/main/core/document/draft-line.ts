// Draft lines: the text as typed, readable or not, and the parsed quantity of each box.
import { z } from 'zod';
import type { Problem } from '../../../shared/bridge/reply.ts';
import {
	decimal,
	item as itemSchema,
	type Box,
	type ItemView,
	type TypedBox,
} from '../../../shared/bridge/values.ts';
import { rulesOf, unitOfLine, type AnyKind, type Fields } from '../../../shared/document/kit.ts';
import { readBox } from '../../../shared/domain/box-entry.ts';
import { lineTotal } from '../../../shared/domain/count-line.ts';
import { compare } from '../../../shared/domain/decimal.ts';
import { lineCost, totalCost, type TotalCost } from '../../../shared/domain/money.ts';
import { filled, pricedCost } from '../../../shared/domain/sent-boxes.ts';
import { strays } from '../../../shared/domain/unit.ts';
import { writtenIn, type Values } from './fields.ts';
import { unknownItem, type FindItem } from './item-view.ts';

const draftBox = z.object({
	unitId: z.string(),
	typed: z.string(),
	locale: z.string(),
	/** In the box's unit; null if unreadable. */
	quantity: decimal.nullable(),
});
type DraftBox = z.infer<typeof draftBox>;

/** As stored; the declared fields stand beside it. */
export const storedLine = z.object({
	lineId: z.string(),
	/** A snapshot from when the line was saved, so that the draft survives a lost cache. */
	item: itemSchema,
	/** Filled boxes only, at most one per unit. */
	boxes: z.array(draftBox),
});

export interface DraftLine extends z.infer<typeof storedLine> {
	readonly values: Values;
}

export interface ReadLine {
	boxes: Box[];
	/** Base units; null if all boxes are blank or one is unreadable. */
	total: string | null;
	cost: string | null;
	/** Included in the cost. */
	discount?: string | undefined;
	problems: Problem[];
}

/** Parses a line. Problem paths are `lines.<lineId>.<field>`; a draft may have problems, a submission may not. */
export function readLine(
	kind: AnyKind,
	{ lineId, item, boxes: kept, values }: DraftLine,
	currency: string,
	discount?: string,
): ReadLine {
	const at = (field: string): string => `lines.${lineId}.${field}`;
	const boxes: Box[] = kept;
	const unread = (...problems: Problem[]): ReadLine => ({
		boxes,
		total: null,
		cost: null,
		discount,
		problems,
	});
	if (item.units.length === 0) return unread({ path: at('item'), message: 'unknown-item' });
	if (strays(boxes, item.units).length > 0)
		return unread({ path: at('unit'), message: 'unknown-unit' });
	const unreadable = kept.flatMap((box) => problemOf(box, item, at('quantity')) ?? []);
	if (unreadable.length > 0) return unread(...unreadable);

	const total = lineTotal(boxes, item.units);
	const { price: priceOf } = rulesOf(kind);
	if (total === null) return unread({ path: at('quantity'), message: 'missing' });
	return {
		boxes,
		total,
		cost:
			priceOf === undefined
				? item.unitCost && lineCost(total, item.unitCost, currency)
				: pricedCost(
						filled(boxes),
						item.units,
						{ price: priceOf(values), unitId: unitOfLine(kind.lines.fields, values), discount },
						currency,
					),
		discount,
		problems: compare(total, '0') > 0 ? [] : [{ path: at('quantity'), message: 'not-above-zero' }],
	};
}

/** Total cost of the lines. Lines without a quantity are skipped, not counted as unknown cost. */
export const costOfRead = (lines: readonly Pick<ReadLine, 'total' | 'cost'>[]): TotalCost =>
	totalCost(lines.filter(({ total }) => total !== null).map(({ cost }) => cost));

export interface ReadDraftLine {
	line: DraftLine;
	read: ReadLine;
}

export const readLines = (
	kind: AnyKind,
	lines: readonly DraftLine[],
	currency: string,
	discountOf: (line: DraftLine) => string | undefined = () => undefined,
): ReadDraftLine[] =>
	lines.map((line) => ({ line, read: readLine(kind, line, currency, discountOf(line)) }));

export interface TypedLine {
	lineId: string;
	itemId: string;
	boxes: readonly TypedBox[];
}

/** The lines to store. Text typed earlier keeps its locale: changing the language must not change a quantity. */
export function keptLines(
	fields: Fields,
	lines: readonly TypedLine[],
	before: readonly DraftLine[],
	locale: string,
	find: FindItem,
): DraftLine[] {
	return lines.map((line) => {
		const { lineId, itemId, boxes } = line;
		const old = before.find((each) => each.lineId === lineId);
		const same = old?.item.itemId === itemId ? old : null;
		const item = find(itemId) ?? same?.item ?? unknownItem(itemId);
		return {
			lineId,
			item,
			boxes: filledBoxes(boxes, item, locale, same?.boxes ?? []),
			values: writtenIn(fields, line),
		};
	});
}

function filledBoxes(
	boxes: readonly TypedBox[],
	item: ItemView,
	locale: string,
	before: readonly DraftBox[],
): DraftBox[] {
	return boxes
		.filter(({ typed }) => typed !== '')
		.map(({ unitId, typed }) => {
			const was = before.find((box) => box.unitId === unitId && box.typed === typed);
			if (was !== undefined && was.quantity !== null) return was;
			const by = was?.locale ?? locale;
			const unit = unitOf(item, unitId);
			const entry = unit && readBox(typed, by, unit, item.units);
			const quantity = entry?.kind === 'quantity' ? entry.quantity : null;
			return { unitId, typed, locale: by, quantity };
		});
}

function problemOf(
	{ unitId, typed, locale, quantity }: DraftBox,
	item: ItemView,
	path: string,
): Problem | null {
	const unit = unitOf(item, unitId);
	if (quantity !== null || unit === undefined) return null;
	const entry = readBox(typed, locale, unit, item.units);
	if (entry.kind !== 'problem') return null;
	return {
		path,
		message: entry.code,
		...(entry.code === 'ambiguous' ? { readings: [...entry.readings] } : {}),
	};
}

const unitOf = ({ units }: ItemView, unitId: string) =>
	units.find((unit) => unit.unitId === unitId);
