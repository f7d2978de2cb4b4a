// A service operation, declared once. The typed call, the practice route, the test data and the outbox's replay all
// derive from the declaration.
import type { z } from 'zod';
import type { Phase } from '../bridge/values.ts';
import type { DocumentContent } from './likeness.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `shown`: in the service's document. `assumed`: our reading, which the profile can change. */
export type Evidence = 'shown' | 'assumed';

/** `$ZodType` for the reason given in `Call`. */
export type Answer =
	| { readonly kind: 'one'; readonly schema: z.core.$ZodType }
	/** A page of records; the profile decides envelope and paging. */
	| { readonly kind: 'list'; readonly schema: z.core.$ZodType }
	| { readonly kind: 'count' }
	/** A new document: the whole record, only its id, or nothing. */
	| { readonly kind: 'created'; readonly schema: z.core.$ZodType }
	| { readonly kind: 'empty' };

/**
 * `by-choice`: only if the person chose so, because it judges what others may still change (approvals, rejections).
 * `never`: sent only while someone waits for the answer.
 */
export type Offline = 'queue' | 'by-choice' | 'never';

/** The proof that a write was applied, to look up before sending it again. docs/outbox.md has the rules. */
export type ReplayRule = { readonly offline: Offline } & ReplayProof;

type ReplayProof =
	/** Create: our reference is in a free-text field, or there is one more document like ours. */
	| {
			readonly proof: 'reference';
			readonly risk: 'draft';
			/** The list that shows such documents. */
			readonly list: string;
			readonly window: (payload: Payload) => Record<string, string>;
			/** The distinguishing content, from request and record alike. */
			readonly content: (document: Payload) => DocumentContent;
	  }
	/** Transition: the document's state moved. */
	| {
			readonly proof: 'state';
			readonly risk: 'transition';
			readonly read: string;
			/** Phases that prove it was applied (it, or a later step). */
			readonly reached: readonly Phase[];
			/** Phases from which it may be sent. */
			readonly from: readonly Phase[];
			/** true for approvals and rejections: they apply only to the version the person saw. */
			readonly judgement: boolean;
	  }
	/** Stock movement: each line's quantity before and after. Never sent again without proof. */
	| {
			readonly proof: 'quantities';
			readonly risk: 'stock';
			readonly read: string;
			readonly readInput: (payload: Payload) => {
				path?: Record<string, string>;
				query?: Record<string, string>;
			};
			/** Current quantity per line, from the read's answer; base units as decimal text. */
			readonly present: (answer: unknown, payload: Payload) => Readonly<Record<string, string>>;
			/** Quantity this write adds per line. */
			readonly adds: (payload: Payload) => Readonly<Record<string, string>>;
			/** The service alone knows how much it moves, so any change proves it, and `adds` only names the lines. */
			readonly byAnyAmount?: true;
			/** Quantity per line at entry time, if the payload has it. */
			readonly seen?: (payload: Payload) => Readonly<Record<string, string>>;
			/** The item of a line, for stock lines, which other operations also move. */
			readonly itemOf?: (line: string) => string;
			/** Phases in which the document does not take it yet: it waits. */
			readonly waitsIn?: readonly Phase[];
			/** Finds the same, entered elsewhere: a person decides whether to send this too. */
			readonly same?: {
				readonly list: string;
				/** The field that names the document, in the payload and in the list. */
				readonly document: string;
				/** What identifies it at its document; null if nothing does. */
				readonly key: (entry: Payload) => string | null;
				/** Where the key counts if the document is made with the entry, and others make another one for theirs. */
				readonly beside: (made: Payload) => Beside;
			};
	  }
	/** Full update, or a flag or state: the current content equals the payload. */
	| {
			readonly proof: 'equality';
			readonly risk: 'draft' | 'transition';
			readonly read: string;
			/** Phases in which the document accepts it; omitted means any. */
			readonly from?: readonly Phase[];
	  }
	/** Deletion: the service no longer shows the record. */
	| { readonly proof: 'gone'; readonly risk: 'draft'; readonly read: string }
	/** The answer of a read shows its effect, though not as a record that equals the payload. */
	| {
			readonly proof: 'effect';
			readonly risk: 'draft';
			readonly read: string;
			readonly readInput: (payload: Payload) => { path?: Record<string, string> };
			/** @param answer of the read: a record, or the rows of a list */
			readonly holds: (answer: unknown, payload: Payload) => boolean;
			/** What the read shows then, for people: "names the person". */
			readonly shows: string;
	  }
	/** Cannot be proved; sent only while someone waits for the answer. */
	| { readonly proof: 'none'; readonly risk: 'draft' | 'transition' | 'stock' };

/** The rows of a list that count. */
export interface Beside {
	readonly query: Record<string, string>;
	readonly counts: (row: Payload) => boolean;
}

export type Payload = Readonly<Record<string, unknown>>;

export interface Operation {
	/** `resource.verb`, unique in the registry. */
	readonly name: string;
	readonly area: string;
	readonly resource: string;
	readonly method: Method;
	readonly path: string;
	readonly evidence: {
		readonly method: Evidence;
		readonly request: Evidence;
		readonly response: Evidence;
	};
	readonly query?: z.ZodObject;
	readonly body?: z.core.$ZodType;
	readonly form?: true;
	/** Account calls carry no token. */
	readonly open?: true;
	/** The state that its body asks for. Operations that share a path each ask for another one. */
	readonly sets?: Phase;
	readonly answer: Answer;
	readonly replay?: ReplayRule;
	/** The document's remark on it. */
	readonly note?: string;
}

type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
	? Name | PathParameter<Rest>
	: never;

export const partsOfPath = (path: string): string[] =>
	[...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);

export type OperationInput<Op extends Operation> = ([PathParameter<Op['path']>] extends [never]
	? { path?: never }
	: { path: Record<PathParameter<Op['path']>, string> }) &
	(Op extends { query: z.ZodObject } ? { query?: z.input<Op['query']> } : { query?: never }) &
	(Op extends { body: z.core.$ZodType } ? { body: z.input<Op['body']> } : { body?: never });

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
	readonly total: number | null;
	readonly next: string | null;
}

export interface Created<Row> {
	/** null if the answer had no id; we then find it by our reference. */
	readonly id: string | null;
	readonly record: Row | null;
}
