// Settles differences after receipt: returned, wasted, kept or left open. A person sends each draft.
import type { Settlement, TransferLine } from '../../../shared/bridge/transfer.ts';
import { abs, add, isNegative, isZero, subtract } from '../../../shared/domain/decimal.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { followUps } from '../document/follow-up.ts';
import { draftTable, type DraftRow } from '../store/drafts.ts';
import { locationTable } from '../store/locations.ts';
import { draftedOf, type Leaves } from './drafted.ts';
import { draftOf, entryOf, handoverBodyOf, type Drafted, type HandoverBody } from './handover.ts';
import type { ServiceTransfer } from './service-transfer.ts';

const leaves: readonly Leaves[] = ['return', 'waste'];

export function settling(context: CoreContext) {
	const { store, ports, settings } = context;
	const drafts = draftTable(store.durable);
	const locations = locationTable(store.cache);
	const followed = followUps(context);
	const onDrafts = draftedOf(context);

	/** A line on a sent draft can no longer change. */
	const isSent = (accountId: string, drafted: Drafted | null): boolean =>
		drafted !== null && drafts.get(accountId, drafted.draftId)?.state === 'submitted';

	const receiptsOf = (accountId: string, transferId: string) => {
		const all = drafts.submittedAgainst(accountId, draftOf.receive, transferId);
		const isGivenUp = ({ draft_id: draftId }: DraftRow) =>
			followed.isGivenUp({ draftId, transferId });
		return { stand: all.filter((row) => !isGivenUp(row)), givenUp: all.filter(isGivenUp) };
	};

	return {
		isSent,

		/** Creates or updates a receipt's drafts, in the caller's transaction. */
		draft(
			account: ActiveAccount,
			transfer: ServiceTransfer,
			lines: readonly TransferLine[],
			{ row, body }: { row: DraftRow; body: HandoverBody },
		): Record<string, Drafted> {
			const { accountId } = account;
			const { id: transferId } = transfer.record;
			const before: Record<string, Drafted> = {};
			// A discarded receipt passes its drafts on to the next one.
			const bodies = [...receiptsOf(accountId, transferId).givenUp.map(handoverBodyOf), body];
			for (const each of bodies) {
				for (const [lineId, { drafted }] of Object.entries(each.lines))
					if (drafted !== null) before[lineId] = drafted;
			}
			const made = Object.fromEntries(
				Object.entries(before).filter(([, drafted]) => isSent(accountId, drafted)),
			);
			for (const how of leaves) {
				const open = Object.values(before).flatMap(
					(drafted) => onDrafts.open(accountId, drafted, how) ?? [],
				)[0];
				const onIt = Object.entries(before).filter(([, { draftId }]) => draftId === open?.draft_id);
				const wanted = lines.flatMap(({ lineId, item, entry }) =>
					entry?.settlement !== how || isZero(entry.difference ?? '0') || made[lineId] !== undefined
						? []
						: [{ lineId, item, quantity: abs(entry.difference ?? '0'), reason: entry.reason }],
				);
				const receipt = { draftId: row.draft_id, transferId };
				const asked = { wanted, row: open ?? null, before: Object.fromEntries(onIt), receipt };
				Object.assign(made, onDrafts.put(account, how, transfer, asked));
			}
			return made;
		},

		settled({ accountId }: ActiveAccount, transfer: ServiceTransfer): ReadonlyMap<string, Settled> {
			const { id } = transfer.record;
			const rows = [
				...receiptsOf(accountId, id).stand,
				...drafts.submittedAgainst(accountId, 'excess', id),
			];
			const found = new Map<string, Settled>();
			for (const row of rows) {
				const body = handoverBodyOf(row);
				for (const { record: now, item } of transfer.lines) {
					const entered = body.lines[now.id];
					const then = body.transfer.items?.find((each) => each.id === now.id);
					if (then === undefined || entered === undefined) continue;
					const entry = entryOf('receive', { record: then, item }, body);
					const how = howSettled(row, entered.drafted, entry.settlement);
					if (how === null || entry.difference === null) continue;
					const stands = onDrafts.standing(accountId, entered.drafted, item);
					const quantity = stands?.quantity ?? abs(entry.difference);
					const before = found.get(now.id) ?? { settled: [], leaves: '0', damaged: '0' };
					const short = row.document === draftOf.receive && isNegative(entry.difference);
					found.set(now.id, {
						settled: [
							...before.settled,
							{
								how,
								quantity,
								documentId: stands?.documentId ?? null,
								reason: how === 'keep' ? entry.reason : '',
							},
						],
						leaves:
							how === 'keep' || stands !== null ? add(before.leaves, quantity) : before.leaves,
						damaged: short ? subtract(before.damaged, entry.difference) : before.damaged,
					});
				}
			}
			return found;
		},

		/** Keeps an excess or puts it on a draft. Lines of one transfer share a draft until it is sent. */
		settleExcess(
			account: ActiveAccount,
			transfer: ServiceTransfer,
			{ line, how, reason }: { line: TransferLine; how: Leaves | 'keep'; reason: string },
		): void {
			const { accountId } = account;
			const { record, head } = transfer;
			const { item, lineId } = line;
			const quantity = line.excess ?? '0';
			const locationId = record.toLocationId;
			const now = ports.clock.now();

			const drafted = (by: Leaves): Drafted | null => {
				const row = drafts
					.submittedAgainst(accountId, 'excess', record.id)
					.flatMap((each) => Object.values(handoverBodyOf(each).lines))
					.flatMap((each) => onDrafts.open(accountId, each.drafted, by) ?? [])[0];
				const wanted = [{ lineId, item, quantity, reason }];
				const asked = { wanted, row: row ?? null, before: {}, receipt: null };
				return onDrafts.put(account, by, transfer, asked)[lineId] ?? null;
			};

			store.durable
				.transaction(() => {
					drafts.insert({
						draft_id: ports.newId(),
						account_id: accountId,
						document: 'excess',
						location_id: locationId,
						server_id: record.id,
						state: 'submitted',
						revision: 1,
						body: JSON.stringify({
							transfer: record,
							lines: {
								[lineId]: {
									boxes: onDrafts.boxOf(quantity, item),
									reason,
									settlement: how === 'keep' ? 'none' : how,
									drafted: how === 'keep' ? null : drafted(how),
								},
							},
						} satisfies HandoverBody),
						business_date: head.businessDate,
						time_zone: locations.get(accountId, locationId).timeZone,
						created_at: now,
						changed_at: now,
						entered_by: settings().person,
					});
				})
				.immediate();
		},
	};
}

/** Base units. */
export interface Settled {
	settled: TransferLine['settled'];
	/** How much of the received quantity is on a draft or is kept. */
	leaves: string;
	/** How much was received only to leave again. */
	damaged: string;
}

function howSettled(
	{ document }: DraftRow,
	drafted: Drafted | null,
	settlement: Settlement,
): TransferLine['settled'][number]['how'] | null {
	if (settlement === 'none') return document === 'excess' ? 'keep' : null;
	return drafted === null && document !== 'excess' ? null : settlement;
}
