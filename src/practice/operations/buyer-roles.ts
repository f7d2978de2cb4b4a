// The roles that the business gives its people.
import { refuse } from './handler.ts';
import type { HandlersOf } from './handler.ts';
import { pageRows, plain } from './plain.ts';
import { asRoleUser, roleRules } from './roles.ts';

const roles = plain('buyerRole', roleRules);

export const buyerRoleHandlers = {
	'buyerRole.list': ({ query, page }, practice) => roles.list(query, page, practice),
	'buyerRole.create': ({ body }, practice) => roles.create(body, practice),
	'buyerRole.updateMany': ({ body }, practice) => roles.switchMany(body, practice),
	'buyerRole.get': ({ path }, practice) => roles.get(path.id, practice),
	'buyerRole.update': ({ path, body }, practice) => roles.update(path.id, body, practice),
	'buyerRole.users': ({ path, page }, { records }) => {
		if (!records.get('buyerRole', path.id)) return refuse(404, 'No role has this identifier.');
		const having = records.all('buyerUser').filter((each) => each.roleIds?.includes(path.id));
		return pageRows(
			having.map((user) => asRoleUser(user)),
			page,
		);
	},
	'buyerRole.count': (_request, practice) => roles.count({}, practice),
} satisfies HandlersOf<'buyerRole'>;
