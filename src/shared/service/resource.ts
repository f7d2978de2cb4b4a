// Usual forms of operations, so that a resource's file states only its own name, path, records and rule. Requests and
// answers are our reading unless an operation says otherwise.
import { z } from 'zod';
import { id, record, text } from './field.ts';
import { operation, type Evidence, type Operation, type ReplayRule } from './operation.ts';

type More = Partial<Pick<Operation, 'note' | 'evidence'>>;

/**
 * The forms for one resource.
 * @param method whether the document shows the methods of its paths.
 */
export function resource<const Area extends string, const Name extends string>(
	area: Area,
	name: Name,
	method: Evidence,
) {
	const evidence = { method, request: 'assumed', response: 'assumed' } as const;
	const place = { area, resource: name, evidence } as const;
	return {
		list: <
			const OpName extends string,
			const Path extends string,
			Row extends z.core.$ZodType,
			Query extends z.ZodObject,
		>(
			opName: OpName,
			path: Path,
			schema: Row,
			query: Query,
			more: More = {},
		) =>
			operation({
				...place,
				name: opName,
				method: 'GET',
				path,
				query,
				answer: { kind: 'list', schema },
				...more,
			}),

		get: <const OpName extends string, const Path extends string, Schema extends z.core.$ZodType>(
			opName: OpName,
			path: Path,
			schema: Schema,
			more: More = {},
		) =>
			operation({
				...place,
				name: opName,
				method: 'GET',
				path,
				answer: { kind: 'one', schema },
				...more,
			}),

		count: <const OpName extends string, const Path extends string, Query extends z.ZodObject>(
			opName: OpName,
			path: Path,
			query: Query,
			more: More = {},
		) =>
			operation({
				...place,
				name: opName,
				method: 'GET',
				path,
				query,
				answer: { kind: 'count' },
				...more,
			}),

		create: <
			const OpName extends string,
			const Path extends string,
			Body extends z.core.$ZodType,
			Schema extends z.core.$ZodType,
		>(
			opName: OpName,
			path: Path,
			body: Body,
			schema: Schema,
			replay: ReplayRule,
			more: More = {},
		) =>
			operation({
				...place,
				name: opName,
				method: 'POST',
				path,
				body,
				answer: { kind: 'created', schema },
				replay,
				...more,
			}),

		/** Changes a record; the answer may be empty. */
		change: <
			const OpName extends string,
			const Method extends 'POST' | 'PUT' | 'DELETE',
			const Path extends string,
			Body extends z.core.$ZodType,
		>(
			opName: OpName,
			method: Method,
			path: Path,
			body: Body,
			replay: ReplayRule,
			more: More = {},
		) =>
			operation({
				...place,
				name: opName,
				method,
				path,
				body,
				answer: { kind: 'empty' },
				replay,
				...more,
			}),

		/** A step of the document in the path, without a body. */
		step: <
			const OpName extends string,
			const Method extends 'POST' | 'PUT',
			const Path extends string,
		>(
			opName: OpName,
			method: Method,
			path: Path,
			replay: ReplayRule,
			more: More = {},
		) =>
			operation({
				...place,
				name: opName,
				method,
				path,
				answer: { kind: 'empty' },
				replay,
				...more,
			}),
	};
}

export const noQuery = z.object({});
export const searchQuery = z.object({ search: text.optional() });
/** Filters a list of documents by location. */
export const locationQuery = z.object({ locationId: id.optional(), search: text.optional() });

/** The record to delete. */
export const deletion = (name: string) => record(name, { id });
