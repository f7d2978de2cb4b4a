// What a document is known by on the screen, as it is kept with its lane.
import { z } from 'zod';
import { readKept } from '../store/kept-json.ts';
import type { LaneRow } from './action.ts';

/**
 * What a fault of the disk left unreadable counts as not told, so that it hides neither this document nor the others. SQLite
 * does not notice such a fault where it is in a text.
 */
const laneLabel = z.object({
	locationId: z.string().catch(''),
	title: z.string().catch(''),
	lines: z.number().catch(0),
	/** Decimal text in `currency`, null where there is no value. */
	cost: z.string().nullable().catch(null),
	costsUnknown: z.number().catch(0),
	currency: z.string().catch(''),
	/** Lines in each step, where one document goes in several steps of a kind. */
	partLines: z.number().optional().catch(undefined),
});

const untold = laneLabel.parse({});

export function labelOf({ label }: Pick<LaneRow, 'label'>): z.output<typeof laneLabel> {
	return laneLabel.catch(untold).parse(readKept(label));
}
