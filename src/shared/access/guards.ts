// What somebody should know before they change who may do what.
import type { Access, AccessPerson } from '../bridge/access.ts';
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

/** What a form would make of a person or a role. */
export interface AccessEdit {
	readonly id: string;
	readonly isActive: boolean;
	/** Of a person: the roles of the business. */
	readonly roleIds: readonly string[];
	readonly locationIds: readonly string[] | null;
}

/** What stands out after an edit and did not before. Your own access is named whenever the edit is about it. */
export function guardsOfEdit(access: Access, me: string, edit: AccessEdit): readonly Guard[] {
	const before = guardsOf(access, me).map(({ code, name }) => `${code} ${name}`);
	const after = guardsOf(afterEdit(access, edit), me).filter(({ code }) => code !== 'yourself');
	const mine = access.people.find(({ name }) => isSame(name, me));
	const isMine =
		mine !== undefined &&
		(mine.personId === edit.id ||
			rolesOf(access, mine.personId).some(({ role }) => role.roleId === edit.id));
	return [
		...after.filter(({ code, name }) => !before.includes(`${code} ${name}`)),
		...(isMine ? [{ code: 'yourself', name: mine.name } as const] : []),
	];
}

function afterEdit(access: Access, { id, isActive, roleIds, locationIds }: AccessEdit): Access {
	const isPerson = access.people.some(({ personId }) => personId === id);
	if (!isPerson) {
		const roles = access.roles.map((role) => (role.roleId === id ? { ...role, isActive } : role));
		return { ...access, roles };
	}
	const places = locationIds === null ? null : [...locationIds];
	const people = access.people.map((each): AccessPerson =>
		each.personId === id ? { ...each, isActive, locationIds: places } : each,
	);
	const roles = access.roles.map((role) => {
		if (role.kind !== 'buyerRole' || role.people === null) return role;
		const others = role.people.filter(({ personId }) => personId !== id);
		const own = roleIds.includes(role.roleId) ? [{ personId: id, locationIds: places }] : [];
		return { ...role, people: [...others, ...own] };
	});
	return { ...access, people, roles };
}

const isSame = (name: string, other: string): boolean =>
	name.trim() !== '' && name.trim().toLowerCase() === other.trim().toLowerCase();
