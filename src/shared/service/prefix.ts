// What the three kinds of prefixes have in common: letters that begin the numbers or codes of something. The fields are
// our reading.
import { z } from 'zod';
import { flag, id, integer, record, text } from './field.ts';

const fields = {
	/** What it is for: a category, `Supplier`, `Wastage`. */
	target: text,
	/** Letters and digits, such as `WST`. */
	prefix: text,
	/** Digits of the number after it. */
	digits: integer.optional(),
	isActive: flag.optional(),
};

/** A prefix as it is made. */
export const prefixData = record('PrefixData', fields);

export const prefixItem = (name: string) => record(name, { id, ...fields });
export const prefixUpdate = (name: string) => record(name, fields);
export const prefixBulkUpdate = (name: string) =>
	record(name, { ids: z.array(id), isActive: flag });
