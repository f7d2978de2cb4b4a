// Settles differences: goods leave again on a draft, are kept, or are left open. A person sends each draft.
import type { ReceivedLine, Settled } from '../../../shared/bridge/receiving.ts';
import type { KindName } from '../../../shared/document/kinds.ts';
import {
	draftedKind,
	isOutcome,
	outcomesOf,
	receivings,
	type Outcome,
	type ReceivingDraft,
} from '../../../shared/document/receiving.ts';
import { abs, add, isNegative, notBelowZero, subtract } from '../../../shared/domain/decimal.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { DraftSaving } from '../document/draft-saving.ts';
import { isDiscarded } from '../document/receipt-drafts.ts';
import type { DraftRow } from '../store/drafts.ts';
import {
	beforeOf,
	blankLine,
	boxOf,
	enteredBodyOf,
	entryOf,
	expectedOf,
	type Drafted,
	type EnteredBody,
	type Expected,
	type ExpectedLine,
} from './entered.ts';
import { SettlingDrafts, type ToDraft } from './settling-drafts.ts';

/** Base units. */
interface SettledLine {
	readonly settled: Settled[];
	/** Received, and on a draft or kept. */
	readonly leaves: string;
	/** Received only to leave again. */
	readonly damaged: string;
}

export class Settling {
	readonly #context: CoreContext;
	readonly #saving;
	readonly #onDrafts;

	constructor(context: CoreContext) {
		this.#context = context;
		this.#saving = new DraftSaving(context);
		this.#onDrafts = new SettlingDrafts(context);
	}

	lines(account: ActiveAccount, expected: Expected): ReadonlyMap<string, ReceivedLine> {
		const { name, lines, entered, open } = expected;
		const settled = this.#settled(account, expected);
		const shown = (line: ExpectedLine, { id } = line.record): ReceivedLine => ({
			entry: open || entered !== null ? entryOf(name, line, entered?.body.lines[id]) : null,
			settled: settled.get(id)?.settled ?? [],
			excess: excessOf(expected, line, settled.get(id)),
		});
		return new Map(lines.map((line) => [line.record.id, shown(line)]));
	}

	/** A line on a sent draft can no longer change. */
	isSent(accountId: string, drafted: Drafted | null): boolean {
		return (
			drafted !== null &&
			this.#context.store.drafts.get(accountId, drafted.draftId)?.state === 'submitted'
		);
	}

	/** Creates or updates a receipt's drafts, in the caller's transaction. */
	draft(
		account: ActiveAccount,
		expected: Expected,
		{ row: { draft_id: draftId }, body }: NonNullable<Expected['entered']>,
	): Record<string, Drafted> {
		const { accountId } = account;
		const { name, record, lines } = expected;
		const before: Record<string, Drafted> = {};
		// A discarded receipt passes its drafts on to the next one.
		const discarded = this.#receiptsOf(accountId, name, record.id).discarded.map(enteredBodyOf);
		for (const each of [...discarded, body]) {
			for (const [lineId, { drafted }] of Object.entries(each.lines))
				if (drafted !== null) before[lineId] = drafted;
		}
		const made = Object.fromEntries(
			Object.entries(before).filter(([, drafted]) => this.isSent(accountId, drafted)),
		);
		for (const how of outcomesOf(name)) {
			const kind = draftedKind(name, how);
			const row = this.#onDrafts.firstOpen(accountId, Object.values(before), kind);
			const wanted = lines.flatMap((line): ToDraft[] => {
				const { id } = line.record;
				const { difference, settlement, reason } = entryOf(name, line, body.lines[id]);
				return settlement !== how || made[id] !== undefined
					? []
					: [{ lineId: id, item: line.item, quantity: abs(difference ?? '0'), reason }];
			});
			const receipt = { draftId, serverId: record.id };
			const asked = { wanted, row, before, receipt };
			Object.assign(made, this.#onDrafts.put(account, kind, expected, asked));
		}
		return made;
	}

	/** Keeps an excess or puts it on a draft. Lines of one document share a draft until it is sent. */
	settleExcess(
		account: ActiveAccount,
		expected: Expected,
		how: Outcome | 'keep',
		line: ToDraft,
	): void {
		const { accountId } = account;
		const { name, record, locationId, businessDate } = expected;
		const { excess } = receivings[name];
		if (excess === null) throw new Error(`Nothing comes in excess of a ${name}.`);
		const { lineId, item, quantity, reason } = line;
		const drafted = (kind: KindName): Drafted | null => {
			const before = this.#context.store.drafts
				.submittedAgainst(accountId, excess, record.id)
				.flatMap((each) => Object.values(enteredBodyOf(each).lines))
				.flatMap((each) => each.drafted ?? []);
			const row = this.#onDrafts.firstOpen(accountId, before, kind);
			const asked = { wanted: [line], row, before: {}, receipt: null };
			return this.#onDrafts.put(account, kind, expected, asked)[lineId] ?? null;
		};
		this.#context.store.durable
			.transaction(() => {
				const settled = {
					...blankLine,
					boxes: boxOf(quantity, item, this.#context.settings().locale),
					reason,
					...(how === 'keep'
						? { settlement: 'none' as const, drafted: null }
						: { settlement: how, drafted: drafted(draftedKind(name, how)) }),
				};
				this.#saving.begin(
					accountId,
					{ document: excess, locationId, businessDate, serverId: record.id },
					{ seen: record, lines: { [lineId]: settled } } satisfies EnteredBody,
					'submitted',
				);
			})
			.immediate();
	}

	#settled(
		{ accountId }: ActiveAccount,
		{ name, record, lines }: Expected,
	): ReadonlyMap<string, SettledLine> {
		const { excess } = receivings[name];
		const found = new Map<string, SettledLine>();
		if (excess === null) return found;
		const rows = [
			...this.#receiptsOf(accountId, name, record.id).stand,
			...this.#context.store.drafts.submittedAgainst(accountId, excess, record.id),
		];
		for (const row of rows) {
			const body = enteredBodyOf(row);
			for (const { record: now, item } of lines) {
				const then = body.seen.items?.find(({ id }) => id === now.id);
				const settled = then && this.#settledBy(accountId, name, row, body, { record: then, item });
				if (settled) found.set(now.id, sumOf(found.get(now.id), settled));
			}
		}
		return found;
	}

	#receiptsOf(accountId: string, name: ReceivingDraft, serverId: string) {
		const { store, outbox } = this.#context;
		const { against } = receivings[name];
		const { stand = [], discarded = [] } = Object.groupBy(
			store.drafts.submittedAgainst(accountId, name, serverId),
			({ draft_id: draftId }) =>
				isDiscarded(outbox, against, { draftId, serverId }) ? 'discarded' : 'stand',
		);
		return { stand, discarded };
	}

	#settledBy(
		accountId: string,
		name: ReceivingDraft,
		row: DraftRow,
		body: EnteredBody,
		line: ExpectedLine,
	): SettledLine | null {
		const entered = body.lines[line.record.id];
		if (entered === undefined) return null;
		const { difference, settlement, reason } = entryOf(name, line, entered);
		const isReceipt = row.document === name;
		if (difference === null || (isReceipt && (settlement === 'none' || entered.drafted === null)))
			return null;
		const how = isOutcome(settlement) ? settlement : 'keep';
		const stands = this.#onDrafts.standing(accountId, entered.drafted, line.item);
		const quantity = stands?.quantity ?? abs(difference);
		const documentId = stands?.documentId ?? null;
		return {
			settled: [{ how, quantity, documentId, reason: how === 'keep' ? reason : '' }],
			leaves: how === 'keep' || stands !== null ? quantity : '0',
			damaged: isReceipt && isNegative(difference) ? abs(difference) : '0',
		};
	}
}

const sumOf = (before: SettledLine | undefined, more: SettledLine): SettledLine => ({
	settled: [...(before?.settled ?? []), ...more.settled],
	leaves: add(before?.leaves ?? '0', more.leaves),
	damaged: add(before?.damaged ?? '0', more.damaged),
});

/** Too much or damaged, and neither kept nor on a draft. Null while something can be entered or is queued. */
function excessOf(
	{ name, phase, open, queued }: Expected,
	line: ExpectedLine,
	settled: SettledLine | undefined,
): string | null {
	const { item } = line;
	const { excess, to } = receivings[name];
	if (excess === null || open || queued || phase !== to || item.units.length === 0) return null;
	const came = beforeOf(name, line);
	if (came === null) return null;
	const over = notBelowZero(subtract(came, expectedOf(line)));
	return notBelowZero(subtract(add(over, settled?.damaged ?? '0'), settled?.leaves ?? '0'));
}
