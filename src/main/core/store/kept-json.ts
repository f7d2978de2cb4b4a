// Reads JSON columns so that disk damage in one row does not block the others.
import type { z } from 'zod';
import { parseStored } from '../../../shared/exact-json.ts';

/** The row stays as it is, and Rescue lists it. */
export class UnreadableRow extends Error {
	override readonly name = 'UnreadableRow';
}

/** @returns undefined if it is not valid JSON */
export function readKept(json: string): unknown {
	try {
		return parseStored(json);
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}

/** @throws UnreadableRow, which `readable` catches for a list and the dispatch for a single row */
export function keptAs<Schema extends z.ZodType>(schema: Schema, json: string): z.output<Schema> {
	const read = schema.safeParse(readKept(json));
	if (!read.success) throw new UnreadableRow(read.error.message);
	return read.data;
}

export function keptOr<Schema extends z.ZodType, Otherwise>(
	schema: Schema,
	json: string,
	otherwise: Otherwise,
): z.output<Schema> | Otherwise {
	const read = schema.safeParse(readKept(json));
	return read.success ? read.data : otherwise;
}

export function readable<Row, Value>(rows: readonly Row[], read: (row: Row) => Value): Value[] {
	return rows.flatMap((row) => {
		const value = readableOrNull(() => read(row));
		return value === null ? [] : [value];
	});
}

export function readableOrNull<Value>(read: () => Value): Value | null {
	try {
		return read();
	} catch (error) {
		if (error instanceof UnreadableRow) return null;
		throw error;
	}
}
