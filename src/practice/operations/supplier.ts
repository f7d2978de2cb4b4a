// Suppliers.
import type { HandlersOf } from './handler.ts';
import { plain } from './plain.ts';

const suppliers = plain('supplier', {
	one: 'supplier',
	check({ paymentDays }, _practice, { malformed }) {
		if (typeof paymentDays === 'number' && (paymentDays < 0 || paymentDays > 365)) {
			malformed['paymentDays'] = 'A whole number from 0 to 365 is needed.';
		}
	},
});

export const supplierHandlers = {
	'supplier.list': ({ query, page }, practice) => suppliers.list(query, page, practice),
	'supplier.create': ({ body }, practice) => suppliers.create(body, practice),
	'supplier.update': ({ body }, practice) => suppliers.update(body.id, body, practice),
	'supplier.get': ({ path }, practice) => suppliers.get(path.id, practice),
	'supplier.updateMany': ({ body }, practice) => suppliers.switchMany(body, practice),
	'supplier.count': ({ query }, practice) => suppliers.count(query, practice),
} satisfies HandlersOf<'supplier'>;
