// Statements whose conditions depend on what is asked for.

/** `WHERE a AND b` of the conditions that are there; nothing where none is. */
export function whereAll(conditions: readonly (string | false)[]): string {
	const there = conditions.filter((condition) => condition !== false);
	return there.length === 0 ? '' : `WHERE ${there.join(' AND ')}`;
}

/** Gives the statement of a condition, prepared the first time it is asked for. */
export function prepared<Statement>(
	prepare: (where: string) => Statement,
): (where: string) => Statement {
	const known = new Map<string, Statement>();
	return (where) => {
		const statement = known.get(where) ?? prepare(where);
		known.set(where, statement);
		return statement;
	};
}
