// Fields shared by the three kinds of prefixes, which begin numbers or codes. The fields are our reading.
import { z } from 'zod';
import { flag, id, integer, record, text } from './field.ts';

const fields = {
	/** Its target: a category, `Supplier`, `Wastage`. */
	target: text,
	/** Letters and digits: `WST`. */
	prefix: text,
	/** Digits of the number after the prefix. */
	digits: integer.optional(),
	isActive: flag.optional(),
};

/** A new prefix. */
export const prefixData = record('PrefixData', fields);

export const prefixItem = (name: string) => record(name, { id, ...fields });
export const prefixUpdate = (name: string) => record(name, fields);
export const prefixBulkUpdate = (name: string) =>
	record(name, { ids: z.array(id), isActive: flag });
