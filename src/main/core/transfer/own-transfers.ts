// Transfers created on this PC, sent or requested: how their drafts and their state in the outbox are shown.
import type { CallArguments } from '../../../shared/bridge/contract.ts';
import { succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { TransferDocument, TransferLine } from '../../../shared/bridge/transfer.ts';
import type { Standing } from '../../../shared/bridge/values.ts';
import type { TransferRecord } from '../../../shared/service/transfer.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { businessDateAt } from '../document/dates.ts';
import type { ReadDraftLine } from '../document/draft-line.ts';
import type { FindItem } from '../document/item-view.ts';
import { moveWhile } from '../document/move.ts';
import { shownLine } from '../document/own-drafts.ts';
import type { LaneStanding } from '../outbox/outbox.ts';
import type { Clock } from '../ports.ts';
import { notReceived } from '../receiving/entered.ts';
import type { DraftRow } from '../store/drafts.ts';
import { locationTable } from '../store/locations.ts';
import type { Direction } from './service-transfer.ts';
import { transferDrafts, type TransferDrafts } from './submitting.ts';

type OwnTransfer =
	| { shows: 'ours'; document: TransferDocument }
	| { shows: 'service'; direction: Direction; serverId: string };

export class OwnTransfers {
	readonly drafts: TransferDrafts;
	readonly #clock: Clock;
	readonly #locations;

	constructor(context: CoreContext) {
		this.drafts = transferDrafts(context);
		this.#clock = context.ports.clock;
		this.#locations = locationTable(context.store.cache);
	}

	get(account: ActiveAccount, documentId: string): OwnTransfer | null {
		for (const direction of ['out', 'in'] as const) {
			const row = this.drafts[direction].get(account, documentId);
			const shown = row && this.drafts[direction].shown(account, row);
			if (row === null || shown === null) continue;
			return shown.shows === 'service'
				? { shows: 'service', direction, serverId: shown.serverId }
				: {
						shows: 'ours',
						document: this.#view(account, direction, row, shown.lane, shown.standing),
					};
		}
		return null;
	}

	/** Drafts of a location, and sent transfers that the copies do not show yet. */
	at(account: ActiveAccount, direction: Direction, locationId: string) {
		return this.drafts[direction].at(account, locationId, (row, lane, standing) =>
			this.#view(account, direction, row, lane, standing),
		);
	}

	save(account: ActiveAccount, input: CallArguments<'transfer.save'>): Reply<TransferDocument> {
		const { direction } = input;
		const own = this.drafts[direction];
		const itemNow = own.itemsAt(account, input.locationId);
		const saved = own.save(account, input, itemNow);
		if (!saved.ok) return saved;
		return succeed(this.#view(account, direction, saved.value, null, 'draft', itemNow));
	}

	edit(account: ActiveAccount, shown: TransferDocument, record: TransferRecord): TransferDocument {
		const { direction } = shown;
		const { fromLocationId, toLocationId } = record;
		const [locationId, otherLocationId] =
			direction === 'out' ? [fromLocationId, toLocationId] : [toLocationId, fromLocationId];
		const { description, businessDate, currency } = shown;
		const row = this.drafts[direction].beginEdit(account, {
			record,
			locationId,
			businessDate,
			currency,
			fields: { description, otherLocationId },
			lines: shown.lines.map((line) => ({ ...line, fields: line })),
		});
		return this.#view(account, direction, row, null, 'draft');
	}

	/** @returns false if an earlier call already sent it */
	send(account: ActiveAccount, input: CallArguments<'transfer.send'>): Reply<boolean> {
		const { documentId, submit = true } = input;
		const own = this.#draftsOf(account, documentId);
		const open = own.open(account, documentId);
		if (!open.ok) return open.code === 'already-submitted' ? succeed(false) : open;
		const sent = own.send(account, own.read(open.value), submit);
		return sent.ok ? succeed(true) : sent;
	}

	discard(account: ActiveAccount, documentId: string): Reply<Record<string, never>> {
		return this.#draftsOf(account, documentId).discard(account, documentId);
	}

	#draftsOf(account: ActiveAccount, documentId: string) {
		return this.drafts[this.drafts.in.get(account, documentId) === null ? 'out' : 'in'];
	}

	#view(
		account: ActiveAccount,
		direction: Direction,
		row: DraftRow,
		lane: LaneStanding | null,
		standing: Standing,
		itemNow = this.drafts[direction].itemsAt(account, row.location_id),
	): TransferDocument {
		const { accountId } = account;
		const own = this.drafts[direction];
		const draft = own.read(row);
		const { fields, ...head } = own.head(account, draft, lane, standing);
		const { description, otherLocationId } = fields;
		const here = this.#locations.get(accountId, row.location_id);
		const other =
			typeof otherLocationId === 'string' ? this.#locations.get(accountId, otherLocationId) : null;
		const [from, to] = direction === 'out' ? [here, other] : [other, here];
		return {
			...head,
			description: String(description ?? ''),
			direction,
			fromLocationId: from?.locationId ?? '',
			fromName: from?.name ?? '',
			toLocationId: to?.locationId ?? '',
			toName: to?.name ?? '',
			onTheWay: null,
			sentAt: null,
			move: moveWhile(standing, 'approver'),
			tags: [],
			lines: draft.lines.map((each) => draftedLine(each, itemNow)),
			receiving: null,
			otherBusinessDate: other && businessDateAt(other, this.#clock.now()),
		};
	}
}

function draftedLine(each: ReadDraftLine, itemNow: FindItem): TransferLine {
	const { total: requested, ...line } = shownLine(each, itemNow);
	return {
		...line,
		note: String(each.line.values['note'] ?? ''),
		requested,
		sent: null,
		received: null,
		difference: null,
		theirSent: null,
		...notReceived,
	};
}
