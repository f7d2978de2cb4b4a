// What a handler of an operation is: it gets the request as our records and answers with our records or a refusal.
// Names on the wire, envelopes and paging are done around it, in serve-operation.ts.
import type { z } from 'zod';
import type { Phase } from '../../shared/bridge/values.ts';
import type { AnyOperation, OperationName, OperationNamed } from '../../shared/service/index.ts';
import type { OperationInput } from '../../shared/service/operation.ts';
import type { DocumentKind, ServiceProfile } from '../../shared/service/profile.ts';
import type { Ledger } from '../store/ledger.ts';
import type { Page, RecordFilter, Records } from '../store/records.ts';
import type { Tokens } from '../store/tokens.ts';

/** What handlers work with. Each runs in one transaction, which a refusal rolls back. */
export interface Practice {
	readonly records: Records;
	readonly ledger: Ledger;
	readonly tokens: Tokens;
	readonly credentials: { readonly clientId: string; readonly clientSecret: string };
	readonly profile: ServiceProfile;
	/** Epoch ms. */
	now(): number;
	newId(): string;
}

export interface ServiceRequest<Op extends AnyOperation> {
	readonly path: OperationInput<Op> extends { path: infer Path extends Record<string, string> }
		? Path
		: object;
	readonly query: Op extends { query: infer Query extends z.ZodObject } ? z.output<Query> : object;
	readonly body: Op extends { body: infer Body extends z.core.$ZodType }
		? z.output<Body>
		: undefined;
	/** The page that was asked for; of no meaning but for lists. */
	readonly page: Page;
}

export interface Refusal {
	readonly ok: false;
	readonly status: 400 | 401 | 404 | 409 | 422;
	readonly detail: string;
	/** What is wrong with each field of the request, by its path: `items[3].itemId`. */
	readonly fields?: Fields;
}

export type Fields = Record<string, string>;

type AnswerValue<Op extends AnyOperation> = Op['answer'] extends {
	kind: 'one' | 'created';
	schema: infer Schema extends z.core.$ZodType;
}
	? z.output<Schema>
	: Op['answer'] extends { kind: 'list'; schema: infer Schema extends z.core.$ZodType }
		? { readonly rows: readonly z.output<Schema>[]; readonly total: number }
		: Op['answer'] extends { kind: 'count' }
			? number
			: null;

export type Handler<Name extends OperationName> = (
	request: ServiceRequest<OperationNamed<Name>>,
	practice: Practice,
) => { readonly ok: true; readonly value: AnswerValue<OperationNamed<Name>> } | Refusal;

/** Handlers of their own for some operations of a resource; the others are verbs that resources share. */
export type HandlersOf<Resource extends string> = {
	readonly [Name in Extract<OperationName, `${Resource}.${string}`>]?: Handler<Name>;
};

/** A request that was read by its declaration. */
export type Body = Readonly<Record<string, unknown>>;

/** A request as the verbs see it that many resources share. */
export interface AnyRequest {
	readonly path: Readonly<Record<string, string>>;
	readonly query: RecordFilter;
	readonly body: Body | undefined;
	readonly page: Page;
}

export type Answer = { readonly ok: true; readonly value: unknown } | Refusal;

/** What a resource does with each verb: `create` for `category.create`. */
export type Verbs = Readonly<Record<string, (request: AnyRequest, practice: Practice) => Answer>>;

export const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' ? value : undefined;

/** The document that a request names, in its path or its body. */
export const idIn = ({ path, body }: AnyRequest): string =>
	path['id'] ?? textOf(body?.['id']) ?? '';

/** The documents that a request names in its body, one or several. */
export const idsIn = ({ body }: AnyRequest): readonly string[] =>
	Array.isArray(body?.['ids']) ? body['ids'].map(String) : [textOf(body?.['id']) ?? ''];

export const done = <Value>(value: Value) => ({ ok: true, value }) as const;

export const refuse = (status: Refusal['status'], detail: string, fields?: Fields): Refusal =>
	fields === undefined ? { ok: false, status, detail } : { ok: false, status, detail, fields };

/** The word by which the service calls a phase of a document. */
export const wordFor = (practice: Practice, kind: DocumentKind, phase: Phase): string =>
	practice.profile.states[kind][phase]?.[0] ?? phase;
