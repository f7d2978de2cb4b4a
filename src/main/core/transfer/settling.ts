// Settles differences after receipt: returned, wasted, kept or left open. A person sends each draft.
import type { Settlement, TransferLine } from '../../../shared/bridge/transfer.ts';
import { abs, add, isNegative, isZero } from '../../../shared/domain/decimal.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { DraftSaving } from '../document/draft-saving.ts';
import { followUps } from '../document/follow-up.ts';
import { draftTable, type DraftRow } from '../store/drafts.ts';
import { FollowUpDrafts, type Leaves } from './follow-up-drafts.ts';
import { draftOf, entryOf, handoverBodyOf, type Drafted, type HandoverBody } from './handover.ts';
import type { ServiceTransfer } from './service-transfer.ts';

const leaves: readonly Leaves[] = ['return', 'waste'];

export class Settling {
	readonly #drafts;
	readonly #saving;
	readonly #followed;
	readonly #onDrafts;
	readonly #durable;

	constructor(context: CoreContext) {
		this.#durable = context.store.durable;
		this.#drafts = draftTable(this.#durable);
		this.#saving = new DraftSaving(context);
		this.#followed = followUps(context);
		this.#onDrafts = new FollowUpDrafts(context);
	}

	/** A line on a sent draft can no longer change. */
	isSent(accountId: string, drafted: Drafted | null): boolean {
		return drafted !== null && this.#drafts.get(accountId, drafted.draftId)?.state === 'submitted';
	}

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
		const bodies = [...this.#receiptsOf(accountId, transferId).givenUp.map(handoverBodyOf), body];
		for (const each of bodies) {
			for (const [lineId, { drafted }] of Object.entries(each.lines))
				if (drafted !== null) before[lineId] = drafted;
		}
		const made = Object.fromEntries(
			Object.entries(before).filter(([, drafted]) => this.isSent(accountId, drafted)),
		);
		for (const how of leaves) {
			const open = this.#firstOpen(accountId, Object.values(before), how);
			const onIt = Object.entries(before).filter(([, { draftId }]) => draftId === open?.draft_id);
			const wanted = lines.flatMap(({ lineId, item, entry }) =>
				entry?.settlement !== how || isZero(entry.difference ?? '0') || made[lineId] !== undefined
					? []
					: [{ lineId, item, quantity: abs(entry.difference ?? '0'), reason: entry.reason }],
			);
			const receipt = { draftId: row.draft_id, transferId };
			const asked = { wanted, row: open, before: Object.fromEntries(onIt), receipt };
			Object.assign(made, this.#onDrafts.put(account, how, transfer, asked));
		}
		return made;
	}

	/** By line of the transfer. */
	settled({ accountId }: ActiveAccount, transfer: ServiceTransfer): ReadonlyMap<string, Settled> {
		const { id } = transfer.record;
		const rows = [
			...this.#receiptsOf(accountId, id).stand,
			...this.#drafts.submittedAgainst(accountId, 'excess', id),
		];
		const found = new Map<string, Settled>();
		for (const row of rows) {
			const body = handoverBodyOf(row);
			for (const { record: now, item } of transfer.lines) {
				const then = body.transfer.items?.find((each) => each.id === now.id);
				const settled = then && this.#settledBy(accountId, row, body, { record: then, item });
				if (settled) found.set(now.id, sumOf(found.get(now.id), settled));
			}
		}
		return found;
	}

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
		const drafted = (by: Leaves): Drafted | null => {
			const before = this.#drafts
				.submittedAgainst(accountId, 'excess', record.id)
				.flatMap((each) => Object.values(handoverBodyOf(each).lines))
				.map((each) => each.drafted);
			const row = this.#firstOpen(accountId, before, by);
			const wanted = [{ lineId, item, quantity, reason }];
			const asked = { wanted, row, before: {}, receipt: null };
			return this.#onDrafts.put(account, by, transfer, asked)[lineId] ?? null;
		};
		this.#durable
			.transaction(() => {
				const settled = {
					boxes: this.#onDrafts.boxOf(quantity, item),
					reason,
					...(how === 'keep'
						? { settlement: 'none' as const, drafted: null }
						: { settlement: how, drafted: drafted(how) }),
				};
				this.#saving.begin(
					accountId,
					{
						document: 'excess',
						locationId: record.toLocationId,
						businessDate: head.businessDate,
						serverId: record.id,
					},
					{ transfer: record, lines: { [lineId]: settled } } satisfies HandoverBody,
					'submitted',
				);
			})
			.immediate();
	}

	#receiptsOf(accountId: string, transferId: string) {
		const all = this.#drafts.submittedAgainst(accountId, draftOf.receive, transferId);
		const isGivenUp = ({ draft_id: draftId }: DraftRow) =>
			this.#followed.isGivenUp({ draftId, transferId });
		return { stand: all.filter((row) => !isGivenUp(row)), givenUp: all.filter(isGivenUp) };
	}

	#firstOpen(
		accountId: string,
		drafted: readonly (Drafted | null)[],
		how: Leaves,
	): DraftRow | null {
		return drafted.flatMap((each) => this.#onDrafts.open(accountId, each, how) ?? [])[0] ?? null;
	}

	/** Null if the receipt or decision settled nothing of this line. */
	#settledBy(
		accountId: string,
		row: DraftRow,
		body: HandoverBody,
		line: Pick<ServiceTransfer['lines'][number], 'record' | 'item'>,
	): Settled | null {
		const entered = body.lines[line.record.id];
		if (entered === undefined) return null;
		const { difference, settlement, reason } = entryOf('receive', line, body);
		const how = howSettled(row, entered.drafted, settlement);
		if (how === null || difference === null) return null;
		const stands = this.#onDrafts.standing(accountId, entered.drafted, line.item);
		const quantity = stands?.quantity ?? abs(difference);
		const short = row.document === draftOf.receive && isNegative(difference);
		const documentId = stands?.documentId ?? null;
		return {
			settled: [{ how, quantity, documentId, reason: how === 'keep' ? reason : '' }],
			leaves: how === 'keep' || stands !== null ? quantity : '0',
			damaged: short ? abs(difference) : '0',
		};
	}
}

/** Base units. */
export interface Settled {
	settled: TransferLine['settled'];
	/** How much of the received quantity is on a draft or is kept. */
	leaves: string;
	/** How much was received only to leave again. */
	damaged: string;
}

const sumOf = (before: Settled | undefined, more: Settled): Settled => ({
	settled: [...(before?.settled ?? []), ...more.settled],
	leaves: add(before?.leaves ?? '0', more.leaves),
	damaged: add(before?.damaged ?? '0', more.damaged),
});

function howSettled(
	{ document }: DraftRow,
	drafted: Drafted | null,
	settlement: Settlement,
): TransferLine['settled'][number]['how'] | null {
	if (settlement === 'none') return document === 'excess' ? 'keep' : null;
	return drafted === null && document !== 'excess' ? null : settlement;
}
