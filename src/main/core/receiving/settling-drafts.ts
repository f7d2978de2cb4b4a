// Drafts for goods that leave again. Those of a receipt follow it until they are sent.
import type { ItemView } from '../../../shared/bridge/values.ts';
import { isKindName, kinds, type KindName } from '../../../shared/document/kinds.ts';
import type { Fields } from '../../../shared/document/kit.ts';
import { compare } from '../../../shared/domain/decimal.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { draftBodyOf, storedBody, type DraftBody } from '../document/draft-body.ts';
import { readLine, type DraftLine } from '../document/draft-line.ts';
import { DraftSaving } from '../document/draft-saving.ts';
import { writtenIn, type Values } from '../document/fields.ts';
import type { ReceiptOfDraft } from '../document/receipt-drafts.ts';
import { referredNames } from '../document/referred.ts';
import { alsoElsewhere } from '../store/also-elsewhere.ts';
import type { DraftRow } from '../store/drafts.ts';
import { boxOf, type Drafted, type Expected } from './entered.ts';

export interface ToDraft {
	readonly lineId: string;
	readonly item: ItemView;
	/** Base units. */
	readonly quantity: string;
	readonly reason: string;
}

interface Asked {
	readonly wanted: readonly ToDraft[];
	/** The open draft to change; null for a new one. */
	readonly row: DraftRow | null;
	/** Lines drafted before, by line of the document; those on `row` are replaced. */
	readonly before: Readonly<Record<string, Drafted>>;
	readonly receipt: ReceiptOfDraft | null;
}

export class SettlingDrafts {
	readonly #context: CoreContext;
	readonly #elsewhere;
	readonly #saving;
	readonly #referred;

	constructor(context: CoreContext) {
		const { store } = context;
		this.#context = context;
		this.#elsewhere = alsoElsewhere(store.durable);
		this.#saving = new DraftSaving(context);
		this.#referred = referredNames(store);
	}

	/** The first draft of the kind that can still change. */
	firstOpen(accountId: string, drafted: readonly Drafted[], kind: KindName): DraftRow | null {
		const rows = drafted.flatMap(
			({ draftId }) => this.#context.store.drafts.get(accountId, draftId) ?? [],
		);
		return rows.find(({ state, document }) => state === 'open' && document === kind) ?? null;
	}

	/** The line's quantity on its draft; null if discarded. A draft moved to another PC counts as sent there. */
	standing(accountId: string, drafted: Drafted | null, { itemId }: ItemView) {
		const row = drafted && this.#context.store.drafts.get(accountId, drafted.draftId);
		if (row === null || drafted === null) return null;
		if (row.state === 'discarded') {
			return this.#elsewhere.has(row.draft_id)
				? { documentId: null, quantity: drafted.quantity }
				: null;
		}
		if (!isKindName(row.document)) return null;
		const { lines } = draftBodyOf(row.document, row);
		const line = lines.find(({ lineId }) => lineId === drafted.lineId);
		if (line?.item.itemId !== itemId || this.#isDiscarded(row, row.document)) return null;
		// An unreadable quantity is still being typed.
		const quantity = readLine(kinds[row.document], line, '').total ?? drafted.quantity;
		return { documentId: row.draft_id, quantity };
	}

	/**
	 * Call it in a transaction. If the same quantity is wanted, the person's changes to the line stay.
	 *
	 * @returns the drafted lines, by line of the document
	 */
	put(
		account: ActiveAccount,
		name: KindName,
		{ locationId, draftHead }: Pick<Expected, 'locationId' | 'draftHead'>,
		{ wanted, row, before, receipt }: Asked,
	): Record<string, Drafted> {
		const { store, ports } = this.#context;
		const kind = kinds[name];
		const old = row && draftBodyOf(name, row);
		const onIt = Object.entries(before).filter(([, { draftId }]) => draftId === row?.draft_id);
		const was = new Map(onIt);
		const made = wanted.flatMap((line) =>
			this.#draftedLine(account, kind.lines.fields, line, { was: was.get(line.lineId), old }),
		);
		const replaced = onIt.map(([, { lineId }]) => lineId);
		const others = (old?.lines ?? []).filter(({ lineId }) => !replaced.includes(lineId));
		const lines = [...others, ...made.map(({ draft }) => draft)];
		if (lines.length === 0) {
			if (row !== null) store.drafts.close(row.draft_id, 'discarded', ports.clock.now());
			return {};
		}
		const content: DraftBody = {
			values: old?.values ?? writtenIn(kind.head, draftHead),
			currency: store.locations.get(account.accountId, locationId).currency,
			lines,
			...(receipt === null || made.length === 0 ? {} : { receipt }),
		};
		const { draft_id: documentId = null, revision = 0 } = row ?? {};
		const saved = this.#saving.save(
			account,
			{ document: name, documentId, revision, locationId },
			() => storedBody(content),
		);
		if (!saved.ok) throw new Error(`A draft was not saved: ${saved.message}`);
		const draftId = saved.value.draft_id;
		return Object.fromEntries(
			made.map(({ lineId: of, draft: { lineId }, quantity }) => [
				of,
				{ draftId, lineId, quantity },
			]),
		);
	}

	/** Empty if the quantity fits in no unit of the item. */
	#draftedLine(
		{ accountId }: ActiveAccount,
		fields: Fields,
		{ lineId, item, quantity, reason }: ToDraft,
		{ was, old }: { was: Drafted | undefined; old: DraftBody | null },
	): { lineId: string; draft: DraftLine; quantity: string }[] {
		const boxes = boxOf(quantity, item, this.#context.settings().locale);
		if (boxes.length === 0) return [];
		const stood = was && old?.lines.find((line) => line.lineId === was.lineId);
		if (stood !== undefined && compare(was?.quantity ?? '0', quantity) === 0) {
			return [{ lineId, draft: stood, quantity }];
		}
		const values = { ...stood?.values, ...this.#named(accountId, fields, reason, stood?.values) };
		const draft = {
			lineId: was?.lineId ?? this.#context.ports.newId(),
			item,
			boxes,
			values: writtenIn(fields, { ...values, note: reason }),
		};
		return [{ lineId, draft, quantity }];
	}

	/** References stay as they were; a blank one is filled with the record that the reason names. */
	#named(accountId: string, fields: Fields, reason: string, before: Values = {}): Values {
		const wanted = reason.trim().toLocaleLowerCase();
		const referred = this.#referred(accountId);
		return Object.fromEntries(
			Object.entries(fields).flatMap(([name, field]) => {
				if (field.as !== 'reference') return [];
				const found = [...referred.all(field.to)].find(
					([, word]) => word.toLocaleLowerCase() === wanted,
				);
				return [[name, before[name] ?? found?.[0] ?? null]];
			}),
		);
	}

	#isDiscarded({ state, draft_id }: DraftRow, kind: KindName): boolean {
		const { outbox } = this.#context;
		return (
			state === 'submitted' &&
			outbox.stepsOf(kind, draft_id).some((step) => step.state === 'discarded') &&
			outbox.laneOf(kind, draft_id)?.actions.length === 0
		);
	}
}
