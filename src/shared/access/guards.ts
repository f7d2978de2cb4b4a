// What somebody should know before they change who may do what.
import type { Access } from '../bridge/access.ts';
import { rolesOf } from './rights.ts';

export interface Guard {
	readonly code:
		| 'last-administrator'
		| 'no-administrator'
		| 'role-without-people'
		| 'person-without-role'
		| 'person-without-location'
		| 'yourself';
	/** Of the role, the person or the administrator. */
	readonly name: string;
}

/** @param me the person who works at this window */
export function guardsOf(access: Access, me: string): readonly Guard[] {
	const administrators = access.administrators.filter(({ isActive }) => isActive);
	const [last] = administrators;
	const office: Guard[] =
		access.administrators.length === 0
			? []
			: last === undefined
				? [{ code: 'no-administrator', name: '' }]
				: administrators.length === 1
					? [{ code: 'last-administrator', name: last.name }]
					: [];
	const people = access.people.filter(({ isActive }) => isActive);
	const active = new Set(
		access.locations.filter(({ isActive }) => isActive).map(({ locationId }) => locationId),
	);
	const hasActive = (role: Access['roles'][number]) =>
		role.people?.some(({ personId }) => people.some((each) => each.personId === personId)) ?? true;
	const isRead = access.roles.every((role) => role.people !== null);
	return [
		...office,
		...access.roles
			.filter((role) => role.isActive && !hasActive(role))
			.map(({ name }): Guard => ({ code: 'role-without-people', name })),
		...people
			.filter(({ personId }) => isRead && rolesOf(access, personId).length === 0)
			.map(({ name }): Guard => ({ code: 'person-without-role', name })),
		...people
			.filter(({ locationIds }) => locationIds?.every((id) => !active.has(id)) === true)
			.map(({ name }): Guard => ({ code: 'person-without-location', name })),
		...people
			.filter(({ name }) => isSame(name, me))
			.map(({ name }): Guard => {
				return { code: 'yourself', name };
			}),
	];
}

const isSame = (name: string, other: string): boolean =>
	name.trim() !== '' && name.trim().toLowerCase() === other.trim().toLowerCase();
