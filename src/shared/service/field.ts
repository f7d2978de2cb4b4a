// Field types of service records. The codec (wire.ts) recognises each zod schema by identity, to turn decimals into
// JSON numbers and give identifiers the profile's form.
import { z } from 'zod';

/** Text here; on the wire a string, or an integer if the profile says so. */
export const id = z.string().min(1);

/** Quantities and money. Decimal text here (`"2.350"`); on the wire a JSON number with the same digits. */
export const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);

/** A whole number that is not a quantity: a kind, a count, a page. */
export const integer = z.number().int();

/** The service's own state word: text here, a string or an integer on the wire. */
export const stateWord = z.string();

/** ISO 8601 date-time with a zone, as the document shows for `returnDate`. */
export const dateTime = z.string();

/** A day without a time, and the same one in every zone. Here its start in UTC; on the wire like a `dateTime`. */
export const calendarDay = z.string();

export const isDated = (schema: unknown): boolean => schema === dateTime || schema === calendarDay;

export const text = z.string();
export const file = z.string();
export const flag = z.boolean();

export const record = <Shape extends z.ZodRawShape>(name: string, shape: Shape) =>
	z.looseObject(shape).meta({ recordName: name });

/** A record with fields shown in the document: their names are exact, regardless of the profile's letter case. */
export const shownRecord = <Shape extends z.ZodRawShape>(name: string, shape: Shape) =>
	z.looseObject(shape).meta({ recordName: name, shown: true });

/** A record as the service keeps it: the fields of its request, and its own. */
export const stored = <Shape extends z.ZodRawShape>(name: string, fields: Shape) =>
	record(name, { id, ...fields, modifiedDate: dateTime.optional() });
