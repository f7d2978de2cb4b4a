// Receives or fulfils a transfer: entered line by line, saved as typed, queued as one step.
import { fail, succeed, type Failure, type Reply } from '../../../shared/bridge/reply.ts';
import type { TransferDocument } from '../../../shared/bridge/transfer.ts';
import type { ItemView } from '../../../shared/bridge/values.ts';
import { readBox } from '../../../shared/domain/box-entry.ts';
import { isZero } from '../../../shared/domain/decimal.ts';
import { strays } from '../../../shared/domain/unit.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import { allOrNothing } from '../store/all-or-nothing.ts';
import { draftTable } from '../store/drafts.ts';
import { locationTable } from '../store/locations.ts';
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
import { notHere, type TransferEnd, type TransferEnds } from './transfer-end.ts';
import type { ServiceTransfer } from './service-transfer.ts';
import type { settling } from './settling.ts';

interface WorkFileParts {
	readonly held: TransferEnds;
	readonly settle: ReturnType<typeof settling>;
	readonly changed: () => void;
}

export function handoverCalls(
	context: CoreContext,
	{ held: { find, linesOf, wholeView, shown }, settle, changed }: WorkFileParts,
) {
	const { store, ports, outbox } = context;
	const { clock } = ports;
	const drafts = draftTable(store.durable);
	const locations = locationTable(store.cache);

	const openFor = (account: ActiveAccount, documentId: string): Reply<TransferEnd> => {
		const found = find(account, documentId);
		if (found === null) return notHere();
		if (found.lane !== null) return fail('already-submitted', 'This is in the outbox already.');
		return found.open
			? succeed(found)
			: fail('not-possible-now', 'Nothing can be entered against this transfer now.');
	};

	/** Durable on return. */
	const write = (
		account: ActiveAccount,
		{ transfer, handover, entered }: TransferEnd,
		lines: Readonly<Record<string, EnteredLine>>,
	): TransferDocument => {
		const now = clock.now();
		const person = context.settings().person;
		const { record, head } = transfer;
		const locationId = head.direction === 'out' ? record.fromLocationId : record.toLocationId;
		const body = JSON.stringify({
			transfer: record,
			lines: { ...entered?.body.lines, ...lines },
		} satisfies HandoverBody);
		if (entered === null) {
			drafts.insert({
				draft_id: ports.newId(),
				account_id: account.accountId,
				document: draftOf[handover],
				location_id: locationId,
				server_id: record.id,
				state: 'open',
				revision: 1,
				body,
				business_date: head.businessDate,
				time_zone: locations.get(account.accountId, locationId).timeZone,
				created_at: now,
				changed_at: now,
				entered_by: person,
			});
		} else {
			const { draft_id, revision } = entered.row;
			drafts.change({ draft_id, revision, body, changed_at: now, entered_by: person });
		}
		changed();
		const after = find(account, head.documentId);
		if (after === null) throw new Error('What was just written is not there.');
		return wholeView(account, after);
	};

	const fillBlanks = (
		account: ActiveAccount,
		documentId: string,
		boxes: (line: ServiceTransfer['lines'][number], handover: Handover) => EnteredLine['boxes'],
	): Reply<TransferDocument> => {
		const open = openFor(account, documentId);
		if (!open.ok) return open;
		const { transfer, handover, entered } = open.value;
		const filled: Record<string, EnteredLine> = {};
		for (const line of transfer.lines) {
			const before = entered?.body.lines[line.record.id] ?? blankLine;
			if (before.boxes.length > 0 || isZero(dueOf(handover, line.record))) continue;
			filled[line.record.id] = { ...before, boxes: boxes(line, handover) };
		}
		return succeed(write(account, open.value, filled));
	};

	return {
		/** Fails with `not-a-quantity` if the text is unreadable. */
		enter(
			account: ActiveAccount,
			input: Parameters<Handlers<'transfer'>['transfer.enter']>[0],
		): Reply<TransferDocument> {
			const open = openFor(account, input.documentId);
			if (!open.ok) return open;
			const { transfer, entered } = open.value;
			const { lineId, unitId, typed, locale } = input;
			const line = transfer.lines.find(({ record }) => record.id === lineId);
			const unit = line?.item.units.find((each) => each.unitId === unitId);
			if (line === undefined || unit === undefined) return notHere();
			const entry = readBox(typed, locale, unit, line.item.units);
			if (entry.kind === 'problem') {
				return fail('not-a-quantity', 'This is not a quantity.', [
					{
						path: `lines.${lineId}.entry`,
						message: entry.code,
						...(entry.code === 'ambiguous' ? { readings: [...entry.readings] } : {}),
					},
				]);
			}
			const before = entered?.body.lines[lineId] ?? blankLine;
			const lost = strays(before.boxes, line.item.units);
			const others = before.boxes.filter((each) => each.unitId !== unitId && !lost.includes(each));
			const boxes =
				entry.kind === 'blank'
					? others
					: [...others, { unitId, typed, locale, quantity: entry.quantity }];
			const after = withBoxes(line, open.value.handover, before, boxes);
			return succeed(write(account, open.value, { [lineId]: after }));
		},

		explain(
			account: ActiveAccount,
			{ documentId, lineId, reason }: Parameters<Handlers<'transfer'>['transfer.explain']>[0],
		): Reply<TransferDocument> {
			const open = openFor(account, documentId);
			if (!open.ok) return open;
			const { transfer, entered } = open.value;
			if (!transfer.lines.some(({ record }) => record.id === lineId)) return notHere();
			const before = entered?.body.lines[lineId] ?? blankLine;
			return succeed(write(account, open.value, { [lineId]: { ...before, reason } }));
		},

		/** For a blank line this also enters zero. */
		settle(
			account: ActiveAccount,
			{ documentId, lineId, settlement }: Parameters<Handlers<'transfer'>['transfer.settle']>[0],
		): Reply<TransferDocument> {
			const open = openFor(account, documentId);
			if (!open.ok) return open;
			const { transfer, handover, entered } = open.value;
			const line = transfer.lines.find(({ record }) => record.id === lineId);
			if (line === undefined || handover !== 'receive') return notHere();
			const before = entered?.body.lines[lineId] ?? blankLine;
			if (settle.isSent(account.accountId, before.drafted)) {
				return fail('not-possible-now', 'The draft that was made of this line was sent.');
			}
			const blank = before.boxes.length === 0;
			const boxes = blank && settlement !== 'none' ? zeroOf(line.item) : before.boxes;
			return succeed(write(account, open.value, { [lineId]: { ...before, boxes, settlement } }));
		},

		settleExcess(
			account: ActiveAccount,
			input: Parameters<Handlers<'transfer'>['transfer.settleExcess']>[0],
		): Reply<TransferDocument> {
			const found = find(account, input.documentId);
			if (found === null) return notHere();
			const { lines } = wholeView(account, found);
			const line = lines.find(({ lineId }) => lineId === input.lineId);
			if (line?.excess === undefined || line.excess === null || isZero(line.excess)) {
				return fail('not-possible-now', 'Nothing is left of which this is not said yet.');
			}
			settle.settleExcess(account, found.transfer, { ...input, line });
			changed();
			return shown(account, input.documentId);
		},

		enterAllAsDue: (account: ActiveAccount, documentId: string): Reply<TransferDocument> =>
			fillBlanks(account, documentId, ({ record, item }, handover) =>
				allDue(handover, record, item, context.settings().locale),
			),

		confirmBlanksAsZero: (account: ActiveAccount, documentId: string): Reply<TransferDocument> =>
			fillBlanks(account, documentId, ({ item }) => zeroOf(item)),

		exportWork(
			account: ActiveAccount,
			handover: Handover,
			documentId: string,
		): Reply<TransferDocument> {
			const open = openFor(account, documentId);
			if (!open.ok) return open.code === 'already-submitted' ? shown(account, documentId) : open;
			if (open.value.handover !== handover) return notHere();
			const { transfer, entered } = open.value;
			const lines = linesOf(open.value);
			const problems = handoverProblems(
				handover,
				lines,
				account.profile.transfer.overReceiptPercent,
			);
			if (problems.length > 0) return incomplete(problems);
			if (entered === null) return incomplete([{ path: 'lines', message: 'no-lines' }]);
			const now = clock.now();
			const { row, body } = entered;
			const goes =
				handover === 'receive' ? received(transfer, lines, context.settings().locale) : lines;
			const queued = allOrNothing(store.durable, () => {
				const made = handover === 'receive' ? settle.draft(account, transfer, lines, entered) : {};
				drafts.change({
					draft_id: row.draft_id,
					revision: row.revision,
					body: JSON.stringify({
						transfer: transfer.record,
						lines: withDrafts(body.lines, made),
					} satisfies HandoverBody),
					changed_at: now,
					entered_by: context.settings().person,
				});
				if (!drafts.close(row.draft_id, 'submitted', now)) return succeed(null);
				return outbox.enqueue(handoverLane(transfer, lines), [
					handoverAction(handover, row, transfer.record, goes, new Date(now).toISOString()),
				]);
			});
			if (!queued.ok) return queued;
			outbox.wake();
			changed();
			// The receipt may have created a waste draft.
			context.emit('documents.changed', { area: 'wastage' });
			return shown(account, documentId);
		},
	};

	function zeroOf({ units }: ItemView): EnteredLine['boxes'] {
		const base = units.find(({ factor }) => factor.numerator === factor.denominator);
		const unitId = (base ?? units.at(-1))?.unitId;
		const locale = context.settings().locale;
		return unitId === undefined ? [] : boxesOf([{ unitId, quantity: '0' }], locale);
	}
}

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
