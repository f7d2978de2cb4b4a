// Ordering of a location: its tables, and what to order from which supplier until when.
import { succeed } from '../../../shared/bridge/reply.ts';
import type { purchaseOrder } from '../../../shared/document/purchase-order.ts';
import type { returnOrder } from '../../../shared/document/return-order.ts';
import { connected } from '../connected.ts';
import type { CoreContext, Handlers } from '../context.ts';
import type { Documents } from '../document/documents.ts';
import { orderSuggested } from './order-suggested.ts';
import { OrderingTables } from './ordering-tables.ts';
import { practiceTables } from './practice-tables.ts';
import { startValues } from './start-values.ts';
import { Suggesting } from './suggesting.ts';

export function orderingCapability(
	context: CoreContext,
	orders: () => Documents<typeof purchaseOrder>,
	returns: () => Documents<typeof returnOrder>,
): Handlers<'ordering'> {
	const tables = new OrderingTables(context);
	const suggesting = new Suggesting(context, tables, orders, returns);
	const start = startValues(context);
	const practise = practiceTables(context, tables);
	const order = orderSuggested(context, suggesting, orders);
	return {
		'ordering.start': connected(context, (account, input) => start(account, input)),
		'ordering.list': connected(context, (account, { locationId, table }) => {
			practise(account, locationId);
			return succeed({ rows: tables.list(account, locationId, table) });
		}),
		'ordering.check': connected(context, (account, input) =>
			succeed({ rows: tables.check(account, input) }),
		),
		'ordering.save': connected(context, (account, input) =>
			succeed({ rows: tables.save(account, input) }),
		),
		'ordering.board': connected(context, (account, input) => {
			practise(account, input.locationId);
			return suggesting.board(account, input);
		}),
		'ordering.order': connected(context, (account, input) => order(account, input)),
		'ordering.suggestion': connected(context, (account, input) =>
			suggesting.suggestion(account, input),
		),
		'ordering.type': connected(context, (account, input) => suggesting.type(account, input)),
	};
}
