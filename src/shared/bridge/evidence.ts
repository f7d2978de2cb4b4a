// Count evidence: the full state and history of a count as one text with a fingerprint, so anyone can later tell
// whether a copy was altered.
import { z } from 'zod';
import { call } from './call.ts';

const stocktakeId = z.string();

export const evidence = z.object({
	/** Column names, always in English: the text is identical on every PC. */
	columns: z.array(z.string()),
	rows: z.array(z.array(z.string())),
	/** SHA-256 of the text without its last line, in hex. */
	sha256: z.string(),
	/** UTF-8 CSV; the last line is `SHA-256,<fingerprint>`. */
	text: z.string(),
});
export type Evidence = z.infer<typeof evidence>;

export const evidenceCalls = {
	'evidence.get': call({ stocktakeId }, evidence),
	/**
	 * `whole`: the fingerprint matches the text; null if it has none. `same`: this PC would write the same text now.
	 */
	'evidence.check': call(
		{ stocktakeId, text: z.string().max(100_000_000) },
		{ whole: z.boolean().nullable(), same: z.boolean() },
	),
};
