// Warnings about unusual access, before or after a change of people and roles.
import type { Access, AccessPerson } from '../bridge/access.ts';
import { sameName } from '../domain/person-name.ts';
import { rolesOf } from './rights.ts';

export interface AccessWarning {
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
export function warningsOf(access: Access, me: string): readonly AccessWarning[] {
	const administrators = access.administrators.filter(({ isActive }) => isActive);
	const [last] = administrators;
	const office: AccessWarning[] =
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
			.map(({ name }): AccessWarning => ({ code: 'role-without-people', name })),
		...people
			.filter(({ personId }) => isRead && rolesOf(access, personId).length === 0)
			.map(({ name }): AccessWarning => ({ code: 'person-without-role', name })),
		...people
			.filter(({ locationIds }) => locationIds?.every((id) => !active.has(id)) === true)
			.map(({ name }): AccessWarning => ({ code: 'person-without-location', name })),
		...people
			.filter(({ name }) => isSame(name, me))
			.map(({ name }): AccessWarning => {
				return { code: 'yourself', name };
			}),
	];
}

/** A person or a role as a form would save it. */
export interface AccessEdit {
	readonly id: string;
	readonly isActive: boolean;
	/** Of a person: the roles of the business. */
	readonly roleIds: readonly string[];
	readonly locationIds: readonly string[] | null;
}

/** @param record as it would be saved: a person or a role */
export function accessEdit(id: string, record: Readonly<Record<string, unknown>>): AccessEdit {
	const idsAt = (at: string): readonly string[] | null =>
		Array.isArray(record[at]) ? record[at].map(String) : null;
	return {
		id,
		isActive: record['isActive'] !== false,
		roleIds: idsAt('roleIds') ?? [],
		locationIds: idsAt('locationIds'),
	};
}

/** Warnings that the edits would add. */
export function warningsOfEdits(
	access: Access,
	me: string,
	edits: readonly AccessEdit[],
): readonly AccessWarning[] {
	const after = edits.reduce(afterEdit, access);
	return warningsOfChange(access, after, { me, about: edits.map(({ id }) => id) });
}

/** Warnings that giving or taking away a role would add. */
export function warningsOfRole(
	access: Access,
	me: string,
	{ roleId, personId, gives }: { roleId: string; personId: string; gives: boolean },
): readonly AccessWarning[] {
	const roles = access.roles.map((role) => {
		if (role.roleId !== roleId || role.people === null) return role;
		const others = role.people.filter((each) => each.personId !== personId);
		return { ...role, people: gives ? [...others, { personId, locationIds: null }] : others };
	});
	return warningsOfChange(access, { ...access, roles }, { me, about: [personId] });
}

/** Your own access and the last administrator are named whenever the change is about them. */
function warningsOfChange(
	access: Access,
	after: Access,
	{ me, about }: { me: string; about: readonly string[] },
): readonly AccessWarning[] {
	const always: readonly AccessWarning['code'][] = ['yourself', 'last-administrator'];
	const now = warningsOf(access, me);
	const before = now.map(({ code, name }) => `${code} ${name}`);
	const isAbout = ({ personId }: AccessPerson): boolean =>
		about.includes(personId) ||
		rolesOf(access, personId).some(({ role }) => about.includes(role.roleId));
	const last = now.find(({ code }) => code === 'last-administrator')?.name ?? '';
	const changed = access.people.filter(({ personId }) => about.includes(personId));
	return [
		...warningsOf(after, me).filter(
			({ code, name }) => !always.includes(code) && !before.includes(`${code} ${name}`),
		),
		...changed
			.filter(({ name }) => isSame(name, last))
			.map(({ name }): AccessWarning => ({ code: 'last-administrator', name })),
		...access.people
			.filter((person) => isSame(person.name, me) && isAbout(person))
			.map(({ name }): AccessWarning => ({ code: 'yourself', name })),
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
	name.trim() !== '' && sameName(name, other);
