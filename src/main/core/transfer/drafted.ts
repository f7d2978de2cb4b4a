// Return and waste drafts created from a receipt. They follow the receipt until they are sent.
import type { Reply } from '../../../shared/bridge/reply.ts';
import type { ItemView } from '../../../shared/bridge/values.ts';
import { compare } from '../../../shared/domain/decimal.ts';
import { exactParts } from '../../../shared/domain/unit.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { readLine, type DraftLine } from '../document/draft-line.ts';
import { draftSaving } from '../document/draft-saving.ts';
import type { ReceiptOfDraft } from '../document/follow-up.ts';
import { alsoElsewhere } from '../store/also-elsewhere.ts';
import { draftTable, type DraftRow } from '../store/drafts.ts';
import { locationTable } from '../store/locations.ts';
import { wasteReasons } from '../wastage/service-waste.ts';
import { wasteBodyOf, type WasteBody } from '../wastage/waste-body.ts';
import { boxesOf, type Drafted, type EnteredLine } from './handover.ts';
import { transferBodyOf, type TransferBody } from './submitting.ts';
import type { ServiceTransfer } from './service-transfer.ts';

export type Leaves = 'return' | 'waste';

const draftAt = { return: 'transfer-out', waste: 'wastage' } as const;

export interface ToDraft {
	lineId: string;
	item: ItemView;
	/** Base units. */
	quantity: string;
	reason: string;
}

type Body = TransferBody | WasteBody;

export function draftedOf(context: CoreContext) {
	const { store, ports, settings, outbox } = context;
	const drafts = draftTable(store.durable);
	const elsewhere = alsoElsewhere(store.durable);
	const saving = draftSaving(context);
	const locations = locationTable(store.cache);
	const reasons = wasteReasons(store);

	const isGivenUp = ({ document, state, draft_id }: DraftRow): boolean =>
		state === 'submitted' &&
		(document === 'transfer-out' || document === 'wastage') &&
		outbox.stepsOf(document, draft_id).some((step) => step.state === 'discarded') &&
		outbox.laneOf(document, draft_id)?.actions.length === 0;

	const rowOf = (accountId: string, drafted: Drafted | null): DraftRow | null =>
		drafted === null ? null : drafts.get(accountId, drafted.draftId);

	const bodyOf = (row: DraftRow): Body =>
		row.document === 'wastage' ? wasteBodyOf(row) : transferBodyOf(row);

	/** In one unit if it divides evenly, otherwise in base units. */
	const boxOf = (quantity: string, item: ItemView): EnteredLine['boxes'] => {
		const base = item.units.find(({ factor }) => factor.numerator === factor.denominator);
		const parts = exactParts(quantity, item.units);
		const inBase = base === undefined ? [] : [{ unitId: base.unitId, quantity }];
		return boxesOf(parts.length === 1 ? parts : inBase, settings().locale);
	};

	const reasonNamed = (accountId: string, said: string): string | null => {
		const wanted = said.trim().toLocaleLowerCase();
		const found = [...reasons.names(accountId)].find(
			([, name]) => name.toLocaleLowerCase() === wanted,
		);
		return found?.[0] ?? null;
	};

	/** Number and name only, no words: the other location may use another language. */
	const descriptionOf = ({ head }: ServiceTransfer): string =>
		[head.number, head.fromName].filter((word) => word !== '').join(' · ');

	return {
		boxOf,

		open(accountId: string, drafted: Drafted | null, how: Leaves): DraftRow | null {
			const row = rowOf(accountId, drafted);
			return row?.state === 'open' && row.document === draftAt[how] ? row : null;
		},

		/** The line's quantity on its draft; null if discarded. A draft moved to another PC counts as sent there. */
		standing(accountId: string, drafted: Drafted | null, { itemId }: ItemView) {
			const row = rowOf(accountId, drafted);
			if (row === null || drafted === null) return null;
			if (row.state === 'discarded') {
				return elsewhere.has(row.draft_id)
					? { documentId: null, quantity: drafted.quantity }
					: null;
			}
			const line = bodyOf(row).lines.find(({ lineId }) => lineId === drafted.lineId);
			if (line?.item.itemId !== itemId || isGivenUp(row)) return null;
			// An unreadable quantity is still being typed.
			const quantity = readLine(line, '').total ?? drafted.quantity;
			return { documentId: row.draft_id, quantity };
		},

		/**
		 * Call it in a transaction. If the receipt wants the same quantity, the person's changes to the line stay.
		 * @param before drafted lines, by line of the transfer, like the result
		 */
		put(
			account: ActiveAccount,
			how: Leaves,
			transfer: ServiceTransfer,
			asked: {
				wanted: readonly ToDraft[];
				row: DraftRow | null;
				before: Readonly<Record<string, Drafted>>;
				receipt: ReceiptOfDraft | null;
			},
		): Record<string, Drafted> {
			const { accountId } = account;
			const { wanted, row, before, receipt } = asked;
			const locationId = transfer.record.toLocationId;
			const old = row === null ? null : bodyOf(row);
			const lineIds = new Set(Object.values(before).map(({ lineId }) => lineId));
			const lines = (old?.lines ?? []).filter(({ lineId }) => !lineIds.has(lineId));
			const made: Record<string, Drafted> = {};
			for (const { lineId, item, quantity, reason } of wanted) {
				const boxes = boxOf(quantity, item);
				if (boxes.length === 0) continue;
				const was = before[lineId];
				const stood = was && old?.lines.find((line) => line.lineId === was.lineId);
				const derived: DraftLine = {
					lineId: was?.lineId ?? ports.newId(),
					item,
					boxes,
					note: reason,
					reasonId: how === 'waste' ? (stood?.reasonId ?? reasonNamed(accountId, reason)) : null,
					label: stood?.label ?? '',
				};
				const stays = stood !== undefined && compare(was?.quantity ?? '0', quantity) === 0;
				lines.push(stays ? stood : derived);
				made[lineId] = { draftId: '', lineId: derived.lineId, quantity };
			}
			if (lines.length === 0) {
				if (row !== null) drafts.close(row.draft_id, 'discarded', ports.clock.now());
				return {};
			}
			const content = {
				description: old?.description ?? descriptionOf(transfer),
				currency: locations.get(accountId, locationId).currency,
				lines,
				...(receipt === null || Object.keys(made).length === 0 ? {} : { receipt }),
			};
			const body: Body =
				how === 'waste'
					? (content satisfies WasteBody)
					: ({
							...content,
							otherLocationId:
								(row && transferBodyOf(row).otherLocationId) ?? transfer.record.fromLocationId,
						} satisfies TransferBody);
			const saved: Reply<DraftRow> = saving.save(
				account,
				{
					document: draftAt[how],
					documentId: row?.draft_id ?? null,
					revision: row?.revision ?? 0,
					locationId,
				},
				() => body,
			);
			if (!saved.ok) throw new Error(`A draft was not saved: ${saved.message}`);
			const draftId = saved.value.draft_id;
			return Object.fromEntries(
				Object.entries(made).map(([lineId, line]) => [lineId, { ...line, draftId }]),
			);
		},
	};
}
