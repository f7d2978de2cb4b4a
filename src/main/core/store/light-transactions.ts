// Transactions that are put together once. Of every function that better-sqlite3 is given it makes four, each with
// properties of its own, which takes longer than several statements; and every save is a new function.
import Database from 'better-sqlite3';
import { once } from '../once.ts';

/** What has a say in how a transaction that is in no other is brought to its end. */
export interface AroundCommit {
	/** Carries out the whole of it, its commit included. */
	carryOut<Result>(transaction: () => Result): Result;
	/** Hears that its work is done, and what is left is its commit. */
	worked(): void;
	/** Whether the disk has every commit. Where it does not, `saved` is called when it does. */
	isOnDisk(): boolean;
}

const nothing: AroundCommit = {
	carryOut: (transaction) => transaction(),
	worked: () => undefined,
	isOnDisk: () => true,
};

const listeners = new WeakMap<Database.Database, () => void>();

/** From now on `heard` is called whenever all transactions that were committed are on the disk. */
export function hearSaved(db: Database.Database, heard: () => void): void {
	listeners.set(db, heard);
}

export const saved = (db: Database.Database): void => listeners.get(db)?.();

/**
 * From now on `transaction` gives a function with `immediate`, and with nothing else beside it. The first that runs
 * compiles what all of them need, which no start waits for. Called again, what it was given last holds.
 */
export function wrapTransactionsOnce(db: Database.Database, around: AroundCommit = nothing): void {
	const run = once(() => Database.prototype.transaction.call(db, (work: () => unknown) => work()));
	const begin = (kind: 'deferred' | 'immediate', work: () => unknown): unknown => {
		if (db.inTransaction) return run()[kind](work);
		const working = () => {
			const result = work();
			around.worked();
			return result;
		};
		const result = around.carryOut(() => run()[kind](working));
		if (around.isOnDisk()) saved(db);
		return result;
	};
	Object.defineProperty(db, 'transaction', {
		configurable: true,
		value: <Values extends unknown[]>(work: (...values: Values) => unknown) =>
			Object.assign((...values: Values) => begin('deferred', () => work(...values)), {
				immediate: (...values: Values) => begin('immediate', () => work(...values)),
			}),
	});
}
