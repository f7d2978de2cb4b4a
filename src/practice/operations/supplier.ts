// Suppliers.
import { done } from './handler.ts';
import type { HandlersOf } from './handler.ts';

export const supplierHandlers = {
	'supplier.list': ({ query, page }, { records }) =>
		done(records.list('supplier', query, page, 'oldest-first')),
} satisfies HandlersOf<'supplier'>;
