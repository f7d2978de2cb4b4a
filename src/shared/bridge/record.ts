// Records that people edit: suppliers, waste reasons and whatever else shared/record declares. Five calls for all types.
// The core checks every value against the declaration.
//
// A record's `id` is the service's; for one that the service does not have yet, it is the `draftId` it was made with.
// Instants are epoch ms. Field values are as the service has them: decimals and instants are text.
import { z } from 'zod';
import { recordTypes, type RecordTypeName } from '../record/records.ts';
import { acts } from '../record/registry.ts';
import { weightOf, type ProblemCode } from '../record/rules.ts';
import { call } from './call.ts';
import { laneDocument } from '../document/stored.ts';
import { likenesses } from '../record/alike.ts';
import { importSources } from './import.ts';
import { actionState } from './outbox.ts';
import { businessDate, decimal, instant, intentId, standing } from './values.ts';

const type = z.enum(Object.keys(recordTypes) as [RecordTypeName, ...RecordTypeName[]]);
const plain = z.record(z.string(), z.unknown());
const recordId = z.string().min(1).max(200);
/** A field: `name`, or `prices/2026-01-01/price` for the line with that key. */
const pointer = z.string().min(1).max(500);

const names = z.record(z.string(), z.string());

/** `was` and `to`: null if the field is not there. */
const change = z.object({ at: pointer, was: z.unknown(), to: z.unknown() });
const clash = z.object({ at: pointer, base: z.unknown(), mine: z.unknown(), theirs: z.unknown() });
const told = z.object({
	at: pointer,
	what: z.enum(['changed', 'dropped', 'added']),
	sent: z.unknown(),
	now: z.unknown(),
});
const recordProblem = z.object({
	at: pointer,
	/** The message `record.problem-<code>`. `stops` in `weightOf` (record/rules.ts) prevents sending, `warns` does not. */
	code: z.enum(Object.keys(weightOf) as [ProblemCode, ...ProblemCode[]]),
	args: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

const draft = z.object({
	draftId: z.string(),
	/** Rises with each `keep`. */
	revision: z.number().int(),
	/** The record when the editing began; null for a new one. */
	base: plain.nullable(),
	changes: z.array(change),
	/** What stands in a box, word for word, where it is no value yet: `12,`. */
	typed: z.record(pointer, z.string().max(5000)),
});

/**
 * Why an act is not offered: no operation of the service, no network now, its last step needs a decision first, or
 * the record that the draft is about is no longer here.
 */
const because = z.enum(['no-operation', 'offline', 'in-the-outbox', 'gone']);
const allowed = z.discriminatedUnion('may', [
	/** `queue`: also offline, through the outbox. `online-only`: sent while somebody waits for the answer. */
	z.object({ may: z.literal(true), goes: z.enum(['queue', 'online-only']) }),
	z.object({ may: z.literal(false), because }),
]);

const ownEdit = z.object({
	at: instant,
	by: z.string(),
	/** `stock`: the last change of its stock was taken back. */
	act: z.enum([...acts, 'stock']),
	changes: z.array(change),
	state: actionState,
	/** The import, bulk edit or the like that it is part of. */
	run: z.object({ runId: z.string(), source: z.enum(importSources), title: z.string() }).nullable(),
	/** What the service made of it; empty until it is confirmed and read back. */
	told: z.array(told),
});

const saved = z.discriminatedUnion('state', [
	z.object({
		state: z.literal('kept'),
		revision: z.number().int(),
		problems: z.array(recordProblem),
		/** Fields that others changed since the editing began; the form marks them. */
		clashes: z.array(clash),
	}),
	z.object({ state: z.literal('discarded') }),
	/** The outbox has it, and sends it like any other step. */
	z.object({ state: z.literal('queued'), id: z.string(), laneId: z.string() }),
	/** Online only: the service has it, as read back. */
	z.object({ state: z.literal('applied'), id: z.string(), record: plain, told: z.array(told) }),
	/** Nothing was sent. Send again with a choice for each. */
	z.object({ state: z.literal('clash'), clashes: z.array(clash) }),
	/** Nothing was sent: these problems stop. */
	z.object({ state: z.literal('stopped'), problems: z.array(recordProblem) }),
	/** Online only: the service refused it, in its own words. The draft is open again. */
	z.object({ state: z.literal('refused'), said: z.string() }),
	/** Online only: sent, no answer, and reading back did not decide. The outbox asks; it is never sent again unasked. */
	z.object({ state: z.literal('not-confirmed'), laneId: z.string() }),
]);

/** In the item's base unit. */
const inArea = z.object({ areaId: z.string(), quantity: decimal });

const named = z.object({ document: laneDocument, id: z.string(), number: z.string() });

const saving = { type, draftId: z.uuid(), id: recordId.nullable(), revision: z.number().int() };

export const recordCalls = {
	/**
	 * One window of a list: copies with the waiting work folded in, and drafts of new records. `values` has the columns
	 * of the declaration.
	 */
	'record.list': call(
		{
			type,
			search: z.string().max(100).default(''),
			/** Values that a field may have; null means empty. `isActive` true also finds records without the field. */
			where: z
				.record(
					z.string(),
					z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).max(200),
				)
				.default({}),
			/** null: by title. */
			order: z.object({ by: z.string(), descending: z.boolean() }).nullable().default(null),
			from: z.number().int().min(0).default(0),
			limit: z.number().int().min(0).max(500).default(100),
		},
		{
			rows: z.array(
				z.object({
					id: z.string(),
					/** The service has it, so others can refer to it. */
					known: z.boolean(),
					standing,
					/** An open draft exists. */
					edited: z.boolean(),
					values: plain,
				}),
			),
			/** Titles of what the rows refer to, and names of units: by `supplier/P-1`, `unit/3`. */
			names,
			/** Matching rows. */
			total: z.number().int(),
			/** Null before the first pull. */
			asOf: instant.nullable(),
			/** false: the service may have more than is here. */
			complete: z.boolean(),
			/** How a new record would be sent. */
			create: allowed,
			/** Whether records of this type can be changed. */
			change: allowed,
		},
	),
	/** Fails with `not-found`. */
	'record.get': call(
		{ type, id: recordId },
		{
			/** The service's id; null until it has the record. */
			serverId: z.string().nullable(),
			/** The copy with the waiting work folded in; without the draft. */
			record: plain,
			/** Titles of what the record, its draft and its history refer to, as in `record.list`. */
			names,
			/** Fields that the declaration does not know, for "Also at the service". */
			unknown: plain,
			standing,
			laneId: z.string().nullable(),
			draft: draft.nullable(),
			/** What others changed under the open draft. */
			clashes: z.array(clash),
			problems: z.array(recordProblem),
			acts: z.object({ create: allowed, change: allowed, remove: allowed }),
			/** Edits from this PC, newest first. */
			history: z.array(ownEdit),
		},
	),
	/**
	 * `draftId` is made by the form when it opens (a UUID); `revision` is 0 for a new draft. Fails with
	 * `changed-meanwhile` for another revision, `not-found`, `not-possible-now` if the act is not offered, and
	 * `needs-network` for an online-only act. A `send` takes the draft as kept.
	 */
	'record.save': call(
		z.discriminatedUnion('step', [
			z.object({
				...saving,
				step: z.literal('keep'),
				changes: z.array(change).max(2000),
				typed: draft.shape.typed.default({}),
			}),
			z.object({ ...saving, step: z.literal('discard') }),
			z.object({
				...saving,
				step: z.literal('send'),
				/** By the `at` of each clash. */
				choices: z.record(pointer, z.enum(['mine', 'theirs'])).default({}),
				intentId,
			}),
		]),
		saved,
	),
	/**
	 * Keeps drafts of several records that the service has, all in one commit: a block pasted into a list. One without
	 * changes is discarded.
	 */
	'record.keepAll': call(
		{
			type,
			drafts: z
				.array(
					z.object({
						id: recordId,
						draftId: z.uuid(),
						revision: z.number().int(),
						changes: z.array(change).max(2000),
						typed: draft.shape.typed,
					}),
				)
				.max(500),
		},
		{
			/** In the same order. `refused`: gone, or changed in another window. */
			kept: z.array(
				z.discriminatedUnion('state', [
					z.object({ state: z.literal('kept'), revision: z.number().int() }),
					z.object({ state: z.literal('discarded') }),
					z.object({
						state: z.literal('refused'),
						code: z.enum(['not-found', 'changed-meanwhile']),
					}),
				]),
			),
		},
	),
	/**
	 * What depends on a record beside other records, as far as this PC knows: before it is made inactive or deleted. What
	 * other records refer to it is answered by `record.list`.
	 */
	'record.dependents': call(
		{
			type,
			id: recordId,
			/** Only documents, drafts and templates that have the item in this unit, and open counts of the item. */
			uomId: z.number().int().optional(),
		},
		{
			/** Of an item, in base units. */
			stock: z.array(
				z.object({ locationId: z.string(), locationName: z.string(), quantity: decimal }),
			),
			/** Items in stock at this location or in this area. */
			stockedItems: z.number().int(),
			/** Open documents, and drafts of documents. */
			documents: z.array(named),
			drafts: z.array(named),
			counts: z.array(z.object({ id: z.string(), name: z.string() })),
			countTemplates: z.array(z.string()),
			wasteTemplates: z.array(z.string()),
			orderTemplates: z.array(z.string()),
			asOf: instant.nullable(),
		},
	),
	/**
	 * Units that items on this PC have, by the service's numbers: the service shows no list of them. At most three names
	 * of each, the most frequent first.
	 */
	'record.units': call(
		{},
		{
			units: z.array(
				z.object({
					uomId: z.number().int(),
					names: z.array(z.string()),
					types: z.array(z.string()),
				}),
			),
		},
	),
	/** The last submitted count in a unit, beside the expected stock: what this says about the unit's factor. */
	'record.unitEvidence': call(
		{ id: recordId, uomId: z.number().int() },
		{
			/** null without such a count, or if nothing follows from it. */
			found: z
				.object({
					on: businessDate,
					locationName: z.string(),
					/** In the unit. */
					count: decimal,
					/** Base units expected in them. */
					book: decimal,
					/** Base units in one of them. */
					each: decimal,
				})
				.nullable(),
		},
	),
	/**
	 * Puts another record into the place of one in the templates of this PC: of counts and of waste. Quantities in units
	 * that the other item does not have are left blank. Fails with `not-found` if the other is not here.
	 */
	'record.putInTemplates': call(
		{ type, id: recordId, by: recordId },
		{ templates: z.number().int() },
	),
	/**
	 * What the lines of a recipe cost at a location, through the recipes in it, from the copies. A line that cannot be
	 * costed says why, and makes the total unknown.
	 */
	'record.recipeCost': call(
		{
			/** null for a recipe that the service does not have yet. */
			id: recordId.nullable(),
			name: z.string().max(500),
			lines: z
				.array(z.object({ itemId: z.string(), unitId: z.string(), quantity: decimal }))
				.max(1000),
			/** Base units per batch; a portion is 1. null if it is not known. */
			makes: decimal.nullable(),
			locationId: z.string(),
		},
		{
			lines: z.array(
				z.object({
					cost: decimal.nullable(),
					unknown: z
						.object({
							why: z.enum(['item', 'unit', 'cost', 'yield', 'lines', 'cycle', 'too-deep']),
							/** The item without a cost, or the recipe without a yield. */
							of: z.string(),
							path: z.array(z.string()),
						})
						.nullable(),
				}),
			),
			total: decimal.nullable(),
			perUnit: decimal.nullable(),
			currency: z.string(),
		},
	),
	/** Items that may be there twice, from the copies: the certain ones first, at most 500 groups. */
	'record.duplicates': call(
		{},
		{
			groups: z.array(
				z.object({
					by: z.enum(likenesses),
					/** The code, or the words of the name. */
					shared: z.string(),
					items: z.array(z.object({ itemId: z.string(), name: z.string(), code: z.string() })),
				}),
			),
			total: z.number().int(),
			asOf: instant.nullable(),
		},
	),
	/**
	 * Activates or deactivates: several with one request, where the service has one, answers now and takes it; else each
	 * by itself, and one that fails does not stop the others.
	 */
	'record.switch': call(
		{ type, ids: z.array(recordId).min(1).max(500), isActive: z.boolean(), intentId },
		{
			records: z.array(
				z.object({
					id: z.string(),
					/** `unchanged`: it already was so. `not-possible-now`: see `acts.change` of the record. */
					state: z.enum([
						'queued',
						'applied',
						'unchanged',
						'refused',
						'not-confirmed',
						'not-possible-now',
					]),
					said: z.string(),
				}),
			),
		},
	),
	/** Online only. Fails with `not-possible-now`, `needs-network`, or `refused` in the service's words. */
	'record.remove': call(
		{ type, id: recordId, intentId },
		{ state: z.enum(['removed', 'not-confirmed']) },
	),
	/**
	 * The service takes back the last change of an item's stock in a storage area, whoever entered it. Online only, and
	 * never sent again by itself. Fails with `needs-network`, `not-possible-now`, `refused` in the service's words, or
	 * `unreachable` if the stock cannot be read before: then nothing was sent.
	 */
	'record.reverseStock': call(
		{ id: recordId, locationId: recordId, areaId: recordId, intentId },
		{
			/** The answer alone: only `after` shows whether the stock changed. */
			state: z.enum(['applied', 'not-confirmed']),
			before: z.array(inArea),
			/** null if it could not be read. */
			after: z.array(inArea).nullable(),
		},
	),
};
