// Receives documents of the service, or sends their goods: entered line by line, saved as typed, queued as one step.
import type { z } from 'zod';
import type { Asked, ChangedField, ReceivingCalls } from '../../../shared/bridge/receiving.ts';
import {
	fail,
	succeed,
	type Failure,
	type Problem,
	type Reply,
} from '../../../shared/bridge/reply.ts';
import { kinds } from '../../../shared/document/kinds.ts';
import {
	isRejection,
	receivingOf,
	receivings,
	type ReceivingDraft,
} from '../../../shared/document/receiving.ts';
import { readBox } from '../../../shared/domain/box-entry.ts';
import { isZero } from '../../../shared/domain/decimal.ts';
import { parseEntry, type Entry } from '../../../shared/domain/quantity-entry.ts';
import { strays } from '../../../shared/domain/unit.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { serverIdOf } from '../document/document-id.ts';
import type { HandlersOf } from '../document/documents.ts';
import { DraftSaving } from '../document/draft-saving.ts';
import { allOrNothing } from '../store/all-or-nothing.ts';
import {
	allDue,
	blankLine,
	entryOf,
	problemsOf,
	sentWith,
	withBoxes,
	zeroOf,
	type Drafted,
	type EnteredBody,
	type EnteredLine,
	type Expected,
	type ExpectedLine,
} from './entered.ts';
import {
	changesOf,
	inverse,
	withChanges,
	type Entries,
	type EntryChange,
} from './entry-changes.ts';
import { actionOf } from './receipt-step.ts';
import type { Settling } from './settling.ts';

/** Supplied by the kind's own code. */
export interface ReceivedDocuments<Shown, Of extends Expected> {
	expected(account: ActiveAccount, documentId: string): Of | null;
	shown(account: ActiveAccount, documentId: string): Reply<Shown>;
	/** Problems besides those of the lines. */
	problems?(expected: Of): readonly Problem[];
}

interface Answered {
	changed?: ChangedField[] | undefined;
	left?: string[] | undefined;
}

export class Receiving<
	Name extends ReceivingDraft,
	Shown extends Answered,
	Of extends Expected = Expected,
> {
	readonly #context: CoreContext;
	readonly #name: Name;
	readonly #documents: ReceivedDocuments<Shown, Of>;
	readonly #settling: Settling;
	readonly #saving;
	/** The changes of each entry, by draft and entry id, until the draft is sent. */
	readonly #made = new Map<string, Map<string, readonly EntryChange[]>>();

	constructor(
		context: CoreContext,
		name: Name,
		documents: ReceivedDocuments<Shown, Of>,
		settling: Settling,
	) {
		this.#context = context;
		this.#name = name;
		this.#documents = documents;
		this.#settling = settling;
		this.#saving = new DraftSaving(context);
	}

	handlers() {
		const { calls, verb } = receivings[this.#name];
		const answers: Record<string, (account: ActiveAccount, input: never) => Reply<Shown>> = {
			enter: (account, typed: Asked<'enter'>) => this.#enter(account, typed),
			explain: (account, asked: Asked<'explain'>) => this.#explain(account, asked),
			settle: (account, asked: Asked<'settle'>) => this.#settle(account, asked),
			settleExcess: (account, asked: Asked<'settleExcess'>) => this.#settleExcess(account, asked),
			enterAllAsDue: (account, of: Asked<'enterAllAsDue'>) =>
				this.#fillBlanks(account, of, (line) => allDue(this.#name, line, this.#locale())),
			confirmBlanksAsZero: (account, of: Asked<'confirmBlanksAsZero'>) =>
				this.#fillBlanks(account, of, ({ item }) => zeroOf(item, this.#locale())),
			turn: (account, asked: Asked<'turn'>) => this.#turn(account, asked),
			invoice: (account, typed: Asked<'invoice'>) => this.#invoice(account, typed),
			price: (account, typed: Asked<'price'>) => this.#price(account, typed),
			weigh: (account, typed: Asked<'weigh'>) => this.#weigh(account, typed),
			confirmWeight: (account, of: Asked<'confirmWeight'>) =>
				this.#changeLine(account, of, (_line, before) =>
					succeed({ ...before, weight: before.weight && { ...before.weight, isRight: true } }),
				),
			[verb]: (account, asked: Asked<'send'>) => this.#send(account, asked),
		};
		const handlers = Object.entries(answers).map(([each, answer]) => [
			`${calls}.${each}`,
			connected(this.#context, answer),
		]);
		// To TypeScript a key made from a generic name is only a string. The contract has checked each input.
		return Object.fromEntries(handlers) as HandlersOf<ReceivingCalls<Name, z.ZodType<Shown>>>;
	}

	#enter(account: ActiveAccount, { unitId, typed, locale, ...of }: Asked<'enter'>): Reply<Shown> {
		return this.#changeLine(account, of, (line, before) => {
			const { units } = line.item;
			const unit = units.find((each) => each.unitId === unitId);
			if (unit === undefined) return notHere();
			const entry = readBox(typed, locale, unit, units);
			if (entry.kind === 'problem') {
				return fail('not-a-quantity', 'This is not a quantity.', [
					{
						path: `lines.${of.lineId}.entry`,
						message: entry.code,
						...(entry.code === 'ambiguous' ? { readings: [...entry.readings] } : {}),
					},
				]);
			}
			const lost = strays(before.boxes, units);
			const others = before.boxes.filter((each) => each.unitId !== unitId && !lost.includes(each));
			const boxes =
				entry.kind === 'blank'
					? others
					: [...others, { unitId, typed, locale, quantity: entry.quantity }];
			return succeed(withBoxes(this.#name, line, before, boxes));
		});
	}

	/** Goods that are no longer rejected lose `keep-rejected`. */
	#explain(account: ActiveAccount, { reason, cause, ...of }: Asked<'explain'>): Reply<Shown> {
		const { rejected } = receivingOf(this.#name).rest;
		return this.#changeLine(account, of, (_line, before) => {
			const stays = isRejection(cause) || !rejected.includes(before.settlement);
			const settlement = stays ? before.settlement : 'none';
			return succeed({ ...before, reason, cause, settlement });
		});
	}

	#weigh(account: ActiveAccount, { typed, locale, ...of }: Asked<'weigh'>): Reply<Shown> {
		return this.#changeLine(account, of, (line, before) => {
			if (line.weighed === undefined) return notHere();
			const { unit } = line.weighed;
			const read = readBox(typed, locale, unit, [unit]);
			if (read.kind === 'problem') return notAnAmount(`lines.${of.lineId}.weight`, read);
			const weight = read.kind === 'blank' ? null : { typed, value: read.quantity, isRight: false };
			return succeed({ ...before, weight });
		});
	}

	#price(account: ActiveAccount, { typed, locale, ...of }: Asked<'price'>): Reply<Shown> {
		return this.#changeLine(account, of, (_line, before) => {
			const read = parseEntry(typed, locale);
			if (read.kind === 'problem') return notAnAmount(`lines.${of.lineId}.price`, read);
			const price = read.kind === 'blank' ? null : { typed, value: read.quantity };
			return succeed({ ...before, price });
		});
	}

	#invoice(account: ActiveAccount, { invoice, locale, ...of }: Asked<'invoice'>): Reply<Shown> {
		return this.change(account, of, ({ entered }) => {
			const read = parseEntry(invoice.total, locale);
			if (read.kind === 'problem') return notAnAmount('invoice.total', read);
			const totalValue = read.kind === 'blank' ? null : read.quantity;
			const number = invoice.number.trim();
			const isSame = entered?.body.invoice?.number === number;
			// The answer holds for one number only.
			const isAnother = invoice.isAnother && isSame;
			return succeed({ invoice: { ...invoice, number, isAnother, totalValue } });
		});
	}

	#turn(account: ActiveAccount, { documentId, entryId, which }: Asked<'turn'>): Reply<Shown> {
		const open = this.#open(account, documentId);
		if (!open.ok) return open;
		const { entered } = open.value;
		const made = this.#made.get(entered?.row.draft_id ?? '')?.get(entryId);
		if (made === undefined) return this.#changed(account, documentId);
		const changes = which === 'redo' ? made : inverse(made);
		const isSent = changes.some(
			({ part, field }) =>
				field === 'settlement' &&
				this.#settling.isSent(account.accountId, entered?.body.lines[part]?.drafted ?? null),
		);
		if (isSent) return alreadySent();
		const { changed, left, ...entries } = withChanges(open.value, changes);
		if (changed.length > 0) this.#save(account, open.value, entries);
		return this.#changed(account, documentId, { changed, left });
	}

	/** For a blank line this also enters zero. */
	#settle(account: ActiveAccount, { settlement, ...of }: Asked<'settle'>): Reply<Shown> {
		return this.#changeLine(account, of, (line, before) => {
			if (this.#settling.isSent(account.accountId, before.drafted)) return alreadySent();
			const blank = before.boxes.length === 0;
			const boxes =
				blank && settlement !== 'none' ? zeroOf(line.item, this.#locale()) : before.boxes;
			return succeed({ ...before, boxes, settlement });
		});
	}

	#settleExcess(
		account: ActiveAccount,
		{ documentId, lineId, how, reason }: Asked<'settleExcess'>,
	): Reply<Shown> {
		const expected = this.#find(account, documentId);
		if (expected === null) return notHere();
		const line = expected.lines.find(({ record }) => record.id === lineId);
		const quantity = this.#settling.lines(account, expected).get(lineId)?.excess ?? '0';
		if (line === undefined || isZero(quantity)) {
			return fail('not-possible-now', 'No excess is left to settle.');
		}
		const { item } = line;
		this.#settling.settleExcess(account, expected, how, { lineId, item, quantity, reason });
		return this.#changed(account, documentId);
	}

	/** Closes the entries and queues them, both or neither. Fails with `incomplete` and every problem. */
	#send(account: ActiveAccount, { documentId, intentId }: Asked<'send'>): Reply<Shown> {
		// The next entry for the document may be open by the time of a repeated call.
		if (this.#isSent(account, documentId, intentId)) {
			return this.#documents.shown(account, documentId);
		}
		const open = this.#open(account, documentId);
		if (!open.ok) {
			return open.code === 'already-submitted' ? this.#documents.shown(account, documentId) : open;
		}
		const expected = open.value;
		const { entered, lane } = expected;
		const problems = [
			...problemsOf(expected, account.profile),
			...(this.#documents.problems?.(expected) ?? []),
		];
		if (problems.length > 0) return incomplete(problems);
		if (entered === null) return incomplete([{ path: 'lines', message: 'no-lines' }]);
		const { store, ports, outbox, emit } = this.#context;
		const now = ports.clock.now();
		const { row } = entered;
		const queued = allOrNothing(store.durable, () => {
			const made = this.#settling.draft(account, expected, entered);
			this.#saving.change(row, row.revision, JSON.stringify(sentBody(expected, entered, made)));
			if (!store.drafts.close(row.draft_id, 'submitted', now)) return succeed(null);
			store.drafts.remember(account.accountId, intentId, row.draft_id);
			return outbox.enqueue(lane, [
				actionOf(expected, entered, new Date(now).toISOString(), this.#locale()),
			]);
		});
		if (!queued.ok) return queued;
		this.#made.delete(row.draft_id);
		outbox.wake();
		for (const kind of Object.values(receivingOf(this.#name).settles))
			emit('documents.changed', { area: kinds[kind].area });
		return this.#changed(account, documentId);
	}

	#isSent({ accountId }: ActiveAccount, documentId: string, intentId: string): boolean {
		const { drafts } = this.#context.store;
		const known = drafts.ofIntent(accountId, intentId);
		const row = known === null ? null : drafts.get(accountId, known);
		const { against } = receivings[this.#name];
		return (
			row?.document === this.#name &&
			row.state === 'submitted' &&
			row.server_id === serverIdOf(against, documentId)
		);
	}

	#find(account: ActiveAccount, documentId: string): Of | null {
		const expected = this.#documents.expected(account, documentId);
		return expected?.name === this.#name ? expected : null;
	}

	#open(account: ActiveAccount, documentId: string): Reply<Of> {
		const expected = this.#find(account, documentId);
		if (expected === null) return notHere();
		if (expected.queued) return fail('already-submitted', 'This is in the outbox already.');
		return expected.open
			? succeed(expected)
			: fail('not-possible-now', 'Nothing can be entered against this document now.');
	}

	#changeLine(
		account: ActiveAccount,
		{ lineId, ...of }: Asked<'confirmWeight'>,
		change: (line: ExpectedLine, before: EnteredLine) => Reply<EnteredLine>,
	): Reply<Shown> {
		return this.change(account, of, ({ lines, entered }) => {
			const line = lines.find(({ record }) => record.id === lineId);
			if (line === undefined) return notHere();
			const before = entered?.body.lines ?? {};
			const changed = change(line, before[lineId] ?? blankLine);
			return changed.ok ? succeed({ lines: { ...before, [lineId]: changed.value } }) : changed;
		});
	}

	#fillBlanks(
		account: ActiveAccount,
		of: Asked<'enterAllAsDue'>,
		boxes: (line: ExpectedLine) => EnteredLine['boxes'],
	): Reply<Shown> {
		return this.change(account, of, ({ lines, entered }) => {
			const filled = { ...entered?.body.lines };
			for (const line of lines) {
				const { id } = line.record;
				const before = filled[id] ?? blankLine;
				if (before.boxes.length > 0 || isZero(entryOf(this.#name, line).due)) continue;
				filled[id] = { ...before, boxes: boxes(line) };
			}
			return succeed({ lines: filled });
		});
	}

	/** Durable on return. */
	change(
		account: ActiveAccount,
		{ documentId, entryId }: Asked<'enterAllAsDue'>,
		change: (expected: Of) => Reply<Partial<Entries>>,
	): Reply<Shown> {
		const open = this.#open(account, documentId);
		if (!open.ok) return open;
		const entries = change(open.value);
		if (!entries.ok) return entries;
		const { before, after, draftId } = this.#save(account, open.value, entries.value);
		const changed = changesOf(before, after);
		if (entryId !== undefined && changed.length > 0) {
			const ofDraft = this.#made.get(draftId) ?? new Map<string, readonly EntryChange[]>();
			this.#made.set(draftId, ofDraft.set(entryId, changed));
		}
		return this.#changed(account, documentId, { changed });
	}

	#save(
		account: ActiveAccount,
		{ record, base, entered, locationId }: Of,
		entries: Partial<Entries>,
	) {
		const before: Omit<EnteredBody, 'seen'> = entered?.body ?? { lines: {} };
		const after: EnteredBody = { ...before, ...entries, seen: base ?? record };
		// The draft has the day of the entry: the document may be weeks older.
		const draft = { document: this.#name, locationId, serverId: record.id };
		const row = entered?.row ?? this.#saving.begin(account.accountId, draft, after);
		if (entered !== null) this.#saving.change(row, row.revision, JSON.stringify(after));
		return { before, after, draftId: row.draft_id };
	}

	#changed(
		account: ActiveAccount,
		documentId: string,
		{ changed = [], left = [] }: Answered = {},
	): Reply<Shown> {
		const { area } = kinds[receivings[this.#name].against];
		this.#context.emit('documents.changed', { area });
		this.#context.appChanged();
		const shown = this.#documents.shown(account, documentId);
		const fields = changed.map(({ part, field }) => ({ part, field }));
		return shown.ok ? succeed({ ...shown.value, changed: fields, left }) : shown;
	}

	#locale(): string {
		return this.#context.settings().locale;
	}
}

function notAnAmount(path: string, read: Entry & { kind: 'problem' }): Failure {
	const readings = read.code === 'ambiguous' ? { readings: [...read.readings] } : {};
	return fail('not-a-quantity', 'This is not an amount.', [
		{ path, message: read.code, ...readings },
	]);
}

export const sentBody = (
	expected: Expected,
	{ body }: NonNullable<Expected['entered']>,
	drafted: Readonly<Record<string, Drafted>> = {},
): EnteredBody => ({
	...body,
	seen: expected.base ?? expected.record,
	lines: Object.fromEntries(
		Object.entries(body.lines).map(([id, line]) => [
			id,
			{ ...line, drafted: drafted[id] ?? null, ...sentWith(expected, id, line) },
		]),
	),
});

const notHere = (): Failure => fail('not-found', 'This document is not here.');

const alreadySent = (): Failure =>
	fail('not-possible-now', 'The draft made from this line was already sent.');

const incomplete = (problems: Parameters<typeof fail>[2]): Failure =>
	fail('incomplete', 'This cannot go as it stands.', problems);
