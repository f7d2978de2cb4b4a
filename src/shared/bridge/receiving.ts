// Entering what came against a document of the service, or what leaves: quantities line by line, and what becomes of
// the differences.
import { z } from 'zod';
import {
	outcomes,
	outcomesOf,
	receivings,
	type OutcomeOf,
	type ReceivingDraft,
} from '../document/receiving.ts';
import type { Named, Typed } from '../document/document-calls.ts';
import { call, type Call } from './call.ts';
import { box, decimal, intentId, locale } from './values.ts';

/** `none`: wait for the rest, keep the surplus. Any other: receive it, and draft a document that takes it away. */
export const settlement = z.enum(['none', ...outcomes]);
export type Settlement = z.infer<typeof settlement>;

const entry = z.object({
	/** Base units that came or left before. */
	before: decimal,
	/** Base units still to come or to leave. */
	due: decimal,
	boxes: z.array(box),
	/** Base units; null if nothing was entered, or in a unit the item no longer has. */
	total: decimal.nullable(),
	difference: decimal.nullable(),
	reason: z.string(),
	settlement,
});
export type Entry = z.infer<typeof entry>;

const settled = z.object({
	how: z.enum([...outcomes, 'keep']),
	quantity: decimal,
	/** The drafted document; null if the draft or line is gone, or the goods are kept. */
	documentId: z.string().nullable(),
	/** Why it is kept; empty for a draft, which has its own reason. */
	reason: z.string(),
});
export type Settled = z.infer<typeof settled>;

/** What a line shows besides its own fields. */
export const receivedLine = {
	/** Null if nothing can be entered and we have no entry. */
	entry: entry.nullable(),
	settled: z.array(settled),
	/** Base units received in excess or to leave again, and on no draft; null until received. */
	excess: decimal.nullable(),
};
export type ReceivedLine = z.infer<z.ZodObject<typeof receivedLine>>;

type Receivings = typeof receivings;
type OfDocument = { documentId: string };
type OfLine = OfDocument & { lineId: string };
type Against<Name extends ReceivingDraft> = Receivings[Name]['against'];

type SettlingCalls<Kind extends string, Outcomes extends string, Shown> = Named<
	`${Kind}.explain`,
	Typed<OfLine & { reason: string }, Shown>
> &
	Named<`${Kind}.settle`, Typed<OfLine & { settlement: 'none' | Outcomes }, Shown>> &
	Named<`${Kind}.settleExcess`, Typed<OfLine & { how: 'keep' | Outcomes; reason: string }, Shown>>;

export type ReceivingCalls<Name extends ReceivingDraft, Shown> = Named<
	`${Against<Name>}.enter`,
	Typed<OfLine & { unitId: string; typed: string; locale: string }, Shown>
> &
	Named<
		`${Against<Name>}.enterAllAsDue` | `${Against<Name>}.confirmBlanksAsZero`,
		Typed<OfDocument, Shown>
	> &
	Named<
		`${Against<Name>}.${Receivings[Name]['verb']}`,
		Typed<OfDocument & { intentId: string }, Shown>
	> &
	([OutcomeOf<Name>] extends [never]
		? unknown
		: SettlingCalls<Against<Name>, OutcomeOf<Name>, Shown>);

/**
 * Each answers the document. `enter` saves one box, durably when it answers; empty clears it, and `not-a-quantity` says
 * how it cannot be read. `enterAllAsDue` fills every blank line with the quantity due. The verb queues what was entered
 * and drafts what leaves again; it fails with `incomplete` while lines are blank or differences lack a reason.
 *
 * If a difference can be settled: `explain` says why it differs. `settle` says what becomes of it, and makes a blank line
 * zero; it fails with `not-possible-now` once the resulting draft was sent. `settleExcess` does so after receipt, and
 * fails with `not-possible-now` if nothing is left.
 */
export function receivingCalls<const Name extends ReceivingDraft, Shown extends z.ZodType>(
	name: Name,
	document: Shown,
): ReceivingCalls<Name, z.output<Shown>> {
	const { against, verb } = receivings[name];
	const settles = outcomesOf(name);
	const ofDocument = z.object({ documentId: z.string() });
	const ofLine = ofDocument.extend({ lineId: z.string() });
	const settling = {
		[`${against}.explain`]: call(ofLine.extend({ reason: z.string().max(200) }), document),
		[`${against}.settle`]: call(
			ofLine.extend({ settlement: z.enum(['none', ...settles]) }),
			document,
		),
		[`${against}.settleExcess`]: call(
			ofLine.extend({
				how: z.enum([...settles, 'keep']),
				reason: z.string().trim().min(1).max(200),
			}),
			document,
		),
	};
	const calls: Readonly<Record<string, Call>> = {
		[`${against}.enter`]: call(
			ofLine.extend({ unitId: z.string(), typed: z.string().max(64), locale }),
			document,
		),
		[`${against}.enterAllAsDue`]: call(ofDocument, document),
		[`${against}.confirmBlanksAsZero`]: call(ofDocument, document),
		[`${against}.${verb}`]: call(ofDocument.extend({ intentId }), document),
		...(settles.length === 0 ? {} : settling),
	};
	// To TypeScript a key made from a generic name is only a string.
	return calls as ReceivingCalls<Name, z.output<Shown>>;
}
