// Counting: open a count, fill its sheet box by box, review the variances, submit.
import { z } from 'zod';
import { call } from './call.ts';
import { countPlan, together } from './count-plan.ts';
import {
	box,
	businessDate,
	currency,
	decimal,
	instant,
	intentId,
	itemUnit,
	locale,
	nothing,
	standing,
} from './values.ts';

export const stocktakeId = z.string();
export const lineNo = z.number().int();
/**
 * Who enters, for a window in which somebody else counts than the person of this PC; empty: the person of this PC.
 * Written beside everything, and it tells one counter's boxes from another's.
 */
export const by = z.string().trim().max(80).default('');

export const stocktakeSummary = z.object({
	stocktakeId,
	name: z.string(),
	locationId: z.string(),
	businessDate,
	openedAt: instant,
	openedBy: z.string(),
	/** `open`: being counted. `submitted`: in the outbox or with the service; nothing can be entered any more. */
	/** And `recounted`: a recount that is finished; it belongs to the count that it was made for. */
	state: z.enum(['open', 'submitted', 'discarded', 'recounted']),
	standing,
	lines: z.number().int(),
	counted: z.number().int(),
	submittedAt: instant.nullable(),
	/** When it was moved to another PC; null unless it is there. */
	movedAt: instant.nullable(),
	/** Where this is a recount of another count. */
	recount: z.object({ of: stocktakeId, round: z.number().int(), recounter: z.string() }).nullable(),
});
export type StocktakeSummary = z.infer<typeof stocktakeSummary>;

export const guard = z.object({
	code: z.enum([
		'half-or-less',
		'double-or-more',
		'pack-slip',
		'partly-counted',
		'place-uncounted',
		'assumed-zero',
	]),
	/** For `pack-slip`: what was probably meant. */
	meant: z.object({ unitId: z.string(), quantity: decimal }).nullable(),
	against: z.enum(['expected', 'last']).nullable(),
});
export type GuardView = z.infer<typeof guard>;

/** A box and who filled it. Where counts of several people are summed, a unit has a box of each of them. */
export const countedBox = box.extend({ by: z.string(), locale: z.string() });
export type CountedBox = z.infer<typeof countedBox>;

export const sheetLine = z.object({
	/** The number on the printed sheet: given in walking order when the count is opened, and never changed. */
	lineNo,
	/** Raised by every entry on the line: of two versions of a line the higher is the later. */
	revision: z.number().int(),
	/** Where one meets it. */
	areaId: z.string(),
	/** Where the service keeps its stock. */
	stockAreaId: z.string(),
	shelf: z.string(),
	itemId: z.string(),
	code: z.string(),
	name: z.string(),
	category: z.string(),
	units: z.array(itemUnit),
	baseUnitName: z.string(),
	boxes: z.array(countedBox),
	state: z.enum(['uncounted', 'zero', 'quantity']),
	/** Base units, of all who counted; null while uncounted. */
	total: decimal.nullable(),
	/**
	 * Book quantity in base units when the count was opened; null when not known, when the count is blind, or when the
	 * item stands on several lines of one stock area, which the book does not tell apart.
	 */
	expected: decimal.nullable(),
	/** What the last count of it came to; null where there was none, or as for `expected` on several lines. */
	last: z.object({ quantity: decimal, unitIds: z.array(z.string()) }).nullable(),
	guards: z.array(guard),
	note: z.string(),
	/** Somebody added it while the count was open; it can be taken off again. */
	added: z.boolean(),
	countedAt: instant.nullable(),
	countedBy: z.string(),
});
export type SheetLine = z.infer<typeof sheetLine>;

export const sheet = z.object({
	summary: stocktakeSummary,
	plan: countPlan,
	/** What the plan says, or what was chosen at the first line that two people counted. */
	together,
	approved: z.object({ at: instant, by: z.string() }).nullable(),
	/** Codes that nobody knew and that are not settled yet. */
	parked: z.number().int(),
	currency,
	/** True when the expected quantities are hidden from those who count. */
	blind: z.boolean(),
	/** When the book quantities were fetched from the service. */
	bookAsOf: instant.nullable(),
	lastSavedAt: instant.nullable(),
	areas: z.array(
		z.object({
			areaId: z.string(),
			name: z.string(),
			lines: z.number().int(),
			counted: z.number().int(),
			/** Of those counted, the ones of which there is none. */
			zero: z.number().int(),
		}),
	),
	/** The units of every item of the count, each combination once: the columns that the sheet needs. */
	unitSets: z.array(z.array(itemUnit)),
	/** All of them, or those of the window that was asked for. */
	lines: z.array(sheetLine),
});
export type Sheet = z.infer<typeof sheet>;

/** A code that nobody knew when it was scanned. */
export const parkedCode = z.object({
	parkedId: z.number().int(),
	code: z.string(),
	/** Where it was scanned. */
	areaId: z.string().nullable(),
	/** How often. */
	times: z.number().int(),
	/** What was counted of it, word for word; empty where only the scans say. */
	typed: z.string(),
	note: z.string(),
	/** The line it was assigned to; null while it is not settled. */
	lineNo: lineNo.nullable(),
	at: instant,
	by: z.string(),
});
export type ParkedCode = z.infer<typeof parkedCode>;

/** A parked code with what the catalogue says of it by now; null while nobody knows it. */
const learnedCode = parkedCode.extend({
	known: z
		.object({ itemId: z.string(), name: z.string(), code: z.string(), unitId: z.string() })
		.nullable(),
});
export type LearnedCode = z.infer<typeof learnedCode>;

/** Somebody with this count open. */
export const counter = z.object({
	/** Tells one window from another. */
	window: z.string(),
	person: z.string(),
	areaId: z.string().nullable(),
});
export type Counter = z.infer<typeof counter>;

export const stocktakeCalls = {
	'stocktake.list': call(
		z.object({ locationId: z.string() }),
		z.object({ stocktakes: z.array(stocktakeSummary) }),
	),
	/**
	 * Opens a count by a plan, its lines in walking order, the book quantity of each line kept with it. Fails with
	 * `not-possible-now` where the plan finds nothing to count.
	 */
	'stocktake.open': call(
		z.object({
			locationId: z.string(),
			name: z.string().max(120),
			plan: countPlan,
			/** The saved plan it comes from. */
			planId: z.string().nullable().default(null),
			intentId,
		}),
		z.object({ stocktakeId }),
	),
	/**
	 * The sheet with all its lines in walking order, or with a window of them: from the start, or around the first line
	 * that is not counted, or around this one.
	 */
	'stocktake.sheet': call(
		z.object({
			stocktakeId,
			window: z
				.object({
					from: z.union([z.enum(['start', 'uncounted']), lineNo]),
					lines: z.number().int().min(1).max(2_000),
				})
				.optional(),
		}),
		sheet,
	),
	/** The lines of the sheet in walking order from a place on (0: the first). */
	'stocktake.lines': call(
		z.object({
			stocktakeId,
			from: z.number().int().min(0),
			limit: z.number().int().min(1).max(2_000),
		}),
		z.object({ lines: z.array(sheetLine) }),
	),
	/**
	 * Writes one box; durable when it answers. An empty text clears the box. Fails with `not-a-quantity` (details say
	 * why, with the readings of an ambiguous number), or with `changed-meanwhile` at the first line that another person
	 * counted (details: `counter`, with the name), and then changes nothing. Where the other's count is kept, the entry
	 * is history alone and `kept` names the other.
	 */
	'stocktake.enter': call(
		z.object({
			stocktakeId,
			lineNo,
			unitId: z.string(),
			typed: z.string().max(64),
			locale,
			by,
		}),
		z.object({ line: sheetLine, savedAt: instant, kept: z.string().nullable() }),
	),
	/**
	 * Writes several boxes as one act, taken back together: all of them or, when one is refused, none.
	 * They are compared with the book of `countedAt`, where they stood on paper since then; else with that of now.
	 */
	'stocktake.enterMany': call(
		z.object({
			stocktakeId,
			entries: z
				.array(z.object({ lineNo, unitId: z.string(), typed: z.string().max(64) }))
				.min(1)
				.max(2_000),
			countedAt: instant.optional(),
			locale,
			by,
		}),
		z.object({ lines: z.array(sheetLine), savedAt: instant }),
	),
	/**
	 * Takes back this person's last act that still stands, or puts the last one back. An entry of its own; nothing is
	 * erased. What somebody else changed since is passed over. No cell when there is nothing to do.
	 */
	'stocktake.undo': call(z.object({ stocktakeId, by }), undone()),
	'stocktake.redo': call(z.object({ stocktakeId, by }), undone()),
	'stocktake.note': call(
		z.object({ stocktakeId, lineNo, note: z.string().max(500), by }),
		z.object({ line: sheetLine, savedAt: instant }),
	),
	/** Says what becomes of lines that two people count, once for the whole count. */
	'stocktake.together': call(
		z.object({ stocktakeId, together: together.exclude(['ask']), by }),
		nothing,
	),
	/** Says where this window counts; everybody with the count open hears it, and hears when it goes away. */
	'stocktake.here': call(
		z.object({
			stocktakeId,
			/** Made by the window: two of them may share a browser. */
			window: z.string().min(8),
			areaId: z.string().nullable(),
			leaving: z.boolean().default(false),
			by,
		}),
		z.object({ counters: z.array(counter) }),
	),
	/**
	 * Moves a line in the walking order, of this count and of the next ones: behind another line, or to the head of the
	 * area. Its stock stays where the service keeps it.
	 */
	'stocktake.move': call(
		z.object({
			stocktakeId,
			lineNo,
			areaId: z.string(),
			shelf: z.string().max(80),
			behind: lineNo.nullable(),
			by,
		}),
		nothing,
	),
	/**
	 * Adds a line: an item that is not on the count, or another place of one that is. The stock area is the one that the
	 * service has it in, the area itself where it has none.
	 */
	'stocktake.addLine': call(
		z.object({
			stocktakeId,
			itemId: z.string(),
			areaId: z.string(),
			shelf: z.string().max(80),
			behind: lineNo.nullable(),
			by,
		}),
		z.object({ lineNo }),
	),
	/**
	 * Takes a line off the count that was added to it, as an entry that can be taken back. Fails with `not-possible-now`
	 * for a line that the plan brought, and with `changed-meanwhile` (details: `counted`) where it is counted and nobody
	 * said that it goes all the same.
	 */
	'stocktake.removeLine': call(
		z.object({ stocktakeId, lineNo, evenIfCounted: z.boolean().default(false), by }),
		z.object({ savedAt: instant }),
	),
	/** Moves an area behind another one, or to the head (null), in this count and for the next ones of the location. */
	'stocktake.moveArea': call(
		z.object({ stocktakeId, areaId: z.string(), behind: z.string().nullable(), by }),
		nothing,
	),
	/** Keeps a code that nobody knows; scanned again in the same area, it is counted once more. */
	'stocktake.park': call(
		z.object({ stocktakeId, code: z.string().min(1).max(80), areaId: z.string().nullable(), by }),
		parkedCode,
	),
	'stocktake.parked': call(z.object({ stocktakeId }), z.object({ parked: z.array(learnedCode) })),
	'stocktake.noteParked': call(
		z.object({
			stocktakeId,
			parkedId: z.number().int(),
			typed: z.string().max(64),
			note: z.string().max(500),
			by,
		}),
		parkedCode,
	),
	/** Enters what a parked code was counted at into a line, and settles it. Refuses as `stocktake.enter` does. */
	'stocktake.assignParked': call(
		z.object({
			stocktakeId,
			parkedId: z.number().int(),
			lineNo,
			unitId: z.string(),
			typed: z.string().min(1).max(64),
			locale,
			by,
		}),
		z.object({ line: sheetLine, savedAt: instant, kept: z.string().nullable() }),
	),
	'stocktake.discard': call(z.object({ stocktakeId, reason: z.string().min(1).max(500) }), nothing),
};

export const stocktakeEvents = {
	/** A line was entered, here or in another window; null when the whole count changed. */
	'stocktake.changed': z.object({ stocktakeId, line: sheetLine.nullable() }),
	/** Who has a count open, and where they are. */
	'stocktake.counters': z.object({ stocktakeId, counters: z.array(counter) }),
};

function undone() {
	return z.object({
		lines: z.array(sheetLine),
		/** Where it happened; no unit for a note, null when there was nothing to do. */
		cell: z.object({ lineNo, unitId: z.string().nullable() }).nullable(),
		savedAt: instant.nullable(),
	});
}
