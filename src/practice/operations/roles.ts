// Roles of the system, and who has them.
import type { RoleUser } from '../../shared/service/roles.ts';
import type { RecordOf } from '../store/records.ts';
import { NOT_ACCEPTED } from './document.ts';
import { done, refuse } from './handler.ts';
import type { Fields, HandlersOf } from './handler.ts';
import { checkReferences, pageRows, plain } from './plain.ts';
import type { PlainRules } from './plain.ts';

/** Scopes are numbers; the practice service knows those from 1 to 99. */
export const roleRules = {
	one: 'role',
	searched: ['name', 'description'],
	check({ scopes }, _practice, { malformed }) {
		if (!Array.isArray(scopes)) return;
		for (const [index, scope] of scopes.entries()) {
			if (Number(scope) < 1 || Number(scope) > 99) {
				malformed[`scopes[${index}]`] = 'No such scope is known.';
			}
		}
	},
} satisfies PlainRules;

const roles = plain('role', roleRules);

export const asRoleUser = (
	user: RecordOf<'buyerUser'>,
	locations: RoleUser['locations'] = user.locationIds?.map((locationId) => ({ locationId })),
): RoleUser => ({
	id: user.id,
	name: user.name,
	email: user.email,
	...(locations === undefined ? {} : { locations }),
	isActive: user.isActive ?? true,
});

const keyOf = ({ roleId, userId }: { roleId: string; userId: string }) => `${roleId} ${userId}`;

export const roleHandlers = {
	'role.create': ({ body }, practice) => roles.create(body, practice),
	'role.list': ({ query, page }, practice) => roles.list(query, page, practice),
	'role.update': ({ body }, practice) => roles.update(body.id, body, practice),
	'role.get': ({ path }, practice) => roles.get(path.id, practice),
	'role.updateOne': ({ path, body }, practice) => roles.update(path.id, body, practice),
	'role.users': ({ path, page }, { records }) => {
		if (!records.get('role', path.id)) return refuse(404, 'No role has this identifier.');
		const having = records.all('userRole').filter((each) => each.roleId === path.id);
		const rows = having.flatMap((each) => {
			const user = records.get('buyerUser', each.userId);
			return user === undefined ? [] : [asRoleUser(user, each.locations)];
		});
		return pageRows(rows, page);
	},
	'role.addUser': ({ body }, practice) => {
		const broken: Fields = {};
		checkReferences(body.roleId, 'role', 'roleId', practice, broken);
		checkReferences(body.userId, 'buyerUser', 'userId', practice, broken);
		for (const [index, { locationId }] of (body.locations ?? []).entries()) {
			const path = `locations[${index}].locationId`;
			checkReferences(locationId, 'location', path, practice, broken);
		}
		if (Object.keys(broken).length > 0) return refuse(422, NOT_ACCEPTED, broken);
		if (practice.records.get('userRole', keyOf(body))) {
			return refuse(409, 'The person has this role already.');
		}
		practice.records.insert('userRole', { ...body, id: keyOf(body) }, { search: [] });
		return done(null);
	},
	'role.count': (_request, practice) => roles.count({}, practice),
	'role.removeUser': ({ body }, { records }) => {
		if (!records.get('userRole', keyOf(body))) {
			return refuse(404, 'The person does not have this role.');
		}
		records.remove('userRole', keyOf(body));
		return done(null);
	},
} satisfies HandlersOf<'role'>;
