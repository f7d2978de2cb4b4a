// The base of a table family. Each query states its parameters, its rows and its SQL once; LazyDatabase compiles it on
// its first use.
import type { Sqlite } from './open.ts';

export class Table {
	protected readonly db: Sqlite;
	protected readonly sql: Queries;

	constructor(db: Sqlite) {
		this.db = db;
		this.sql = new Queries(db);
	}
}

export class Queries {
	readonly #db: Sqlite;

	constructor(db: Sqlite) {
		this.#db = db;
	}

	/** The first row; null if there is none. */
	row<Given extends unknown[], Row>(sql: string): (...given: Given) => Row | null {
		const statement = this.#db.prepare<Given, Row>(sql);
		return (...given) => statement.get(...given) ?? null;
	}

	rows<Given extends unknown[], Row>(sql: string): (...given: Given) => Row[] {
		const statement = this.#db.prepare<Given, Row>(sql);
		return (...given) => statement.all(...given);
	}

	/** The only column of the first row; null if there is none. */
	value<Given extends unknown[], Value>(sql: string): (...given: Given) => Value | null {
		const statement = this.#db.prepare<Given, Value>(sql).pluck();
		return (...given) => statement.get(...given) ?? null;
	}

	values<Given extends unknown[], Value>(sql: string): (...given: Given) => Value[] {
		const statement = this.#db.prepare<Given, Value>(sql).pluck();
		return (...given) => statement.all(...given);
	}

	/** 0 if there is none. */
	number<Given extends unknown[]>(sql: string): (...given: Given) => number {
		const value = this.value<Given, number>(sql);
		return (...given) => value(...given) ?? 0;
	}

	/** Whether the answer is 1. */
	has<Given extends unknown[]>(sql: string): (...given: Given) => boolean {
		const number = this.number<Given>(sql);
		return (...given) => number(...given) === 1;
	}

	run<Given extends unknown[]>(sql: string): (...given: Given) => void {
		const statement = this.#db.prepare<Given>(sql);
		return (...given) => {
			statement.run(...given);
		};
	}

	/** @returns whether a row was changed */
	change<Given extends unknown[]>(sql: string): (...given: Given) => boolean {
		const statement = this.#db.prepare<Given>(sql);
		return (...given) => statement.run(...given).changes > 0;
	}

	/** @returns the number of the new row */
	insert<Given extends unknown[]>(sql: string): (...given: Given) => number {
		const statement = this.#db.prepare<Given>(sql);
		return (...given) => Number(statement.run(...given).lastInsertRowid);
	}
}
