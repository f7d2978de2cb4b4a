// What the registry of operations says about a record type: its fields, its operations, and how each write is sent.
import { findOperation, type OperationName, type OperationNamed } from '../service/index.ts';
import type { OperationInput } from '../service/operation.ts';
import type { z } from 'zod';
import type { Declared } from './field.ts';

export type ListedResource =
	Extract<OperationName, `${string}.list`> extends infer Name
		? Name extends `${infer Resource}.list`
			? Resource
			: never
		: never;

type ListOf<Name extends ListedResource> = OperationNamed<Extract<OperationName, `${Name}.list`>>;

type Shown<Name extends ListedResource> =
	ListOf<Name> extends { answer: { schema: infer Schema extends z.core.$ZodType } }
		? Declared<z.output<Schema>>
		: never;

type BodyOf<Name extends OperationName> =
	OperationInput<OperationNamed<Name>> extends { body: infer Body } ? Declared<Body> : never;

/** The fields that a write can send. `updateOne` and `update` have the fields of `create`. */
type Sent<Name extends ListedResource> = `${Name}.create` extends OperationName
	? BodyOf<`${Name}.create`>
	: `${Name}.update` extends OperationName
		? BodyOf<`${Name}.update`>
		: object;

/** A record as it is read, with the fields that are only sent. The service's other fields are not in the type. */
export type RecordOf<Name extends ListedResource> = Shown<Name> &
	Omit<Sent<Name>, keyof Shown<Name>>;

export type FieldName<Name extends ListedResource> = Exclude<
	keyof RecordOf<Name> & string,
	'id' | 'modifiedDate'
>;

export type IsSent<Name extends ListedResource, Field> = Field extends keyof Sent<Name>
	? true
	: false;

export const acts = ['create', 'change', 'remove'] as const;
export type Act = (typeof acts)[number];

/** The first that exists is used. A record is switched on and off by a full update, which can wait and be proved. */
const verbsFor = {
	create: ['create'],
	change: ['updateOne', 'update'],
	remove: ['remove'],
} as const satisfies Record<Act, readonly string[]>;

export interface Route {
	readonly operation: OperationName;
	readonly goes: 'queue' | 'online-only';
}

/** How an act is sent; null if the service has no operation for it. */
export function routeOf(resource: string, act: Act): Route | null {
	for (const verb of verbsFor[act]) {
		const found = findOperation(`${resource}.${verb}`);
		if (found === undefined) continue;
		const goes = found.replay?.offline === 'queue' ? 'queue' : 'online-only';
		return { operation: found.name, goes };
	}
	return null;
}
