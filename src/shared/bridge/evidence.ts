// The evidence of a count: everything that stands of it and that ever happened to it, as one text with its fingerprint,
// so that anyone can tell later whether a copy of it was changed.
import { z } from 'zod';
import { call } from './call.ts';

const stocktakeId = z.string();

export const evidence = z.object({
	/** The columns of every row, in English whatever the language: it is the same text on every PC. */
	columns: z.array(z.string()),
	/** What stands in the first column says what the row is: count, line, entry, event, cut-off, code. */
	rows: z.array(z.array(z.string())),
	/** SHA-256 of the text without its last line, as hexadecimal digits. */
	sha256: z.string(),
	/** The whole as CSV (UTF-8); its last line is `SHA-256,<fingerprint>`. */
	text: z.string(),
});
export type Evidence = z.infer<typeof evidence>;

export const evidenceCalls = {
	'evidence.get': call(z.object({ stocktakeId }), evidence),
	/**
	 * Checks the text of an evidence file: whether its fingerprint is that of what it says (`whole`; null where it states
	 * none), and whether this PC would write the same of this count now.
	 */
	'evidence.check': call(
		z.object({ stocktakeId, text: z.string().max(100_000_000) }),
		z.object({ whole: z.boolean().nullable(), sha256: z.string(), same: z.boolean() }),
	),
};
