// What lanes of the outbox and stored drafts can belong to.
import { z } from 'zod';
import { isRecordDocument, recordDocuments } from '../record/records.ts';
import { documentAreas, kindNames, kinds } from './kinds.ts';
import { excessDrafts, receivingDrafts } from './receiving.ts';

export const laneDocument = z.enum(['stocktake', ...kindNames, ...recordDocuments]);
export type LaneDocument = z.infer<typeof laneDocument>;

/** Also what was entered against a document, and decisions about extra goods. */
export const draftDocument = z.enum([
	...kindNames,
	...receivingDrafts,
	...excessDrafts,
	...recordDocuments,
]);
export type DraftDocument = z.infer<typeof draftDocument>;

export const area = z.enum(['stocktake', ...documentAreas, 'record']);
export type Area = z.infer<typeof area>;

export const areaOf = (document: LaneDocument): Area =>
	document === 'stocktake'
		? 'stocktake'
		: isRecordDocument(document)
			? 'record'
			: kinds[document].area;

export const byArea = <Value>(make: (of: Area) => Value) =>
	Object.fromEntries(area.options.map((of) => [of, make(of)])) as Record<Area, Value>;
