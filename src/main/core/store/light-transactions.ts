// Transactions that are put together once. Of every function that better-sqlite3 is given it makes four, each with
// properties of its own, which takes longer than several statements; and every save is a new function.
import type Database from 'better-sqlite3';
import { once } from '../once.ts';

/**
 * From now on `transaction` gives a function with `immediate`, and with nothing else beside it. The first that runs
 * compiles what all of them need, which no start waits for.
 */
export function wrapTransactionsOnce(db: Database.Database): void {
	const wrap = db.transaction.bind(db);
	const run = once(() => wrap((work: () => unknown) => work()));
	Object.defineProperty(db, 'transaction', {
		configurable: true,
		value: <Values extends unknown[]>(work: (...values: Values) => unknown) =>
			Object.assign((...values: Values) => run()(() => work(...values)), {
				immediate: (...values: Values) => run().immediate(() => work(...values)),
			}),
	});
}
