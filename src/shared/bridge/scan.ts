// Unknown barcodes scanned beside a transfer or waste document. Counts keep their own (`stocktake.keepUnknownCode`).
import { z } from 'zod';
import { call } from './call.ts';

const unknownCode = z.object({
	code: z.string(),
	times: z.number().int(),
});
export type UnknownCode = z.infer<typeof unknownCode>;

const codes = z.object({ codes: z.array(unknownCode) });
const ofDocument = z.object({ documentId: z.string() });
const ofCode = ofDocument.extend({ code: z.string().min(1).max(64) });

export const scanCalls = {
	'scan.list': call(ofDocument, codes),
	'scan.keep': call(ofCode, codes),
	'scan.forget': call(ofCode, codes),
};
