// Operation handlers: they take our records and return our records or a refusal. serve-operation.ts does wire names,
// envelopes and paging.
import type { z } from 'zod';
import type { Phase } from '../../shared/bridge/values.ts';
import type { AnyOperation, OperationName, OperationNamed } from '../../shared/service/index.ts';
import type { OperationInput } from '../../shared/service/operation.ts';
import { stateWordOf } from '../../shared/service/profile.ts';
import type { DocumentKind, ServiceProfile } from '../../shared/service/profile.ts';
import type { Ledger } from '../store/ledger.ts';
import type { Page, RecordFilter, Records } from '../store/records.ts';
import type { Tokens } from '../store/tokens.ts';

export interface Practice {
	readonly records: Records;
	readonly ledger: Ledger;
	readonly tokens: Tokens;
	readonly credentials: { readonly clientId: string; readonly clientSecret: string };
	readonly profile: ServiceProfile;
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
	readonly page: Page;
}

export interface Refusal {
	readonly ok: false;
	readonly status: 400 | 401 | 404 | 409 | 422;
	readonly detail: string;
	/** Field errors by path: `items[3].itemId`. */
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

export type HandlersOf<Resource extends string> = {
	readonly [Name in Extract<OperationName, `${Resource}.${string}`>]?: Handler<Name>;
};

export type Body = Readonly<Record<string, unknown>>;

/** A request as the shared verbs see it. */
export interface AnyRequest {
	readonly path: Readonly<Record<string, string>>;
	readonly query: RecordFilter;
	readonly body: Body | undefined;
	readonly page: Page;
}

export type Answer = { readonly ok: true; readonly value: unknown } | Refusal;

/** A resource's verbs: `create` for `category.create`. */
export type Verbs = Readonly<Record<string, (request: AnyRequest, practice: Practice) => Answer>>;

export const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' ? value : undefined;

export const idIn = ({ path, body }: AnyRequest): string =>
	path['id'] ?? textOf(body?.['id']) ?? '';

export const idsIn = ({ body }: AnyRequest): readonly string[] =>
	Array.isArray(body?.['ids']) ? body['ids'].map(String) : [textOf(body?.['id']) ?? ''];

export const done = <Value>(value: Value) => ({ ok: true, value }) as const;

export const refuse = (status: Refusal['status'], detail: string, fields?: Fields): Refusal =>
	fields === undefined ? { ok: false, status, detail } : { ok: false, status, detail, fields };

export const wordFor = (practice: Practice, kind: DocumentKind, phase: Phase): string =>
	stateWordOf(practice.profile, kind, phase);
