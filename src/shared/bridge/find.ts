// Search in the documents of every area, for the search of the whole program.
import { z } from 'zod';
import { laneDocument } from '../document/stored.ts';
import { call } from './call.ts';
import { businessDate } from './values.ts';

const foundDocument = z.object({
	document: laneDocument,
	documentId: z.string(),
	/** Empty until the service has given one. */
	number: z.string(),
	/** The name or description, else what it contains. */
	title: z.string(),
	/** The location at the other end of a transfer, else empty. */
	other: z.string(),
	businessDate,
});
export type FoundDocument = z.infer<typeof foundDocument>;

export const findCalls = {
	/**
	 * Documents of a location in every area, drafts and copies alike. Each typed word begins a word of the number, the
	 * title or the other location. Whole words come first, then the latest.
	 */
	'document.find': call(
		{
			locationId: z.string(),
			text: z.string().max(100),
			limit: z.number().int().min(1).max(50).default(8),
		},
		{ documents: z.array(foundDocument) },
	),
};
