// Prefixes of the codes of items, of the codes of suppliers and the like, and of the numbers of documents; and the
// next number under one.
import type { PrefixConfigurationRecord } from '../../shared/service/prefix-configuration.ts';
import { NOT_ACCEPTED, prefixFor } from './document.ts';
import { done, refuse } from './handler.ts';
import type { HandlersOf } from './handler.ts';
import { pageRows, plain } from './plain.ts';
import type { PlainRules } from './plain.ts';

const rules = {
	one: 'prefix',
	needs: ['target', 'prefix'],
	unique: ['target'],
	searched: ['target', 'prefix'],
	check({ prefix, digits }, _practice, { malformed }) {
		if (typeof prefix === 'string' && !/^[A-Za-z0-9]{1,8}$/.test(prefix)) {
			malformed['prefix'] = 'One to eight letters and digits are needed.';
		}
		if (typeof digits === 'number' && (digits < 1 || digits > 9)) {
			malformed['digits'] = 'A whole number from 1 to 9 is needed.';
		}
	},
} satisfies PlainRules;

const ofCategories = plain('categoryPrefix', rules);
const ofEntities = plain('entityPrefix', rules);
const ofTransactions = plain('transactionPrefix', rules);

export const prefixHandlers = {
	'categoryPrefix.list': ({ query, page }, practice) => ofCategories.list(query, page, practice),
	'categoryPrefix.create': ({ body }, practice) => ofCategories.create(body, practice),
	'categoryPrefix.remove': ({ body }, practice) => ofCategories.remove(body.id, practice),
	'categoryPrefix.update': ({ path, body }, practice) =>
		ofCategories.update(path.id, body, practice),
	'categoryPrefix.updateMany': ({ body }, practice) => ofCategories.switchMany(body, practice),

	'entityPrefix.list': ({ query, page }, practice) => ofEntities.list(query, page, practice),
	'entityPrefix.create': ({ body }, practice) => ofEntities.create(body, practice),
	'entityPrefix.remove': ({ body }, practice) => ofEntities.remove(body.id, practice),
	'entityPrefix.update': ({ path, body }, practice) => ofEntities.update(path.id, body, practice),
	'entityPrefix.updateMany': ({ body }, practice) => ofEntities.switchMany(body, practice),

	'transactionPrefix.list': ({ query, page }, practice) =>
		ofTransactions.list(query, page, practice),
	'transactionPrefix.create': ({ body }, practice) => ofTransactions.create(body, practice),
	'transactionPrefix.remove': ({ body }, practice) => ofTransactions.remove(body.id, practice),
	'transactionPrefix.update': ({ path, body }, practice) =>
		ofTransactions.update(path.id, body, practice),
	'transactionPrefix.updateMany': ({ body }, practice) => ofTransactions.switchMany(body, practice),

	'prefixConfiguration.list': ({ page }, { records }) => {
		const rows = (['category', 'entity', 'transaction'] as const).flatMap((kind) =>
			records.all(`${kind}Prefix`).map((each): PrefixConfigurationRecord => ({
				kind,
				target: each.target,
				prefix: each.prefix,
				...(each.digits === undefined ? {} : { digits: each.digits }),
			})),
		);
		return pageRows(rows, page);
	},

	'prefixConfiguration.code': ({ query: { target } }, practice) => {
		if (target === undefined) {
			return refuse(400, NOT_ACCEPTED, { target: 'The kind of document is needed.' });
		}
		const set = prefixFor(practice, target);
		if (set === undefined) return refuse(404, 'No prefix is set for this.');
		return done({ target, code: practice.records.comingNumber(set.prefix, set.digits) });
	},
} satisfies HandlersOf<
	'categoryPrefix' | 'entityPrefix' | 'transactionPrefix' | 'prefixConfiguration'
>;
