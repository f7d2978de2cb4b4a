// Taxes. Lines name them by `taxId`, which the service gives and never changes.
import { compare } from '../../shared/domain/decimal.ts';
import { done } from './handler.ts';
import type { HandlersOf, Practice } from './handler.ts';
import { plain } from './plain.ts';

const taxes = plain('tax', {
	one: 'tax',
	searched: ['name'],
	amounts: ['rate'],
	owned: ['taxId'],
	check({ rate }, _practice, { malformed }) {
		if (typeof rate === 'string' && compare(rate, '100') > 0) {
			malformed['rate'] = 'A rate is 100 per cent at most.';
		}
	},
	add: (_body, { records }, before) =>
		before === undefined ? { taxId: Number(records.nextWhole('tax')) } : {},
});

/** The rate of a tax in per cent, by the number that lines name it by. */
export const taxOf = ({ records }: Practice, taxId: number | undefined) =>
	taxId === undefined ? undefined : records.all('tax').find((each) => each.taxId === taxId);

export const systemTaxSettingHandlers = {
	'systemTaxSetting.list': ({ query, page }, practice) => taxes.list(query, page, practice),
	'systemTaxSetting.create': ({ body }, practice) => taxes.create(body, practice),
	'systemTaxSetting.update': ({ body }, practice) => taxes.update(body.id, body, practice),
	'systemTaxSetting.remove': ({ body }, practice) => taxes.remove(body.id, practice),
	'systemTaxSetting.get': ({ path }, practice) => taxes.get(path.id, practice),
	// The search of the practice service reads the records themselves: there is nothing to seed.
	'systemTaxSetting.seed': () => done(null),
} satisfies HandlersOf<'systemTaxSetting'>;
