// Transfers as they are drafted here, one kind for each end: what blocks sending them, and how they are sent.
import type { z } from 'zod';
import type { Problem } from '../../../shared/bridge/reply.ts';
import { isZero } from '../../../shared/domain/decimal.ts';
import { byUnit, filled } from '../../../shared/domain/sent-boxes.ts';
import type { transferItemRequest, transferRequest } from '../../../shared/service/transfer.ts';
import type { CoreContext } from '../context.ts';
import { transferBodyOf, type TransferBody } from '../document/draft-body.ts';
import type { ReadDraftLine } from '../document/draft-line.ts';
import { lineProblems, OwnDrafts, type ReadDraft } from '../document/own-drafts.ts';
import { locationTable } from '../store/locations.ts';
import { kindOf, type Direction } from './service-transfer.ts';

export type TransferDrafts = Readonly<Record<Direction, OwnDrafts<TransferBody>>>;

export function transferDrafts(context: CoreContext): TransferDrafts {
	const locations = locationTable(context.store.cache);
	const draftsAt = (direction: Direction): OwnDrafts<TransferBody> =>
		new OwnDrafts(context, {
			name: kindOf[direction],
			bodyOf: transferBodyOf,
			problems: (_accountId, draft) => [...locationProblems(draft), ...lineProblems(draft)],
			title: (accountId, { body }) => locations.get(accountId, body.otherLocationId ?? '').name,
			locations({ row, body }) {
				const other = body.otherLocationId ?? '';
				const [from, to] =
					direction === 'out' ? [row.location_id, other] : [other, row.location_id];
				return { fromLocationId: from, toLocationId: to } satisfies Partial<
					z.input<typeof transferRequest>
				>;
			},
			itemOf,
		});
	return { out: draftsAt('out'), in: draftsAt('in') };
}

function locationProblems({ row, body: { otherLocationId } }: ReadDraft<TransferBody>): Problem[] {
	if (otherLocationId === null) return [{ path: 'otherLocationId', message: 'missing' }];
	return otherLocationId === row.location_id
		? [{ path: 'otherLocationId', message: 'same-location' }]
		: [];
}

/** Null if the quantity is unreadable. */
function itemOf({ line, read }: ReadDraftLine): z.input<typeof transferItemRequest> | null {
	const quantities = byUnit(filled(read.boxes), line.item.units).map(({ unitId, quantity }) => ({
		uomId: Number(unitId),
		quantity,
	}));
	const above = quantities.filter(({ quantity }) => !isZero(quantity));
	if (quantities.length === 0) return null;
	return {
		itemId: line.item.itemId,
		// Omit zeros next to a real quantity.
		quantities: above.length === 0 ? quantities : above,
		...(line.note === '' ? {} : { description: line.note }),
	};
}
