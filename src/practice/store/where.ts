// Statements with optional conditions.
import { remembered } from '../../shared/domain/remembered.ts';

/** `WHERE a AND b` of the given conditions; empty without any. */
export function whereAll(conditions: readonly (string | false)[]): string {
	const there = conditions.filter((condition) => condition !== false);
	return there.length === 0 ? '' : `WHERE ${there.join(' AND ')}`;
}

export function prepared<Statement>(
	prepare: (where: string) => Statement,
): (where: string) => Statement {
	const known = new Map<string, Statement>();
	return (where) => remembered(known, where, () => prepare(where));
}
