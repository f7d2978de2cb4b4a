// Statements that are compiled when they are first used. The modules of the tables name all that they may ever need, some
// eight hundred; compiling them at every start took longer than all the rest of it.
import type Database from 'better-sqlite3';

/** From now on `prepare` gives statements that are compiled at their first use; a mistake in one is thrown there. */
export function compileAtFirstUse(db: Database.Database): void {
	const prepare = db.prepare.bind(db);
	Object.defineProperty(db, 'prepare', {
		value: (source: string) => new LazyStatement(() => prepare(source)),
	});
}

class LazyStatement {
	#compile: () => Database.Statement;
	#compiled: Database.Statement | null = null;

	constructor(compile: () => Database.Statement) {
		this.#compile = compile;
	}

	get #statement(): Database.Statement {
		return (this.#compiled ??= this.#compile());
	}

	/** Sets how rows come, when the statement is compiled. */
	#then(set: (statement: Database.Statement) => void): this {
		const compile = this.#compile;
		this.#compile = () => {
			const statement = compile();
			set(statement);
			return statement;
		};
		return this;
	}

	pluck(toggle = true): this {
		if (this.#compiled === null) return this.#then((statement) => statement.pluck(toggle));
		this.#compiled.pluck(toggle);
		return this;
	}

	run(...values: unknown[]): Database.RunResult {
		return this.#statement.run(...values);
	}

	get(...values: unknown[]): unknown {
		return this.#statement.get(...values);
	}

	all(...values: unknown[]): unknown[] {
		return this.#statement.all(...values);
	}

	iterate(...values: unknown[]): IterableIterator<unknown> {
		return this.#statement.iterate(...values);
	}
}
