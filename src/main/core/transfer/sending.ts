// Transfers that are written here: what a draft holds, what stands in its way, and what is queued when it is sent.
import { z } from 'zod';
import type { Problem } from '../../../shared/bridge/reply.ts';
import { sumMoney } from '../../../shared/domain/money.ts';
import type { transferRequest } from '../../../shared/service/transfer.ts';
import { draftLine, readLine } from '../document/draft-line.ts';
import { serverId, type NewAction, type NewLane } from '../outbox/outbox.ts';
import type { DraftRow } from '../store/drafts.ts';

/** What a draft holds, word for word as it was typed. */
export const transferBody = z.object({
	description: z.string(),
	toLocationId: z.string().nullable(),
	/** ISO 4217 of the sender when it was last saved. */
	currency: z.string(),
	lines: z.array(draftLine),
});
export type TransferBody = z.infer<typeof transferBody>;

export const transferBodyOf = (row: DraftRow): TransferBody =>
	transferBody.parse(JSON.parse(row.body));

export function sendingProblems(row: DraftRow, { toLocationId, lines }: TransferBody): Problem[] {
	const problems: Problem[] = [];
	if (toLocationId === null) problems.push({ path: 'toLocationId', message: 'missing' });
	if (toLocationId === row.location_id) {
		problems.push({ path: 'toLocationId', message: 'same-location' });
	}
	if (lines.length === 0) problems.push({ path: 'lines', message: 'no-lines' });
	return [...problems, ...lines.flatMap((line) => readLine(line, '').problems)];
}

/** @param toName the other location, by which the person knows the transfer. */
export function sendingLane(
	row: DraftRow,
	{ currency, lines }: TransferBody,
	toName: string,
): NewLane {
	const costs = lines.flatMap((line) => readLine(line, currency).cost ?? []);
	return {
		document: 'transfer-out',
		documentId: row.draft_id,
		label: {
			locationId: row.location_id,
			title: toName,
			lines: lines.length,
			cost: costs.length === 0 ? null : sumMoney(costs),
			currency,
		},
		server: null,
	};
}

/** The transfer is made as a draft and then submitted: a twin of a draft would move no stock. */
export function sendingActions(row: DraftRow, body: TransferBody, date: string): NewAction[] {
	const intent = `${row.draft_id}/${row.revision}`;
	return [
		{
			intentId: `${intent}/create`,
			operation: 'transferOut.create',
			payload: {
				body: {
					fromLocationId: row.location_id,
					toLocationId: body.toLocationId ?? '',
					date,
					...(body.description === '' ? {} : { description: body.description }),
					items: body.lines.map((line) => ({
						itemId: line.item.itemId,
						quantities: [
							{
								uomId: Number(line.unitId),
								quantity: readLine(line, body.currency).box.quantity ?? '0',
							},
						],
						...(line.note === '' ? {} : { description: line.note }),
					})),
				} satisfies z.input<typeof transferRequest>,
			},
		},
		{
			intentId: `${intent}/submit`,
			operation: 'transferOut.submit',
			payload: { path: { id: serverId } },
		},
	];
}
