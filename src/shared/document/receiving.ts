// Entering against a document of the service: what came, or what leaves.
import type { Phase } from '../bridge/values.ts';
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
}

/** By the name of the drafts that hold what was entered. */
export const receivings = {
	receipt: { against: 'transferIn', verb: 'receive', to: 'received', stock: 'in' },
	fulfilment: { against: 'transferOut', verb: 'fulfill', to: 'in-transit', stock: 'out' },
} as const satisfies Readonly<Record<string, Receiving>>;

export type ReceivingDraft = keyof typeof receivings;

export const receivingDrafts = Object.keys(receivings) as ReceivingDraft[];

export const receivingsOf = (kind: string): ReceivingDraft[] =>
	receivingDrafts.filter((name) => receivings[name].against === kind);

/** The operations that book into stock, or out. */
export const operationsOf = (stock: Receiving['stock']): string[] =>
	receivingDrafts
		.filter((name) => receivings[name].stock === stock)
		.map((name) => `${receivings[name].against}.${receivings[name].verb}`);
