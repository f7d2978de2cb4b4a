// Effective rights, readable both ways: a person's rights with the roles that give them, and the people of a right.
import type { Access, AccessPerson, AccessRole } from '../bridge/access.ts';

/** A role that gives a right, and where. */
export interface Because {
	readonly role: AccessRole;
	/** null: everywhere. */
	readonly locationIds: readonly string[] | null;
}

export interface Right {
	readonly scope: number;
	readonly because: readonly Because[];
}

export interface Holder {
	readonly person: AccessPerson;
	readonly because: readonly Because[];
}

/** The active roles of a person. An inactive person has none. */
export function rolesOf({ roles, people }: Access, personId: string): readonly Because[] {
	const person = people.find((each) => each.personId === personId);
	if (person?.isActive !== true) return [];
	return roles
		.filter(({ isActive }) => isActive)
		.flatMap((role) => {
			const assigned = role.people?.find((each) => each.personId === personId);
			return assigned === undefined ? [] : [{ role, locationIds: assigned.locationIds }];
		});
}

export function rightsOf(access: Access, personId: string): readonly Right[] {
	const because = rolesOf(access, personId);
	const scopes = new Set(because.flatMap(({ role }) => role.scopes));
	return [...scopes]
		.sort((a, b) => a - b)
		.map((scope) => ({
			scope,
			because: because.filter(({ role }) => role.scopes.includes(scope)),
		}));
}

/** Every right that a role has, in order. */
export const scopesOf = ({ roles }: Access): readonly number[] =>
	[...new Set(roles.flatMap(({ scopes }) => scopes))].sort((a, b) => a - b);

export const holdersOf = (access: Access, scope: number): readonly Holder[] =>
	access.people.flatMap((person) => {
		const because = rolesOf(access, person.personId).filter(({ role }) =>
			role.scopes.includes(scope),
		);
		return because.length === 0 ? [] : [{ person, because }];
	});

export const isAt = (locationIds: readonly string[] | null, locationId: string): boolean =>
	locationIds === null || locationIds.includes(locationId);

/** The people who have a role at a location. */
export const peopleAt = (
	{ roles, people }: Access,
	roleId: string,
	locationId: string,
): readonly AccessPerson[] => {
	const role = roles.find((each) => each.roleId === roleId);
	if (role?.isActive !== true) return [];
	return people.filter(
		({ personId, isActive }) =>
			isActive &&
			role.people?.some(
				(each) => each.personId === personId && isAt(each.locationIds, locationId),
			) === true,
	);
};
