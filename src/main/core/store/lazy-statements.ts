// Statements that are compiled when they are first used. The modules of the tables name all that they may ever need, some
// eight hundred; compiling them at every start took longer than all the rest of it.
import type Database from 'better-sqlite3';

/** From now on `prepare` gives statements that are compiled at their first use; a mistake in one is thrown there. */
export function compileAtFirstUse(db: Database.Database): void {
	const compile = db.prepare.bind(db);
	Object.defineProperty(db, 'prepare', {
		value: (source: string) => new LazyStatement(compile, source),
	});
}

class LazyStatement {
	readonly #compile: (source: string) => Database.Statement;
	readonly #source: string;
	#plucks = false;
	#compiled: Database.Statement | null = null;

	constructor(compile: (source: string) => Database.Statement, source: string) {
		this.#compile = compile;
		this.#source = source;
	}

	get #statement(): Database.Statement {
		if (this.#compiled === null) {
			this.#compiled = this.#compile(this.#source);
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
