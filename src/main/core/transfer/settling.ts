// What becomes of a difference once it is received: drafts that send it back to the sender or throw it away, what is kept
// of what came over, and what was drafted before. Nothing goes by itself: a person looks at a draft and sends it.
import type { Reply } from '../../../shared/bridge/reply.ts';
import type { Settlement, TransferLine } from '../../../shared/bridge/transfer.ts';
import type { ItemView } from '../../../shared/bridge/values.ts';
import { abs, add, isNegative, isZero } from '../../../shared/domain/decimal.ts';
import { exactParts } from '../../../shared/domain/unit.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import type { DraftLine } from '../document/draft-line.ts';
import { draftSaving } from '../document/draft-saving.ts';
import { draftTable, type DraftRow } from '../store/drafts.ts';
import { locations } from '../store/locations.ts';
import type { WasteBody } from '../wastage/waste-body.ts';
import { wasteReasons } from '../wastage/service-waste.ts';
import {
	boxesOf,
	draftOf,
	entryOf,
	handoverBodyOf,
	type EnteredLine,
	type HandoverBody,
} from './handover.ts';
import { transferBodyOf, type TransferBody } from './sending.ts';
import type { ServiceTransfer } from './service-transfer.ts';

type How = Exclude<Settlement, 'none'>;

export function settling(context: CoreContext) {
	const { store, ports, settings } = context;
	const drafts = draftTable(store.durable);
	const saving = draftSaving(context);
	const places = locations(store.cache);
	const reasons = wasteReasons(store);

	/** Whether a draft that was made of a difference still stands, sent or not. */
	const stands = (accountId: string, draftId: string | null): boolean =>
		draftId !== null && drafts.get(accountId, draftId)?.state !== 'discarded';

	/** A quantity of an item in the one unit that it comes out even in, else in base units; none without units. */
	const boxOf = (quantity: string, item: ItemView): EnteredLine['boxes'] => {
		const base = item.units.find(({ factor }) => factor.numerator === factor.denominator);
		const parts = exactParts(quantity, item.units);
		const inBase = base === undefined ? [] : [{ unitId: base.unitId, quantity }];
		return boxesOf(parts.length === 1 ? parts : inBase, settings().locale);
	};

	/** A quantity of an item as a line of a draft; none where the item has no units. */
	const draftLineOf = (
		item: ItemView,
		quantity: string,
		note: string,
		reasonId: string | null,
	): DraftLine[] => {
		const boxes = boxOf(quantity, item);
		return boxes.length === 0
			? []
			: [{ lineId: ports.newId(), item, boxes, note, reasonId, label: '' }];
	};

	/** In no language: the other location reads it too. */
	const descriptionOf = ({ head }: ServiceTransfer): string =>
		[head.number, head.fromName].filter((word) => word !== '').join(' · ');

	/** The service's reason for waste that is called as the person said why it came so; null where none is. */
	const reasonNamed = (accountId: string, said: string): string | null => {
		const wanted = said.trim().toLocaleLowerCase();
		const found = [...reasons.names(accountId)].find(
			([, name]) => name.toLocaleLowerCase() === wanted,
		);
		return found?.[0] ?? null;
	};

	return {
		stands,

		/**
		 * Makes the drafts that a receipt asks for, one to send back and one of waste, inside the caller's transaction.
		 * @returns by line of the transfer, the draft that was made of it.
		 */
		draft(
			account: ActiveAccount,
			transfer: ServiceTransfer,
			lines: readonly TransferLine[],
			body: HandoverBody,
		): Record<string, string> {
			const { accountId } = account;
			const { record } = transfer;
			const { currency } = places.get(accountId, record.toLocationId);
			const description = descriptionOf(transfer);
			const wanted = (how: How): TransferLine[] =>
				lines.filter(
					({ lineId, entry }) =>
						entry?.settlement === how &&
						!isZero(entry.difference ?? '0') &&
						!stands(accountId, body.lines[lineId]?.draftId ?? null),
				);
			const made: Record<string, string> = {};
			const make = (
				document: 'transfer-out' | 'wastage',
				from: readonly TransferLine[],
				content: TransferBody | WasteBody,
			): void => {
				if (content.lines.length === 0) return;
				const locationId = record.toLocationId;
				const saved: Reply<DraftRow> = saving.save(
					account,
					{ document, documentId: null, revision: 0, locationId },
					() => content,
				);
				if (!saved.ok) throw new Error(`A new draft was not saved: ${saved.message}`);
				for (const { lineId } of from) made[lineId] = saved.value.draft_id;
			};

			const back = wanted('return');
			make('transfer-out', back, {
				description,
				otherLocationId: record.fromLocationId,
				currency,
				lines: back.flatMap(({ item, entry }) =>
					draftLineOf(item, abs(entry?.difference ?? '0'), entry?.reason ?? '', null),
				),
			} satisfies TransferBody);
			const waste = wanted('waste');
			make('wastage', waste, {
				description,
				currency,
				lines: waste.flatMap(({ item, entry }) => {
					const reason = entry?.reason ?? '';
					const quantity = abs(entry?.difference ?? '0');
					return draftLineOf(item, quantity, reason, reasonNamed(accountId, reason));
				}),
			} satisfies WasteBody);
			return made;
		},

		/** What was drafted or kept of a transfer that came, by its line. */
		settled({ accountId }: ActiveAccount, transfer: ServiceTransfer): ReadonlyMap<string, Settled> {
			const { id } = transfer.record;
			const rows = [
				...drafts.submittedAgainst(accountId, draftOf.receive, id),
				...drafts.submittedAgainst(accountId, 'excess', id),
			];
			const found = new Map<string, Settled>();
			for (const row of rows) {
				const body = handoverBodyOf(row);
				for (const { record: now, item } of transfer.lines) {
					const { draftId } = body.lines[now.id] ?? { draftId: null };
					const then = body.transfer.items?.find((each) => each.id === now.id);
					if (then === undefined || body.lines[now.id] === undefined) continue;
					const entry = entryOf('receive', { record: then, item }, body);
					const how = howSettled(row, draftId, entry.settlement);
					if (how === null || entry.difference === null) continue;
					const documentId = stands(accountId, draftId) ? draftId : null;
					const quantity = abs(entry.difference);
					const before = found.get(now.id) ?? { settled: [], over: '0' };
					const holds = how === 'keep' || documentId !== null;
					found.set(now.id, {
						settled: [
							...before.settled,
							{ how, quantity, documentId, reason: how === 'keep' ? entry.reason : '' },
						],
						over: holds && !isNegative(entry.difference) ? add(before.over, quantity) : before.over,
					});
				}
			}
			return found;
		},

		/**
		 * Says what becomes of what came over of a line, with the draft that sends it back. Several lines of a transfer go
		 * back on one draft, as long as it was not sent.
		 */
		settleExcess(
			account: ActiveAccount,
			transfer: ServiceTransfer,
			{ line, how, reason }: { line: TransferLine; how: 'return' | 'keep'; reason: string },
		): void {
			const { accountId } = account;
			const { record, head } = transfer;
			const { item, lineId } = line;
			const quantity = line.excess ?? '0';
			const locationId = record.toLocationId;
			const { currency, timeZone } = places.get(accountId, locationId);
			const now = ports.clock.now();

			const sendBack = (): string => {
				const begun = drafts
					.submittedAgainst(accountId, 'excess', record.id)
					.flatMap((row) => Object.values(handoverBodyOf(row).lines))
					.map(({ draftId }) => (draftId === null ? null : drafts.get(accountId, draftId)))
					.find((row) => row?.state === 'open');
				const added = draftLineOf(item, quantity, reason, null);
				const saved = saving.save(
					account,
					{
						document: 'transfer-out',
						documentId: begun?.draft_id ?? null,
						revision: begun?.revision ?? 0,
						locationId,
					},
					(before): TransferBody => {
						const kept = before && transferBodyOf(before);
						return {
							description: kept?.description ?? descriptionOf(transfer),
							otherLocationId: kept?.otherLocationId ?? record.fromLocationId,
							currency,
							lines: [...(kept?.lines ?? []), ...added],
						};
					},
				);
				if (!saved.ok) throw new Error(`A draft was not saved: ${saved.message}`);
				return saved.value.draft_id;
			};

			store.durable
				.transaction(() => {
					const draftId = how === 'return' ? sendBack() : null;
					const settlement = how === 'return' ? 'return' : 'none';
					const boxes = boxOf(quantity, item);
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
							lines: { [lineId]: { boxes, reason, settlement, draftId } },
						} satisfies HandoverBody),
						business_date: head.businessDate,
						time_zone: timeZone,
						created_at: now,
						changed_at: now,
						entered_by: settings().person,
					});
				})
				.immediate();
		},
	};
}

/** What was settled of a line, and how much of it (base units) was of what came over. */
export interface Settled {
	settled: TransferLine['settled'];
	over: string;
}

/** Null where a receipt settled nothing. */
function howSettled(
	{ document }: DraftRow,
	draftId: string | null,
	settlement: Settlement,
): TransferLine['settled'][number]['how'] | null {
	if (document === 'excess') return draftId === null ? 'keep' : 'return';
	return draftId === null || settlement === 'none' ? null : settlement;
}
