// Compiles statements on first use: compiling all eight hundred took longer than the rest of the start.
import Database from 'better-sqlite3';

export class LazyDatabase extends Database {
	/** No subclass can express the library's type, so callers see a plain `Database`. */
	override prepare(source: string): never {
		// LazyStatement implements everything that is used here.
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

	/** Call it before the first use. */
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
