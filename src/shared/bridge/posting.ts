// What of a submitted count is at the service: its parts in order, the lines of a part that was refused, and what a
// person decides about them.
import { z } from 'zod';
import { call } from './call.ts';
import { actionState, attentionReason } from './outbox.ts';
import { decimal, instant, locale, nothing } from './values.ts';

const stocktakeId = z.string();
const by = z.string().trim().max(80).default('');

/** A line of a part that waits for a person. */
const postingLine = z.object({
	/** The first of its lines in the count; null where the count does not show it. */
	lineNo: z.number().int().nullable(),
	itemId: z.string(),
	areaId: z.string(),
	code: z.string(),
	name: z.string(),
	/** In base units. */
	counted: decimal,
	change: decimal,
	baseUnitName: z.string(),
	/** What the service said of this line; empty where it named others, or none. */
	said: z.string(),
});
export type PostingLine = z.infer<typeof postingLine>;

const postingPart = z.object({
	actionId: z.string(),
	revision: z.number().int(),
	/** From 1, in the order in which they go. */
	number: z.number().int(),
	lines: z.number().int(),
	state: actionState,
	attention: attentionReason.nullable(),
	since: instant,
	/** HTTP status and words of the service's last answer. */
	serviceStatus: z.number().int().nullable(),
	serviceSaid: z.string(),
	/** Whether lines of it can be put right or left out here: it was refused, and nothing of it is at the service. */
	canBeAmended: z.boolean(),
	/** Its lines, while it can be amended. */
	refused: z.array(postingLine),
});
export type PostingPart = z.infer<typeof postingPart>;

/** A counted line that does not go to the service. */
const leftOutLine = z.object({
	lineNo: z.number().int().nullable(),
	name: z.string(),
	reason: z.string(),
	by: z.string(),
	at: instant,
});

export const posting = z.object({
	parts: z.array(postingPart),
	/** Of the lines whose difference was to be posted. */
	lines: z.object({
		all: z.number().int(),
		posted: z.number().int(),
		leftOut: z.number().int(),
	}),
	/** Most lines in a part. */
	linesEach: z.number().int(),
	leftOut: z.array(leftOutLine),
});
export type Posting = z.infer<typeof posting>;

export const postingCalls = {
	/** Empty where nothing of the count goes to the service. */
	'posting.get': call(z.object({ stocktakeId }), posting),
	/**
	 * Goes on with a part that was refused: with some of its lines left out, some with another count, and the rest as it
	 * was. What was posted never goes again. Fails with `changed-meanwhile` or `not-possible-now` as the outbox does, with
	 * `not-a-quantity` or `incomplete` (details: `lines.<n>.typed`, `lines.<n>.reason`, n as given).
	 */
	'posting.resume': call(
		z.object({
			stocktakeId,
			actionId: z.string(),
			revision: z.number().int(),
			lines: z
				.array(
					z.object({
						itemId: z.string(),
						areaId: z.string(),
						/** What was counted, in base units as typed; null leaves the line out. */
						typed: z.string().max(64).nullable(),
						reason: z.string().trim().max(500),
					}),
				)
				.max(1_000),
			locale,
			by,
		}),
		nothing,
	),
};
