// The people of the business.
import type { HandlersOf } from './handler.ts';
import { plain } from './plain.ts';

const users = plain('buyerUser', {
	one: 'person',
	needs: ['name', 'email'],
	unique: ['email'],
	searched: ['name', 'email'],
	refers: { roleIds: 'buyerRole', locationIds: 'location' },
	check({ email }, _practice, { malformed }) {
		if (typeof email === 'string' && !/^[^\s@]+@[^\s@]+$/.test(email)) {
			malformed['email'] = 'This is no e-mail address.';
		}
	},
});

export const buyerUserHandlers = {
	'buyerUser.list': ({ query, page }, practice) => users.list(query, page, practice),
	'buyerUser.create': ({ body }, practice) => users.create(body, practice),
	'buyerUser.updateMany': ({ body }, practice) => users.switchMany(body, practice),
	'buyerUser.get': ({ path }, practice) => users.get(path.id, practice),
	'buyerUser.update': ({ path, body }, practice) => users.update(path.id, body, practice),
	'buyerUser.count': ({ query }, practice) => users.count(query, practice),
} satisfies HandlersOf<'buyerUser'>;
