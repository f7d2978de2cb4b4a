// The kinds of field that records of the service are made of. Each is one zod schema, known to the codec (wire.ts) by
// its identity: that is how a decimal becomes a JSON number and an identifier takes the form that the profile names.
import { z } from 'zod';

/** Text here; on the wire a string, or an integer where the profile says so. */
export const id = z.string().min(1);

/** Decimal text here (`"2.350"`); on the wire a JSON number with the same digits. Quantities and money. */
export const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);

/** A whole number that is no quantity: a kind, a count, a page. */
export const integer = z.number().int();

/** A state as the service words it: text here, a string or an integer on the wire. */
export const stateWord = z.string();

/** ISO 8601 date-time with a zone, as the document shows for `returnDate`. */
export const dateTime = z.string();

export const text = z.string();
/** The text of a file, which a form carries as a file. */
export const file = z.string();
export const flag = z.boolean();

/** A record that keeps the fields it does not know. `name` is the record's name in the document. */
export const record = <Shape extends z.ZodRawShape>(name: string, shape: Shape) =>
	z.looseObject(shape).meta({ recordName: name });

/** A record whose fields stand in the document: their names are exact, whatever the profile says of letter case. */
export const shownRecord = <Shape extends z.ZodRawShape>(name: string, shape: Shape) =>
	z.looseObject(shape).meta({ recordName: name, shown: true });
