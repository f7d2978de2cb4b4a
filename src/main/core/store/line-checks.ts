// Lines typed again from paper to check them: events in table `count_event` of stillroom.db.
import { z } from 'zod';
import { box } from '../../../shared/bridge/values.ts';
import type { Sqlite } from './open.ts';
import { keptOr } from './kept-json.ts';

const checkDetail = z.object({
	lineNo: z.number(),
	locale: z.string(),
	boxes: z.array(box),
	countedAt: z.number(),
});
const settledDetail = z.object({ lineNo: z.number(), stands: z.enum(['first', 'second']) });

export interface CheckRow extends z.infer<typeof checkDetail> {
	at: number;
	by: string;
	firstStands: boolean;
}

export function lineChecks(durable: Sqlite) {
	const events = durable.prepare<
		[string],
		{ what: 'line-checked' | 'check-settled'; at: number; by: string; detail: string }
	>(
		`SELECT what, at, by, detail FROM count_event
		 WHERE stocktake_id = (SELECT ?) AND what IN ('line-checked', 'check-settled') ORDER BY event_id`,
	);
	return {
		of(stocktakeId: string): Map<number, CheckRow> {
			const checks = new Map<number, CheckRow>();
			for (const { what, at, by, detail } of events.all(stocktakeId)) {
				if (what === 'line-checked') {
					const check = keptOr(checkDetail, detail, null);
					if (check === null) continue;
					// Moves a repeated check to the end.
					checks.delete(check.lineNo);
					checks.set(check.lineNo, { ...check, at, by, firstStands: false });
					continue;
				}
				const settled = keptOr(settledDetail, detail, null);
				const known = settled && checks.get(settled.lineNo);
				if (known) known.firstStands = settled.stands === 'first';
			}
			return checks;
		},
	};
}
