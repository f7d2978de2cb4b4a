// Waste as it is drafted here: what blocks submitting it, and how it is sent.
import type { z } from 'zod';
import { filled, inOneUnit } from '../../../shared/domain/sent-boxes.ts';
import type { wastageItem, wastageRequest } from '../../../shared/service/wastage.ts';
import type { CoreContext } from '../context.ts';
import { draftBodyOf, type DraftBody } from '../document/draft-body.ts';
import type { DraftLine, ReadDraftLine } from '../document/draft-line.ts';
import { lineProblems, OwnDrafts } from '../document/own-drafts.ts';
import { wasteReasons } from '../document/waste-reasons.ts';
import { once } from '../once.ts';

export type WasteDrafts = OwnDrafts<DraftBody>;

export function wasteDrafts(context: CoreContext): WasteDrafts {
	const reasons = wasteReasons(context.store);
	return new OwnDrafts(context, {
		name: 'wastage',
		bodyOf: draftBodyOf,
		// A service without waste reasons requires none.
		problems(accountId, draft) {
			const known = once(() => reasons(accountId));
			return lineProblems(draft, ({ lineId, reasonId }) =>
				reasonId === null && known().size > 0
					? [{ path: `lines.${lineId}.reasonId`, message: 'missing' }]
					: [],
			);
		},
		title: (_accountId, { body, lines }) =>
			body.description === ''
				? lines.map(({ line }) => line.item.name).join(', ')
				: body.description,
		locations: ({ row }) =>
			({ locationId: row.location_id }) satisfies Partial<z.input<typeof wastageRequest>>,
		itemOf,
	});
}

/** The line for the request, in a single unit (`inOneUnit`); null if its quantity is unreadable. */
function itemOf({ line, read }: ReadDraftLine): z.input<typeof wastageItem> | null {
	const { item } = line;
	const known = read.boxes.filter(({ unitId }) =>
		item.units.some((unit) => unit.unitId === unitId),
	);
	const sent = inOneUnit(filled(known), item.units);
	if (sent === null) return null;
	return {
		itemId: item.itemId,
		uomId: Number(sent.unitId),
		quantity: sent.quantity,
		...(line.reasonId === null ? {} : { wasteReasonId: line.reasonId }),
		...describedLine(line),
	};
}

/** The service has one text per line: put our label for the reason before the note. */
function describedLine({ label, note }: DraftLine): { description?: string } {
	const description = [label, note].filter((text) => text !== '').join(': ');
	return description === '' ? {} : { description };
}
