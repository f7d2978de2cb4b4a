// Who may do what: roles with their people, and the approval matrices. Rights are explained here; the service enforces
// them. Changes are sent while somebody waits, and are proved by reading back.
import { z } from 'zod';
import { call } from './call.ts';
import { decimal, instant, intentId } from './values.ts';

/** null: everywhere. */
const locationIds = z.array(z.string()).nullable();

const accessRole = z.object({
	roleId: z.string(),
	/** `role`: of the system, with people assigned to it. `buyerRole`: of the business, named by its people. */
	kind: z.enum(['role', 'buyerRole']),
	name: z.string(),
	isActive: z.boolean(),
	scopes: z.array(z.number().int()),
	/** null: not read since the program started, because the service did not answer. */
	people: z.array(z.object({ personId: z.string(), locationIds })).nullable(),
});

const accessPerson = z.object({
	personId: z.string(),
	name: z.string(),
	isActive: z.boolean(),
	locationIds,
});

const accessMatrix = z.object({
	matrixId: z.string(),
	name: z.string(),
	documentType: z.string(),
	isActive: z.boolean(),
	locationIds,
	layers: z.array(
		z.object({
			sequence: z.number().int(),
			/** `amountFrom` null: always. */
			rules: z.array(z.object({ roleId: z.string(), amountFrom: decimal.nullable() })),
		}),
	),
});

export const access = z.object({
	roles: z.array(accessRole),
	people: z.array(accessPerson),
	matrices: z.array(accessMatrix),
	locations: z.array(z.object({ locationId: z.string(), name: z.string(), isActive: z.boolean() })),
	administrators: z.array(z.object({ name: z.string(), isActive: z.boolean() })),
	/** The profile's names of rights, by number. The service shows numbers only. */
	rightNames: z.record(z.string(), z.string()),
	/** Of the copies; null before the first pull. */
	asOf: instant.nullable(),
	/** When the people of the roles were read; null if they were not. */
	peopleAsOf: instant.nullable(),
	online: z.boolean(),
});
export type Access = z.infer<typeof access>;
export type AccessRole = Access['roles'][number];
export type AccessPerson = Access['people'][number];
export type AccessMatrix = Access['matrices'][number];

const changed = z.object({ state: z.enum(['applied', 'not-confirmed']) });

export const accessCalls = {
	/** From the copies. `people`: also asks the service for the people of each role, if it answers. */
	'access.read': call({ people: z.boolean().default(false) }, access),
	/** Gives a role of the system to a person. Fails with `needs-network`, `refused` or `not-possible-now`. */
	'access.addPerson': call(
		{ roleId: z.string().min(1), personId: z.string().min(1), locationIds, intentId },
		changed,
	),
	/** Takes it away. Fails likewise. */
	'access.removePerson': call(
		{ roleId: z.string().min(1), personId: z.string().min(1), intentId },
		changed,
	),
};
