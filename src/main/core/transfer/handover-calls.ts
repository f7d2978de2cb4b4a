// Receives or fulfils a transfer: entered line by line, saved as typed, queued as one step.
import type { CallArguments } from '../../../shared/bridge/contract.ts';
import { fail, succeed, type Failure, type Reply } from '../../../shared/bridge/reply.ts';
import type { TransferDocument } from '../../../shared/bridge/transfer.ts';
import type { ItemView } from '../../../shared/bridge/values.ts';
import { readBox } from '../../../shared/domain/box-entry.ts';
import { isZero } from '../../../shared/domain/decimal.ts';
import { strays } from '../../../shared/domain/unit.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { DraftSaving } from '../document/draft-saving.ts';
import { allOrNothing } from '../store/all-or-nothing.ts';
import { draftTable } from '../store/drafts.ts';
import {
	allDue,
	blankLine,
	boxesOf,
	draftOf,
	dueOf,
	handoverAction,
	handoverLane,
	handoverProblems,
	received,
	withBoxes,
	type Drafted,
	type EnteredLine,
	type Handover,
	type HandoverBody,
} from './handover.ts';
import type { ServiceTransfer } from './service-transfer.ts';
import type { Settling } from './settling.ts';
import { linesOf, notHere, type TransferEnd, type TransferEnds } from './transfer-end.ts';

type Line = ServiceTransfer['lines'][number];

/** A line of an open transfer, and what was entered before. */
interface OpenLine {
	readonly end: TransferEnd;
	readonly line: Line;
	readonly before: EnteredLine;
}

export class HandoverCalls {
	readonly #context: CoreContext;
	readonly #ends: TransferEnds;
	readonly #settling: Settling;
	readonly #changed: () => void;
	readonly #drafts;
	readonly #saving;

	constructor(context: CoreContext, ends: TransferEnds, settling: Settling, changed: () => void) {
		this.#context = context;
		this.#ends = ends;
		this.#settling = settling;
		this.#changed = changed;
		this.#drafts = draftTable(context.store.durable);
		this.#saving = new DraftSaving(context);
	}

	/** Fails with `not-a-quantity` if the text is unreadable. */
	enter(account: ActiveAccount, input: CallArguments<'transfer.enter'>): Reply<TransferDocument> {
		const open = this.#openLine(account, input);
		if (!open.ok) return open;
		const { end, line, before } = open.value;
		const { lineId, unitId, typed, locale } = input;
		const { units } = line.item;
		const unit = units.find((each) => each.unitId === unitId);
		if (unit === undefined) return notHere();
		const entry = readBox(typed, locale, unit, units);
		if (entry.kind === 'problem') {
			return fail('not-a-quantity', 'This is not a quantity.', [
				{
					path: `lines.${lineId}.entry`,
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
		return this.#write(account, end, { [lineId]: withBoxes(line, end.handover, before, boxes) });
	}

	explain(
		account: ActiveAccount,
		input: CallArguments<'transfer.explain'>,
	): Reply<TransferDocument> {
		const open = this.#openLine(account, input);
		if (!open.ok) return open;
		const { end, before } = open.value;
		return this.#write(account, end, { [input.lineId]: { ...before, reason: input.reason } });
	}

	/** For a blank line this also enters zero. */
	settle(account: ActiveAccount, input: CallArguments<'transfer.settle'>): Reply<TransferDocument> {
		const open = this.#openLine(account, input);
		if (!open.ok) return open;
		const { end, line, before } = open.value;
		const { lineId, settlement } = input;
		if (end.handover !== 'receive') return notHere();
		if (this.#settling.isSent(account.accountId, before.drafted)) {
			return fail('not-possible-now', 'The draft that was made of this line was sent.');
		}
		const blank = before.boxes.length === 0;
		const boxes = blank && settlement !== 'none' ? this.#zeroOf(line.item) : before.boxes;
		return this.#write(account, end, { [lineId]: { ...before, boxes, settlement } });
	}

	settleExcess(
		account: ActiveAccount,
		input: CallArguments<'transfer.settleExcess'>,
	): Reply<TransferDocument> {
		const found = this.#ends.find(account, input.documentId);
		if (found === null) return notHere();
		const { lines } = this.#ends.whole(account, found);
		const line = lines.find(({ lineId }) => lineId === input.lineId);
		if (line?.excess === undefined || line.excess === null || isZero(line.excess)) {
			return fail('not-possible-now', 'Nothing is left of which this is not said yet.');
		}
		this.#settling.settleExcess(account, found.transfer, { ...input, line });
		this.#changed();
		return this.#ends.shown(account, input.documentId);
	}

	enterAllAsDue(account: ActiveAccount, documentId: string): Reply<TransferDocument> {
		const { locale } = this.#context.settings();
		return this.#fillBlanks(account, documentId, ({ record, item }, handover) =>
			allDue(handover, record, item, locale),
		);
	}

	confirmBlanksAsZero(account: ActiveAccount, documentId: string): Reply<TransferDocument> {
		return this.#fillBlanks(account, documentId, ({ item }) => this.#zeroOf(item));
	}

	/** Closes the entries and queues them, both or neither. Fails with `incomplete` and every problem. */
	handOver(
		account: ActiveAccount,
		handover: Handover,
		documentId: string,
	): Reply<TransferDocument> {
		const open = this.#openEnd(account, documentId);
		if (!open.ok) {
			return open.code === 'already-submitted' ? this.#ends.shown(account, documentId) : open;
		}
		if (open.value.handover !== handover) return notHere();
		const { transfer, entered } = open.value;
		const lines = linesOf(open.value);
		const { overReceiptPercent } = account.profile.transfer;
		const problems = handoverProblems(handover, lines, overReceiptPercent);
		if (problems.length > 0) return incomplete(problems);
		if (entered === null) return incomplete([{ path: 'lines', message: 'no-lines' }]);
		const { store, ports, outbox, settings, emit } = this.#context;
		const now = ports.clock.now();
		const { row, body } = entered;
		const goes = handover === 'receive' ? received(transfer, lines, settings().locale) : lines;
		const queued = allOrNothing(store.durable, () => {
			const made =
				handover === 'receive' ? this.#settling.draft(account, transfer, lines, entered) : {};
			const { record } = transfer;
			const withMade = { transfer: record, lines: withDrafts(body.lines, made) };
			this.#saving.change(row, row.revision, bodyText(withMade));
			if (!this.#drafts.close(row.draft_id, 'submitted', now)) return succeed(null);
			return outbox.enqueue(handoverLane(transfer), [
				handoverAction(handover, row, record, goes, new Date(now).toISOString()),
			]);
		});
		if (!queued.ok) return queued;
		outbox.wake();
		this.#changed();
		// The receipt may have created a waste draft.
		emit('documents.changed', { area: 'wastage' });
		return this.#ends.shown(account, documentId);
	}

	#openEnd(account: ActiveAccount, documentId: string): Reply<TransferEnd> {
		const found = this.#ends.find(account, documentId);
		if (found === null) return notHere();
		if (found.lane !== null) return fail('already-submitted', 'This is in the outbox already.');
		return found.open
			? succeed(found)
			: fail('not-possible-now', 'Nothing can be entered against this transfer now.');
	}

	#openLine(
		account: ActiveAccount,
		{ documentId, lineId }: { documentId: string; lineId: string },
	): Reply<OpenLine> {
		const open = this.#openEnd(account, documentId);
		if (!open.ok) return open;
		const { transfer, entered } = open.value;
		const line = transfer.lines.find(({ record }) => record.id === lineId);
		if (line === undefined) return notHere();
		return succeed({ end: open.value, line, before: entered?.body.lines[lineId] ?? blankLine });
	}

	#fillBlanks(
		account: ActiveAccount,
		documentId: string,
		boxes: (line: Line, handover: Handover) => EnteredLine['boxes'],
	): Reply<TransferDocument> {
		const open = this.#openEnd(account, documentId);
		if (!open.ok) return open;
		const { transfer, handover, entered } = open.value;
		const filled: Record<string, EnteredLine> = {};
		for (const line of transfer.lines) {
			const before = entered?.body.lines[line.record.id] ?? blankLine;
			if (before.boxes.length > 0 || isZero(dueOf(handover, line.record))) continue;
			filled[line.record.id] = { ...before, boxes: boxes(line, handover) };
		}
		return this.#write(account, open.value, filled);
	}

	/** Durable on return. */
	#write(
		account: ActiveAccount,
		{ transfer, handover, entered }: TransferEnd,
		lines: Readonly<Record<string, EnteredLine>>,
	): Reply<TransferDocument> {
		const { record, head } = transfer;
		const body = { transfer: record, lines: { ...entered?.body.lines, ...lines } };
		if (entered === null) {
			const locationId = head.direction === 'out' ? record.fromLocationId : record.toLocationId;
			const { businessDate } = head;
			this.#saving.begin(
				account.accountId,
				{ document: draftOf[handover], locationId, businessDate, serverId: record.id },
				body satisfies HandoverBody,
			);
		} else this.#saving.change(entered.row, entered.row.revision, bodyText(body));
		this.#changed();
		return this.#ends.shown(account, head.documentId);
	}

	#zeroOf({ units }: ItemView): EnteredLine['boxes'] {
		const base = units.find(({ factor }) => factor.numerator === factor.denominator);
		const unitId = (base ?? units.at(-1))?.unitId;
		const { locale } = this.#context.settings();
		return unitId === undefined ? [] : boxesOf([{ unitId, quantity: '0' }], locale);
	}
}

const bodyText = (body: HandoverBody): string => JSON.stringify(body);

const withDrafts = (
	lines: HandoverBody['lines'],
	made: Readonly<Record<string, Drafted>>,
): HandoverBody['lines'] =>
	Object.fromEntries(
		Object.entries(lines).map(([lineId, line]) => [
			lineId,
			{ ...line, drafted: made[lineId] ?? null },
		]),
	);

const incomplete = (problems: Parameters<typeof fail>[2]): Failure =>
	fail('incomplete', 'This cannot go as it stands.', problems);
