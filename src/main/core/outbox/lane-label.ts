// How the screen names a document; saved with its lane.
import { z } from 'zod';
import { readKept } from '../store/kept-json.ts';
import type { LaneRow } from './action.ts';

/** SQLite does not notice damage inside a text, so a damaged value gets its default and hides no document. */
const laneLabel = z.object({
	locationId: z.string().catch(''),
	title: z.string().catch(''),
	lines: z.number().catch(0),
	cost: z.string().nullable().catch(null),
	costsUnknown: z.number().catch(0),
	currency: z.string().catch(''),
	partLines: z.number().optional().catch(undefined),
});

const untold = laneLabel.parse({});

export function labelOf({ label }: Pick<LaneRow, 'label'>): z.output<typeof laneLabel> {
	return laneLabel.catch(untold).parse(readKept(label));
}
