// What becomes of a difference once it is received: drafts that send it back to the sender or throw it away, and what was
// drafted before. Nothing goes by itself: a person looks at a draft and sends it.
import type { Reply } from '../../../shared/bridge/reply.ts';
import type { Settlement, TransferLine } from '../../../shared/bridge/transfer.ts';
import { abs, isZero } from '../../../shared/domain/decimal.ts';
import { splitIntoUnits } from '../../../shared/domain/unit.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import type { DraftLine } from '../document/draft-line.ts';
import { draftSaving } from '../document/draft-saving.ts';
import { draftTable, type DraftRow } from '../store/drafts.ts';
import { locations } from '../store/locations.ts';
import type { WasteBody } from '../wastage/waste-body.ts';
import { wasteReasons } from '../wastage/service-waste.ts';
import { boxesOf, draftOf, entryOf, handoverBodyOf, type HandoverBody } from './handover.ts';
import type { TransferBody } from './sending.ts';
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

	/** The difference of a line as a line of a draft, in the one unit that it comes out even in, else in base units. */
	const draftLineOf = ({ item, entry }: TransferLine, reasonId: string | null): DraftLine[] => {
		const locale = settings().locale;
		const quantity = abs(entry?.difference ?? '0');
		const base = item.units.find(({ factor }) => factor.numerator === factor.denominator);
		const { parts } = splitIntoUnits(quantity, item.units);
		const inBase = base === undefined ? [] : [{ unitId: base.unitId, quantity }];
		const [box] = boxesOf(parts.length === 1 ? parts : inBase, locale);
		if (box === undefined) return [];
		const { unitId, typed } = box;
		const lineId = ports.newId();
		return [
			{ lineId, item, unitId, typed, locale, note: entry?.reason ?? '', reasonId, label: '' },
		];
	};

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
			{ head, record }: ServiceTransfer,
			lines: readonly TransferLine[],
			body: HandoverBody,
		): Record<string, string> {
			const { accountId } = account;
			const { currency } = places.get(accountId, record.toLocationId);
			// In no language: the other location reads it too.
			const description = [head.number, head.fromName].filter((word) => word !== '').join(' · ');
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
				lines: back.flatMap((line) => draftLineOf(line, null)),
			} satisfies TransferBody);
			const waste = wanted('waste');
			make('wastage', waste, {
				description,
				currency,
				lines: waste.flatMap((line) =>
					draftLineOf(line, reasonNamed(accountId, line.entry?.reason ?? '')),
				),
			} satisfies WasteBody);
			return made;
		},

		/** What was drafted by the receipts of a transfer that went, by its line. */
		settled(
			{ accountId }: ActiveAccount,
			transfer: ServiceTransfer,
		): ReadonlyMap<string, TransferLine['settled']> {
			const found = new Map<string, TransferLine['settled']>();
			for (const row of drafts.submittedAgainst(accountId, draftOf.receive, transfer.record.id)) {
				const body = handoverBodyOf(row);
				for (const { record: now, item } of transfer.lines) {
					const { draftId } = body.lines[now.id] ?? { draftId: null };
					const then = body.transfer.items?.find(({ id }) => id === now.id);
					if (draftId === null || then === undefined) continue;
					const { difference, settlement } = entryOf('receive', { record: then, item }, body);
					if (settlement === 'none' || difference === null) continue;
					const documentId = stands(accountId, draftId) ? draftId : null;
					const before = found.get(now.id) ?? [];
					found.set(now.id, [
						...before,
						{ how: settlement, quantity: abs(difference), documentId },
					]);
				}
			}
			return found;
		},
	};
}
