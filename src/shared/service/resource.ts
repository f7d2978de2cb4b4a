// A resource's operations as a table of verbs. Requests and answers are our reading unless an operation says otherwise.
import { z } from 'zod';
import { flag, id, record, stateWord, text } from './field.ts';
import type { Evidence, Method, Operation, ReplayRule } from './operation.ts';
import { type Rule, activatesOnline, oneMoreWith, onlineOnly, sameContent } from './replay-rule.ts';

type Schema = z.core.$ZodType;

export const list = <const Path extends string, Row extends Schema, Query extends z.ZodObject>(
	path: Path,
	row: Row,
	query: Query,
) => ({ method: 'GET', path, query, answer: { kind: 'list', schema: row } }) as const;

export const get = <const Path extends string, One extends Schema>(path: Path, schema: One) =>
	({ method: 'GET', path, answer: { kind: 'one', schema } }) as const;

export const find = <const Path extends string, One extends Schema, Query extends z.ZodObject>(
	path: Path,
	schema: One,
	query: Query,
) => ({ ...get(path, schema), query });

export const count = <const Path extends string, Query extends z.ZodObject>(
	path: Path,
	query: Query,
) => ({ method: 'GET', path, query, answer: { kind: 'count' } }) as const;

export const create = <const Path extends string, Body extends Schema, One extends Schema>(
	path: Path,
	body: Body,
	schema: One,
	rule: Rule = onlineOnly('draft'),
) => ({ method: 'POST', path, body, answer: { kind: 'created', schema }, replay: rule }) as const;

export const change = <
	const Verb extends 'POST' | 'PUT' | 'DELETE',
	const Path extends string,
	Body extends Schema,
>(
	method: Verb,
	path: Path,
	body: Body,
	rule: Rule = onlineOnly('draft'),
) => ({ method, path, body, answer: { kind: 'empty' }, replay: rule }) as const;

export const step = <const Verb extends 'POST' | 'PUT', const Path extends string>(
	method: Verb,
	path: Path,
	rule: Rule,
) => ({ method, path, answer: { kind: 'empty' }, replay: rule }) as const;

/** A new record, proved by one more with the same values in the `unique` fields. */
export const creation = <Fields extends z.ZodRawShape, One extends Schema>(
	name: string,
	fields: Fields,
	schema: One,
	...unique: readonly string[]
) => create('', record(name, fields), schema, oneMoreWith(...unique));

/** Replaces a record whole. */
export const replacement = <Fields extends z.ZodRawShape>(name: string, fields: Fields) =>
	change('PUT', '', record(name, { id, ...fields }), sameContent());

interface Form extends Omit<Operation, 'name' | 'area' | 'resource' | 'evidence' | 'replay'> {
	readonly method: Method;
	readonly evidence?: Operation['evidence'];
	readonly replay?: Rule;
}

type Declared<Name extends string, Path extends string, Verb extends string, Part extends Form> = {
	readonly name: `${Name}.${Verb}`;
	readonly path: `${Path}${Part['path']}`;
	readonly area: string;
	readonly resource: string;
	readonly evidence: Operation['evidence'];
	readonly replay?: ReplayRule;
} & Omit<Part, 'path' | 'evidence' | 'replay'>;

type AnyDeclared<
	Name extends string,
	Path extends string,
	Table extends Readonly<Record<string, Form>>,
> = {
	[Verb in keyof Table & string]: Declared<Name, Path, Verb, Table[Verb]>;
}[keyof Table & string];

/** @param tag the document's name of the resource @param method whether the document shows the methods of its paths */
export function resource<
	const Name extends string,
	const Tag extends string,
	const Table extends Readonly<Record<string, Form>>,
	const Base extends string = `/api/v1/${Tag}`,
>(
	name: Name,
	area: string,
	tag: Tag,
	method: Evidence,
	table: Table,
	base: Base | `/api/v1/${Tag}` = `/api/v1/${tag}`,
): readonly AnyDeclared<Name, Base, Table>[] {
	const evidence = { method, request: 'assumed', response: 'assumed' } as const;
	const declared = Object.entries<Form>(table).map(([verb, { replay, ...form }]): Operation => ({
		evidence,
		area,
		resource: tag,
		...form,
		name: `${name}.${verb}`,
		path: base + form.path,
		...(replay === undefined ? {} : { replay: replay(name) }),
	}));
	// Each entry of the table under its own name.
	return declared as AnyDeclared<Name, Base, Table>[];
}

export const allShown = { method: 'shown', request: 'shown', response: 'shown' } as const;

export const noQuery = z.object({});
export const searchQuery = z.object({ search: text.optional() });
export const locationQuery = z.object({ locationId: id.optional(), search: text.optional() });

export const deletion = (name: string) => record(name, { id });
/** Switches several records on or off. */
export const activation = <const Path extends string>(path: Path, name: string) =>
	change('PUT', path, record(name, { ids: z.array(id), isActive: flag }), activatesOnline);
export const newState = (name: string) => record(name, { ids: z.array(id), status: stateWord });
export const locking = (name: string) => record(name, { ids: z.array(id), isLocked: flag });
/** The service shows no body of a rejection; the profile may name a field for the reason (profile.rejection). */
export const rejection = record('Rejection', {}).optional();
