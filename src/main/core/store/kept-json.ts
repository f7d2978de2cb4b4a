// JSON as it is kept in rows, where a fault of the disk in one of them must not stop what reads them all.
import type { z } from 'zod';
import { parseStored } from '../../../shared/exact-json.ts';

/** A row that cannot be read. It stays as it is, and Rescue lists it. */
export class UnreadableRow extends Error {
	override readonly name = 'UnreadableRow';
}

/** @returns undefined where it is no JSON any more. */
export function readKept(json: string): unknown {
	try {
		return parseStored(json);
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}

/**
 * JSON of a row by its schema.
 * @throws UnreadableRow, which `readable` catches for a list, and the dispatch for a call about this row alone
 */
export function keptAs<Schema extends z.ZodType>(schema: Schema, json: string): z.output<Schema> {
	const read = schema.safeParse(readKept(json));
	if (!read.success) throw new UnreadableRow(read.error.message);
	return read.data;
}

/** As `keptAs`, for what the row can do without. */
export function keptOr<Schema extends z.ZodType, Otherwise>(
	schema: Schema,
	json: string,
	otherwise: Otherwise,
): z.output<Schema> | Otherwise {
	const read = schema.safeParse(readKept(json));
	return read.success ? read.data : otherwise;
}

/** What the rows hold, without those that cannot be read. */
export function readable<Row, Value>(rows: readonly Row[], read: (row: Row) => Value): Value[] {
	return rows.flatMap((row) => {
		const value = readableOrNull(() => read(row));
		return value === null ? [] : [value];
	});
}

/** Null where a row of it cannot be read. */
export function readableOrNull<Value>(read: () => Value): Value | null {
	try {
		return read();
	} catch (error) {
		if (error instanceof UnreadableRow) return null;
		throw error;
	}
}
