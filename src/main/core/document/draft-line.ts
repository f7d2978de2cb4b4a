// Lines of a draft: kept word for word as they were typed, readable or not, and read when they are shown or sent.
import { z } from 'zod';
import type { Problem } from '../../../shared/bridge/reply.ts';
import { item as itemSchema, type Box, type ItemView } from '../../../shared/bridge/values.ts';
import { compare } from '../../../shared/domain/decimal.ts';
import { lineCost } from '../../../shared/domain/money.ts';
import { parseEntry } from '../../../shared/domain/quantity-entry.ts';
import { toBase } from '../../../shared/domain/unit.ts';
import { unknownItem } from './item-view.ts';

export const draftLine = z.object({
	lineId: z.string(),
	/** The item with its units as it was when the line was saved: without the cache the line still says what it is. */
	item: itemSchema,
	unitId: z.string(),
	typed: z.string(),
	/** By which `typed` is read. */
	locale: z.string(),
	note: z.string(),
	/** Waste only. */
	reasonId: z.string().nullable(),
	/** Waste only: the location's own words for the reason. */
	label: z.string().default(''),
});
export type DraftLine = z.infer<typeof draftLine>;

export interface ReadLine {
	box: Box;
	/** Base units; null where the quantity cannot be read. */
	total: string | null;
	cost: string | null;
	problems: Problem[];
}

/** Reads a line. Problems are by `lines.<lineId>.<field>`; a draft may have them, a submit may not. */
export function readLine(line: DraftLine, currency: string): ReadLine {
	const { lineId, item, unitId, typed } = line;
	const at = (field: string): string => `lines.${lineId}.${field}`;
	const unit = item.units.find((each) => each.unitId === unitId);
	const box: Box = { unitId, typed, quantity: null };
	const unread = (problem: Problem): ReadLine => ({
		box,
		total: null,
		cost: null,
		problems: [problem],
	});
	if (item.units.length === 0) return unread({ path: at('item'), message: 'unknown-item' });
	if (unit === undefined) return unread({ path: at('unit'), message: 'unknown-unit' });

	const entry = parseEntry(typed, line.locale, { places: unit.places });
	switch (entry.kind) {
		case 'blank':
			return unread({ path: at('quantity'), message: 'missing' });
		case 'problem':
			return unread({
				path: at('quantity'),
				message: entry.code,
				...(entry.code === 'ambiguous' ? { readings: [...entry.readings] } : {}),
			});
		case 'quantity': {
			const { quantity } = entry;
			const total = toBase([{ unitId, quantity }], item.units);
			return {
				box: { ...box, quantity },
				total,
				cost: item.unitCost === null ? null : lineCost(total, item.unitCost, currency),
				problems:
					compare(quantity, '0') > 0 ? [] : [{ path: at('quantity'), message: 'not-above-zero' }],
			};
		}
	}
}

/** A line as the screen sends it. */
export interface TypedLine {
	lineId: string;
	itemId: string;
	unitId: string;
	typed: string;
	note: string;
	reasonId?: string | null;
	label?: string;
}

/**
 * The lines to keep. What was typed before keeps the locale it was typed in, so that changing the language later does
 * not change a quantity.
 * @param find the item as the cache has it now.
 */
export function keptLines(
	lines: readonly TypedLine[],
	before: readonly DraftLine[],
	locale: string,
	find: (itemId: string) => ItemView | null,
): DraftLine[] {
	return lines.map(({ lineId, itemId, unitId, typed, note, reasonId = null, label = '' }) => {
		const old = before.find((line) => line.lineId === lineId);
		const same = old?.item.itemId === itemId ? old : null;
		return {
			lineId,
			item: find(itemId) ?? same?.item ?? unknownItem(itemId),
			unitId,
			typed,
			locale: same?.typed === typed && same.unitId === unitId ? same.locale : locale,
			note,
			reasonId,
			label,
		};
	});
}
