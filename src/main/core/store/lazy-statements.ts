// Statements that are compiled when they are first used. The modules of the tables name all that they may ever need, some
// eight hundred; compiling them at every start took longer than all the rest of it.
import Database from 'better-sqlite3';

/** Its statements are compiled at their first use; a mistake in one is thrown there. */
export class LazyDatabase extends Database {
	/** Its type is that of the library, which no subclass can write down: open it as a `Database`. */
	override prepare(source: string): never {
		// Nothing here asks more of a statement than this one can do.
		return new LazyStatement(() => super.prepare(source)) as never;
	}
}

class LazyStatement {
	readonly #compile: () => Database.Statement;
	#plucks = false;
	#compiled: Database.Statement | null = null;

	constructor(compile: () => Database.Statement) {
		this.#compile = compile;
	}

	get #statement(): Database.Statement {
		if (this.#compiled === null) {
			this.#compiled = this.#compile();
			if (this.#plucks) this.#compiled.pluck();
		}
		return this.#compiled;
	}

	/** Before the first use: rows come as the value of their first column. */
	pluck(): this {
		this.#plucks = true;
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
