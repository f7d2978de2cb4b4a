// Role assignments, of the system and of the business.
import type { RoleUser } from '../../shared/service/access.ts';
import type { RecordOf } from '../store/records.ts';
import { NOT_ACCEPTED } from './document.ts';
import { done, refuse } from './handler.ts';
import type { Fields, HandlersOf } from './handler.ts';
import { checkReferences, pageRows } from './plain.ts';
import { plain } from './plain-rules.ts';

const asRoleUser = (
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
	'role.users': ({ path, page }, { records }) => {
		if (!records.get('role', path.id)) return plain.role.unknown;
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
		practice.records.insert('userRole', { ...body, id: keyOf(body) });
		return done(null);
	},
	'role.removeUser': ({ body }, { records }) => {
		if (!records.get('userRole', keyOf(body))) {
			return refuse(404, 'The person does not have this role.');
		}
		records.remove('userRole', keyOf(body));
		return done(null);
	},
	'buyerRole.users': ({ path, page }, { records }) => {
		if (!records.get('buyerRole', path.id)) return plain.buyerRole.unknown;
		const having = records.all('buyerUser').filter((each) => each.roleIds?.includes(path.id));
		return pageRows(
			having.map((user) => asRoleUser(user)),
			page,
		);
	},
} satisfies HandlersOf<'role' | 'buyerRole'>;
