// Goods of receipts that the service's copies do not show yet, with and without an order.
import type { BusinessDate } from '../../../shared/domain/business-date.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { DeliveredLines } from '../delivery/delivered-lines.ts';
import { documentIdOf } from '../document/document-id.ts';
import type { FindItem } from '../document/item-view.ts';
import { baseOf, enteredBodyOf, receivedIn } from '../receiving/entered.ts';
import { isUnseen } from '../outbox/standing.ts';
import { isReceipt } from '../receiving/order-receipts.ts';
import type { DraftRow } from '../store/drafts.ts';
import { followUpTables } from '../store/follow-ups.ts';
import { readable } from '../store/kept-json.ts';

const name = 'order-receipt';

interface Came {
	readonly itemId: string;
	readonly on: BusinessDate;
	/** Base units. */
	readonly quantity: string;
}

export function waitingReceipts({ store, outbox }: CoreContext) {
	const { drafts, pulls } = store;
	const { receipts } = followUpTables(store.durable);
	const delivered = new DeliveredLines(store);

	const isWaiting = (row: DraftRow, orderId: string, readNo: number): boolean =>
		outbox
			.stepsOf('purchaseOrder', orderId)
			.some((step) => step.madeFrom === row.draft_id && isReceipt(step) && isUnseen(step, readNo));

	return (
		account: ActiveAccount,
		locationId: string,
		since: BusinessDate,
		item: FindItem,
	): Came[] => {
		const { accountId } = account;
		const readNo = pulls.get(accountId, 'receiving', locationId)?.readNo ?? 0;
		const rows = receipts(accountId, locationId, Date.parse(since)).flatMap(
			({ draft_id: draftId }) => drafts.get(accountId, draftId) ?? [],
		);
		return readable(rows, (row): Came[] => {
			const body = enteredBodyOf(row);
			const { server_id: serverId, business_date: on } = row;
			const orderId = serverId === null ? body.orderId : documentIdOf('purchaseOrder', serverId);
			if (orderId === undefined || !isWaiting(row, orderId, readNo)) return [];
			const lines =
				serverId === null
					? delivered.extras(account, body, '', { locationId, day: on })
					: delivered.sent(account, body, item);
			return lines.flatMap((line) => {
				const { record } = line;
				const came = receivedIn(name, line, body.lines[record.id]);
				const found = item(record.itemId);
				if (came === null || found === null) return [];
				return [{ itemId: record.itemId, on, quantity: baseOf({ record, item: found }, came) }];
			});
		}).flat();
	};
}
