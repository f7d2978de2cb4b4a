// Receiving: how goods that arrive or leave are entered against a document of the service.
import type { Phase } from '../bridge/values.ts';
import type { ServiceProfile } from '../service/profile.ts';
import type { KindName } from './kinds.ts';
import type { QuantityForm } from './kit.ts';

interface Receiving {
	/** The kind of document against which goods are entered; the entry is sent in its lane. */
	readonly against: KindName;
	/** The step that sends it: operation `<against>.<verb>`. */
	readonly verb: string;
	/** The prefix of its bridge calls. */
	readonly calls: string;
	readonly stock: 'in' | 'out';
	/** The phase that it leads to. */
	readonly to: Phase;
	/** The field of a line with the quantity that came or left before. */
	readonly before: string;
	/** How its lines state and send quantities: in base units and by unit, or in the unit of the line. */
	readonly quantity: QuantityForm;
	/** What the request calls the document and its line. */
	readonly names: { readonly document: string; readonly line: string };
	readonly openIn: (profile: ServiceProfile) => readonly Phase[];
	/**
	 * Per cent above the expected quantity that are accepted; the function returns null for no limit. null: nothing
	 * above.
	 */
	readonly over: ((profile: ServiceProfile) => number | null) | null;
	/** Whether a difference needs a reason. */
	readonly explains: boolean;
	/** Ways to settle a difference with a draft, and the kind drafted: the goods are received and leave again. */
	readonly settles: Readonly<Record<string, KindName>>;
	/** Usual causes of a difference: `short` if goods did not come or are not kept, `over` if too many came. */
	readonly causes: { readonly short: readonly string[]; readonly over: readonly string[] };
	/** Ways to settle a difference without a draft: if goods did not come, came and were rejected, or came in excess. */
	readonly rest: {
		readonly short: readonly string[];
		readonly rejected: readonly string[];
		readonly over: readonly string[];
	};
	/** Whether several can be open against one document: they are finished in their order. */
	readonly several: boolean;
	/** Whether it comes with an invoice: number, day, printed total, and a price on each line. */
	readonly invoice: boolean;
	/** The drafts with later decisions about goods in excess; null if there are none. */
	readonly excess: string | null;
}

/** By the name of the drafts with the entries. */
export const receivings = {
	receipt: {
		against: 'transferIn',
		verb: 'receive',
		calls: 'transferIn',
		stock: 'in',
		to: 'received',
		before: 'quantityReceived',
		quantity: 'by unit',
		names: { document: 'transferId', line: 'transferItemId' },
		openIn: ({ transfer }: ServiceProfile) => transfer.receiveIn,
		over: ({ transfer }: ServiceProfile) => transfer.overReceiptPercent,
		explains: true,
		causes: {
			short: ['missing', 'later', 'damaged', 'expired', 'wrong-item', 'counted'],
			over: ['more', 'wrong-item', 'counted'],
		},
		rest: { short: [], rejected: [], over: [] },
		several: false,
		invoice: false,
		settles: { return: 'transferOut', waste: 'wastage' },
		excess: 'excess',
	},
	fulfilment: {
		against: 'transferOut',
		verb: 'fulfill',
		calls: 'transferOut',
		stock: 'out',
		to: 'in-transit',
		before: 'quantityFulfilled',
		quantity: 'by unit',
		names: { document: 'transferId', line: 'transferItemId' },
		openIn: ({ transfer }: ServiceProfile) => transfer.fulfillIn,
		over: null,
		explains: false,
		causes: { short: [], over: [] },
		rest: { short: [], rejected: [], over: [] },
		several: false,
		invoice: false,
		settles: {},
		excess: null,
	},
	'order-receipt': {
		against: 'purchaseOrder',
		verb: 'receive',
		calls: 'delivery',
		stock: 'in',
		to: 'received',
		before: 'quantityReceived',
		quantity: 'one unit',
		names: { document: 'purchaseOrderId', line: 'purchaseOrderItemId' },
		openIn: ({ purchasing }: ServiceProfile) => purchasing.receiveIn,
		over: ({ purchasing }: ServiceProfile) => purchasing.overReceiptPercent,
		explains: true,
		causes: {
			short: ['missing', 'damaged', 'wrong-item', 'warm', 'expired', 'later', 'substituted'],
			over: ['over', 'free', 'wrong-item'],
		},
		rest: {
			short: ['close-short', 'order-elsewhere'],
			rejected: ['keep-rejected'],
			over: ['keep-free', 'send-back'],
		},
		several: true,
		invoice: true,
		settles: {},
		excess: null,
	},
} as const satisfies Readonly<Record<string, Receiving>>;

type Receivings = typeof receivings;
export type ReceivingDraft = keyof Receivings;
export const receivingDrafts = Object.keys(receivings) as ReceivingDraft[];

export type ExcessDraft = NonNullable<Receivings[ReceivingDraft]['excess']>;
export type OutcomeOf<Name extends ReceivingDraft> = keyof Receivings[Name]['settles'] & string;
export type Outcome = { [Name in ReceivingDraft]: OutcomeOf<Name> }[ReceivingDraft];

/** Drafts of which several can be open against one document of the service. */
export const severalOpen: readonly string[] = Object.entries(receivings).flatMap(
	([name, { several }]) => (several ? name : []),
);

export type RestOf<Name extends ReceivingDraft> = Receivings[Name]['rest'][
	'short' | 'rejected' | 'over'][number] &
	string;
export type Rest = { [Name in ReceivingDraft]: RestOf<Name> }[ReceivingDraft];

export const receivingOf = (name: ReceivingDraft): Receiving => receivings[name];

export const excessDrafts: readonly ExcessDraft[] = receivingDrafts.flatMap(
	(name) => receivings[name].excess ?? [],
);

export const outcomesOf = <Name extends ReceivingDraft>(name: Name) =>
	Object.keys(receivings[name].settles) as OutcomeOf<Name>[];

export const outcomes: readonly Outcome[] = receivingDrafts.flatMap((name) => outcomesOf(name));

export const isOutcome = (how: string): how is Outcome => outcomes.some((each) => each === how);

export const restOf = <Name extends ReceivingDraft>(name: Name) => {
	const { short, rejected, over } = receivings[name].rest;
	return [...short, ...rejected, ...over] as RestOf<Name>[];
};

/** Rejected goods count as not received, unless they are kept. */
export function restsOf(name: ReceivingDraft, over: boolean, cause: Cause | ''): readonly Rest[] {
	const { rest } = receivings[name];
	if (over) return rest.over;
	return isRejection(cause) ? [...rest.short, ...rest.rejected] : rest.short;
}

export type Cause = {
	[Name in ReceivingDraft]: Receivings[Name]['causes']['short' | 'over'][number];
}[ReceivingDraft];

export const causesOf = (name: ReceivingDraft, over: boolean): readonly Cause[] =>
	receivings[name].causes[over ? 'over' : 'short'];

export const causes: readonly Cause[] = [
	...new Set(
		receivingDrafts.flatMap((name) => [...causesOf(name, false), ...causesOf(name, true)]),
	),
];

const rejections: readonly string[] = ['damaged', 'wrong-item', 'warm', 'expired'];

/** The goods came but are not wanted. */
export const isRejection = (cause: Cause | ''): boolean => rejections.includes(cause);

export const rests: readonly Rest[] = receivingDrafts.flatMap((name) => restOf(name));

/** The kind that is drafted for goods that leave again. */
export function draftedKind(name: ReceivingDraft, how: Outcome): KindName {
	const kind = receivingOf(name).settles[how];
	if (kind === undefined) throw new Error(`A difference of a ${name} cannot be settled by ${how}.`);
	return kind;
}

export const receivingsOf = (kind: string): ReceivingDraft[] =>
	receivingDrafts.filter((name) => receivings[name].against === kind);

export const operationsOf = (stock: Receiving['stock']): string[] =>
	receivingDrafts
		.filter((name) => receivings[name].stock === stock)
		.map((name) => `${receivings[name].against}.${receivings[name].verb}`);
