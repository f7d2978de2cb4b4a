// Codes scanned beside a transfer or a waste document that nobody knew. They are kept on this PC until a person has dealt
// with them. Counts keep theirs with the count (`stocktake.park`).
import { z } from 'zod';
import { call } from './call.ts';
import { instant } from './values.ts';

const unknownCode = z.object({
	code: z.string(),
	times: z.number().int(),
	/** Of the last scan. */
	at: instant,
});
export type UnknownCode = z.infer<typeof unknownCode>;

const codes = z.object({ codes: z.array(unknownCode) });
const ofDocument = z.object({ documentId: z.string() });
const ofCode = ofDocument.extend({ code: z.string().min(1).max(64) });

export const scanCalls = {
	'scan.list': call(ofDocument, codes),
	/** Keeps one scan more; durable when it answers. */
	'scan.keep': call(ofCode, codes),
	/** Takes a code off, however often it was scanned. */
	'scan.forget': call(ofCode, codes),
};
