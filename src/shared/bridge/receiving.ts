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

const ofDocument = z.object({ documentId: z.string() });
const ofLine = ofDocument.extend({ lineId: z.string() });
const sending = ofDocument.extend({ intentId });

const entering = <Shown extends z.ZodType>(document: Shown) => ({
	/** Saves one box, durable when it answers; empty clears it. Fails with `not-a-quantity`. */
	enter: call(ofLine.extend({ unitId: z.string(), typed: z.string().max(64), locale }), document),
	/** Fills every blank line with the quantity due: everything came or leaves as expected. */
	enterAllAsDue: call(ofDocument, document),
	confirmBlanksAsZero: call(ofDocument, document),
});

const settling = <
	Settlements extends z.ZodType,
	Decisions extends z.ZodType,
	Shown extends z.ZodType,
>(
	settlements: Settlements,
	decisions: Decisions,
	document: Shown,
) => ({
	explain: call(ofLine.extend({ reason: z.string().max(200) }), document),
	/** A blank line becomes zero. Fails with `not-possible-now` once the resulting draft was sent. */
	settle: call(ofLine.extend({ settlement: settlements }), document),
	/** After receipt. Fails with `not-possible-now` if nothing is left in excess. */
	settleExcess: call(
		ofLine.extend({
			how: decisions,
			reason: z.string().trim().min(1).max(200),
		}),
		document,
	),
});

type Receivings = typeof receivings;
type Choice<Of extends string> = z.ZodType<Of, Of>;
type Settles<Name extends ReceivingDraft, Shown extends z.ZodType> = [OutcomeOf<Name>] extends [
	never,
]
	? unknown
	: ReturnType<
			typeof settling<Choice<'none' | OutcomeOf<Name>>, Choice<'keep' | OutcomeOf<Name>>, Shown>
		>;
type Verbs<Name extends ReceivingDraft, Shown extends z.ZodType> = ReturnType<
	typeof entering<Shown>
> &
	Settles<Name, Shown> &
	Readonly<Record<Receivings[Name]['verb'], Call<typeof sending, Shown>>>;

export type ReceivingCalls<Name extends ReceivingDraft, Shown extends z.ZodType> = {
	readonly [
		Verb in keyof Verbs<Name, Shown> & string as `${Receivings[Name]['against']}.${Verb}`
	]: Verbs<Name, Shown>[Verb];
};

/**
 * Each answers the document. The verb queues what was entered and drafts what leaves again; it fails with `incomplete`
 * while lines are blank or differences lack a reason. If nothing can become of a difference, it has no calls to settle.
 */
export function receivingCalls<const Name extends ReceivingDraft, Shown extends z.ZodType>(
	name: Name,
	document: Shown,
): ReceivingCalls<Name, Shown> {
	const { against, verb } = receivings[name];
	const leaves = outcomesOf(name);
	const verbs: Readonly<Record<string, Call>> = {
		...entering(document),
		...(leaves.length === 0
			? {}
			: settling(z.enum(['none', ...leaves]), z.enum(['keep', ...leaves]), document)),
		[verb]: call(sending, document),
	};
	const calls = Object.entries(verbs).map(([each, made]) => [`${against}.${each}`, made]);
	// To TypeScript a key made from a generic name is only a string.
	return Object.fromEntries(calls) as ReceivingCalls<Name, Shown>;
}
