// Transfers created on this PC, sent or requested: drafts, and their state in the outbox.
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { TransferDocument, TransferLine } from '../../../shared/bridge/transfer.ts';
import type { Standing } from '../../../shared/bridge/values.ts';
import { phaseOf } from '../../../shared/service/profile.ts';
import type { TransferRecord } from '../../../shared/service/transfer.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import { businessDateAt, sentDate } from '../document/dates.ts';
import { costOfRead, keptLines, readLine } from '../document/draft-line.ts';
import { draftSaving } from '../document/draft-saving.ts';
import { itemViews } from '../document/item-view.ts';
import { documentEdits, lineAsTyped } from '../document/editing.ts';
import { followUps } from '../document/follow-up.ts';
import { laneFolds, reachedPhase, rejectedBecause } from '../document/lane-fold.ts';
import { transferNameOf } from '../document/transfer-id.ts';
import type { LaneStanding } from '../outbox/outbox.ts';
import { allOrNothing } from '../store/all-or-nothing.ts';
import { draftTable, type DraftRow } from '../store/drafts.ts';
import { locationTable } from '../store/locations.ts';
import { moveWhile } from './move.ts';
import {
	directionOf,
	sendingActions,
	sendingLane,
	sendingProblems,
	transferBodyOf,
	type TransferBody,
} from './submitting.ts';
import { kindOf, type Direction } from './service-transfer.ts';
import { readable, readableOrNull } from '../store/kept-json.ts';

const documentAt = { out: 'transfer-out', in: 'transfer-in' } as const;

type OwnTransfer =
	| { shows: 'ours'; document: TransferDocument; serverId: string | null }
	| { shows: 'service'; direction: Direction; serverId: string };

export function ownTransfers(context: CoreContext, changed: () => void) {
	const { store, ports, outbox } = context;
	const { clock } = ports;
	const drafts = draftTable(store.durable);
	const saving = draftSaving(context);
	const locations = locationTable(store.cache);
	const items = itemViews(store);
	const fold = laneFolds(store);
	const editing = documentEdits(context);
	const followed = followUps(context);

	const view = (
		{ accountId, profile }: ActiveAccount,
		row: DraftRow,
		lane: LaneStanding | null,
		standing: Standing,
		itemNow = items.at(accountId, row.location_id),
	): TransferDocument => {
		const direction = directionOf(row);
		const body = transferBodyOf(row);
		const here = locations.get(accountId, row.location_id);
		const other =
			body.otherLocationId === null ? null : locations.get(accountId, body.otherLocationId);
		const [from, to] = direction === 'out' ? [here, other] : [other, here];
		const lines = body.lines.map((line): TransferLine => {
			const { boxes, total, cost } = readLine(line, body.currency);
			const now = itemNow(line.item.itemId);
			return {
				lineId: line.lineId,
				item: { ...line.item, onHand: now?.onHand ?? null, asOf: now?.asOf ?? null },
				boxes,
				note: line.note,
				requested: total,
				sent: null,
				received: null,
				difference: null,
				cost,
				theirSent: null,
				entry: null,
				settled: [],
				excess: null,
			};
		});
		const before = body.edits?.record;
		const edited = before === undefined ? null : transferNameOf(direction, before.id);
		return {
			documentId: row.draft_id,
			direction,
			number: lane?.serverNumber ?? before?.number ?? '',
			fromLocationId: from?.locationId ?? '',
			fromName: from?.name ?? '',
			toLocationId: to?.locationId ?? '',
			toName: to?.name ?? '',
			businessDate: row.business_date,
			phase:
				before === undefined
					? reachedPhase(lane?.actions ?? [])
					: phaseOf(profile, kindOf[direction], before.status),
			stateWord: '',
			standing,
			...costOfRead(lines.map(({ requested: total, cost }) => ({ total, cost }))),
			currency: body.currency,
			onTheWay: null,
			sentAt: null,
			changedAt: row.changed_at,
			move: moveWhile(standing, 'approver'),
			tags: [],
			description: body.description,
			revision: row.revision,
			lines,
			problems:
				standing === 'draft'
					? [...followed.problems(accountId, body.receipt), ...sendingProblems(row, body)]
					: [],
			handover: null,
			otherBusinessDate: other && businessDateAt(other, clock.now()),
			can: [],
			version: '',
			rejectedBecause:
				before === undefined || edited === null
					? ''
					: rejectedBecause(
							outbox.laneOf(documentAt[direction], edited),
							before,
							profile.rejection[kindOf[direction]],
						),
			reasonGoes: false,
			edit: null,
			edits: edited,
		};
	};

	const standing = (account: ActiveAccount, row: DraftRow): OwnTransfer | null => {
		if (row.state === 'discarded') return null;
		if (row.state === 'open') {
			const serverId = row.server_id;
			return { shows: 'ours', document: view(account, row, null, 'draft'), serverId };
		}
		const direction = directionOf(row);
		if (row.server_id !== null) return { shows: 'service', direction, serverId: row.server_id };
		const lane = outbox.laneOf(documentAt[direction], row.draft_id);
		const folded = lane && fold(account, kindOf[direction], lane);
		if (folded?.shows === 'given-up') return null;
		const serverId = lane?.serverId ?? null;
		if (folded?.shows === 'service' && serverId !== null) {
			return { shows: 'service', direction, serverId };
		}
		const stands = folded?.shows === 'ours' ? folded.standing : 'service';
		return { shows: 'ours', document: view(account, row, lane, stands), serverId };
	};

	return {
		get(account: ActiveAccount, documentId: string): OwnTransfer | null {
			const row = drafts.get(account.accountId, documentId);
			return row?.document === 'transfer-out' || row?.document === 'transfer-in'
				? standing(account, row)
				: null;
		},

		/** Drafts of a location, and sent transfers that the copies do not show yet. */
		at(account: ActiveAccount, direction: Direction, locationId: string) {
			const { accountId } = account;
			const kind = documentAt[direction];
			const open = readable(drafts.open(accountId, kind, locationId), (row) => ({
				document: view(account, row, null, 'draft'),
				serverId: row.server_id,
			}));
			const waiting = outbox.lanes(kind).flatMap((lane) => {
				const row = drafts.get(accountId, lane.documentId);
				if (row?.state !== 'submitted' || row.location_id !== locationId) return [];
				const stands = readableOrNull(() => standing(account, row));
				return stands?.shows === 'ours' ? [stands] : [];
			});
			return [...open, ...waiting];
		},

		save(
			account: ActiveAccount,
			input: Parameters<Handlers<'transfer'>['transfer.save']>[0],
		): Reply<TransferDocument> {
			const { accountId } = account;
			const { direction, locationId, otherLocationId, description } = input;
			const { currency } = locations.get(accountId, locationId);
			const itemNow = items.at(accountId, locationId);
			const draft = { ...input, document: documentAt[direction] };
			const saved = saving.save(account, draft, (row) => {
				const before = row && transferBodyOf(row);
				return {
					description,
					otherLocationId,
					currency: currency || (before?.currency ?? ''),
					lines: keptLines(input.lines, before?.lines ?? [], input.locale, itemNow),
					...(before?.edits === undefined ? {} : { edits: before.edits }),
					...(before?.receipt === undefined ? {} : { receipt: before.receipt }),
				} satisfies TransferBody;
			});
			if (!saved.ok) return saved;
			changed();
			return succeed(view(account, saved.value, null, 'draft', itemNow));
		},

		edit(account: ActiveAccount, shown: TransferDocument, record: TransferRecord) {
			const { locale } = context.settings();
			const { direction, description, currency, businessDate } = shown;
			const { fromLocationId, toLocationId } = record;
			const [locationId, otherLocationId] =
				direction === 'out' ? [fromLocationId, toLocationId] : [toLocationId, fromLocationId];
			const lines = shown.lines.map((line) =>
				lineAsTyped(line, locale, { note: line.note, reasonId: null }),
			);
			const row = editing.begin(
				account.accountId,
				{ kind: kindOf[direction], record, locationId, businessDate },
				{
					description,
					otherLocationId,
					currency,
					lines,
					edits: { record, lines },
				} satisfies TransferBody,
			);
			changed();
			return view(account, row, null, 'draft');
		},

		/** @returns false if an earlier call already sent it */
		send(
			{ accountId }: ActiveAccount,
			{ documentId, submit = true }: { documentId: string; submit?: boolean | undefined },
		): Reply<boolean> {
			const open = openDraft(accountId, documentId);
			if (!open.ok) return open.code === 'already-submitted' ? succeed(false) : open;
			const row = open.value;
			const body = transferBodyOf(row);
			const problems = [
				...followed.problems(accountId, body.receipt),
				...sendingProblems(row, body),
			];
			if (problems.length > 0) {
				return fail('incomplete', 'This cannot go as it stands.', problems);
			}
			const now = clock.now();
			const date = sentDate(row, locations.get(accountId, row.location_id), now);
			const otherName = locations.get(accountId, body.otherLocationId ?? '').name;
			const queued = allOrNothing(store.durable, () =>
				drafts.close(documentId, 'submitted', now)
					? outbox.enqueue(
							{ ...sendingLane(row, body, otherName), ...followed.waitsFor(body.receipt) },
							sendingActions(row, body, date, submit),
						)
					: succeed(null),
			);
			if (!queued.ok) return queued;
			outbox.wake();
			changed();
			return succeed(true);
		},

		discard({ accountId }: ActiveAccount, documentId: string): Reply<Record<string, never>> {
			const open = openDraft(accountId, documentId);
			if (!open.ok) return open;
			drafts.close(documentId, 'discarded', clock.now());
			changed();
			return succeed({});
		},
	};

	function openDraft(accountId: string, documentId: string): Reply<DraftRow> {
		const asked = drafts.get(accountId, documentId)?.document === 'transfer-in';
		return saving.open(accountId, asked ? 'transfer-in' : 'transfer-out', documentId);
	}
}
