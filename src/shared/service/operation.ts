// What an operation of the service is. It is declared once; the typed call, the practice route, the test data and the
// way the outbox replays it all come from the declaration.
import type { z } from 'zod';
import type { Phase } from '../bridge/values.ts';
import type { DocumentContent } from './likeness.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `shown`: stands in the service's document. `assumed`: our reading, which the profile can change. */
export type Evidence = 'shown' | 'assumed';

/** Schemas are `$ZodType` here as in `Call`, which says why. */
export type Answer =
	/** One record. */
	| { readonly kind: 'one'; readonly schema: z.core.$ZodType }
	/** A page of records; the envelope and the paging are the profile's. */
	| { readonly kind: 'list'; readonly schema: z.core.$ZodType }
	/** How many there are. */
	| { readonly kind: 'count' }
	/** A new document: the whole record, its id alone, or nothing at all. */
	| { readonly kind: 'created'; readonly schema: z.core.$ZodType }
	/** Nothing that matters; the body may be empty. */
	| { readonly kind: 'empty' };

/**
 * What a write may do while the service cannot be reached: `queue` waits in the outbox; `by-choice` waits only where the
 * person chose so, because it judges what somebody else may still change (approvals, rejections); `never` is sent only
 * while someone waits for the answer.
 */
export type Offline = 'queue' | 'by-choice' | 'never';

/**
 * What proves that a write happened, and so what must be asked before it is sent again.
 * The rules are those of docs/outbox.md.
 */
export type ReplayRule = { readonly offline: Offline } & ReplayProof;

type ReplayProof =
	/** A create: our reference is found in a free-text field, or the set of documents grew by one like ours. */
	| {
			readonly proof: 'reference';
			readonly risk: 'draft';
			/** The list that shows such documents. */
			readonly list: string;
			/** Query that narrows the list to where ours must be, from the payload. */
			readonly window: (payload: Payload) => Record<string, string>;
			/** What tells such a document from others, in the request and in the record alike. */
			readonly content: (document: Payload) => DocumentContent;
	  }
	/** A transition: the document's state moved. */
	| {
			readonly proof: 'state';
			readonly risk: 'transition';
			readonly read: string;
			/** Phases that show it happened (it, or something after it). */
			readonly reached: readonly Phase[];
			/** Phases from which it may be sent. */
			readonly from: readonly Phase[];
			/** True for approvals and rejections: they are bound to what the person saw. */
			readonly judgement: boolean;
	  }
	/** Stock moved: the quantity of each line, before and after. Never sent again without proof. */
	| {
			readonly proof: 'quantities';
			readonly risk: 'stock';
			readonly read: string;
			/** The read's path and query, from the payload. */
			readonly readInput: (payload: Payload) => {
				path?: Record<string, string>;
				query?: Record<string, string>;
			};
			/** What is there now, by line, from the answer of the read; base units as decimal text. */
			readonly present: (answer: unknown, payload: Payload) => Readonly<Record<string, string>>;
			/** What this write adds, by the same lines. */
			readonly adds: (payload: Payload) => Readonly<Record<string, string>>;
			/** What stood there when it was entered, by the same lines, where the payload itself tells. */
			readonly seen?: (payload: Payload) => Readonly<Record<string, string>>;
			/** The item of a line, where the lines are the stock of a place, which other operations move too. */
			readonly itemOf?: (line: string) => string;
	  }
	/** A full update, or a flag or state that is set: what is there equals what we sent. */
	| {
			readonly proof: 'equality';
			readonly risk: 'draft' | 'transition';
			readonly read: string;
			/** Phases in which the document takes it; left out where it has none, or takes it in all. */
			readonly from?: readonly Phase[];
	  }
	/** Cannot be proved; only ever sent while someone waits for the answer. */
	| { readonly proof: 'none'; readonly risk: 'draft' | 'transition' | 'stock' };

export type Payload = Readonly<Record<string, unknown>>;

export interface Operation {
	/** `resource.verb`, unique in the registry. */
	readonly name: string;
	readonly area: string;
	readonly resource: string;
	readonly method: Method;
	/** Relative to the base address, parameters in braces. */
	readonly path: string;
	readonly evidence: {
		readonly method: Evidence;
		readonly request: Evidence;
		readonly response: Evidence;
	};
	readonly query?: z.ZodObject;
	readonly body?: z.core.$ZodType;
	/** The body goes as a multipart form. */
	readonly form?: true;
	/** The Account calls carry no token. */
	readonly open?: true;
	readonly answer: Answer;
	readonly replay?: ReplayRule;
	/** What the document says beside it. */
	readonly note?: string;
}

/** Keeps the literal types of a declaration, so that calls are typed from it. */
export const operation = <const Op extends Operation>(declaration: Op): Op => declaration;

type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
	? Name | PathParameter<Rest>
	: never;

/** The names of the parts in braces, in their order. */
export const partsOfPath = (path: string): string[] =>
	[...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);

/** What a call of the operation takes. */
export type OperationInput<Op extends Operation> = ([PathParameter<Op['path']>] extends [never]
	? { path?: never }
	: { path: Record<PathParameter<Op['path']>, string> }) &
	(Op extends { query: z.ZodObject } ? { query?: z.input<Op['query']> } : { query?: never }) &
	(Op extends { body: z.core.$ZodType } ? { body: z.input<Op['body']> } : { body?: never });

/** What a call of the operation gives, once the profile's envelope and names are taken off. */
export type OperationOutput<Op extends Operation> = Op['answer'] extends {
	kind: 'one';
	schema: infer Schema extends z.core.$ZodType;
}
	? z.output<Schema>
	: Op['answer'] extends { kind: 'list'; schema: infer Schema extends z.core.$ZodType }
		? ListPage<z.output<Schema>>
		: Op['answer'] extends { kind: 'created'; schema: infer Schema extends z.core.$ZodType }
			? Created<z.output<Schema>>
			: Op['answer'] extends { kind: 'count' }
				? number
				: null;

export interface ListPage<Row> {
	readonly rows: readonly Row[];
	/** How many there are in all, where the service says so. */
	readonly total: number | null;
	/** What asks for the next page; null when this was the last. */
	readonly next: string | null;
}

export interface Created<Row> {
	/** Null when the answer carried no id; then it is found by our reference. */
	readonly id: string | null;
	readonly record: Row | null;
}
