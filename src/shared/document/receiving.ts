// Entering against a document of the service: what came, or what leaves.
import type { Phase } from '../bridge/values.ts';
import type { ServiceProfile } from '../service/profile.ts';
import type { KindName } from './kinds.ts';

interface Receiving {
	/** The kind of document whose lane sends what was entered. */
	readonly against: KindName;
	/** The step that sends it: operation `<against>.<verb>`. */
	readonly verb: string;
	/** What it does to the stock of the location. */
	readonly stock: 'in' | 'out';
	/** Where it leads. */
	readonly to: Phase;
	/** The field of a line with the base units that came or left before. */
	readonly before: string;
	/** What the request calls the document and its line. */
	readonly names: { readonly document: string; readonly line: string };
	/** The phases in which something can be entered. */
	readonly openIn: (profile: ServiceProfile) => readonly Phase[];
	/** How far above the expected quantity, in percent; null for any. Null: never above. */
	readonly over: ((profile: ServiceProfile) => number | null) | null;
	/** What can become of a difference, with the kind that is drafted for it. If empty, a difference needs no reason. */
	readonly settles: Readonly<Record<string, KindName>>;
	/** The drafts that hold what is decided afterwards about a quantity that came in excess; null if nothing is. */
	readonly excess: string | null;
}

/** By the name of the drafts that hold what was entered. */
export const receivings = {
	receipt: {
		against: 'transferIn',
		verb: 'receive',
		stock: 'in',
		to: 'received',
		before: 'quantityReceived',
		names: { document: 'transferId', line: 'transferItemId' },
		openIn: ({ transfer }: ServiceProfile) => transfer.receiveIn,
		over: ({ transfer }: ServiceProfile) => transfer.overReceiptPercent,
		settles: { return: 'transferOut', waste: 'wastage' },
		excess: 'excess',
	},
	fulfilment: {
		against: 'transferOut',
		verb: 'fulfill',
		stock: 'out',
		to: 'in-transit',
		before: 'quantityFulfilled',
		names: { document: 'transferId', line: 'transferItemId' },
		openIn: ({ transfer }: ServiceProfile) => transfer.fulfillIn,
		over: null,
		settles: {},
		excess: null,
	},
} as const satisfies Readonly<Record<string, Receiving>>;

type Receivings = typeof receivings;
export type ReceivingDraft = keyof Receivings;
export type ExcessDraft = NonNullable<Receivings[ReceivingDraft]['excess']>;
/** What can become of a difference. */
export type OutcomeOf<Name extends ReceivingDraft> = keyof Receivings[Name]['settles'] & string;
export type Outcome = { [Name in ReceivingDraft]: OutcomeOf<Name> }[ReceivingDraft];

export const receivingDrafts = Object.keys(receivings) as ReceivingDraft[];

export const receivingOf = (name: ReceivingDraft): Receiving => receivings[name];

export const excessDrafts: readonly ExcessDraft[] = receivingDrafts.flatMap(
	(name) => receivings[name].excess ?? [],
);

export const outcomesOf = <Name extends ReceivingDraft>(name: Name) =>
	Object.keys(receivings[name].settles) as OutcomeOf<Name>[];

export const outcomes: readonly Outcome[] = receivingDrafts.flatMap((name) => outcomesOf(name));

/** The kind that is drafted for goods that leave again. */
export function draftedKind(name: ReceivingDraft, how: Outcome): KindName {
	const kind = receivingOf(name).settles[how];
	if (kind === undefined) throw new Error(`A difference of a ${name} cannot be settled by ${how}.`);
	return kind;
}

export const receivingsOf = (kind: string): ReceivingDraft[] =>
	receivingDrafts.filter((name) => receivings[name].against === kind);

/** The operations that book into stock, or out. */
export const operationsOf = (stock: Receiving['stock']): string[] =>
	receivingDrafts
		.filter((name) => receivings[name].stock === stock)
		.map((name) => `${receivings[name].against}.${receivings[name].verb}`);
