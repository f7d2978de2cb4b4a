// Return and waste drafts created from a receipt. They follow the receipt until they are sent.
import type { ItemView } from '../../../shared/bridge/values.ts';
import { isKindName, kinds } from '../../../shared/document/kinds.ts';
import { compare } from '../../../shared/domain/decimal.ts';
import { exactParts } from '../../../shared/domain/unit.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { draftBodyOf, storedBody, type DraftBody } from '../document/draft-body.ts';
import { readLine, type DraftLine } from '../document/draft-line.ts';
import { DraftSaving } from '../document/draft-saving.ts';
import type { ReceiptOfDraft } from '../document/follow-up.ts';
import { writtenIn } from '../document/fields.ts';
import { referredNames } from '../document/referred.ts';
import { alsoElsewhere } from '../store/also-elsewhere.ts';
import { draftTable, type DraftRow } from '../store/drafts.ts';
import { locationTable } from '../store/locations.ts';
import { boxesOf, type Drafted, type EnteredLine } from './handover.ts';
import type { ServiceTransfer } from './service-transfer.ts';

export type Leaves = 'return' | 'waste';

const draftAt = { return: 'transferOut', waste: 'wastage' } as const;

/** A line that leaves again after it was received. */
export interface ToDraft {
	lineId: string;
	item: ItemView;
	/** Base units. */
	quantity: string;
	reason: string;
}

interface Asked {
	readonly wanted: readonly ToDraft[];
	/** The open draft to change; null for a new one. */
	readonly row: DraftRow | null;
	/** Drafted lines, by line of the transfer. */
	readonly before: Readonly<Record<string, Drafted>>;
	readonly receipt: ReceiptOfDraft | null;
}

export class FollowUpDrafts {
	readonly #context: CoreContext;
	readonly #drafts;
	readonly #elsewhere;
	readonly #saving;
	readonly #locations;
	readonly #referred;

	constructor(context: CoreContext) {
		const { store } = context;
		this.#context = context;
		this.#drafts = draftTable(store.durable);
		this.#elsewhere = alsoElsewhere(store.durable);
		this.#saving = new DraftSaving(context);
		this.#locations = locationTable(store.cache);
		this.#referred = referredNames(store);
	}

	/** In one unit if it divides evenly, otherwise in base units. */
	boxOf(quantity: string, item: ItemView): EnteredLine['boxes'] {
		const base = item.units.find(({ factor }) => factor.numerator === factor.denominator);
		const parts = exactParts(quantity, item.units);
		const inBase = base === undefined ? [] : [{ unitId: base.unitId, quantity }];
		return boxesOf(parts.length === 1 ? parts : inBase, this.#context.settings().locale);
	}

	open(accountId: string, drafted: Drafted | null, how: Leaves): DraftRow | null {
		const row = this.#rowOf(accountId, drafted);
		return row?.state === 'open' && row.document === draftAt[how] ? row : null;
	}

	/** The line's quantity on its draft; null if discarded. A draft moved to another PC counts as sent there. */
	standing(accountId: string, drafted: Drafted | null, { itemId }: ItemView) {
		const row = this.#rowOf(accountId, drafted);
		if (row === null || drafted === null) return null;
		if (row.state === 'discarded') {
			return this.#elsewhere.has(row.draft_id)
				? { documentId: null, quantity: drafted.quantity }
				: null;
		}
		if (!isKindName(row.document)) return null;
		const line = draftBodyOf(row.document, row).lines.find(
			({ lineId }) => lineId === drafted.lineId,
		);
		if (line?.item.itemId !== itemId || this.#isGivenUp(row)) return null;
		// An unreadable quantity is still being typed.
		const quantity = readLine(line, '').total ?? drafted.quantity;
		return { documentId: row.draft_id, quantity };
	}

	/**
	 * Call it in a transaction. If the receipt wants the same quantity, the person's changes to the line stay.
	 *
	 * @returns the drafted lines, by line of the transfer
	 */
	put(
		account: ActiveAccount,
		how: Leaves,
		{ record, head }: ServiceTransfer,
		{ wanted, row, before, receipt }: Asked,
	): Record<string, Drafted> {
		const kind = kinds[draftAt[how]];
		const old = row && draftBodyOf(kind.name, row);
		const made = wanted.flatMap((line) =>
			this.#draftedLine(account, how, line, { was: before[line.lineId], old }),
		);
		const lineIds = new Set(Object.values(before).map(({ lineId }) => lineId));
		const others = (old?.lines ?? []).filter(({ lineId }) => !lineIds.has(lineId));
		const lines = [...others, ...made.map(({ draft }) => draft)];
		if (lines.length === 0) {
			if (row !== null) {
				this.#drafts.close(row.draft_id, 'discarded', this.#context.ports.clock.now());
			}
			return {};
		}
		const locationId = record.toLocationId;
		// Number and name only, no words: the other location may use another language.
		const description = [head.number, head.fromName].filter((word) => word !== '').join(' · ');
		const values = { otherLocationId: record.fromLocationId, description };
		const content: DraftBody = {
			values: old?.values ?? writtenIn(kind.head, values),
			currency: this.#locations.get(account.accountId, locationId).currency,
			lines,
			...(receipt === null || made.length === 0 ? {} : { receipt }),
		};
		const saved = this.#saving.save(
			account,
			{
				document: kind.name,
				documentId: row?.draft_id ?? null,
				revision: row?.revision ?? 0,
				locationId,
			},
			() => storedBody(content),
		);
		if (!saved.ok) throw new Error(`A draft was not saved: ${saved.message}`);
		const draftId = saved.value.draft_id;
		return Object.fromEntries(
			made.map(({ lineId, draft, quantity }) => [
				lineId,
				{ draftId, lineId: draft.lineId, quantity },
			]),
		);
	}

	/** Empty if the quantity fits in no unit of the item. */
	#draftedLine(
		{ accountId }: ActiveAccount,
		how: Leaves,
		{ lineId, item, quantity, reason }: ToDraft,
		{ was, old }: { was: Drafted | undefined; old: DraftBody | null },
	): { lineId: string; draft: DraftLine; quantity: string }[] {
		const boxes = this.boxOf(quantity, item);
		if (boxes.length === 0) return [];
		const stood = was && old?.lines.find((line) => line.lineId === was.lineId);
		if (stood !== undefined && compare(was?.quantity ?? '0', quantity) === 0) {
			return [{ lineId, draft: stood, quantity }];
		}
		const draft = {
			lineId: was?.lineId ?? this.#context.ports.newId(),
			item,
			boxes,
			values: writtenIn(kinds[draftAt[how]].lines.fields, {
				...stood?.values,
				note: reason,
				reasonId: stood?.values['reasonId'] ?? this.#reasonNamed(accountId, reason),
			}),
		};
		return [{ lineId, draft, quantity }];
	}

	#reasonNamed(accountId: string, said: string): string | null {
		const wanted = said.trim().toLocaleLowerCase();
		const found = [...this.#referred(accountId).all('wasteReason')].find(
			([, name]) => name.toLocaleLowerCase() === wanted,
		);
		return found?.[0] ?? null;
	}

	#rowOf(accountId: string, drafted: Drafted | null): DraftRow | null {
		return drafted === null ? null : this.#drafts.get(accountId, drafted.draftId);
	}

	#isGivenUp({ document, state, draft_id }: DraftRow): boolean {
		if (state !== 'submitted' || (document !== 'transferOut' && document !== 'wastage')) {
			return false;
		}
		const { outbox } = this.#context;
		return (
			outbox.stepsOf(document, draft_id).some((step) => step.state === 'discarded') &&
			outbox.laneOf(document, draft_id)?.actions.length === 0
		);
	}
}
