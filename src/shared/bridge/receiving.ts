// Entering what came against a document of the service, or what leaves: quantities line by line, and what becomes of
// the differences.
import { z } from 'zod';
import {
	causes,
	outcomes,
	outcomesOf,
	receivings,
	restOf,
	rests,
	type Outcome,
	type OutcomeOf,
	type ReceivingDraft,
	type RestOf,
} from '../document/receiving.ts';
import { call, type Call } from './call.ts';
import { box, businessDate, decimal, intentId, locale } from './values.ts';

/**
 * `none`: wait for the rest, keep the surplus. An outcome: receive it, and draft a document that takes it away. Any other
 * stays on this PC: `close-short` and `order-elsewhere` wait for nothing, `keep-rejected` receives goods that were
 * rejected, `keep-free` and `send-back` are of a surplus.
 */
export const settlement = z.enum(['none', ...outcomes, ...rests]);
export type Settlement = z.infer<typeof settlement>;

/** The kind of a difference; empty for one in the person's own words. */
export const cause = z.enum(['', ...causes]);

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
	cause,
	settlement,
	/** Of the supplier's invoice, per unit of the line, as typed; empty for the expected one. */
	price: z.string(),
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

/** Each entry has an id of its own, by which it can be undone and redone. */
export const entryId = z.string().max(64).optional();

const ofDocument = z.object({ documentId: z.string(), entryId });
const ofLine = ofDocument.extend({ lineId: z.string() });
const sending = ofDocument.extend({ intentId });

/** What an entry, undo or redo changed, on the document that it answers: fields of a line, or of the `invoice`. */
const changedField = z.object({ part: z.string(), field: z.string() });
export type ChangedField = z.infer<typeof changedField>;

/** On the document that a change answers. */
export const answered = {
	changed: z.array(changedField).optional(),
	/** Lines, or the `invoice`, that an undo or redo left as they were, because they were changed elsewhere. */
	left: z.array(z.string()).optional(),
};

const entering = <Shown extends z.ZodType>(document: Shown) => ({
	/** Saves one box, durable when it answers; empty clears it. Fails with `not-a-quantity`. */
	enter: call(ofLine.extend({ unitId: z.string(), typed: z.string().max(64), locale }), document),
	/** Fills every blank line with the quantity due: everything came or leaves as expected. */
	enterAllAsDue: call(ofDocument, document),
	confirmBlanksAsZero: call(ofDocument, document),
	/**
	 * Undoes or redoes an entry made since the program was started. Leaves a line, or the invoice, that was changed
	 * elsewhere since. Changes and leaves nothing if there is no such entry. Fails with `not-possible-now` once a draft
	 * made from it was sent.
	 */
	turn: call(
		z.object({
			documentId: z.string(),
			entryId: z.string(),
			which: z.enum(['undo', 'redo']),
		}),
		document,
	),
});

const settling = <Settlements extends z.ZodType, Shown extends z.ZodType>(
	settlements: Settlements,
	document: Shown,
) => ({
	explain: call(ofLine.extend({ reason: z.string().max(200), cause: cause.default('') }), document),
	/** A blank line becomes zero. Fails with `not-possible-now` once the resulting draft was sent. */
	settle: call(ofLine.extend({ settlement: settlements }), document),
});

const settlingExcess = <Decisions extends z.ZodType, Shown extends z.ZodType>(
	decisions: Decisions,
	document: Shown,
) => ({
	/** After receipt. Fails with `not-possible-now` if nothing is left in excess. */
	settleExcess: call(
		ofLine.extend({
			how: decisions,
			reason: z.string().trim().min(1).max(200),
		}),
		document,
	),
});

/** `number` and the total of the supplier's invoice, as typed. */
export const invoice = z.object({
	number: z.string().trim().max(60),
	day: businessDate.nullable(),
	/** With tax, as printed. */
	total: z.string().max(40),
	/** What makes the difference between the lines and the printed total. */
	differenceIs: z.enum(['', 'rounding', 'tax', 'freight', 'line', 'unknown']),
	/** The person said that this number, entered before, is of another delivery. */
	isAnother: z.boolean(),
});
export type Invoice = z.infer<typeof invoice>;

const invoicing = <Shown extends z.ZodType>(document: Shown) => ({
	/** Fails with `not-a-quantity` if the total is no amount. */
	invoice: call(ofDocument.extend({ invoice, locale }), document),
	/** Per unit of the line; empty for the expected one. Fails with `not-a-quantity`. */
	price: call(ofLine.extend({ typed: z.string().max(40), locale }), document),
	/**
	 * The second measure of an item that is bought by the piece and weighed; empty for the nominal one. Fails with
	 * `not-a-quantity`.
	 */
	weigh: call(ofLine.extend({ typed: z.string().max(40), locale }), document),
	/** The person looked again: pieces and weight are right. */
	confirmWeight: call(ofLine, document),
});

type Receivings = typeof receivings;
type Choice<Of extends string> = z.ZodType<Of, Of>;
type Settles<
	Name extends ReceivingDraft,
	Shown extends z.ZodType,
> = Receivings[Name]['explains'] extends true
	? ReturnType<typeof settling<Choice<'none' | OutcomeOf<Name> | RestOf<Name>>, Shown>>
	: unknown;
type Excess<
	Name extends ReceivingDraft,
	Shown extends z.ZodType,
> = Receivings[Name]['excess'] extends null
	? unknown
	: ReturnType<typeof settlingExcess<Choice<'keep' | OutcomeOf<Name>>, Shown>>;
type Invoicing<
	Name extends ReceivingDraft,
	Shown extends z.ZodType,
> = Receivings[Name]['invoice'] extends true ? ReturnType<typeof invoicing<Shown>> : unknown;
type Verbs<Name extends ReceivingDraft, Shown extends z.ZodType> = ReturnType<
	typeof entering<Shown>
> &
	Settles<Name, Shown> &
	Excess<Name, Shown> &
	Invoicing<Name, Shown> &
	Readonly<Record<Receivings[Name]['verb'], Call<typeof sending, Shown>>>;

type AnyVerbs = ReturnType<typeof entering<z.ZodType>> &
	ReturnType<typeof settling<typeof settlement, z.ZodType>> &
	ReturnType<typeof settlingExcess<Choice<Outcome | 'keep'>, z.ZodType>> &
	ReturnType<typeof invoicing<z.ZodType>> & { readonly send: Call<typeof sending> };
/** The input of a call. */
export type Asked<Verb extends keyof AnyVerbs> = z.output<AnyVerbs[Verb]['input']>;

export type ReceivingCalls<Name extends ReceivingDraft, Shown extends z.ZodType> = {
	readonly [
		Verb in keyof Verbs<Name, Shown> & string as `${Receivings[Name]['calls']}.${Verb}`
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
	const { calls, verb, explains, excess, invoice: invoiced } = receivings[name];
	const leaves = outcomesOf(name);
	const verbs: Readonly<Record<string, Call>> = {
		...entering(document),
		...(explains ? settling(z.enum(['none', ...leaves, ...restOf(name)]), document) : {}),
		...(excess === null ? {} : settlingExcess(z.enum(['keep', ...leaves]), document)),
		...(invoiced ? invoicing(document) : {}),
		[verb]: call(sending, document),
	};
	const made = Object.entries(verbs).map(([each, one]) => [`${calls}.${each}`, one]);
	// To TypeScript a key made from a generic name is only a string.
	return Object.fromEntries(made) as ReceivingCalls<Name, Shown>;
}
