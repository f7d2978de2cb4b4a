// The posting of a submitted count: its parts in order, the lines of a refused part, and the decisions on them.
import { z } from 'zod';
import { call } from './call.ts';
import { actionState } from './outbox.ts';
import { decimal, itemUnit, locale, nothing } from './values.ts';

const stocktakeId = z.string();
const by = z.string().trim().max(80).default('');

const postingLine = z.object({
	itemId: z.string(),
	areaId: z.string(),
	code: z.string(),
	name: z.string(),
	/** Base units. */
	counted: decimal,
	change: decimal,
	units: z.array(itemUnit),
	baseUnitName: z.string(),
	said: z.string(),
});
export type PostingLine = z.infer<typeof postingLine>;

const postingPart = z.object({
	actionId: z.string(),
	revision: z.number().int(),
	/** From 1, in sending order. */
	number: z.number().int(),
	state: actionState,
	serviceStatus: z.number().int().nullable(),
	serviceSaid: z.string(),
	/** Whether lines can be corrected or left out here: the part was refused and the service has nothing of it. */
	canBeAmended: z.boolean(),
	refused: z.array(postingLine),
});
export type PostingPart = z.infer<typeof postingPart>;

const leftOutLine = z.object({
	lineNo: z.number().int().nullable(),
	name: z.string(),
	reason: z.string(),
	by: z.string(),
});

export const posting = z.object({
	parts: z.array(postingPart),
	/** Lines with a difference to post. */
	lines: z.object({
		all: z.number().int(),
		posted: z.number().int(),
		leftOut: z.number().int(),
	}),
	linesEach: z.number().int(),
	leftOut: z.array(leftOutLine),
});
export type Posting = z.infer<typeof posting>;

export const postingCalls = {
	'posting.get': call({ stocktakeId }, posting),
	/**
	 * Sends a refused part again, with some lines left out or corrected. Fails with `changed-meanwhile` or `not-
	 * possible-now` like the outbox, and with `not-a-quantity` or `incomplete` (details: `lines.<n>.typed`,
	 * `lines.<n>.reason`).
	 */
	'posting.resume': call(
		{
			stocktakeId,
			actionId: z.string(),
			revision: z.number().int(),
			lines: z
				.array(
					z.object({
						itemId: z.string(),
						areaId: z.string(),
						/** Counted quantity in base units as typed; null leaves the line out. */
						typed: z.string().max(64).nullable(),
						reason: z.string().trim().max(500),
					}),
				)
				.max(1_000),
			locale,
			by,
		},
		nothing,
	),
};
